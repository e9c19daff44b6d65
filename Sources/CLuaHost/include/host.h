/// The Lua host as Swift sees it: plain C data in, plain C data out, nothing of Lua's own.
///
/// Lua reports errors by a jump to the nearest protected call. Every function here does all its work with Lua inside of
/// one protected call, and every call from Lua to Swift returns before anything can jump: no Swift frame is ever jumped
/// over. A host is used by one thread at a time; that thread needs at least 1 MiB of stack.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One Lua state with its sandbox, its budgets and what the last call left behind.
typedef struct scrim_lua scrim_lua;

/// How a call ended. Only after SCRIM_DONE has the script run to its end.
typedef enum scrim_outcome {
  SCRIM_DONE,
  SCRIM_ERROR,         ///< the script raised an error, or is not Lua
  SCRIM_INSTRUCTIONS,  ///< the instruction budget is used up: the same on every machine
  SCRIM_TIME,          ///< the wall clock's deadline has passed: the backstop
  SCRIM_MEMORY,        ///< the state's memory is used up
  SCRIM_UNUSABLE,      ///< an earlier call filled the state with what cannot be freed: every further call ends so
} scrim_outcome;

/// What a call may use up.
typedef struct scrim_budget {
  uint64_t instructions;
  double seconds;  ///< by the monotonic clock
} scrim_budget;

/// What a state is made with.
typedef struct scrim_settings {
  size_t memory;            ///< bytes that the state may hold at once
  uint64_t seed;            ///< of math.random, together with the frame's index
  uint64_t fail_from;       ///< tests: growth is refused from this allocation on, counted from 1; 0 is never
  bool with_stock_strings;  ///< tests: Lua's own find, match, gmatch and gsub are reachable as `stock`
} scrim_settings;

// Values on their way across

/// The kind of a value.
typedef enum scrim_kind {
  SCRIM_NONE,
  SCRIM_BOOLEAN,
  SCRIM_INTEGER,
  SCRIM_NUMBER,
  SCRIM_STRING,
  SCRIM_TABLE,     ///< followed by its items, then by its members: key, value, key, value, …
  SCRIM_FUNCTION,  ///< `integer` is its reference; negative where it was not kept
  SCRIM_VIEW,      ///< `integer` is its index in the frame's snapshot
  SCRIM_OTHER,     ///< the string is Lua's name for the kind
} scrim_kind;

/// One value, or the head of a table.
typedef struct scrim_token {
  scrim_kind kind;
  bool flag;        ///< a boolean's value; of a table: it has keys that are neither items nor strings
  int32_t line;     ///< of a table's constructor; 0 is unknown
  int64_t integer;  ///< an integer, a reference, a view's index, or the number of a table's items
  double number;
  size_t offset;    ///< of a string in the bytes
  size_t length;    ///< of a string, or the number of a table's members
} scrim_token;

/// A list of values, a table's contents directly behind its head. Owned by the host, grown by scrim_values_add.
typedef struct scrim_values {
  scrim_token *tokens;
  size_t count;
  size_t capacity;
  char *bytes;
  size_t byte_count;
  size_t byte_capacity;
} scrim_values;

/// Adds a token; strings are copied behind the others. False when memory is out: the call is to be refused then.
bool scrim_values_add(scrim_values *values, scrim_token token, const char *string);

/// Empties a list and gives its memory back.
void scrim_values_free(scrim_values *values);

// Calls from Lua to Swift

/// What Lua asks for, with its arguments in order.
typedef enum scrim_call {
  SCRIM_FRAME_MEMBER,       ///< name
  SCRIM_ALL,                ///< selector
  SCRIM_FIRST,              ///< selector
  SCRIM_AT,                 ///< x, y
  SCRIM_VIEW_MEMBER,        ///< view, name
  SCRIM_MATCHES,            ///< view, selector
  SCRIM_CLOSEST,            ///< view, selector
  SCRIM_FIND_IN_VIEW,       ///< view, recognizer
  SCRIM_HIDE,               ///< target, options
  SCRIM_SHOW,               ///< target, options
  SCRIM_COVER,              ///< options
  SCRIM_FIND_IN_TEXT,       ///< text, recognizer
  SCRIM_DEFINE_RECOGNIZER,  ///< definition
  SCRIM_LOG,                ///< line
  SCRIM_MODULE,             ///< name; answers with the file's bytes, or with nothing
  SCRIM_SPEC,               ///< word, what goes with it; only in the state of a spec
} scrim_call;

/// Who answers. [the thread of the running call] `answer` raises nothing and calls nothing of this header except
/// scrim_values_add; it adds its values to `answer` and returns true, or adds one string, the message, and returns
/// false. `cost` is what the call has cost, in instructions.
typedef struct scrim_calls {
  void *context;
  bool (*answer)(void *context, scrim_call call, const scrim_values *arguments, scrim_values *answer, uint64_t *cost);
} scrim_calls;

// The host

/// Makes a state with its sandbox; NULL when memory is out.
scrim_lua *scrim_lua_open(const scrim_settings *settings);

/// Ends a state. It always ends: no script can have a finalizer.
void scrim_lua_close(scrim_lua *host);

/// Runs a file's main chunk; what it returns is in scrim_lua_returned. `name` is the file's name as messages give it.
scrim_outcome scrim_lua_load(
    scrim_lua *host, const char *source, size_t length, const char *name, scrim_budget budget, scrim_calls calls);

/// Runs a spec's main chunk after its prelude: Lua of ours, which is given a function that asks SCRIM_SPEC, and returns
/// a table of globals for the spec and a function. What that function returns at the end is in scrim_lua_returned.
scrim_outcome scrim_lua_load_spec(scrim_lua *host, const char *prelude, size_t prelude_length, const char *source,
                                  size_t length, const char *name, scrim_budget budget, scrim_calls calls);

/// Calls a function of the rules with `frame` and `plan`.
scrim_outcome scrim_lua_call_frame(
    scrim_lua *host, int64_t function, int64_t frame, scrim_budget budget, scrim_calls calls);

/// Calls a function of the rules with plain values.
scrim_outcome scrim_lua_call_event(scrim_lua *host, int64_t function, int64_t frame, const scrim_values *arguments,
                                   scrim_budget budget, scrim_calls calls);

/// What the main chunk returned: one value. Valid until the next call.
const scrim_values *scrim_lua_returned(const scrim_lua *host);

/// Why the last call failed: a chunk's name ("" is unknown), a line (0 is unknown) and a text without either. The text
/// may be the script's own.
typedef struct scrim_failure {
  bool in_rules;  ///< in the rules file itself, or unknown; else in a module, or in a text given to `load`
  char file[64];
  int32_t line;
  char text[512];
} scrim_failure;

/// What the last call that did not end with SCRIM_DONE said.
const scrim_failure *scrim_lua_failure(const scrim_lua *host);

/// Bytes that the state holds now.
size_t scrim_lua_memory(const scrim_lua *host);

/// Instructions that the last call has used up, with what its calls were charged.
uint64_t scrim_lua_spent(const scrim_lua *host);

/// The release of Lua that the host is built for: "Lua 5.4.6", say.
const char *scrim_lua_version(void);

/// Tests: a table of lines, `path kind`, for everything that a script can reach, metatables and upvalues included. NULL
/// when that failed. Valid until the next call.
const scrim_values *scrim_lua_reachable(scrim_lua *host);
