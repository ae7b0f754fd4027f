/** Event graphs in a short notation, some known ones, and random ones. */
import fc from 'fast-check';
import type { EventGraph, GraphEdge, GraphEvent, Relation } from '../../src/memory/event-graph.js';

/** `0 W x=1 | MOV [x],$1`: thread (`-` for initial writes), kind, accesses, origin. */
function event(text: string, id: number): GraphEvent {
  const [head = '', origin = ''] = text.split(' | ');
  const [thread = '', letter, ...accesses] = head.split(' ');
  return {
    id,
    thread: thread === '-' ? null : Number(thread),
    kind: letter === 'F' ? 'fence' : letter === 'R' ? 'read' : 'write',
    accesses: accesses.map((access) => {
      const [location = '', value = ''] = access.split('=');
      return { location, value };
    }),
    origin,
  };
}

/** Edges as `2 po 3`, a cycle as `2 po`, `3 fr`. */
export function eventGraph(
  title: string,
  threads: readonly string[],
  events: readonly string[],
  edges: readonly string[],
  cycle: readonly string[] | null = null,
): EventGraph {
  return {
    title,
    threads,
    events: events.map(event),
    edges: edges.map((text): GraphEdge => {
      const [from, relation, to] = text.split(' ');
      return { from: Number(from), to: Number(to), relation: relation as Relation };
    }),
    cycle:
      cycle?.map((text) => {
        const [number, relation] = text.split(' ');
        return { event: Number(number), relation: relation as Relation };
      }) ?? null,
  };
}

export const STORE_BUFFERING = eventGraph(
  'SB: both reads give 0, which TSO allows',
  ['P0', 'P1'],
  [
    '- W x=0',
    '- W y=0',
    '0 W x=1 | MOV [x],$1',
    '0 R y=0 | MOV EAX,[y]',
    '1 W y=1 | MOV [y],$1',
    '1 R x=0 | MOV EAX,[x]',
  ],
  ['2 po 3', '4 po 5', '0 rf 5', '1 rf 3', '0 co 2', '1 co 4', '3 fr 4', '5 fr 2'],
);

/** The fences are events; the edges of `fence` are in the cycle alone. */
export const FENCED = eventGraph(
  'SB+mfences: forbidden',
  ['P0', 'P1'],
  [
    '- W x=0',
    '- W y=0',
    '0 W x=1 | MOV [x],$1',
    '0 F | MFENCE',
    '0 R y=0 | MOV EAX,[y]',
    '1 W y=1 | MOV [y],$1',
    '1 F | MFENCE',
    '1 R x=0 | MOV EAX,[x]',
  ],
  ['2 po 3', '3 po 4', '5 po 6', '6 po 7', '0 rf 7', '1 rf 4', '4 fr 5', '7 fr 2'],
  ['2 fence', '4 fr', '5 fence', '7 fr'],
);

export const INDEPENDENT_READS = eventGraph(
  'IRIW: forbidden',
  ['P0', 'P1', 'P2', 'P3'],
  ['- W x=0', '- W y=0', '0 W x=1', '1 R x=1', '1 R y=0', '2 W y=1', '3 R y=1', '3 R x=0'],
  ['3 po 4', '6 po 7', '0 rf 7', '1 rf 4', '0 co 2', '1 co 5', '4 fr 5', '7 fr 2', '2 rf 3', '5 rf 6'],
  ['2 rf', '3 po', '4 fr', '5 rf', '6 po', '7 fr'],
);

/** Fences, an atomic transition, events with several accesses, an edge past a thread, edges within threads. */
export const THREE_PROCESSES = eventGraph(
  'an execution that TSO allows',
  ['process #1', 'process #2', 'process #3'],
  [
    '- W Flag[#2]=False',
    '- W Flag[#3]=False',
    '0 W Flag[#1]=True Turn=#2 | request(#1)',
    '0 F | check(#1, #2)',
    '0 R Flag[#2]=False | check(#1, #2)',
    '0 R Turn=#2 | enter(#1)',
    '0 W Flag[#1]=False | leave(#1)',
    '1 R Turn=#2 | swap(#2)',
    '1 W Turn=#3 | swap(#2)',
    '1 R Flag[#1]=True Flag[#3]=False | look(#2)',
    '1 W Flag[#2]=True | request(#2)',
    '2 W Flag[#3]=True | request(#3)',
    '2 F | check(#3, #1)',
    '2 R Turn=#3 | check(#3, #1)',
    '2 R Flag[#1]=False | unsafe',
  ],
  [
    ...['2 po 3', '3 po 4', '4 po 5', '5 po 6', '7 po 8', '8 po 9', '9 po 10', '11 po 12', '12 po 13', '13 po 14'],
    ...['7 atom 8', '0 rf 4', '2 rf 5', '2 rf 7', '2 rf 9', '1 rf 9', '8 rf 13', '6 rf 14'],
    ...['4 fr 10', '9 fr 11', '9 fr 6', '5 fr 8', '2 co 6', '2 co 8', '0 co 10', '1 co 11'],
  ],
);

export const SAMPLES = [STORE_BUFFERING, FENCED, INDEPENDENT_READS, THREE_PROCESSES];

const relation = fc.constantFrom<Relation>('po', 'rf', 'co', 'fr', 'fence', 'atom');
const word = fc.string({ maxLength: 12 });

/** Anything the types allow: edges of every relation between any two events, also the same, and odd names. */
export const anyGraph: fc.Arbitrary<EventGraph> = fc
  .record({ threads: fc.integer({ min: 1, max: 5 }), events: fc.integer({ min: 1, max: 24 }) })
  .chain(({ threads, events }) => {
    const number = fc.nat({ max: events - 1 });
    return fc.record({
      title: fc.string({ maxLength: 200 }),
      threads: fc.array(word, { minLength: threads, maxLength: threads }),
      events: fc
        .array(
          fc.record({
            thread: fc.option(fc.nat({ max: threads - 1 }), { freq: 6 }),
            kind: fc.constantFrom('read', 'write', 'fence'),
            accesses: fc.array(fc.record({ location: word, value: word }), { maxLength: 4 }),
            origin: fc.string({ maxLength: 60 }),
          }),
          { minLength: events, maxLength: events },
        )
        .map((drawn) => drawn.map((one, id): GraphEvent => ({ id, ...one }))),
      edges: fc.array(fc.record({ from: number, to: number, relation }), { maxLength: 40 }),
      cycle: fc.option(fc.array(fc.record({ event: number, relation }), { minLength: 1, maxLength: 6 })),
    });
  });
