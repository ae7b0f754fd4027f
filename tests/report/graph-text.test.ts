import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cycleEdges, drawnEdges, eventNames } from '../../src/report/graph/names.js';
import { renderGraphText } from '../../src/report/graph-text.js';
import { COLOURED } from '../../src/report/style.js';
import { anyGraph, eventGraph, FENCED, INDEPENDENT_READS, STORE_BUFFERING, THREE_PROCESSES } from './graphs.js';

describe('an event graph as text', () => {
  test('threads stand beside one another, relations follow as pairs of letters', () => {
    expect(renderGraphText(STORE_BUFFERING, { width: 80 })).toEqual([
      'SB: both reads give 0, which TSO allows',
      'initially: a: W x=0, b: W y=0',
      'P0                       P1',
      'c: W x=1  MOV [x],$1     e: W y=1  MOV [y],$1',
      'd: R y=0  MOV EAX,[y]    f: R x=0  MOV EAX,[x]',
      'rf: a -> f (x=0), b -> d (y=0)',
      'co: a -> c (x), b -> e (y)',
      'fr: d -> e (y), f -> c (x)',
    ]);
  });

  test('a forbidden execution ends with its cycle, and edges that only the cycle has are listed', () => {
    expect(renderGraphText(FENCED, { width: 80 }).slice(-3)).toEqual([
      'fr: e -> f (y), h -> c (x)',
      'fence: c -> e, f -> h',
      'cycle: c -fence-> e -fr-> f -fence-> h -fr-> c',
    ]);
  });

  test('without room for instructions the threads still stand beside one another', () => {
    expect(renderGraphText(INDEPENDENT_READS, { width: 44 })).toEqual([
      'IRIW: forbidden',
      'initially: a: W x=0, b: W y=0',
      'P0          P1          P2          P3',
      'c: W x=1    d: R x=1    f: W y=1    g: R y=1',
      '            e: R y=0                h: R x=0',
      'rf: a -> h (x=0), b -> e (y=0),',
      '    c -> d (x=1), f -> g (y=1)',
      'co: a -> c (x), b -> f (y)',
      'fr: e -> f (y), h -> c (x)',
      'cycle: c -rf-> d -po-> e -fr-> f -rf->',
      '       g -po-> h -fr-> c',
    ]);
    const [, , , first] = renderGraphText(STORE_BUFFERING, { width: 40 });
    expect(first).toBe('c: W x=1    e: W y=1');
  });

  test('in a narrow place the threads stand below one another, with their instructions', () => {
    expect(renderGraphText(THREE_PROCESSES, { width: 50 })).toEqual([
      'an execution that TSO allows',
      'initially: a: W Flag[#2]=False,',
      '           b: W Flag[#3]=False',
      'process #1',
      '  c: W Flag[#1]=True, Turn=#2  request(#1)',
      '  d: fence                     check(#1, #2)',
      '  e: R Flag[#2]=False          check(#1, #2)',
      '  f: R Turn=#2                 enter(#1)',
      '  g: W Flag[#1]=False          leave(#1)',
      'process #2',
      '  h: R Turn=#2                        swap(#2)',
      '  i: W Turn=#3                        swap(#2)',
      '  j: R Flag[#1]=True, Flag[#3]=False  look(#2)',
      '  k: W Flag[#2]=True                  request(#2)',
      'process #3',
      '  l: W Flag[#3]=True   request(#3)',
      '  m: fence             check(#3, #1)',
      '  n: R Turn=#3         check(#3, #1)',
      '  o: R Flag[#1]=False  unsafe',
      'rf: a -> e (Flag[#2]=False),',
      '    b -> j (Flag[#3]=False), c -> f (Turn=#2),',
      '    c -> h (Turn=#2), c -> j (Flag[#1]=True),',
      '    g -> o (Flag[#1]=False), i -> n (Turn=#3)',
      'co: a -> k (Flag[#2]), b -> l (Flag[#3]),',
      '    c -> g (Flag[#1]), c -> i (Turn)',
      'fr: e -> k (Flag[#2]), f -> i (Turn),',
      '    j -> g (Flag[#1]), j -> l (Flag[#3])',
      'atom: h -- i',
    ]);
    const narrower = renderGraphText(THREE_PROCESSES, { width: 30 });
    expect(narrower.slice(narrower.indexOf('process #2'), narrower.indexOf('process #3'))).toEqual([
      'process #2',
      '  h: R Turn=#2',
      '     swap(#2)',
      '  i: W Turn=#3',
      '     swap(#2)',
      '  j: R Flag[#1]=True,',
      '     Flag[#3]=False',
      '     look(#2)',
      '  k: W Flag[#2]=True',
      '     request(#2)',
    ]);
  });

  test('threads without events take no room, and nothing at all is nothing', () => {
    const graph = eventGraph('one', ['P0', 'idle', 'P2'], ['0 W x=1', '2 R x=1'], ['0 rf 1']);
    expect(renderGraphText(graph, { width: 80 })).toEqual([
      'one',
      'P0          P2',
      'a: W x=1    b: R x=1',
      'rf: a -> b (x=1)',
    ]);
    expect(renderGraphText(eventGraph('', ['P0'], [], []), { width: 80 })).toEqual([]);
  });

  test('letters go on after z, in reading order', () => {
    const events = Array.from({ length: 30 }, (_, index) => `${index % 2} W x=${index}`);
    const names = eventNames(eventGraph('', ['P0', 'P1'], events, []));
    expect([names[0], names[2], names[28], names[1], names[23], names[29]]).toEqual(['a', 'b', 'o', 'p', 'aa', 'ad']);
    expect(new Set(names).size).toBe(30);
    const sorted = renderGraphText(eventGraph('', ['P0', 'P1'], events, ['29 co 28', '0 co 1', '23 co 21']), {
      width: 200,
    });
    expect(sorted.at(-1)).toBe('co: a -> p (x), aa -> z (x), ad -> o (x)');
  });

  test('colours change nothing but colours', () => {
    for (const width of [30, 60, 100]) {
      const coloured = renderGraphText(FENCED, { width, style: COLOURED });
      expect(coloured.join('\n')).toContain('\u001b[');
      expect(coloured.map((line) => line.replaceAll(/\u001b\[[0-9;]*m/g, ''))).toEqual(
        renderGraphText(FENCED, { width }),
      );
    }
  });

  test('every event and every edge is told, whatever the graph', () => {
    fc.assert(
      fc.property(anyGraph, fc.integer({ min: 20, max: 120 }), (graph, width) => {
        const text = renderGraphText(graph, { width }).join('\n');
        for (const name of eventNames(graph)) expect(text).toContain(`${name}: `);
        const names = eventNames(graph);
        for (const { from, to, relation } of drawnEdges(graph))
          if (relation !== 'po')
            expect(text).toContain(`${names[from]} ${relation === 'atom' ? '--' : '->'} ${names[to]}`);
      }),
    );
  });
});

describe('the edges of a cycle', () => {
  const inThread = ['0 W x=1', '0 R y=0', '0 R z=0', '1 W z=1', '1 R x=0'];

  test('a step over several events of a thread is the chain of drawn edges', () => {
    const graph = eventGraph(
      '',
      ['P0', 'P1'],
      inThread,
      ['0 po 1', '1 po 2', '3 po 4', '2 fr 3', '4 fr 0'],
      ['0 po', '2 fr', '3 po', '4 fr'],
    );
    expect(drawnEdges(graph)).toHaveLength(5);
    expect(drawnEdges(graph).every(({ onCycle }) => onCycle)).toBe(true);
  });

  test('a step that nothing shows is drawn for it', () => {
    const graph = eventGraph(
      '',
      ['P0', 'P1'],
      inThread,
      ['0 po 1', '3 po 4', '2 fr 3'],
      ['0 fence', '2 fr', '3 po', '4 fr'],
    );
    const extra = drawnEdges(graph).slice(3);
    expect(extra).toEqual([
      { from: 0, to: 2, relation: 'fence', onCycle: true },
      { from: 4, to: 0, relation: 'fr', onCycle: true },
    ]);
    expect(drawnEdges(graph)[0]?.onCycle).toBe(false);
  });

  test('atom has no direction, and what is drawn twice is drawn once', () => {
    const graph = eventGraph(
      '',
      ['P0'],
      ['0 R x=0', '0 W x=1'],
      ['0 atom 1', '0 po 1', '1 atom 0'],
      ['1 atom', '0 po'],
    );
    expect(drawnEdges(graph)).toEqual([
      { from: 0, to: 1, relation: 'atom', onCycle: true },
      { from: 0, to: 1, relation: 'po', onCycle: true },
    ]);
  });

  test('each step of a cycle leads to the next, the last to the first', () => {
    expect(cycleEdges(FENCED).map(({ from, to }) => [from, to])).toEqual([
      [2, 4],
      [4, 5],
      [5, 7],
      [7, 2],
    ]);
    expect(cycleEdges(STORE_BUFFERING)).toEqual([]);
  });
});
