/** The headers of C that have nothing to do with memory models: types, limits, and functions that do no harm. */
export const STDDEF = `#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct { long long __first; long __second; } max_align_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
`;

export const STDBOOL = `#pragma once
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
`;

const WIDTHS = [8, 16, 32, 64] as const;
const LIMITED = ['', 'LEAST', 'FAST'] as const;
const fastWidth = (width: number): number => (width === 8 ? 8 : 64);

const integerTypes = (): string =>
  WIDTHS.map(
    (width) => `typedef __INT${width}_TYPE__ int${width}_t;
typedef __UINT${width}_TYPE__ uint${width}_t;
typedef __INT${width}_TYPE__ int_least${width}_t;
typedef __UINT${width}_TYPE__ uint_least${width}_t;
typedef __INT${fastWidth(width)}_TYPE__ int_fast${width}_t;
typedef __UINT${fastWidth(width)}_TYPE__ uint_fast${width}_t;`,
  ).join('\n');

const integerLimits = (): string =>
  WIDTHS.flatMap((width) =>
    LIMITED.map((kind) => {
      const [real, name] = [kind === 'FAST' ? fastWidth(width) : width, kind === '' ? `${width}` : `_${kind}${width}`];
      return `#define INT${name}_MAX __INT${real}_MAX__
#define INT${name}_MIN (-__INT${real}_MAX__ - 1)
#define UINT${name}_MAX __UINT${real}_MAX__`;
    }),
  ).join('\n');

export const STDINT = `#pragma once
${integerTypes()}
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
${integerLimits()}
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-__INTPTR_MAX__ - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-__INTMAX_MAX__ - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define SIZE_MAX __SIZE_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-__PTRDIFF_MAX__ - 1)
#define INT8_C(c) c
#define INT16_C(c) c
#define INT32_C(c) c
#define INT64_C(c) c ## L
#define UINT8_C(c) c
#define UINT16_C(c) c
#define UINT32_C(c) c ## U
#define UINT64_C(c) c ## UL
#define INTMAX_C(c) c ## L
#define UINTMAX_C(c) c ## UL
`;

const formats = (): string =>
  ['d', 'i', 'o', 'u', 'x', 'X']
    .flatMap((letter) => [
      ...['8', '16', '32'].map((width) => `#define PRI${letter}${width} "${letter}"`),
      ...['64', 'MAX', 'PTR'].map((width) => `#define PRI${letter}${width} "l${letter}"`),
    ])
    .join('\n');

export const INTTYPES = `#pragma once
#include <stdint.h>
${formats()}
`;

export const LIMITS = `#pragma once
#define CHAR_BIT __CHAR_BIT__
#define SCHAR_MAX __SCHAR_MAX__
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define UCHAR_MAX (SCHAR_MAX * 2 + 1)
#define CHAR_MAX SCHAR_MAX
#define CHAR_MIN SCHAR_MIN
#define SHRT_MAX __SHRT_MAX__
#define SHRT_MIN (-SHRT_MAX - 1)
#define USHRT_MAX (SHRT_MAX * 2 + 1)
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
`;

export const ASSERT = `#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __fencepost_assert((condition) != 0, #condition)
#endif
#ifndef static_assert
#define static_assert _Static_assert
#endif
`;

export const STDLIB = `#pragma once
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 0x7fffffff
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
void free(void *);
void abort(void) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
void _Exit(int) __attribute__((noreturn));
void quick_exit(int) __attribute__((noreturn));
int atoi(const char *);
void srand(unsigned int);
#define abs(value) ({ int __value = (value); __value < 0 ? -__value : __value; })
`;

export const STDIO = `#pragma once
#include <stddef.h>
typedef struct __fencepost_file FILE;
#define stdin ((FILE *)0)
#define stdout ((FILE *)0)
#define stderr ((FILE *)0)
#define EOF (-1)
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int puts(const char *);
int putchar(int);
int putc(int, FILE *);
int fputs(const char *, FILE *);
int fputc(int, FILE *);
int fflush(FILE *);
void perror(const char *);
`;

export const STRING = `#pragma once
#include <stddef.h>
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
`;

export const SCHED = `#pragma once
int sched_yield(void);
`;

export const UNISTD = `#pragma once
#include <stddef.h>
typedef long ssize_t;
unsigned int sleep(unsigned int);
int usleep(unsigned int);
void _exit(int) __attribute__((noreturn));
`;

export const TIME = `#pragma once
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
struct timespec { time_t tv_sec; long tv_nsec; };
int nanosleep(const struct timespec *, struct timespec *);
`;

export const SYS_TYPES = `#pragma once
#include <stddef.h>
#include <stdint.h>
typedef long ssize_t;
typedef long off_t;
typedef int pid_t;
`;

const ERRORS: readonly (readonly [string, number])[] = [
  ['EPERM', 1],
  ['ENOENT', 2],
  ['EINTR', 4],
  ['EIO', 5],
  ['EAGAIN', 11],
  ['EWOULDBLOCK', 11],
  ['ENOMEM', 12],
  ['EACCES', 13],
  ['EFAULT', 14],
  ['EBUSY', 16],
  ['EEXIST', 17],
  ['EINVAL', 22],
  ['ENOSPC', 28],
  ['EDEADLK', 35],
  ['ENOBUFS', 105],
  ['ETIMEDOUT', 110],
];

export const ERRNO = `#pragma once
${ERRORS.map(([name, value]) => `#define ${name} ${value}`).join('\n')}
`;

export const STDALIGN = `#pragma once
#define alignas _Alignas
#define alignof _Alignof
`;

export const STDNORETURN = `#pragma once
#define noreturn _Noreturn
`;
