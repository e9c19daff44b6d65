/// The names that stand in the rules' own files: what a misspelt one was perhaps meant to be.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/// Bytes of names that are kept; later ones are not known, and so not suggested.
#define ROOM ((size_t)64 << 10)

static bool begins(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }
static bool continues(char c) { return begins(c) || (c >= '0' && c <= '9'); }

static bool is_known(const scrim_lua *host, const char *name, size_t length) {
  for (const char *known = host->identifiers; known < host->identifiers + host->identifier_bytes;) {
    size_t size = strlen(known);
    if (size == length && memcmp(known, name, length) == 0) return true;
    known += size + 1;
  }
  return false;
}

/// Keeps the names of a file. Comments and strings are read like the rest: a name too many only makes stricter.
void scrim_identifiers_note(scrim_lua *host, const char *source, size_t length) {
  if (!host->identifiers) host->identifiers = malloc(ROOM);
  if (!host->identifiers) return;
  for (size_t i = 0; i < length;) {
    if (!begins(source[i])) {
      i += 1;
      continue;
    }
    size_t start = i;
    while (i < length && continues(source[i])) i += 1;
    size_t size = i - start;
    // A name that is short is near to everything.
    if (size < 4 || host->identifier_bytes + size + 1 > ROOM || is_known(host, source + start, size)) continue;
    memcpy(host->identifiers + host->identifier_bytes, source + start, size);
    host->identifiers[host->identifier_bytes + size] = 0;
    host->identifier_bytes += size + 1;
  }
}

/// The name of the rules' files that is nearest to another, or NULL where none is near. The name itself does not count.
const char *scrim_identifiers_near(const scrim_lua *host, const char *name) {
  const char *nearest = NULL;
  int least = SCRIM_FAR;
  if (!host->identifiers || strlen(name) < 4) return NULL;
  for (const char *known = host->identifiers; known < host->identifiers + host->identifier_bytes;) {
    int changes = scrim_name_distance(name, known);
    if (changes > 0 && changes < least) least = changes, nearest = known;
    known += strlen(known) + 1;
  }
  return nearest;
}
