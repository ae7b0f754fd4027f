/* version-numbers.fp with a mistake: the reader looks at the second number twice. */
shared begun: int = 0
shared done: int = 0
shared left: bool = false
shared right: bool = false

thread W {
  local n: int = 0
  local v: bool
  loop {
    n = n + 1
    begun = n
    v = ?
    left = v
    right = v
    done = n
  }
}

thread R[any] {
  local s: int
  local a: bool
  local b: bool
  loop {
    s = done
    a = left
    b = right
    if (done == s) {
      got: skip
    }
  }
}

never R(i)@got && R(i).a != R(i).b
