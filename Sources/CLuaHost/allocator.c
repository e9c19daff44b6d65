/// The allocator of a state: counts its bytes and refuses growth above the cap.
#include <stdlib.h>

#include "internal.h"

/// From this size on a block is paid for: filling it takes time that no instruction stands for.
#define PAID_BYTES 4096
#define BYTES_PER_INSTRUCTION 64

static bool has_room(const scrim_lua *host, const void *block, size_t kind, size_t held, size_t wanted) {
  if (host->settings.fail_from && host->growths >= host->settings.fail_from) return false;
  // A new object comes without a block, and with its kind in place of a size.
  if (!block && kind == LUA_TSTRING && wanted > SCRIM_STRING_BYTES) return false;
  size_t growth = wanted - held;
  return growth <= host->settings.memory && host->bytes <= host->settings.memory - growth;
}

/// Lua answers a refusal with a full collection and a second try. What is refused twice, or not tried again, is an
/// exhausted budget, even when the script catches the error.
static void note_refusal(scrim_lua *host, const void *block, size_t wanted) {
  // While the stack itself is being moved, looking at it is not allowed; only new objects are safe.
  bool can_look = block == NULL;
  if (host->refused) {
    scrim_budget_mark(host, SCRIM_MEMORY, can_look);
  } else {
    // The collection walks over everything; a script that lives at the cap would cause one with each allocation.
    scrim_spend(host, host->bytes / 32);
    scrim_budget_check(host, can_look);
  }
  host->refused = true;
  host->refused_block = block;
  host->refused_size = wanted;
}

void *scrim_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  scrim_lua *host = context;
  size_t held = block ? old_size : 0;
  if (new_size == 0) {
    free(block);
    host->bytes -= held;
    return NULL;
  }
  if (new_size <= held) {
    void *shrunk = realloc(block, new_size);
    host->bytes -= held - new_size;
    // Lua takes it for granted that shrinking works; the larger block serves as well.
    return shrunk ? shrunk : block;
  }

  host->growths += 1;
  if (host->refused && (block != host->refused_block || new_size != host->refused_size)) {
    scrim_budget_mark(host, SCRIM_MEMORY, block == NULL);
  }
  void *grown = has_room(host, block, old_size, held, new_size) ? realloc(block, new_size) : NULL;
  if (!grown) {
    note_refusal(host, block, new_size);
    return NULL;
  }
  host->refused = false;
  host->bytes += new_size - held;
  if (new_size - held >= PAID_BYTES) {
    scrim_spend(host, (new_size - held) / BYTES_PER_INSTRUCTION);
    scrim_budget_check(host, block == NULL);
  }
  if (!block && old_size == LUA_TTABLE && host->constructors.recording) scrim_constructors_made(host, grown);
  return grown;
}
