// Calls of Linux that Swift does not import: they are variadic, or marked as unavailable because
// threads do not survive them.

#ifndef MAPREPLAY_PROCESS_H
#define MAPREPLAY_PROCESS_H

// fork(2). Only for a program with a single thread.
int mapreplay_fork(void);

// Lets the calling process end as soon as its parent does; nonzero when the parent is gone already.
int mapreplay_die_with_parent(int parent);

// A file without a name that lives in memory, as a descriptor; -1 when there can be none.
int mapreplay_memory_file(void);

// A program to be started.
typedef struct {
  const char *path;
  // Both end with a null.
  char *const *arguments;
  char *const *environment;
  // Null for the folder of this process.
  const char *folder;
  // Descriptors.
  int output;
  int complaints;
  // Whether its addresses are the same each time, without randomization.
  int has_fixed_addresses;
  // The only core on which it runs; -1 for any.
  int core;
  // Its input, as a descriptor; -1 for none.
  int input;
  // Whether it leads a group of processes of its own.
  int has_own_group;
} mapreplay_program;

// Starts a program, which ends with this process at the latest; its number, or -1. One that cannot
// be started exits with 127. It has no descriptors but its input, output and complaints.
int mapreplay_start(const mapreplay_program *program);

// Starts a process that removes a file or a folder when this process ends in any way. Returns a
// descriptor, or -1 if no process was started. Closing the descriptor removes the file at once.
int mapreplay_remove_at_end(const char *path);

// Opens a counter of the kernel for the calling thread as a user: of instructions, or of
// nanoseconds on a processor. A descriptor, or an error number below zero. It counts once started;
// what is read are three words: its value, and the nanoseconds for which it was to run and ran.
int mapreplay_open_counter(int counts_instructions);
int mapreplay_start_counter(int file);

// Whether this process may run on a core, by its number below 1024.
int mapreplay_may_run_on(int core);

// The compiler of these functions with its version, and the version of the C library.
const char *mapreplay_compiler(void);
const char *mapreplay_library(void);

// Whether the system lets a process have fixed addresses.
int mapreplay_can_fix_addresses(void);

// Lets a process that a signal of a trap or of a crash ends for want of address space print a text
// and exit with a code. Other crashes end it as before.
void mapreplay_tell_of_lacking_memory(const char *text, int code);

#endif
