/* reference-count.fp with a mistake: a thread that has found a reference adds one without looking again. */
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
      if (s > 0) {
        fetch_add(refs, 1)
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
