// Calls of Linux that Swift does not import: they are variadic, or marked as unavailable because
// threads do not survive them.

#ifndef CPROCESS_H
#define CPROCESS_H

// fork(2). Only for a program with a single thread.
int mapreplay_fork(void);

// Lets the calling process end as soon as its parent does; nonzero when the parent is gone already.
int mapreplay_die_with_parent(int parent);

// A file without a name that lives in memory, as a descriptor; -1 when there can be none.
int mapreplay_memory_file(void);

#endif
