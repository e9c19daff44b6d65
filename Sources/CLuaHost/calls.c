/// The calls of the host: each does all its work in one protected call.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

typedef struct job {
  const char *prelude;  // of a spec; NULL for rules
  size_t prelude_length;
  const char *source;
  size_t length;
  const char *name;
  int64_t function;
  int64_t frame;
  const scrim_values *arguments;
} job;

// Opening and closing

scrim_lua *scrim_lua_open(const scrim_settings *settings) {
  scrim_lua *host = calloc(1, sizeof *host);
  if (!host) return NULL;
  host->settings = *settings;
  host->state = lua_newstate(scrim_allocate, host);
  if (!host->state) {
    free(host);
    return NULL;
  }
  *(scrim_lua **)lua_getextraspace(host->state) = host;
  lua_atpanic(host->state, scrim_panic);
  // The hook is in place before any script is: coroutines copy it when they are made.
  scrim_budget_arm(host, (scrim_budget){.instructions = 10000000, .seconds = 60});
  lua_pushcfunction(host->state, scrim_sandbox_open);
  if (lua_pcall(host->state, 0, 0, 0) != LUA_OK || host->exhausted != SCRIM_DONE) {
    scrim_lua_close(host);
    return NULL;
  }
  return host;
}

void scrim_lua_close(scrim_lua *host) {
  if (!host) return;
  lua_close(host->state);
  scrim_constructors_end(host);
  scrim_values_free(&host->arguments);
  scrim_values_free(&host->answer);
  scrim_values_free(&host->returned);
  free(host->identifiers);
  free(host);
}

// Entering

/// After its memory was used up, a state goes on if a full collection makes room; else the rules keep too much.
static void recover(scrim_lua *host) {
  lua_gc(host->state, LUA_GCCOLLECT);
  if (host->bytes > host->settings.memory - host->settings.memory / 8) host->unusable = true;
}

static scrim_outcome enter(scrim_lua *host, lua_CFunction body, job *job, scrim_budget budget, scrim_calls calls) {
  lua_State *L = host->state;
  scrim_budget_arm(host, budget);
  if (host->unusable) {
    scrim_failure_describe(host, L, SCRIM_UNUSABLE);
    return SCRIM_UNUSABLE;
  }
  host->calls = calls;
  host->answering = true;
  host->generation += 1;
  // Light values: nothing is allocated outside of the protected call.
  lua_settop(L, 0);
  lua_pushcfunction(L, scrim_failure_handler);  // handler
  lua_pushcfunction(L, body);                   // handler body
  lua_pushlightuserdata(L, job);                // handler body job
  int status = lua_pcall(L, 1, 0, 1);           // handler [error]
  host->answering = false;
  host->loading = false;
  host->in_frame = false;
  host->running = host->state;
  scrim_constructors_end(host);

  scrim_outcome outcome = SCRIM_DONE;
  if (host->exhausted != SCRIM_DONE) {
    // Even where the script has caught the error and ended well.
    outcome = host->exhausted;
  } else if (status == LUA_ERRMEM) {
    outcome = SCRIM_MEMORY;
  } else if (status != LUA_OK) {
    outcome = SCRIM_ERROR;
  }
  scrim_failure_describe(host, L, outcome);
  if (host->broken) host->unusable = true;
  lua_settop(L, 0);
  if (outcome == SCRIM_MEMORY) recover(host);
  return outcome;
}

/// Frame n alone and frame n in a run draw the same numbers.
static void seed_random(lua_State *L, int64_t frame) {
  lua_getfield(L, LUA_REGISTRYINDEX, "randomseed");  // randomseed
  lua_pushinteger(L, (lua_Integer)scrim_host(L)->settings.seed);
  lua_pushinteger(L, frame);
  lua_call(L, 2, 0);                                 //
}

// Loading

/// What Lua makes of a chunk's name in its messages.
static void note_main_name(lua_State *L, const char *chunk) {
  lua_Debug about;
  if (luaL_loadbufferx(L, "", 0, chunk, "t") != LUA_OK) lua_error(L);
  lua_getinfo(L, ">S", &about);
  memcpy(scrim_host(L)->main_name, about.short_src, sizeof about.short_src);
}

static int load_body(lua_State *L) {
  job *job = lua_touserdata(L, 1);
  scrim_lua *host = scrim_host(L);
  lua_settop(L, 0);
  const char *chunk = lua_pushfstring(L, "@%s", job->name);  // chunk
  note_main_name(L, chunk);
  if (job->length > SCRIM_FILE_BYTES) {
    return luaL_error(L, "the file is too long (over %d bytes)", (int)SCRIM_FILE_BYTES);
  }
  seed_random(L, -1);
  if (job->prelude) scrim_specs_open(L, job->prelude, job->prelude_length);  // chunk [collect]
  if (scrim_sandbox_compile(L, job->source, job->length, chunk) != LUA_OK) return lua_error(L);  // chunk [collect] main
  host->loading = true;
  scrim_constructors_begin(host, job->source, job->length);
  lua_call(L, 0, 1);                                         // chunk [collect] returned
  host->constructors.recording = false;
  if (job->prelude) {
    lua_pop(L, 1);
    lua_call(L, 0, 1);                                       // chunk returned
  }
  scrim_values_take(L, &host->returned, -1, true);
  return 0;
}

scrim_outcome scrim_lua_load(
    scrim_lua *host, const char *source, size_t length, const char *name, scrim_budget budget, scrim_calls calls) {
  scrim_values_empty(&host->returned);
  return enter(host, load_body, &(job){.source = source, .length = length, .name = name}, budget, calls);
}

scrim_outcome scrim_lua_load_spec(scrim_lua *host, const char *prelude, size_t prelude_length, const char *source,
                                  size_t length, const char *name, scrim_budget budget, scrim_calls calls) {
  scrim_values_empty(&host->returned);
  job job = {prelude, prelude_length, .source = source, .length = length, .name = name};
  return enter(host, load_body, &job, budget, calls);
}

// Calling

static void push_function(lua_State *L, int64_t reference) {
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, reference) != LUA_TFUNCTION) luaL_error(L, "the rules have no such function");
}

static int frame_body(lua_State *L) {
  job *job = lua_touserdata(L, 1);
  scrim_lua *host = scrim_host(L);
  lua_settop(L, 0);
  host->in_frame = true;
  scrim_api_begin_frame(L);
  seed_random(L, job->frame);
  push_function(L, job->function);  // frame function
  scrim_push_frame(L);
  scrim_push_plan(L);
  lua_call(L, 2, 0);                //
  return 0;
}

scrim_outcome scrim_lua_call_frame(
    scrim_lua *host, int64_t function, int64_t frame, scrim_budget budget, scrim_calls calls) {
  return enter(host, frame_body, &(job){.function = function, .frame = frame}, budget, calls);
}

static int event_body(lua_State *L) {
  job *job = lua_touserdata(L, 1);
  lua_settop(L, 0);
  seed_random(L, job->frame);
  push_function(L, job->function);  // event function
  const scrim_token *token = job->arguments->tokens, *end = token + job->arguments->count;
  int count = 0;
  for (; token < end; count++) token = scrim_values_push(L, job->arguments, token);
  lua_call(L, count, 0);            //
  return 0;
}

scrim_outcome scrim_lua_call_event(scrim_lua *host, int64_t function, int64_t frame, const scrim_values *arguments,
                                   scrim_budget budget, scrim_calls calls) {
  return enter(host, event_body, &(job){.function = function, .frame = frame, .arguments = arguments}, budget, calls);
}

// Looking

const scrim_values *scrim_lua_returned(const scrim_lua *host) { return &host->returned; }
const scrim_failure *scrim_lua_failure(const scrim_lua *host) { return &host->failure; }
size_t scrim_lua_memory(const scrim_lua *host) { return host->bytes; }
uint64_t scrim_lua_spent(const scrim_lua *host) { return host->spent; }
const char *scrim_lua_version(void) { return LUA_RELEASE; }
