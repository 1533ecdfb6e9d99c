// Parts of a session that tools outside of the process see by the names of these functions: they
// stand in every stack of a sampling profiler, and a counting one attributes work to them.
//
// Each does some work and returns. They are in C, since a compiler that sees only this header can
// neither inline nor rename them.

#ifndef MAPREPLAY_REGIONS_H
#define MAPREPLAY_REGIONS_H

#include <stddef.h>
#include <stdint.h>

// The phases, named as in Swift and in the same order.
#define MAPREPLAY_PHASES(PHASE)                                                                    \
  PHASE(index)                                                                                     \
  PHASE(query)                                                                                     \
  PHASE(locate)                                                                                    \
  PHASE(choose)                                                                                    \
  PHASE(diff)                                                                                      \
  PHASE(apply)                                                                                     \
  PHASE(audit)                                                                                     \
  PHASE(views)                                                                                     \
  PHASE(layout)                                                                                    \
  PHASE(callout)                                                                                   \
  PHASE(frame)

// The functions that do the work are called from Swift by their names, and take a closure as Swift
// passes it: mapreplay_session, and mapreplay_phase by the number of the phase, through
// mapreplay_phase_NAME. What is within another phase goes through mapreplay_within_NAME before, by
// the number of the outer one, which is negative for none; what a phase takes by itself is what it
// takes less what is within it. mapreplay_at_page does work on a stack that begins at a page,
// wherever it is now.

// The name of a phase by its number; null beyond the last.
const char *mapreplay_name_of_phase(int phase);

// Requests to callgrind, which do nothing in a process that it does not run.

// Whether valgrind runs this process.
int mapreplay_is_under_valgrind(void);

// Begins and ends to count.
void mapreplay_callgrind_start(void);
void mapreplay_callgrind_stop(void);

// Writes what was counted since the last time into a file of its own that bears the name, and
// begins at zero.
void mapreplay_callgrind_dump(const char *name);

// The runtime's own: the name of a Swift function as people write it, in memory to be freed; null
// for other names. Without a buffer and a size it takes its memory; there are no flags.
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

#endif
