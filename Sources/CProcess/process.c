#define _GNU_SOURCE
#include "CProcess.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int mapreplay_fork(void) { return fork(); }

int mapreplay_die_with_parent(int parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call.
  return getppid() != parent;
}

int mapreplay_memory_file(void) { return memfd_create("mapreplay-worker", MFD_CLOEXEC); }
