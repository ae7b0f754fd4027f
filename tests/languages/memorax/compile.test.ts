import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.js';
import { readMemorax } from '../../../src/languages/memorax/index.js';
import { explore } from './explore.js';
import { edges, labels, program } from './support.js';

/** A process with registers `$r` and `$s`, and globals x, y, z. */
const one = (text: string, data = 'data x = 0 : [0:3] y = 0 : [0:3] z = 0 : [0:3]'): string =>
  `forbidden * ${data} process registers $r = 0 : [0:1] $s = 0 : [-9:9] text ${text}`;
const automaton = (text: string): string[] => edges(program(one(text)));

describe('the automaton of a process', () => {
  it('has an edge for each simple statement', () => {
    expect(
      automaton('nop; read: x = $r + 1; read: $r := y; write: z := 1 - $r; $s := -$r; assume: $r < 2; fence'),
    ).toEqual([
      '0 -> 2',
      '2 -> 3 [(x == ($r + 1))]',
      '3 -> 4 $r := y',
      '4 -> 5 z := (1 - $r)',
      '5 -> 6 $s := -($r)',
      '6 -> 7 [($r < 2)]',
      '7 -> 1 fence',
    ]);
  });

  it('tests what if and while ask, one step each', () => {
    expect(automaton('if $r = 1 then write: x := 1 else write: x := 2')).toEqual([
      '0 -> 2 [($r == 1)]',
      '2 -> 1 x := 1',
      '0 -> 3 [!(($r == 1))]',
      '3 -> 1 x := 2',
    ]);
    expect(automaton('while not $r = 1 && [true || $s > 2] do read: $r := x')).toEqual([
      '0 -> 2 [(!(($r == 1)) && (1 || ($s > 2)))]',
      '2 -> 0 $r := x',
      '0 -> 1 [!((!(($r == 1)) && (1 || ($s > 2))))]',
    ]);
  });

  it('gives a goto no step of its own', () => {
    const made = program(one('L: nop; if $r = 1 then goto M; goto L; M: write: x := 1; goto L'));
    expect(labels(made)).toEqual({ L: 0, M: 2 });
    expect(edges(made)).toEqual(['0 -> 1', '1 -> 2 [($r == 1)]', '1 -> 0 [!(($r == 1))]', '2 -> 0 x := 1']);
  });

  it('inserts a nop before a goto, a label or a loop that starts an alternative or the process', () => {
    expect(automaton('goto L; nop; L: nop')).toEqual(['0 -> 2', '2 -> 1']);
    const made = program(one('A: either { goto B or C: write: x := 1 or while $r = 0 do nop or read: y = 0 }; B: nop'));
    expect(labels(made)).toEqual({ A: 0, B: 2, C: 3 });
    expect(edges(made)).toEqual([
      '0 -> 2',
      '0 -> 3',
      '3 -> 2 x := 1',
      '0 -> 4',
      '4 -> 5 [($r == 0)]',
      '5 -> 4',
      '4 -> 2 [!(($r == 0))]',
      '0 -> 2 [(y == 0)]',
      '2 -> 1',
    ]);
  });

  it('lets two labels name one location', () => {
    expect(labels(program(one('nop; A: { B: nop; goto A }')))).toEqual({ A: 1, B: 1 });
  });

  it('makes one atomic edge of a locked block that writes', () => {
    expect(automaton('locked { read: $s := x; write: x := $s + 1; $s := $s + $s; read: x = 2 }')).toEqual([
      '0 -> 1 atomic [((x >= -9) && ((x <= 9) && ((x + 1) == 2)))] x := (x + 1), $s := (x + x)',
    ]);
    expect(automaton('cas(x, 0, $s)')).toEqual(['0 -> 1 atomic [(x == 0)] x := $s']);
    expect(automaton('locked write: x := 1')).toEqual(['0 -> 1 atomic x := 1']);
  });

  it('makes a snapshot of a locked block that does not write', () => {
    expect(automaton('locked { read: x = 0; read: $s := y }')).toEqual(['0 -> 1 [(x == 0)] $s := y']);
    expect(automaton('locked { read: x = 0; fence }')).toEqual(['0 -> 1 fence [(x == 0)]']);
  });

  it('waits for an empty buffer where an access passes it by', () => {
    expect(automaton('syncwr: x := $s')).toEqual(['0 -> 1 atomic x := $s']);
    expect(automaton('syncrd: x = 1')).toEqual(['0 -> 1 fence [(x == 1)]']);
    expect(automaton('syncrd: $s := y')).toEqual(['0 -> 1 fence $s := y']);
    expect(automaton('locked { syncrd: $s := y; read: x = 0 }')).toEqual(['0 -> 1 fence [(x == 0)] $s := y']);
    expect(automaton('locked { syncwr: x := 1; read: y = 0 }')).toEqual(['0 -> 1 atomic [(y == 0)] x := 1']);
  });

  it('needs an empty buffer for all alternatives when one writes', () => {
    expect(automaton('locked { read: x = 0 or { nop; locked { write: y := 1 or write: y := 2 } } }')).toEqual([
      '0 -> 1 atomic [(x == 0)]',
      '0 -> 1 atomic y := 1',
      '0 -> 1 atomic y := 2',
    ]);
  });

  it('asks whether a value fits that is overwritten', () => {
    expect(automaton('locked { write: x := $s; write: x := 1 }')).toEqual([
      '0 -> 1 atomic [(($s >= 0) && ($s <= 3))] x := 1',
    ]);
  });

  it('tells the globals apart that a pointer may mean', () => {
    expect(automaton('write: [$r] := 1')).toEqual(['0 -> 1 [($r == 0)] x := 1', '0 -> 1 [($r == 1)] y := 1']);
    expect(automaton('cas([$r + 1], 0, 1)')).toEqual([
      '0 -> 1 atomic [((($r + 1) == 1) && (y == 0))] y := 1',
      '0 -> 1 atomic [((($r + 1) == 2) && (z == 0))] z := 1',
    ]);
    expect(automaton('read: [2] = 1')).toEqual(['0 -> 1 [(z == 1)]']);
    const [edge] = program(one('write: [$r] := 1')).templates[0]?.edges ?? [];
    expect(edge).toMatchObject({ text: 'write: [$r -> x] := 1', place: { line: 1 } });
  });

  it('knows whose location is meant', () => {
    const made = program(
      'forbidden * * * process(3) data v = 0 text write: v[0] := 1; write: v[1] := 2; write: v[my] := 3',
    );
    const targets = [0, 1, 2].map((thread) => edges(made, thread).map((edge) => edge.split(' ')[3]));
    expect(targets).toEqual([
      ['v[P1]', 'v[P2]', 'v[P0]'],
      ['v[P0]', 'v[P2]', 'v[P1]'],
      ['v[P0]', 'v[P1]', 'v[P2]'],
    ]);
    expect(made.templates.length).toBe(3);
  });

  it('is shared by copies that name no process', () => {
    const made = program('forbidden CS CS data x = 0 process(2) text CS: write: x := 1');
    expect(made.threads.map(({ name, template }) => `${name} ${template}`)).toEqual(['P0 0', 'P1 0']);
  });
});

describe('a program', () => {
  it('forbids rows of labels', () => {
    const made = program('forbidden A * ; * B process text A: nop process text nop; B: nop');
    expect(made.never.map(({ name, text, condition }) => [name, text, condition])).toEqual([
      ['forbidden 1', 'A *', { kind: 'at', thread: 0, locations: [0] }],
      ['forbidden 2', '* B', { kind: 'at', thread: 1, locations: [expect.any(Number)] }],
    ]);
    expect(made.outOfRange).toBe('disabled');
  });

  it('starts registers that are written before they are read with one value', () => {
    const made = program(
      'forbidden * data x = * : [0:1] process registers $a = * $b = * : [2:3] $c = * : [0:1] text read: $a := x; $b := $c + 2',
    );
    expect(made.threads[0]?.initial).toEqual([[0], [2], ['any']]);
    expect(made.shared[0]?.initial).toEqual(['any']);
  });

  it('keeps predicates', () => {
    const { predicates } = readMemorax(
      'forbidden * * predicates $a = 1 ; $a < $b && not $a = 0 process registers $a = 0 $b = 0 text nop process registers $a = 0 text nop',
      'p',
    );
    expect(predicates.map(({ text, instances }) => [text, instances.length])).toEqual([
      ['$a = 1', 2],
      ['$a < $b && not $a = 0', 1],
    ]);
  });

  it('may come out of macros, also when a call opens what the text goes on with', () => {
    const made = program(`forbidden CS CS data x = 0 : [0:2]
      macro P(value, reg) process registers reg = value : [0:2] text SET(x, reg) endmacro
      macro SET(where, what) write: where := what endmacro
      P(1, $a); CS: nop
      P(2, $b); CS: nop`);
    expect(edges(made, 1)).toEqual(['0 -> 2 x := $b', '2 -> 1']);
    expect(made.threads.map(({ initial }) => initial)).toEqual([[[1]], [[2]]]);
    expect(made.templates[1]?.edges[0]).toMatchObject({ text: 'write: x := $b', place: { line: 3, column: 30 } });
  });
});

describe('store buffering', () => {
  const sb = (fence: string): string => `forbidden E E
    data x = 0 : [0:1] y = 0 : [0:1]
    process text write: x := 1; ${fence} read: y = 0; E: nop
    process text write: y := 1; ${fence} read: x = 0; E: nop`;

  it.each([
    ['', 'tso', true],
    ['', 'sc', false],
    ['fence;', 'tso', false],
    ['llfence; ssfence;', 'tso', true],
    ['locked { read: x = 1; fence or read: y = 1; fence };', 'tso', false],
    ['locked { read: x = 0 or read: x = 1 };', 'tso', true],
    ['locked { read: x = 0; write: x := 0 or read: x = 1 };', 'tso', false],
    ['syncwr: x := 1;', 'tso', false],
    ['syncrd: x = 1; nop;', 'sc', false],
    ['either { syncrd: x = 0 or syncrd: x = 1 };', 'tso', false],
    ['either { read: x = 0 or read: x = 1 };', 'tso', true],
  ] as const)('with `%s` under %s: %s', (fence, memory, violated) => {
    const { violated: found, complete } = explore(program(sb(fence)), { memory });
    expect(found.has('forbidden 1')).toBe(violated);
    expect(complete).toBe(true);
  });
});

describe('message passing under PSO', () => {
  const mp = (write: string, read = 'read') => `forbidden * E
    data x = 0 : [0:1] y = 0 : [0:1]
    process text write: x := 1; ${write}: y := 1
    process text ${read}: y = 1; read: x = 0; E: nop`;

  it.each([
    ['write', 'violated'],
    ['locked write', 'holds'],
    ['syncwr', 'holds'],
  ])('with `%s` of the flag: %s', async (write, verdict) => {
    for (const read of ['read', 'syncrd']) {
      const result = await check(mp(write, read), { file: 'mp.rmm', memory: 'pso', buffer: 'unbounded' });
      expect(result).toMatchObject({ ok: true, outcome: { verdict } });
      if (result.ok && verdict === 'holds') expect(result.outcome.buffer).toBe('unbounded');
    }
  });

  it.each([
    ['ssfence; write', 'holds'],
    ['slocked write', 'holds'],
    ['llfence; write', 'violated'],
  ])('with `%s` of the flag: %s, in the order of writes', async (write, verdict) => {
    const result = await check(mp(write), { file: 'mp.rmm', memory: 'pso' });
    expect(result).toMatchObject({ ok: true, outcome: { verdict } });
  });
});
