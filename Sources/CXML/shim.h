#include <libxml/xmlversion.h>
// Else ICU's headers come along, and define what Foundation's own copy of ICU defines otherwise. Only the converters of an
// encoding's handler are of ICU's types, and nobody here looks at these.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/SAX2.h>

static inline void cxml_ignore_error(void *context, xmlErrorPtr error) {}
static inline void cxml_ignore_text(void *context, const char *format, ...) {}

// Messages of this thread that belong to no parser go nowhere, or to stderr again. They quote the bytes that a decoder
// could not read, and Swift has no functions of this kind (any number of arguments).
static inline void cxml_set_silent(int silent) {
  xmlSetStructuredErrorFunc(NULL, silent ? cxml_ignore_error : NULL);
  xmlSetGenericErrorFunc(NULL, silent ? cxml_ignore_text : NULL);
}
