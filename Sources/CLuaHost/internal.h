/// What the files of the host share. Only they include Lua's headers.
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "include/host.h"

/// Instructions between two looks of the hook. Small, because one instruction may copy a megabyte; the hook's price
/// does not depend on it.
#define SCRIM_INTERVAL 256

/// Bytes of one string. All of Lua's and our own work on one string is bounded by it, and so is the time between two
/// looks.
#define SCRIM_STRING_BYTES ((size_t)4 << 20)

/// Bytes of a file, and of a text given to `load`: Lua's compiler compares each label with each other one.
#define SCRIM_FILE_BYTES ((size_t)1 << 20)
#define SCRIM_LOAD_BYTES ((size_t)256 << 10)

/// Nested tables on their way out or in. Rules need four.
#define SCRIM_DEPTH 32

/// Values that one conversion moves at most.
#define SCRIM_TOKENS ((size_t)1 << 20)

/// Where an opening brace stands: on which line, and on which line the token before it ends.
typedef struct scrim_brace {
  int32_t before;
  int32_t line;
} scrim_brace;

/// Lines of the table constructors that ran while the main chunk was loaded.
typedef struct scrim_constructors {
  bool recording;
  scrim_brace *braces;  // in the order of the text
  uint32_t *hits;       // how often a table was made on a line, at the index of the line's first brace
  size_t brace_count;
  struct scrim_made {
    const void *table;
    int32_t line;
  } *made;  // open addressing; NULL tables are free places
  size_t made_count;
} scrim_constructors;

struct scrim_lua {
  lua_State *state;
  lua_State *running;  // the coroutine that runs, or the state
  scrim_settings settings;
  scrim_calls calls;
  bool answering;      // Swift may be asked now
  bool loading;        // the main chunk runs
  bool unusable;
  uint64_t generation; // of views, frame and plan; those of another generation are stale
  bool in_frame;

  // The budget
  uint64_t allowed;
  uint64_t spent;
  uint64_t deadline;  // nanoseconds
  scrim_outcome exhausted;

  // The allocator
  size_t bytes;
  uint64_t growths;
  bool refused;            // growth was refused and has not been tried again
  const void *refused_block;
  size_t refused_size;

  bool broken;             // a coroutine was ended in the middle: the rules cannot go on from there

  char main_name[LUA_IDSIZE];
  char *identifiers;       // names of the rules' files, each ended by a zero
  size_t identifier_bytes;
  scrim_constructors constructors;
  scrim_values arguments, answer, returned;
  scrim_failure failure;
};

static inline scrim_lua *scrim_host(lua_State *L) { return *(scrim_lua **)lua_getextraspace(L); }

// allocator.c
void *scrim_allocate(void *host, void *block, size_t old_size, size_t new_size);

// budget.c
void scrim_budget_arm(scrim_lua *host, scrim_budget budget);
void scrim_budget_mark(scrim_lua *host, scrim_outcome kind, bool can_look);
void scrim_budget_check(scrim_lua *host, bool can_look);
void scrim_spend(scrim_lua *host, uint64_t cost);
void scrim_charge(lua_State *L, uint64_t cost);
void scrim_raise_if_exhausted(lua_State *L);
uint64_t scrim_span(lua_Integer first, lua_Integer last);

// failure.c
void scrim_failure_locate(scrim_lua *host, lua_State *L);
int scrim_failure_handler(lua_State *L);
void scrim_failure_describe(scrim_lua *host, lua_State *L, scrim_outcome outcome);
int scrim_panic(lua_State *L);

// constructors.c
void scrim_constructors_begin(scrim_lua *host, const char *source, size_t length);
void scrim_constructors_end(scrim_lua *host);
void scrim_constructors_made(scrim_lua *host, const void *table);
int32_t scrim_constructors_line(const scrim_lua *host, const void *table);

// sandbox.c, and a file for each library
int scrim_sandbox_open(lua_State *L);
void scrim_sandbox_guard(lua_State *L, const char *name);
void scrim_sandbox_environment(lua_State *L);
void scrim_sandbox_globals(lua_State *L);
int scrim_sandbox_compile(lua_State *L, const char *source, size_t length, const char *name);
void scrim_base_open(lua_State *L);
void scrim_strings_open(lua_State *L);
void scrim_tables_open(lua_State *L);
void scrim_coroutines_open(lua_State *L);
void scrim_modules_open(lua_State *L);
void scrim_order_open(lua_State *L);
void scrim_add_functions(lua_State *L, const luaL_Reg *functions);
void scrim_take(lua_State *L, const char *const *names);
void scrim_take_charged(lua_State *L, const char *const *names);
void scrim_text_of(lua_State *L, int index);

// specs.c

/// What messages would call the prelude of specs; they name the spec's line in its place.
#define SCRIM_PRELUDE "(specs)"

void scrim_specs_open(lua_State *L, const char *prelude, size_t length);

// sort.c
int scrim_sort(lua_State *L);

// search.c
extern const luaL_Reg scrim_search_functions[];

// values.c
void scrim_values_empty(scrim_values *values);
void scrim_values_take(lua_State *L, scrim_values *values, int index, bool keep_functions);
const scrim_token *scrim_values_push(lua_State *L, const scrim_values *values, const scrim_token *token);

// api.c, calls.c
void scrim_api_open(lua_State *L);
void scrim_api_begin_frame(lua_State *L);
void scrim_push_view(lua_State *L, lua_Integer index);
void scrim_push_frame(lua_State *L);
void scrim_push_plan(lua_State *L);
lua_Integer scrim_view_index(lua_State *L, int index);
bool scrim_is_view(lua_State *L, int index);
int scrim_ask(lua_State *L, scrim_call call, int first, int count);

// identifiers.c
void scrim_identifiers_note(scrim_lua *host, const char *source, size_t length);
const char *scrim_identifiers_near(const scrim_lua *host, const char *name);

// suggest.c

/// Names that differ in this many letters are not alike.
#define SCRIM_FAR 3

int scrim_name_distance(const char *a, const char *b);
void scrim_push_suggestion(lua_State *L, const char *name, const char *const *known);
