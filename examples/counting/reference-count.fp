/* A reference count: G. E. Collins, "A method for overlapping and erasure of lists" (1960); as the Linux kernel does
   it in lib/refcount.c, with `refcount_inc_not_zero`.

   The owner of an object begins with one reference. Others take one by compare-and-swap, if there still is one; who
   gives the last one back frees the object.

   Checked, for any number of threads: nobody uses what is freed. The proof counts: the word is the number of threads
   that have a reference.

   reference-count-broken.fp adds without looking again. */
shared refs: int = 1
shared freed: bool = false

thread Owner {
  owns: skip
  if (fetch_add(refs, -1) == 1) {
    freed = true
  }
}

thread T[any] {
  local s: int
  loop {
    loop {
      s = refs
      if (s == 0) {
        goto none
      }
      if (cas(refs, s, s + 1)) {
        break
      }
    }
    uses: skip
    if (fetch_add(refs, -1) == 1) {
      freed = true
    }
  }
  none: skip
}

never T(i)@uses && freed
never Owner@owns && freed
