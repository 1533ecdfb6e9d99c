#include "source.h"

// The program links another one, in the target ProgramSource.
__attribute__((weak)) const char *mapreplay_source(void) { return ""; }
