/** The axioms on executions written by hand: one for each line of the table in `model.ts`, and for each axiom. */
import { describe, expect, it } from 'vitest';
import type { Execution, FenceKind, MemoryEvent } from '../../../src/memory/axiomatic/event.js';
import { ghb, judge } from '../../../src/memory/axiomatic/model.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';

/** `W x 1`, `R x`, `F`, `L R x` and `L W x 1` for the parts of one locked instruction; an id for those who refer to it. */
type Line = string;

/**
 * An execution: threads of lines `name: event`, reads as `reader<writer` (`0` for the initial write), and co for each
 * location that has more than one write.
 */
function execution(threads: readonly (readonly Line[])[], reads: string, orders: Record<string, string>): Execution {
  const events: MemoryEvent[] = [];
  const ids = new Map<string, number>();
  const locations = ['x', 'y'];
  const blank = { locked: false, fence: null, origin: '' } as const;
  for (const location of locations) {
    const accesses = [{ location, value: 0n }];
    events.push({
      ...blank,
      id: events.length,
      kind: 'write',
      thread: null,
      instruction: 0,
      locations: [location],
      accesses,
    });
  }
  for (const [thread, lines] of threads.entries()) {
    let instruction = -1;
    for (const line of lines) {
      const [name = '', rest = ''] = line.split(': ');
      const words = rest.split(' ');
      const locked = words[0] === 'L';
      const [kind = '', location = ''] = locked ? words.slice(1) : words;
      // The write of a locked instruction belongs to the read before it.
      if (!(locked && kind === 'W')) instruction++;
      const base = { ...blank, id: events.length, thread, instruction, locked };
      ids.set(name, base.id);
      const fences: Record<string, FenceKind> = { F: 'full', S: 'store' };
      if (kind in fences)
        events.push({ ...base, kind: 'fence', locations: [], accesses: [], fence: fences[kind] ?? null });
      else events.push({ ...base, kind: kind === 'W' ? 'write' : 'read', locations: [location], accesses: [] });
    }
  }
  const rf = reads
    .split(' ')
    .filter(Boolean)
    .map((pair) => {
      const [read = '', write = ''] = pair.split('<');
      const id = ids.get(read) as number;
      const location = events[id]?.locations[0] as string;
      return { read: id, write: write === '0' ? locations.indexOf(location) : (ids.get(write) as number), location };
    });
  const co = new Map(
    locations.map((location, first) => {
      const written = events.filter((e) => e.thread !== null && e.kind === 'write' && e.locations[0] === location);
      const order = orders[location]?.split(' ').map((name) => ids.get(name) as number) ?? written.map(({ id }) => id);
      return [location, [first, ...order]];
    }),
  );
  return { events, rf, co };
}

const MEMORIES: readonly MemoryName[] = ['sc', 'tso', 'pso'];
const allowedBy = (candidate: Execution): MemoryName[] =>
  MEMORIES.filter((memory) => judge(candidate, memoryNamed(memory)).valid);

/** What each candidate is about, and which models allow it. */
const CANDIDATES: readonly (readonly [string, Execution, readonly MemoryName[]])[] = [
  [
    'R->R is kept',
    execution(
      [
        ['a: W x', 'f: F', 'b: W y'],
        ['c: R y', 'd: R x'],
      ],
      'c<b d<0',
      {},
    ),
    [],
  ],
  [
    'R->W is kept',
    execution(
      [
        ['a: R x', 'b: W y'],
        ['c: R y', 'd: W x'],
      ],
      'a<d c<b',
      {},
    ),
    [],
  ],
  [
    'W->R is relaxed by TSO',
    execution(
      [
        ['a: W x', 'b: R y'],
        ['c: W y', 'd: R x'],
      ],
      'b<0 d<0',
      {},
    ),
    ['tso', 'pso'],
  ],
  [
    'W->W is relaxed by PSO',
    execution(
      [
        ['a: W x', 'b: W y'],
        ['c: R y', 'd: R x'],
      ],
      'c<b d<0',
      {},
    ),
    ['pso'],
  ],
  ['W->W of one location is kept', execution([['a: W x', 'b: W x']], '', { x: 'b a' }), []],
  [
    'a fence keeps W->R',
    execution(
      [
        ['a: W x', 'f: F', 'b: R y'],
        ['c: W y', 'g: F', 'd: R x'],
      ],
      'b<0 d<0',
      {},
    ),
    [],
  ],
  [
    'one fence does not help the other side',
    execution(
      [
        ['a: W x', 'f: F', 'b: R y'],
        ['c: W y', 'd: R x'],
      ],
      'b<0 d<0',
      {},
    ),
    ['tso', 'pso'],
  ],
  [
    'a store fence keeps W->W',
    execution(
      [
        ['a: W x', 's: S', 'b: W y'],
        ['c: R y', 'd: R x'],
      ],
      'c<b d<0',
      {},
    ),
    [],
  ],
  [
    'a store fence does not keep W->R',
    execution(
      [
        ['a: W x', 's: S', 'b: R y'],
        ['c: W y', 's2: S', 'd: R x'],
      ],
      'b<0 d<0',
      {},
    ),
    ['tso', 'pso'],
  ],
  [
    'own writes are read early',
    execution(
      [
        ['a: W x', 'b: R x', 'c: R y'],
        ['d: W y', 'e: R y', 'f: R x'],
      ],
      'b<a c<0 e<d f<0',
      {},
    ),
    ['tso', 'pso'],
  ],
  ['a read misses an older own write (UNIPROC-WR)', execution([['a: W x', 'b: R x']], 'b<0', {}), []],
  ['a read sees a later own write (UNIPROC-RW)', execution([['a: R x', 'b: W x']], 'a<b', {}), []],
  ['reads of one location go back', execution([['a: W x'], ['b: R x', 'c: R x']], 'b<a c<0', {}), []],
  [
    'a write between the parts of a locked instruction',
    execution([['a: L R x', 'b: L W x'], ['c: W x']], 'a<0', { x: 'c b' }),
    [],
  ],
  [
    'a write before a locked instruction',
    execution([['a: L R x', 'b: L W x'], ['c: W x']], 'a<c', { x: 'c b' }),
    MEMORIES,
  ],
  [
    'two locked instructions that read the same',
    execution(
      [
        ['a: L R x', 'b: L W x'],
        ['c: L R x', 'd: L W x'],
      ],
      'a<0 c<0',
      { x: 'b d' },
    ),
    [],
  ],
  [
    'locked instructions are fences',
    execution(
      [
        ['a: L R x', 'b: L W x', 'c: R y'],
        ['d: L R y', 'e: L W y', 'f: R x'],
      ],
      'a<0 c<0 d<0 f<0',
      {},
    ),
    [],
  ],
  [
    'also one that only reads',
    execution(
      [
        ['a: W x', 'b: L R y'],
        ['c: W y', 'd: L R x'],
      ],
      'b<0 d<0',
      {},
    ),
    [],
  ],
  [
    'also for W->W',
    execution(
      [
        ['a: W x', 'l: L R x', 'b: W y'],
        ['c: R y', 'd: R x'],
      ],
      'l<a c<b d<0',
      {},
    ),
    [],
  ],
];

describe('the axioms', () => {
  it.each(CANDIDATES)('%s', (_what, candidate, allowed) => {
    expect(allowedBy(candidate)).toEqual(allowed);
  });

  it('a cycle goes along ghb, or against the order of a thread', () => {
    let [cycles, faults] = [0, 0];
    for (const [, candidate] of CANDIDATES) {
      for (const memory of MEMORIES) {
        const judgement = judge(candidate, memoryNamed(memory));
        if (judgement.valid) continue;
        const { cycle, axiom } = judgement;
        expect(cycle.length).toBeGreaterThanOrEqual(2);
        for (const [index, { event, relation }] of cycle.entries()) {
          const next = cycle[(index + 1) % cycle.length]?.event;
          const [from, to] = [candidate.events[event], candidate.events[next ?? -1]];
          if (relation === 'atom') expect([from?.locked, from?.instruction]).toEqual([true, to?.instruction]);
          else if (axiom === 'ghb') {
            expect(ghb(candidate, memoryNamed(memory))).toContainEqual({ from: event, to: next, relation });
            cycles++;
          } else {
            expect(from?.thread).toBe(to?.thread);
            faults++;
          }
        }
      }
    }
    expect(Math.min(cycles, faults)).toBeGreaterThan(5);
  });
});
