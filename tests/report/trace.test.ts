import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import type { Trace, TransitionStep } from '../../src/memory/trace.js';
import { layoutGraph } from '../../src/report/graph-layout.js';
import { PLAIN } from '../../src/report/style.js';
import { traceLines } from '../../src/report/trace.js';
import { VIOLATED, WEAK } from '../cli/fake-services.js';

function traceOf({ trace }: { readonly trace: Trace | null }): Trace {
  if (trace === null) throw new Error('a violated outcome has a trace');
  return trace;
}

const FLAGS = { ...traceOf(WEAK), graph: null };

function act(transition: string, actor: number, rest: Partial<TransitionStep> = {}): TransitionStep {
  const nothing = { fence: false, changes: [], reads: [], buffered: [] };
  return { kind: 'transition', transition, arguments: [actor], actor, ...nothing, ...rest };
}

describe('a trace under weak memory', () => {
  test('has a column for each process: reads with their source, buffers, drains, what is seen at the end', () => {
    expect(traceLines(FLAGS, PLAIN, 98)).toEqual([
      'initial state, 2 processes:',
      '  Flag[#1] = False, Flag[#2] = False',
      'step  process #1                                    process #2',
      '   1  raise(#1)',
      '        At[#1]: Outside -> Waiting',
      '        buffers Flag[#1] = True',
      '   2                                                raise(#2)',
      '                                                      At[#2]: Outside -> Waiting',
      '                                                      buffers Flag[#2] = True',
      '   3                                                look(#2, #1)',
      '                                                      reads Flag[#1] = False (memory, initial)',
      '                                                      reads Flag[#2] = True (own buffer, step 2)',
      '                                                      At[#2]: Waiting -> Inside',
      '   4  #1 drains step 1: Flag[#1] = True',
      '   5  look(#1, #2)',
      '        fence: its buffer is empty',
      '        reads Flag[#2] = False (memory, initial)',
      '        At[#1]: Waiting -> Inside',
      'unsafe(#1, #2) is true after 5 steps: At[#1] = Inside && At[#2] = Inside && #2@Flag[#1] = True',
      '  #2 sees Flag[#1] = True (memory, step 1)',
      '  still in the buffer of #2: Flag[#2] = True (step 2)',
    ]);
  });

  test('in a narrow place it is a table, and processes are indented', () => {
    expect(traceLines(FLAGS, PLAIN, 70).slice(2, 14)).toEqual([
      'step  transition        what happens',
      '   1  raise(#1)         At[#1]: Outside -> Waiting',
      '                        buffers Flag[#1] = True',
      '   2    raise(#2)       At[#2]: Outside -> Waiting',
      '                        buffers Flag[#2] = True',
      '   3    look(#2, #1)    reads Flag[#1] = False (memory, initial),',
      '                              Flag[#2] = True (own buffer, step 2)',
      '                        At[#2]: Waiting -> Inside',
      '   4  #1 drains step 1  Flag[#1] = True',
      '   5  look(#1, #2)      fence: its buffer is empty',
      '                        reads Flag[#2] = False (memory, initial)',
      '                        At[#1]: Waiting -> Inside',
    ]);
  });

  test('ends with the event graph', () => {
    const lines = traceLines(traceOf(WEAK), PLAIN, 98);
    expect(lines.slice(lines.indexOf('event graph:'))).toEqual([
      'event graph:',
      '  an execution under TSO that ends in "unsafe" & not <safe>',
      '  initially: a: W Flag[#1]=False, b: W Flag[#2]=False',
      '  process #1                           process #2',
      '  c: W Flag[#1]=True   raise(#1)       f: W Flag[#2]=True                  raise(#2)',
      '  d: fence             look(#1, #2)    g: R Flag[#1]=False, Flag[#2]=True  look(#2, #1)',
      '  e: R Flag[#2]=False  look(#1, #2)    h: R Flag[#1]=True                  unsafe',
      '  rf: a -> g (Flag[#1]=False), b -> e (Flag[#2]=False), c -> h (Flag[#1]=True),',
      '      f -> g (Flag[#2]=True)',
      '  co: a -> c (Flag[#1]), b -> f (Flag[#2])',
      '  fr: e -> f (Flag[#2]), g -> c (Flag[#1])',
    ]);
  });

  test('only processes that act have a column, and a step of nobody needs none', () => {
    const steps = [
      act('go', 3, { buffered: [{ cell: 'X', value: '1' }] }),
      act('tick', 3, { arguments: [], actor: null, changes: [{ cell: 'T', before: '0', after: '1' }] }),
      act('rest', 1),
      act('peek', 1, {
        arguments: [3],
        actor: null,
        reads: [{ reader: 1, cell: 'X', value: '1', from: 'memory', write: 1 }],
      }),
    ];
    const violated = { property: 'unsafe', arguments: [], condition: 'T = 1', reads: [] };
    const trace: Trace = { memory: 'pso', processes: 3, initial: [], steps, violated, graph: null };
    expect(traceLines(trace, PLAIN, 98)).toEqual([
      'step  process #1     process #3',
      '   1                 go(#3)',
      '                       buffers X = 1',
      '   2  tick()',
      '        T: 0 -> 1',
      '   3  rest(#1)',
      '        (nothing)',
      '   4                 peek(#3)',
      '                       #1 reads X = 1 (memory, step 1)',
      'unsafe is true after 4 steps: T = 1',
      '  still in the buffer of #3: X = 1 (step 1)',
    ]);
  });

  test('under PSO a transition drains cell by cell, and what is left is told', () => {
    const buffered = [
      { cell: 'X', value: '1' },
      { cell: 'Y', value: '1' },
    ];
    const steps = [
      act('put', 1, { buffered }),
      {
        kind: 'drain',
        process: 1,
        write: 1,
        writes: [{ cell: 'Y', value: '1' }],
        changes: [{ cell: 'Y', before: '0', after: '1' }],
      },
    ] as const;
    const reads = [
      { reader: 2, cell: 'X', value: '0', from: 'memory', write: null },
      { reader: 2, cell: 'Y', value: '1', from: 'memory', write: 1 },
      { reader: 1, cell: 'X', value: '1', from: 'buffer', write: 1 },
    ] as const;
    const violated = { property: 'torn', arguments: [2], condition: '#2@X = 0 && #2@Y = 1', reads };
    const trace: Trace = { memory: 'pso', processes: 2, initial: [], steps, violated, graph: null };
    expect(traceLines(trace, PLAIN, 60)).toEqual([
      'step  process #1',
      '   1  put(#1)',
      '        buffers X = 1',
      '        buffers Y = 1',
      '   2  #1 drains step 1: Y = 1',
      'torn(#2) is true after 2 steps: #2@X = 0 && #2@Y = 1',
      '  #1 sees X = 1 (own buffer, step 1)',
      '  #2 sees X = 0 (memory, initial), Y = 1 (memory, step 1)',
      '  still in the buffer of #1: X = 1 (step 1)',
    ]);
  });

  test('a condition that is true at the start has no step, but what is seen', () => {
    const lines = traceLines({ ...FLAGS, steps: [] }, PLAIN, 98);
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/^unsafe\(#1, #2\) is already true at the start/);
  });
});

const RAISED_FLAGS = `
  type place = Outside | Waiting | Inside
  array At[proc] : place
  weak array Flag[proc] : bool
  init (i) { At[i] = Outside && Flag[i] = False }
  unsafe (i j) { At[i] = Inside && At[j] = Inside }
  transition raise ([i]) requires { At[i] = Outside } { At[i] := Waiting; Flag[i] := True }
  transition look ([i]) requires { At[i] = Waiting && forall_other k. Flag[k] = False } { At[i] := Inside }
`;

test('what an engine finds and the machine replays can be told and drawn', async () => {
  const result = await check(RAISED_FLAGS, { memory: 'tso' });
  if (!result.ok) throw new Error('the model is well-formed');
  const trace = traceOf(result.outcome);
  const text = traceLines(trace, PLAIN, 98).join('\n');
  for (const process of [1, 2]) {
    expect(text).toContain(`raise(#${process})`);
    expect(text).toContain(`buffers Flag[#${process}] = True`);
    expect(text).toContain(`reads Flag[#${process}] = False (memory, initial)`);
  }
  expect(text).toMatch(/event graph:\n.*\n {2}initially: .*\n {2}process #1 +process #2\n/);
  expect(text.match(/^ {2}fr: .*/m)?.[0]).toMatch(/ -> .* -> /);
  if (trace.graph === null) throw new Error('an execution under TSO has a graph');
  expect(layoutGraph(trace.graph).boxes).toHaveLength(6);
});

test('a trace under SC is a table of changes, and cannot have buffers', () => {
  const trace = traceOf(VIOLATED);
  expect(traceLines(trace, PLAIN, 98)[2]).toBe('step  transition    changes');
  expect(() => traceLines({ ...FLAGS, memory: 'sc' }, PLAIN, 98)).toThrow('no store buffers');
});
