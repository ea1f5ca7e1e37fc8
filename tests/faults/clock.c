/* What a process that preloads this sees as the time of day is shifted by the seconds in EVEROS_TEST_CLOCK's file.

   The clocks that only measure how long something takes go on as they are, as they do when a machine's clock is set. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const long *shift;
static int (*real_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_shift(void) {
    const char *path = getenv("EVEROS_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    if (file >= 0) {
        void *seen = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
        if (seen != MAP_FAILED) shift = seen;
        close(file);
    }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (!real_gettime) real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real_gettime(clock, now);
    if (result == 0 && shift && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *shift;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return (time_t)-1;
    if (into) *into = exact.tv_sec;
    return exact.tv_sec;
}
