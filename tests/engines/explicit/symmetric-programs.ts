/** Algorithms for interchangeable threads, as `.fp` texts: threads without identity, and with identities in variables and arrays. */
import { readProgram } from '../../../src/languages/program/index.js';
import type { Program } from '../../../src/models/program/model.js';

export function programOf(text: string): Program {
  const { program, diagnostics } = readProgram(text, 'text.fp');
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  const made = program.instantiate(null);
  if (made.kind === 'error') throw new Error(made.message);
  return made.program;
}

/** Test and test-and-set; the threads have no identity. */
export function spinLock(threads: number): Program {
  return programOf(`
    shared lock: 0..1
    thread T[${threads}] {
      loop {
        while (swap(lock, 1) == 1) {
          while (lock == 1) {}
        }
        cs: skip
        lock = 0
      }
    }
    never mutex: T(i)@cs && T(j)@cs
  `);
}

/** The lock of Mellor-Crummey and Scott: a queue of identities; ${'`tail`'} and ${'`next`'} may be nobody. */
export function mcsLock(threads: number): Program {
  return programOf(`
    const N = ${threads}
    const nobody = N
    shared tail: 0..N = nobody
    shared next[N]: 0..N = nobody
    shared locked[N]: bool
    thread T[${threads}] {
      local before: 0..N, after: 0..N
      loop {
        next[self] = nobody
        before = swap(tail, self)
        if (before != nobody) {
          locked[self] = true
          fence
          next[before] = self
          await !locked[self]
        }
        cs: skip
        after = next[self]
        if (after == nobody) {
          if (cas(tail, self, nobody)) { continue }
          await next[self] != nobody
          after = next[self]
        }
        locked[after] = false
      }
    }
    never mutex: T(i)@cs && T(j)@cs
  `);
}

/** Tickets modulo the number of threads: numbers that are no identities. */
export function ticketLock(threads: number): Program {
  return programOf(`
    const N = ${threads}
    shared free: 0..N - 1, now: 0..N - 1
    thread T[${threads}] {
      local mine: 0..N - 1
      loop {
        atomic {
          mine = free
          free = (free + 1) % N
        }
        await now == mine
        cs: skip
        now = (now + 1) % N
      }
    }
    never mutex: T(i)@cs && T(j)@cs
  `);
}

/** A barrier that turns its sense; each thread says where it is. */
export function barrier(threads: number): Program {
  return programOf(`
    const N = ${threads}
    shared waiting: 0..N, sense: bool
    shared inside[N]: bool
    thread T[${threads}] {
      local mine: bool, before: 0..N
      loop {
        mine = !mine
        inside[self] = true
        fence
        before = fetch_add(waiting, 1)
        if (before == N - 1) {
          waiting = 0
          fence
          sense = mine
        } else {
          await sense == mine
        }
        passed: skip
        inside[self] = false
      }
    }
    never early: T(i)@passed && !inside[i]
  `);
}
