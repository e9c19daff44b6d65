/// What a call may use up: instructions, time, memory.
///
/// Nothing a script does can hang, because everything that takes time is of one of these kinds:
/// - Instructions of Lua. The hook stands in every coroutine from the state's making on and looks every SCRIM_INTERVAL.
/// - Errors that the script catches. Once a budget is out the hook comes with each instruction and raises each time.
/// - Coroutines shorter than the interval: making and resuming one is charged.
/// - C functions. Each works on strings of at most SCRIM_STRING_BYTES, or is charged for its range before it begins, or
///   charges as it goes (the pattern matcher, sort).
/// - The collector. Its steps are proportional to what is allocated, full collections at the cap are charged, and no
///   script can give it a finalizer.
/// - The compiler. The length of its text is bounded and charged.
/// - Swift. Each answer is charged at what it says it has cost.
/// The deadline is looked at with each charge and each tick, so that slow machines end too. Should this list have a hole,
/// the thread is given up from outside (ScrimRules/Host/WatchedThread).
#define _POSIX_C_SOURCE 200809L  // clock_gettime
#include <time.h>

#include "internal.h"

/// Raised when a budget is out. It needs no memory, and no script can make one.
static char exhausted_error;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// A state that a script fills this far is collected, and ended with file and line if that does not help: later, in the
/// middle of a growing table, Lua could not say where.
static size_t soft_cap(const scrim_lua *host) { return host->settings.memory - host->settings.memory / 8; }

static void hook(lua_State *L, lua_Debug *event) {
  (void)event;
  scrim_lua *host = scrim_host(L);
  int interval = lua_gethookcount(L);
  // A coroutine that outlived an exhausted budget ticks with each instruction until it is slowed down again.
  if (interval != SCRIM_INTERVAL && host->exhausted == SCRIM_DONE) lua_sethook(L, hook, LUA_MASKCOUNT, SCRIM_INTERVAL);
  scrim_spend(host, (uint64_t)interval);
  if (host->exhausted == SCRIM_DONE && host->bytes > soft_cap(host)) {
    scrim_spend(host, host->bytes / 32);
    lua_gc(L, LUA_GCCOLLECT);
    if (host->bytes > soft_cap(host)) scrim_budget_mark(host, SCRIM_MEMORY, true);
  }
  scrim_budget_check(host, true);
  scrim_raise_if_exhausted(L);
}

void scrim_budget_arm(scrim_lua *host, scrim_budget budget) {
  host->allowed = budget.instructions;
  host->spent = 0;
  double seconds = budget.seconds > 0 ? budget.seconds : 0;
  host->deadline = now() + (seconds < 1e9 ? (uint64_t)(seconds * 1e9) : (uint64_t)1e18);
  host->exhausted = SCRIM_DONE;
  host->refused = false;
  host->running = host->state;
  host->failure = (scrim_failure){0};
  // Also starts the count afresh, so that a frame's count does not depend on the frame before.
  lua_sethook(host->state, hook, LUA_MASKCOUNT, SCRIM_INTERVAL);
}

/// The first budget that is out is the one that is reported.
void scrim_budget_mark(scrim_lua *host, scrim_outcome kind, bool can_look) {
  if (host->exhausted != SCRIM_DONE || !host->running) return;
  host->exhausted = kind;
  if (can_look) scrim_failure_locate(host, host->running);
  lua_sethook(host->running, hook, LUA_MASKCOUNT, 1);
}

void scrim_budget_check(scrim_lua *host, bool can_look) {
  if (host->exhausted != SCRIM_DONE) return;
  if (host->spent > host->allowed) {
    scrim_budget_mark(host, SCRIM_INSTRUCTIONS, can_look);
  } else if (now() > host->deadline) {
    scrim_budget_mark(host, SCRIM_TIME, can_look);
  }
}

void scrim_spend(scrim_lua *host, uint64_t cost) {
  host->spent = host->spent + cost < host->spent ? UINT64_MAX : host->spent + cost;
}

void scrim_raise_if_exhausted(lua_State *L) {
  scrim_lua *host = scrim_host(L);
  if (host->exhausted == SCRIM_DONE) return;
  if (host->failure.line == 0) scrim_failure_locate(host, L);
  // From now on the hook comes with each instruction, so that no pcall can go on.
  lua_sethook(L, hook, LUA_MASKCOUNT, 1);
  lua_pushlightuserdata(L, &exhausted_error);
  lua_error(L);
}

void scrim_charge(lua_State *L, uint64_t cost) {
  scrim_lua *host = scrim_host(L);
  scrim_spend(host, cost);
  scrim_budget_check(host, true);
  scrim_raise_if_exhausted(L);
}

/// The number of integers from first to last; saturates.
uint64_t scrim_span(lua_Integer first, lua_Integer last) {
  if (last < first) return 0;
  uint64_t span = (uint64_t)last - (uint64_t)first;
  return span == UINT64_MAX ? span : span + 1;
}
