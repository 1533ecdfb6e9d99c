#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int mapreplay_fork(void) { return fork(); }

int mapreplay_die_with_parent(int parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call.
  return getppid() != parent;
}

int mapreplay_memory_file(void) { return memfd_create("mapreplay-worker", MFD_CLOEXEC); }

// Lets the next program have no descriptors but the standard ones: it would keep open what another
// thread had open at the fork, such as a program that is being written and cannot start meanwhile.
static void close_others_at_exec(void) {
#ifdef SYS_close_range
  // By its number, as older C libraries have no function; the flag is CLOSE_RANGE_CLOEXEC. A kernel
  // that lacks either closes nothing.
  syscall(SYS_close_range, 3U, ~0U, 1U << 2);
#endif
}

int mapreplay_start(const mapreplay_program *program) {
  int parent = getpid();
  int child = fork();
  if (child != 0) return child;
  // Only calls that are safe between fork and exec in a process with threads.
  if (mapreplay_die_with_parent(parent) != 0) _exit(127);
  if (program->has_own_group) setpgid(0, 0);
  if (program->has_fixed_addresses) personality(ADDR_NO_RANDOMIZE);
  if (program->core >= 0) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(program->core, &cores);
    sched_setaffinity(0, sizeof(cores), &cores);
  }
  int nothing = open("/dev/null", O_RDONLY);
  dup2(program->input >= 0 ? program->input : nothing, STDIN_FILENO);
  dup2(program->output, STDOUT_FILENO);
  dup2(program->complaints, STDERR_FILENO);
  if (program->folder != 0 && chdir(program->folder) != 0) _exit(127);
  close_others_at_exec();
  execve(program->path, program->arguments, program->environment);
  _exit(127);
}

int mapreplay_remove_at_end(const char *path) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // Until the child ignores it, Ctrl-C would end the child before the new session protects it.
  const int interruptions[] = {SIGINT, SIGQUIT, SIGHUP};
  const size_t count = sizeof(interruptions) / sizeof(*interruptions);
  sigset_t blocked, before;
  sigemptyset(&blocked);
  for (size_t index = 0; index < count; index++) sigaddset(&blocked, interruptions[index]);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  int child = fork();
  if (child == 0) {
    for (size_t index = 0; index < count; index++) signal(interruptions[index], SIG_IGN);
    pthread_sigmask(SIG_SETMASK, &before, 0);
    // A new session receives no Ctrl-C. The second fork leaves no process to wait for.
    setsid();
    if (fork() != 0) _exit(0);
    int nothing = open("/dev/null", O_RDWR);
    dup2(ends[0], STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    close_others_at_exec();
    if (chdir("/") != 0) _exit(127);
    // The shell waits, since a forked copy of this program would hold its memory.
    execl("/bin/sh", "sh", "-c", "read -r end; exec rm -rf -- \"$0\"", path, (char *)0);
    _exit(127);
  }
  pthread_sigmask(SIG_SETMASK, &before, 0);
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    return -1;
  }
  while (waitpid(child, 0, 0) < 0 && errno == EINTR) continue;
  return ends[1];
}

int mapreplay_can_fix_addresses(void) {
  // A container may refuse it, which only a trial tells; it holds from the next program on.
  int before = personality(0xffffffff);
  if (before == -1 || personality(before | ADDR_NO_RANDOMIZE) == -1) return 0;
  personality(before);
  return 1;
}

int mapreplay_may_run_on(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return sched_getaffinity(0, sizeof(cores), &cores) == 0 && CPU_ISSET(core, &cores);
}

const char *mapreplay_compiler(void) { return __VERSION__; }

const char *mapreplay_library(void) { return gnu_get_libc_version(); }

static char lacking_memory[512];
static int lacking_memory_code;

// Only calls that are safe in a handler.
static void end_without_memory(int number) {
  // The runtime of Swift aborts where it gets no memory, and nowhere else in this program; of others
  // that crash for want of it, little is left.
  size_t wanted = 32 << 20;
  void *room = number == SIGABRT
      ? MAP_FAILED : mmap(0, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) {
    ssize_t written = write(STDERR_FILENO, lacking_memory, strlen(lacking_memory));
    (void)written;
    _exit(lacking_memory_code);
  }
  munmap(room, wanted);
  signal(number, SIG_DFL);
  raise(number);
}

void mapreplay_tell_of_lacking_memory(const char *text, int code) {
  strncpy(lacking_memory, text, sizeof(lacking_memory) - 1);
  lacking_memory_code = code;
  const int numbers[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
  for (size_t index = 0; index < sizeof(numbers) / sizeof(*numbers); index++) {
    signal(numbers[index], end_without_memory);
  }
}
