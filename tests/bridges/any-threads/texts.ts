/** Programs for any number of threads, and what is true of them. */
export interface AnyText {
  readonly name: string;
  readonly text: string;
  /** For any number of threads. */
  readonly sc: 'holds' | 'violated';
  readonly tso: 'holds' | 'violated';
}

const SPIN = `loop {
    while (swap(lock, 1) == 1) { while (lock == 1) {} }`;

export const ANY_TEXTS: readonly AnyText[] = [
  {
    name: 'a spin lock with swap',
    text: `shared lock: 0..1
thread T[any] {
  ${SPIN}
    cs: skip
    lock = 0
  }
}
never mutex: T(i)@cs && T(j)@cs
invariant held: T(i)@cs -> lock == 1`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a lock that is taken by a load and a store',
    text: `shared lock: 0..1
thread T[any] {
  loop { await lock == 0; lock = 1; cs: skip; lock = 0 }
}
never mutex: T(i)@cs && T(j)@cs`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'a step that fails before it chooses a value',
    text: `shared x: int
thread U[any] {
  local r: 0..1
  x = 1 / r
  r = ?
}`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'a lock with cas that protects a counter',
    text: `shared lock: int, x: 0..1
thread T[any] {
  loop {
    await cas(lock, 0, 1)
    x = x + 1
    x = x - 1
    lock = 0
  }
}`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a counter without its lock',
    text: `shared x: 0..1
thread T[any] {
  x = x + 1
  x = x - 1
}`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'store buffering without fence',
    text: `shared x: 0..1, y: 0..1
thread A[any] { x = 1; await y == 0; done: skip }
thread B[any] { y = 1; await x == 0; done: skip }
never both: A(i)@done && B(j)@done`,
    sc: 'holds',
    tso: 'violated',
  },
  {
    name: 'store buffering with fences',
    text: `shared x: 0..1, y: 0..1
thread A[any] { x = 1; fence; await y == 0; done: skip }
thread B[any] { y = 1; fence; await x == 0; done: skip }
never both: A(i)@done && B(j)@done`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a ticket lock with unbounded tickets',
    text: `shared next: int, serving: int
thread T[any] {
  local mine: int
  loop {
    take: mine = fetch_add(next, 1)
    wait: await serving == mine
    cs: skip
    serving = mine + 1
  }
}
never mutex: T(i)@cs && T(j)@cs
never same: !T(i)@take && !T(j)@take && T(i).mine == T(j).mine`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'readers one at a time, writers alone',
    text: `shared reader: bool, writer: bool
thread Reader[any] {
  loop {
    atomic { await !writer && !reader; reader = true }
    reading: skip
    reader = false
  }
}
thread Writer[any] {
  loop {
    atomic { await !reader && !writer; writer = true }
    writing: skip
    writer = false
  }
}
never apart: Reader(i)@reading && Writer(j)@writing
never one: Writer(i)@writing && Writer(j)@writing`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a writer that does not look at readers',
    text: `shared readers: int, writer: bool
thread Reader[any] {
  atomic { await !writer; readers = readers + 1 }
  reading: skip
}
thread Writer {
  await cas(writer, false, true)
  writing: skip
}
never apart: Reader(i)@reading && Writer@writing`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'message passing to any number',
    text: `shared data: 0..2, flag: bool
thread Sender { data = 2; flag = true }
thread Receiver[any] {
  local got: 0..2
  await flag
  got = data
  done: skip
}
never stale: Receiver(i)@done && Receiver(i).got != 2`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'what is in memory when a thread is done',
    text: `shared x: 0..2
thread T[any] { x = 1; done: skip }
never late: T(i)@done && x == 0`,
    sc: 'holds',
    tso: 'violated',
  },
  {
    name: 'what is in memory after a swap',
    text: `shared x: 0..2
thread T[any] { swap(x, 1); done: skip }
never late: T(i)@done && x == 0`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'atomic writes reach memory at once',
    text: `shared x: 0..1, y: 0..1
thread A[any] { atomic { x = 1 } await y == 0; done: skip }
thread B[any] { atomic { y = 1 } await x == 0; done: skip }
never both: A(i)@done && B(j)@done`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'threads with parameters beside',
    text: `shared lock: 0..1, turn: 0..2 = ?
thread P(me: 1..2) { await turn == me; await cas(lock, 0, 1); cs: skip; turn = 0; lock = 0 }
thread T[any] { await turn == 0; await cas(lock, 0, 1); cs: skip; lock = 0 }
never P(i)@cs && P(j)@cs
never P(i)@cs && T(j)@cs
never T(i)@cs && T(j)@cs`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a division by what others may set to 0',
    text: `shared d: 0..3 = 1
thread T[any] {
  local a: 0..3
  choose { d = 0 } or { a = d; a = 3 / a }
}`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'an assertion on an array of fixed size',
    text: `shared a[3]: 0..3 = {0, 1, 2}
thread T[any] {
  local k: 0..2 = ?, v: 0..3
  v = a[k]
  assert v == k
}`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'an index that may be out of bounds',
    text: `shared a[2]: 0..1, n: 0..2
thread T[any] {
  local k: 0..2
  choose { n = 2 } or { k = n; a[k] = 1 }
}`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'a range that is no enumeration',
    text: `shared n: 0..40 = 38
thread T[any] { fetch_add(n, 1); assert n >= 38 }`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'a large range that is not left',
    text: `shared n: 0..40 = 20
thread T[any] {
  local a: 0..40 = ?
  choose { atomic { await n < 40; n = n + 1 } } or { atomic { await n > a; n = a } }
  assert n >= 0
}`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'more places than fit a mask',
    text: `shared lock: 0..1
thread T[any] { await cas(lock, 0, 1); cs: skip; lock = 0 }
thread U[any] { ${'fence; '.repeat(32)} here: skip }
never mutex: T(i)@cs && T(j)@cs
never value: T(i)@cs && !U(u)@here && lock == 0`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'the complement of bits is not the negation of a truth',
    text: `shared x: -4..1
thread T[any] { loop { x = ~x } }
never x == -1`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'bits of small numbers',
    text: `shared x: 0..3 = 2
thread T[any] { loop { x = (x ^ 1) | 2; x = ~(~x & 1) & 3; x = (x << 1 >> 1) & 3 | 2 } }
never x < 2`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a shift too far fails',
    text: `shared x: -1..1
thread T[any] { x = -1; x = 1 << x }`,
    sc: 'violated',
    tso: 'violated',
  },
];

/** Threads that know their number. */
export const NUMBERED_TEXTS: readonly AnyText[] = [
  {
    name: 'a barrier that asks how many threads there are',
    text: `shared arrived: int, open: bool
thread T[any] {
  before: skip
  if (fetch_add(arrived, 1) == count(T) - 1) { open = true } else { await open }
  after: skip
}
never T(i)@before && T(j)@after`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a barrier that opens one thread too early',
    text: `shared arrived: int, open: bool
thread T[any] {
  before: skip
  if (fetch_add(arrived, 1) >= count(T) - 2) { open = true } else { await open }
  after: skip
}
never T(i)@before && T(j)@after`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'the owner of a lock',
    text: `shared lock: 0..1, owner: int = -1
thread T[any] {
  ${SPIN}
    owner = self
    cs: assert owner == self
    owner = -1
    lock = 0
  }
}
never mutex: T(i)@cs && T(j)@cs`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a lock taken by number',
    text: `shared owner: int = -1
thread T[any] {
  loop {
    await cas(owner, -1, self)
    cs: skip
    owner = -1
  }
}
never mutex: T(i)@cs && T(j)@cs
never other: T(i)@cs && owner != i`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a lock whose owner may lose it',
    text: `shared owner: int = -1
thread T[any] {
  await owner == -1
  owner = self
  fence
  cs: skip
}
never other: T(i)@cs && owner != i`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'flags by thread beside a lock',
    text: `shared lock: 0..1
shared flag[T]: bool = false
thread T[any] {
  ${SPIN}
    flag[self] = true
    cs: skip
    flag[self] = false
    lock = 0
  }
}
never mutex: T(i)@cs && T(j)@cs
never flags: flag[i] && flag[j] && T(i)@cs && T(j)@cs`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'a flag is in memory only after a while',
    text: `shared flag[T]: bool = false
thread T[any] { flag[self] = true; done: skip }
never late: T(i)@done && !flag[i]`,
    sc: 'holds',
    tso: 'violated',
  },
  {
    name: 'a queue lock that forgets to wait',
    text: `shared tail: int = -1
shared free[T]: bool = false
shared next[T]: int = -1
thread T[any] {
  local before: int, after: int
  next[self] = -1
  free[self] = false
  before = swap(tail, self)
  if (before != -1) { next[before] = self }
  cs: skip
  if (!cas(tail, self, -1)) {
    await next[self] != -1
    after = next[self]
    free[after] = true
  }
}
never mutex: T(i)@cs && T(j)@cs`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'two cells of an array in one step',
    text: `shared last: int = -1
shared seen[T]: bool
thread T[any] {
  local before: int
  before = swap(last, self)
  if (before != -1) { atomic { seen[before] = true; seen[self] = true } done: skip }
}
never first: T(i)@done && !seen[i]
never other: T(i)@done && !seen[T(i).before]`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'registers that hold a number now and a count then',
    text: `shared owner: int = -1, n: int
thread T[any] {
  if (owner != -1) { n = n + 1 }
  if (n == 1) { done: skip }
  owner = self
}
never T(i)@done`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'an index that is nobody',
    text: `shared last: int = -1
shared seen[T]: bool
thread T[any] {
  local before: int
  before = swap(last, self)
  seen[before] = true
}`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'the thread with number 0 goes first',
    text: `shared turn: int
thread T[any] {
  await turn == self
  cs: skip
}
never T(i)@cs && T(j)@cs`,
    sc: 'holds',
    tso: 'holds',
  },
  {
    name: 'number 1 breaks it',
    text: `shared x: 0..1
thread T[any] { if (self == 1) { x = 1 } else { await x == 1; done: skip } }
never T(i)@done && T(j)@done`,
    sc: 'violated',
    tso: 'violated',
  },
  {
    name: 'numbers that only the first values have',
    text: `shared lock: 0..1, owner: int = -1
thread T[any] { await cas(lock, 0, 1); here: assert false }
thread P(me: 0..1) { here: skip }
never T(i)@here && owner != i`,
    sc: 'violated',
    tso: 'violated',
  },
];
