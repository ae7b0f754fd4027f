/** What steps like those of DVE models do on the machine: a test for each rule, and the figures of the paper. */
import { describe, expect, it } from 'vitest';
import { type MemoryName, memoryNamed, SC, TSO } from '../../../../src/memory/models.js';
import {
  attempt,
  type Configuration,
  drain as drainOf,
  initialValues,
  makeMachine,
  next,
  type ProgramStep,
  start,
} from '../../../../src/memory/operational/program/machine.js';
import { replayProgram } from '../../../../src/memory/operational/program/replay.js';
import type { Program } from '../../../../src/models/program/model.js';
import {
  figureOne,
  figureOneEnding,
  figureThree,
  forcedOut,
  holds,
  localIs,
  modelOf,
  X,
  Y,
} from '../../../engines/explicit/model-programs.js';
import {
  apply,
  assign,
  directly,
  edge,
  local,
  never,
  range,
  scalar,
  sharing,
  strongly,
} from '../../../support/build.js';
import { graphFault } from '../graph-axioms.js';
import { explore } from './explore.js';
import { figureFour, reached, shownBuffers, unpacked } from './figure-four.js';

interface Setting {
  readonly memory?: MemoryName;
  readonly bound?: number | null;
  readonly perLocation?: boolean;
}

function take(thread: number, edge: number): ProgramStep & { kind: 'edge' } {
  return { kind: 'edge', thread, edge, choices: [] };
}

function drain(thread: number, cell: number | null = null): ProgramStep {
  return { kind: 'drain', thread, cell };
}

/** What is there after the steps, all of which are possible. */
function stateAfter(program: Program, steps: readonly ProgramStep[], setting: Setting = {}): Configuration {
  const machine = makeMachine(
    program,
    memoryNamed(setting.memory ?? 'tso'),
    setting.bound ?? null,
    setting.perLocation,
  );
  const [values] = initialValues(machine);
  if (values === undefined) throw new Error('there is an initial state');
  return steps.reduce(
    (configuration, step) => {
      if (step.kind === 'drain') return drainOf(configuration, step);
      const tried = attempt(machine, configuration, step);
      if (tried.kind !== 'possible') throw new Error(`step ${JSON.stringify(step)}: ${JSON.stringify(tried)}`);
      return tried.after;
    },
    start(machine, values),
  );
}

/** Why the last step is not possible; null when it is. */
function obstacle(program: Program, steps: readonly ProgramStep[], setting: Setting = {}): string | null {
  const machine = makeMachine(
    program,
    memoryNamed(setting.memory ?? 'tso'),
    setting.bound ?? null,
    setting.perLocation,
  );
  const tried = attempt(
    machine,
    stateAfter(program, steps.slice(0, -1), setting),
    steps.at(-1) as ProgramStep & { kind: 'edge' },
  );
  return tried.kind === 'disabled' ? tried.obstacle : null;
}

/** `y=1; x=2`, what waits in the buffer of a thread; batches with several writes in brackets. */
function waiting({ buffers }: Configuration, thread: number): string {
  const queues = buffers[thread]?.map(({ batches }) =>
    batches.map((batch) => {
      const writes = batch.map(({ place, value }) => `${'xyz'[place]}=${value}`);
      return writes.length === 1 ? writes[0] : `(${writes.join(' ')})`;
    }),
  );
  return queues?.flat().join('; ') ?? '';
}

const STRONG_Y = [sharing(scalar('x', range(0, 4))), strongly(sharing(scalar('y', range(0, 4))))];

describe('strong variables', () => {
  const program = modelOf(
    [
      [edge(0, 1, { updates: [assign(X, 1)] }), edge(1, 2, { updates: [assign(X, 2), assign(Y, 3)] })],
      [edge(0, 1, { updates: [assign(local(0), Y)] })],
    ],
    [],
    STRONG_Y,
  );

  it.each(['tso', 'pso'] as const)('are written at once, whatever waits (%s)', (memory) => {
    const here = stateAfter(program, [take(0, 0), take(0, 1)], { memory });
    expect(here.memory).toEqual([0, 3]);
    expect(waiting(here, 0)).toBe('x=1; x=2');
    expect(stateAfter(program, [take(0, 0), take(0, 1), take(1, 0)], { memory }).locals[1]).toEqual([3]);
  });

  it('need no room', () => {
    const only = modelOf(
      [[edge(0, 1, { updates: [assign(X, 1)] }), edge(1, 2, { updates: [assign(Y, 3)] })]],
      [],
      STRONG_Y,
    );
    expect(stateAfter(only, [take(0, 0), take(0, 1)], { bound: 1 }).memory).toEqual([0, 3]);
    expect(obstacle(program, [take(0, 0), take(0, 1)], { bound: 1 })).toBe('full');
  });
});

describe('direct writes', () => {
  it.each(['fence', 'drained'] as const)('are in memory with the step, others wait (%s)', (kind) => {
    const program = modelOf([
      [
        edge(0, 1, { updates: [assign(X, 1)] }),
        edge(1, 2, { [kind]: true, updates: [directly(assign(X, 2)), assign(Y, apply(X, '+', 2))] }),
      ],
    ]);
    expect(obstacle(program, [take(0, 0), take(0, 1)])).toBe('pending');
    const here = stateAfter(program, [take(0, 0), drain(0), take(0, 1)]);
    expect(here.memory).toEqual([2, 0]);
    expect(waiting(here, 0)).toBe('y=3');
  });

  it('are for edges that run with empty buffers', () => {
    const program = modelOf([[edge(0, 1, { updates: [directly(assign(X, 2))], text: 'x = 2' })]]);
    expect(() => stateAfter(program, [take(0, 0)])).toThrow(/"x = 2" writes directly, and is neither/);
  });

  it('of two updates of one cell the last counts, and says where it goes', () => {
    const last = (...updates: readonly ReturnType<typeof assign>[]) =>
      stateAfter(modelOf([[edge(0, 1, { fence: true, updates })]]), [take(0, 0)]);
    const waits = last(directly(assign(X, 1)), assign(X, 2));
    expect([waits.memory, waiting(waits, 0)]).toEqual([[0, 0], 'x=2']);
    const direct = last(assign(X, 1), directly(assign(X, 2)));
    expect([direct.memory, waiting(direct, 0)]).toEqual([[2, 0], '']);
  });
});

describe('drained edges', () => {
  const program = modelOf([
    [edge(0, 1, { updates: [assign(X, 1)] })],
    [edge(0, 1, { drained: true, updates: [directly(assign(X, 2))] })],
  ]);

  it('wait for the buffers of all threads', () => {
    expect(obstacle(program, [take(0, 0), take(1, 0)])).toBe('undrained');
    expect(obstacle(program, [take(0, 0), take(1, 0)], { memory: 'pso' })).toBe('undrained');
    expect(stateAfter(program, [take(0, 0), drain(0), take(1, 0)]).memory).toEqual([2, 0]);
    expect(stateAfter(program, [take(1, 0), take(0, 0)]).memory).toEqual([2, 0]);
  });

  it('wait for nothing under sequential consistency', () => {
    expect(stateAfter(program, [take(0, 0), take(1, 0)], { memory: 'sc' }).memory).toEqual([2, 0]);
  });
});

describe('writes apart', () => {
  const apart = modelOf([
    [edge(0, 1, { updates: [assign(Y, 1), assign(X, 2)] }), edge(1, 2, { updates: [assign(Y, 3)] })],
  ]);
  const { apart: _, ...together } = apart;

  it('enter and leave the buffer one by one, in the order of the updates', () => {
    const here = stateAfter(apart, [take(0, 0), take(0, 1)]);
    expect(waiting(here, 0)).toBe('y=1; x=2; y=3');
    expect(stateAfter(apart, [take(0, 0), drain(0)]).memory).toEqual([0, 1]);
    expect(stateAfter(apart, [take(0, 0), drain(0), drain(0)]).memory).toEqual([2, 1]);
  });

  it('are one batch where the program does not say so', () => {
    expect(waiting(stateAfter(together, [take(0, 0), take(0, 1)]), 0)).toBe('(y=1 x=2); y=3');
    expect(stateAfter(together, [take(0, 0), drain(0)]).memory).toEqual([2, 1]);
  });

  it('take as much room as there are of them', () => {
    expect(obstacle(apart, [take(0, 0)], { bound: 1 })).toBe('full');
    expect(obstacle(together, [take(0, 0)], { bound: 1 })).toBeNull();
    expect(obstacle(apart, [take(0, 0), take(0, 1)], { bound: 2 })).toBe('full');
    expect(obstacle(apart, [take(0, 0), drain(0), take(0, 1)], { bound: 2 })).toBeNull();
    const machine = makeMachine(apart, TSO, 1);
    expect(next(machine, stateAfter(apart, [], { bound: 1 }))).toMatchObject({ successors: [], full: true });
  });

  it('are apart under PSO anyhow', () => {
    const steps = [take(0, 0), drain(0, 0)];
    for (const program of [apart, together])
      expect(stateAfter(program, steps, { memory: 'pso' }).memory).toEqual([2, 0]);
  });
});

describe('a bound for each location', () => {
  const writes = modelOf([
    [
      edge(0, 1, { updates: [assign(X, 1)] }),
      edge(1, 2, { updates: [assign(Y, 1)] }),
      edge(2, 3, { updates: [assign(X, 2)] }),
      edge(3, 4, { updates: [assign(X, 3)] }),
    ],
  ]);
  const one = { bound: 1, perLocation: true };

  it('counts the writes to one cell', () => {
    expect(waiting(stateAfter(writes, [take(0, 0), take(0, 1)], one), 0)).toBe('x=1; y=1');
    expect(obstacle(writes, [take(0, 0), take(0, 1), take(0, 2)], one)).toBe('full');
    const two = { bound: 2, perLocation: true };
    expect(waiting(stateAfter(writes, [take(0, 0), take(0, 1), take(0, 2)], two), 0)).toBe('x=1; y=1; x=2');
    expect(obstacle(writes, [take(0, 0), take(0, 1), take(0, 2), take(0, 3)], two)).toBe('full');
  });

  it('gives way when the older write is in memory, with all before it', () => {
    const steps = [take(0, 0), take(0, 1), drain(0), take(0, 2)];
    expect(waiting(stateAfter(writes, steps, one), 0)).toBe('y=1; x=2');
  });

  it('is the other bound under PSO', () => {
    for (const perLocation of [false, true]) {
      const setting = { memory: 'pso', bound: 1, perLocation } as const;
      expect(obstacle(writes, [take(0, 0), take(0, 1), take(0, 2)], setting)).toBe('full');
      expect(obstacle(writes, [take(0, 0), take(0, 1), drain(0, 0), take(0, 2)], setting)).toBeNull();
    }
  });
});

describe('a plain step with several accesses', () => {
  it('takes each read from its buffer or from memory, before it writes', () => {
    const swap = [assign(X, Y), assign(Y, X), assign(local(0), apply(X, '+', Y))];
    const program = modelOf([
      [edge(0, 1, { updates: [assign(X, 1)] }), edge(1, 2, { guard: apply(X, '!=', Y), updates: swap })],
      [edge(0, 1, { updates: [assign(Y, 2)] })],
    ]);
    const here = stateAfter(program, [take(0, 0), take(1, 0), drain(1), take(0, 1)]);
    expect(waiting(here, 0)).toBe('x=1; x=2; y=1');
    expect(here.locals[0]).toEqual([3]);
    expect(here.memory).toEqual([0, 2]);
  });
});

const SETTINGS = [
  ['sc', null, false],
  ['tso', null, false],
  ['tso', 1, true],
] as const;

describe('the figures of the paper', () => {
  const verdictOf = (program: Program, memory: MemoryName, bound: number | null, perLocation = false) =>
    [...(explore(program, memory, bound, 10_000, perLocation)?.verdicts ?? [])].join();

  it('figure 1: y may end as 0 with store buffers only', () => {
    const ends = (memory: MemoryName, perLocation: boolean) =>
      [0, 1, 2, 3, 4].filter((y) => verdictOf(figureOneEnding(y), memory, 1, perLocation) === 'violated');
    expect(ends('sc', false)).toEqual([1, 2]);
    expect(ends('tso', true)).toEqual([0, 1, 2]);
    expect(ends('tso', false)).toEqual([0, 1, 2]);
  });

  it('figure 4: the machine for figure 1 has the states of its translation', () => {
    const machine = reached(makeMachine(figureOne(), TSO, 1, true), shownBuffers);
    expect(machine).toEqual(reached(makeMachine(figureFour(), SC, null), unpacked));
    expect(machine.length).toBeGreaterThan(10);
  });

  it('figure 3: as it is printed, it tells no memory from another', () => {
    // Each thread has overwritten what the other reads: x would be written in both orders.
    for (const [memory, bound, perLocation] of SETTINGS) {
      expect(verdictOf(figureThree(2, 1), memory, bound, perLocation)).toBe('holds');
      expect(verdictOf(figureThree(1, 2), memory, bound, perLocation)).toBe('violated');
    }
  });

  it('figure 3: what it is about, writes that more writes to one location force to memory', () => {
    for (const writes of [0, 1, 2, 3]) {
      expect(verdictOf(forcedOut(writes), 'sc', null)).toBe('holds');
      expect(verdictOf(forcedOut(writes), 'tso', null)).toBe('violated');
      for (const bound of [1, 2]) {
        const expected = writes > bound ? 'holds' : 'violated';
        expect(verdictOf(forcedOut(writes), 'tso', bound, true)).toBe(expected);
      }
    }
  });
});

describe('what a replay tells', () => {
  function traceOf(program: Program, steps: readonly ProgramStep[], bound: number | null = null, perLocation = false) {
    const locals = program.threads.map(() => [0]);
    const memory = program.shared.flatMap(({ initial }) => initial as number[]);
    const replayed = replayProgram(program, { initial: { memory, locals }, steps }, TSO, bound, perLocation);
    return replayed.ok ? replayed.trace : replayed.reason;
  }

  const crossed = modelOf(
    [
      [edge(0, 1, { updates: [assign(X, 1), assign(Y, 1)], text: 'x = 1, y = 1' })],
      [edge(0, 1, { updates: [assign(Y, 2), assign(X, 2)], text: 'y = 2, x = 2' })],
      [
        edge(0, 1, { updates: [assign(local(0), X)], text: 'r = x' }),
        edge(1, 2, { guard: apply(Y, '==', 1), text: 'y == 1' }),
      ],
    ],
    [never('crossed', { kind: 'at', thread: 2, locations: [2] })],
  );

  it('drains apart, who wrote, and an event for each write', () => {
    const steps = [take(0, 0), take(1, 0), drain(0), drain(1), drain(1), drain(0), take(2, 0), take(2, 1)];
    const trace = traceOf(crossed, steps);
    if (typeof trace === 'string') throw new Error(trace);
    const told = trace.steps.flatMap((step) => (step.kind === 'drain' ? [[step.write, step.writes]] : []));
    expect(told).toEqual([
      [1, [{ cell: 'x', value: '1' }]],
      [2, [{ cell: 'y', value: '2' }]],
      [2, [{ cell: 'x', value: '2' }]],
      [1, [{ cell: 'y', value: '1' }]],
    ]);
    const reads = trace.steps.flatMap((step) => (step.kind === 'transition' ? step.reads : []));
    expect(reads).toEqual([
      { reader: 3, cell: 'x', value: '2', from: 'memory', write: 2 },
      { reader: 3, cell: 'y', value: '1', from: 'memory', write: 1 },
    ]);
    const { graph } = trace;
    if (graph === null) throw new Error('there is a picture');
    const shown = graph.events.map(
      ({ kind, accesses }) => `${kind} ${accesses.map(({ location }) => location).join()}`,
    );
    expect(shown).toEqual(['write x', 'write y', 'write y', 'write x', 'read x', 'read y']);
    expect(graphFault(graph, 'tso')).toBeNull();
    expect(graph.edges.filter(({ relation }) => relation === 'co')).toEqual([
      { from: 0, to: 3, relation: 'co' },
      { from: 2, to: 1, relation: 'co' },
    ]);
  });

  it('why a step is not possible', () => {
    const program = modelOf([
      [edge(0, 1, { updates: [assign(X, 1)], text: 'x = 1' }), edge(1, 2, { updates: [assign(X, 2)], text: 'x = 2' })],
      [edge(0, 1, { drained: true, text: 'all' })],
    ]);
    expect(traceOf(program, [take(0, 0), take(1, 0)])).toBe('Q: all is not possible: not all store buffers are empty');
    expect(traceOf(program, [take(0, 0), take(0, 1)], 1, true)).toBe(
      'P: x = 2 is not possible: its store buffer is full',
    );
  });

  it('a direct write is bound to the reads of its step, and strong variables are drawn where the cycle has them', () => {
    const variables = [...STRONG_Y, sharing(scalar('z', range(0, 4)))];
    const updates = [
      directly(assign(X, apply(X, '+', 1))),
      assign(Y, 2),
      assign({ kind: 'shared', variable: 2, index: null }, 3),
    ];
    const program = modelOf(
      [
        [edge(0, 1, { drained: true, updates, text: 'step' })],
        [
          edge(0, 1, {
            guard: apply(Y, '==', 2),
            updates: [assign(local(0), { kind: 'shared', variable: 2, index: null })],
          }),
        ],
      ],
      [never('early', { kind: 'binary', operator: '&&', left: holds(1, 2), right: localIs(1, 0) })],
      variables,
    );
    const trace = traceOf(program, [take(0, 0), take(1, 0)]);
    if (typeof trace === 'string') throw new Error(trace);
    expect(trace.steps[0]).toMatchObject({ fence: true, buffered: [{ cell: 'z', value: '3' }] });
    expect(trace.steps[1]).toMatchObject({
      reads: [
        { cell: 'y', value: '2', from: 'memory', write: 1 },
        { cell: 'z', value: '0', from: 'memory', write: null },
      ],
    });
    const shown = trace.graph?.events.map(
      ({ kind, accesses }) => `${kind} ${accesses.map(({ location }) => location).join()}`,
    );
    expect(shown).toEqual(['write x', 'write z', 'fence ', 'read x', 'write x,y', 'write z', 'read y,z']);
    expect(trace.graph?.edges.filter(({ relation }) => relation === 'atom')).toEqual([
      { from: 3, to: 4, relation: 'atom' },
    ]);
  });
});
