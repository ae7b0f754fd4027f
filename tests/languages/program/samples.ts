/**
 * Programs that the tests share: known algorithms, and one with all the rest of the language.
 */
export interface Sample {
  readonly name: string;
  readonly text: string;
}

const peterson = `// Peterson's lock for two threads
shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {  // two instances
  local other = 1 - me
  loop {
    flag[me] = true
    turn = other
    fence
    wait: await !flag[other] || turn == me
    cs: skip
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs
ltl live: G (P(0)@wait -> F P(0)@cs)
`;

const dekker = `shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {
  local other = 1 - me
  loop {
    flag[me] = true
    fence
    wait: while (flag[other]) {
      if (turn == other) {
        flag[me] = false
        await turn == me
        flag[me] = true
        fence
      }
    }
    cs: skip
    turn = other
    flag[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
`;

const ticketLock = `const LIMIT = 3
type ticket = 0..LIMIT

shared next, serving: ticket = 0

thread T[any] {
  local mine: ticket
  mine = fetch_add(next, 1)
  await serving == mine
  cs: skip
  serving = mine + 1
}

never mutex: T(i)@cs && T(j)@cs
invariant order: serving <= next
predicates { serving == next; T(i).mine == serving }
`;

const bakery = `shared choosing[T]: bool = false
shared number[T]: int = 0

thread T[any] {
  local i, highest: int = 0
  local seen = 0
  loop {
    choosing[self] = true
    fence
    i = 0
    highest = 0
    while (i < count(T)) {
      seen = number[i]
      highest = seen > highest ? seen : highest
      i = i + 1
    }
    number[self] = highest + 1
    choosing[self] = false
    fence
    i = 0
    wait: while (i < count(T)) {
      if (i != self) {
        await !choosing[i]
        retry: seen = number[i]
        if (seen != 0 && (seen < highest + 1 || seen == highest + 1 && i < self)) {
          goto retry
        }
      }
      i = i + 1
    }
    cs: skip
    number[self] = 0
  }
}

never mutex: T(i)@cs && T(j)@cs
`;

const testAndSet = `shared lock: 0..1 = 0

thread T[any] {
  loop {
    while (swap(lock, 1) == 1) {
      while (lock == 1) {}
    }
    cs: skip
    lock = 0
  }
}

never T(i)@cs && T(j)@cs
`;

const queue = `/* a bounded queue with one producer and one consumer */
const SIZE = 4
shared slots[SIZE]: 0..9 = 0
shared head, tail: int = 0

thread Producer {
  local item: 0..9
  loop {
    item = ?
    await tail - head < SIZE  // room
    slots[tail % SIZE] = item
    tail = tail + 1
  }
}

thread Consumer {
  local got: 0..9 = 0
  local at: int
  loop {
    at = head
    await tail > at
    got = slots[at % SIZE]
    head = at + 1
  }
}

invariant bounds: head <= tail && tail - head <= SIZE
`;

const barrier = `const N = 3
type phase = gathering | open
shared arrived: 0..N = 0
shared gate: phase = gathering

thread Worker[N] {
  local order = 0
  before: skip
  order = fetch_add(arrived, 1)
  if (order == N - 1) {
    gate = open
  } else {
    await gate == open
  }
  after: assert arrived == N
}

never early: Worker(i)@after && Worker(j)@before
ltl all: F (Worker(0)@after || Worker(0)@end)
`;

const seqlock = `shared sequence: int = 0
shared a, b: 0..3 = 0

thread Writer {
  local value: 0..3 = 0
  loop {
    value = ?
    sequence = sequence + 1
    a = value
    b = value
    sequence = sequence + 1
  }
}

thread Reader(id: 0..1) {
  local before, first, second: int = 0
  loop {
    before = sequence
    if (before % 2 == 1) continue
    first = a
    second = b
    if (sequence != before) {
      continue
    }
    done: assert first == second
  }
}
`;

/** Everything else that the language has. */
const everything = `const A = 2
const B = A * 2 + 1
const YES = !false && true
type colour = red | green | blue
type small = -A..B - 1
shared x, y: int
shared c: colour = green, lucky: bool = ?
shared table[A]: small = {1, ?}
shared word: 0..1

thread Main(role: colour, n: 0..1) for (red, 0), (blue, 1) {
  local t[2]: int = {7, 8}
  local v: small = -1
  local w = role == red ? 1 : 2, any_bool: bool = ?
  start: {
    v = ?
    choose {
      x = v
    } or {
      y = t[n] * -2
    } or {
      skip
    }
  }
  if (x == 1 && y == 2 || lucky) goto start
  else if (c != role) {
    c = role
  } else {
    atomic {
      if (x > y) {
        x = y
      } else {
        assume x != 3
        y = x + 1
      }
    }
  }
  local late = x + y
  loop {
    if (cas(word, 0, 1)) break
    late = late - 1
    if (late < 0) continue
    swap(word, late > 3 ? 1 : 0)
  }
  assert late >= 0 -> lucky
  a1: a2: fence
}

thread Idle {}

never Main(red, 0)@a1 && Main(blue, 1).v == -1 && table[0] == 2
invariant named: Idle@end <-> x == x
ltl all: G (x == 1 -> F y == 2) && (lucky U c == red) || !(X Idle@end) W true R G F x < y
predicates { x == y; table[1] + 1 > 2 }
`;

export const samples: readonly Sample[] = [
  { name: 'peterson', text: peterson },
  { name: 'dekker', text: dekker },
  { name: 'ticket lock', text: ticketLock },
  { name: 'bakery', text: bakery },
  { name: 'test and set', text: testAndSet },
  { name: 'queue', text: queue },
  { name: 'barrier', text: barrier },
  { name: 'seqlock', text: seqlock },
  { name: 'everything', text: everything },
];

export function sample(name: string): string {
  const found = samples.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no sample ${name}`);
  return found.text;
}
