/* Answers for /dev/udmabuf where the kernel has none: a buffer is the memfd that it was made of.
 *
 *   cc -shared -fPIC -o udmabuf.so udmabuf.c; LD_PRELOAD=./udmabuf.so cam -l
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static int opened(const char *name, const char *path, int flags, mode_t mode) {
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, name);
    int got = real(path, flags, mode);
    if (got < 0 && !strcmp(path, "/dev/udmabuf"))
        return memfd_create("udmabuf", MFD_CLOEXEC);
    return got;
}

#define OPEN(name)                                                        \
    int name(const char *path, int flags, ...) {                          \
        va_list rest;                                                     \
        va_start(rest, flags);                                            \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                     \
        return opened(#name, path, flags, mode);                          \
    }
OPEN(open)
OPEN(open64)

int ioctl(int file, unsigned long request, ...) {
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *value = va_arg(rest, void *);
    va_end(rest);
    int got = real(file, request, value);
    if (got >= 0 || (errno != ENOTTY && errno != ENOSYS)) /* the second is qemu's */
        return got;
    if (request == UDMABUF_CREATE)
        return fcntl(((struct udmabuf_create *)value)->memfd, F_DUPFD_CLOEXEC, 3);
    return request == DMA_BUF_IOCTL_SYNC ? 0 : got;
}
