/* What the locks of this folder protect: a word that is 1 while somebody is inside. Whoever comes in must find 0. With -D PLACE there
   is no such word, and it is only asked that no two threads are at the place `cs`: that is less, and easier to prove for any number. */
#ifdef PLACE
//@ never mutex: worker(i)@cs && worker(j)@cs
#define critical_section() do { cs:; } while (0)
#else
#include <assert.h>

static int inside;

static inline void critical_section(void) {
  assert(inside == 0);
  inside = 1;
  inside = 0;
}
#endif
