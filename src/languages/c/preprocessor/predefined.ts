/**
 * Macros that are there before the text: those of GCC for 64-bit Linux that programs ask for. Sizes, limits and orders are what
 * our headers and the translation use. `__FENCEPOST__` tells a program that it is being checked.
 */
export const PREDEFINED = `
__FENCEPOST__ 1
__STDC__ 1
__STDC_VERSION__ 201710L
__STDC_HOSTED__ 1
__STDC_UTF_16__ 1
__STDC_UTF_32__ 1
__GNUC__ 12
__GNUC_MINOR__ 2
__GNUC_PATCHLEVEL__ 0
__GNUC_STDC_INLINE__ 1
__VERSION__ "fencepost"
__x86_64 1
__x86_64__ 1
__amd64 1
__amd64__ 1
__linux 1
__linux__ 1
linux 1
__gnu_linux__ 1
__unix 1
__unix__ 1
unix 1
__ELF__ 1
_LP64 1
__LP64__ 1
__CHAR_BIT__ 8
__SCHAR_MAX__ 0x7f
__SHRT_MAX__ 0x7fff
__INT_MAX__ 0x7fffffff
__LONG_MAX__ 0x7fffffffffffffffL
__LONG_LONG_MAX__ 0x7fffffffffffffffLL
__SCHAR_WIDTH__ 8
__SHRT_WIDTH__ 16
__INT_WIDTH__ 32
__LONG_WIDTH__ 64
__LONG_LONG_WIDTH__ 64
__SIZEOF_SHORT__ 2
__SIZEOF_INT__ 4
__SIZEOF_LONG__ 8
__SIZEOF_LONG_LONG__ 8
__SIZEOF_POINTER__ 8
__SIZEOF_SIZE_T__ 8
__SIZEOF_PTRDIFF_T__ 8
__SIZEOF_WCHAR_T__ 4
__SIZEOF_FLOAT__ 4
__SIZEOF_DOUBLE__ 8
__BIGGEST_ALIGNMENT__ 16
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_BIG_ENDIAN__ 4321
__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
__INT8_TYPE__ signed char
__INT16_TYPE__ short int
__INT32_TYPE__ int
__INT64_TYPE__ long int
__UINT8_TYPE__ unsigned char
__UINT16_TYPE__ short unsigned int
__UINT32_TYPE__ unsigned int
__UINT64_TYPE__ long unsigned int
__INTMAX_TYPE__ long int
__UINTMAX_TYPE__ long unsigned int
__INTPTR_TYPE__ long int
__UINTPTR_TYPE__ long unsigned int
__SIZE_TYPE__ long unsigned int
__PTRDIFF_TYPE__ long int
__WCHAR_TYPE__ int
__WINT_TYPE__ unsigned int
__CHAR16_TYPE__ short unsigned int
__CHAR32_TYPE__ unsigned int
__INT8_MAX__ 0x7f
__INT16_MAX__ 0x7fff
__INT32_MAX__ 0x7fffffff
__INT64_MAX__ 0x7fffffffffffffffL
__UINT8_MAX__ 0xff
__UINT16_MAX__ 0xffff
__UINT32_MAX__ 0xffffffffU
__UINT64_MAX__ 0xffffffffffffffffUL
__INTMAX_MAX__ 0x7fffffffffffffffL
__UINTMAX_MAX__ 0xffffffffffffffffUL
__INTPTR_MAX__ 0x7fffffffffffffffL
__UINTPTR_MAX__ 0xffffffffffffffffUL
__SIZE_MAX__ 0xffffffffffffffffUL
__PTRDIFF_MAX__ 0x7fffffffffffffffL
__WCHAR_MAX__ 0x7fffffff
__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
__INT64_C(c) c ## L
__UINT64_C(c) c ## UL
__INTMAX_C(c) c ## L
__UINTMAX_C(c) c ## UL
__ATOMIC_RELAXED 0
__ATOMIC_CONSUME 1
__ATOMIC_ACQUIRE 2
__ATOMIC_RELEASE 3
__ATOMIC_ACQ_REL 4
__ATOMIC_SEQ_CST 5
__GCC_ATOMIC_BOOL_LOCK_FREE 2
__GCC_ATOMIC_CHAR_LOCK_FREE 2
__GCC_ATOMIC_SHORT_LOCK_FREE 2
__GCC_ATOMIC_INT_LOCK_FREE 2
__GCC_ATOMIC_LONG_LOCK_FREE 2
__GCC_ATOMIC_LLONG_LOCK_FREE 2
__GCC_ATOMIC_POINTER_LOCK_FREE 2
__GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1
__NO_INLINE__ 1
__USER_LABEL_PREFIX__
__REGISTER_PREFIX__
`
  .trim()
  .split('\n')
  .map((line) => `#define ${line}\n`)
  .join('');

/** Macros whose value depends on the place, or on what was read before. */
export const DYNAMIC = [
  '__LINE__',
  '__FILE__',
  '__BASE_FILE__',
  '__FILE_NAME__',
  '__COUNTER__',
  '__INCLUDE_LEVEL__',
  '__DATE__',
  '__TIME__',
  '__TIMESTAMP__',
] as const;

/** Operators of `#if` that say whether something is there. */
export const QUESTIONS = [
  '__has_include',
  '__has_include_next',
  '__has_attribute',
  '__has_c_attribute',
  '__has_builtin',
];
