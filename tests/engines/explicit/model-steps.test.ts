/** Steps like those of DVE models on the kernels, which must do what the interpreter does. */
import { describe, expect, it } from 'vitest';
import type { ExplicitAnswer } from '../../../src/engines/explicit/engine.js';
import { auditProgram } from '../../../src/evidence/audit.js';
import { type MemoryName, PSO, TSO } from '../../../src/memory/models.js';
import type { Edge, Program, Template } from '../../../src/models/program/model.js';
import { judgeProgram } from '../../random/explicit/judge.js';
import {
  apply,
  array,
  assign,
  at,
  BOOL,
  both,
  directly,
  edge,
  INT,
  local,
  location,
  never,
  not,
  number,
  range,
  scalar,
  shared,
  sharing,
  strongly,
  template,
} from '../../support/build.js';
import type { Told } from '../../support/engines.js';
import { runEngine } from './compare.js';
import { figureOne, figureOneEnding, figureThree, forcedOut, modelOf, X, Y } from './model-programs.js';
import { peterson } from './programs.js';

const MOST = 20_000;

/** The verdict on which the kernels, their reductions and the interpreter agree. */
function agreed(program: Program, memory: MemoryName, buffer: number, perLocation = false): string {
  const result = judgeProgram(program, memory, buffer, MOST, runEngine, perLocation);
  return result.kind === 'agreed' ? result.verdict : JSON.stringify(result);
}

function holdsUnbounded(answer: Told<ExplicitAnswer>): boolean {
  return answer.verdict === 'holds' && answer.unbounded;
}

describe('a bound for each location', () => {
  it('is that of the figures', () => {
    expect([0, 1, 2, 3].map((y) => agreed(figureOneEnding(y), 'tso', 1, true))).toEqual([
      'violated',
      'violated',
      'violated',
      'holds',
    ]);
    expect(agreed(figureThree(2, 1), 'tso', 1, true)).toBe('holds');
    expect([1, 2].map((writes) => agreed(forcedOut(writes), 'tso', 1, true))).toEqual(['violated', 'holds']);
    expect([2, 3].map((writes) => agreed(forcedOut(writes), 'tso', 2, true))).toEqual(['violated', 'holds']);
    expect(agreed(forcedOut(2), 'tso', 3)).toBe('violated');
  });

  it('is said to be enough when no write ever had to wait', () => {
    const ask = (program: Program, perLocation: boolean) =>
      holdsUnbounded(runEngine({ program, memory: TSO, buffer: 1, perLocation }).answer);
    expect(ask(figureOne(), true)).toBe(true);
    expect(ask(figureOne(), false)).toBe(false);
    expect(ask(figureThree(2, 1), true)).toBe(false);
  });

  it('is under PSO the one that there is', () => {
    const counts = [false, true].map((perLocation) => {
      return runEngine({ program: forcedOut(2), memory: PSO, buffer: 1, perLocation }).counts;
    });
    expect(counts[0]).toEqual(counts[1]);
  });

  it('works for batches, wide values and cells found by an index', () => {
    const cell = (index: number | null) => shared(0, index === null ? local(0) : number(index));
    const loop: Edge[] = [
      edge(0, 1, { updates: [assign(local(0), 'any')] }),
      edge(1, 0, { updates: [assign(cell(null), apply(shared(1), '-', 1)), assign(shared(1), cell(1))] }),
    ];
    const program: Program = {
      shared: [sharing(array('a', range(-1, 1), 3)), sharing(scalar('b', range(-1, 1)))],
      templates: [template('T', 0, [scalar('i', range(0, 2))], [location('q'), location('r')], loop)],
      threads: [{ name: 'T', template: 0, initial: [[0]] }],
      never: [],
      outOfRange: 'disabled',
    };
    for (const wide of [false, true]) {
      const made = wide ? { ...program, shared: program.shared.map((each) => ({ ...each, sort: INT })) } : program;
      const bounded: Program = wide
        ? {
            ...made,
            never: [
              never('low', {
                kind: 'binary',
                operator: '<',
                left: { kind: 'memory', variable: 0, index: { kind: 'constant', value: 2 } },
                right: { kind: 'constant', value: -1 },
              }),
            ],
          }
        : made;
      expect(agreed(bounded, 'tso', 1, true)).toBe(wide ? 'violated' : 'holds');
      expect(agreed({ ...bounded, apart: true }, 'tso', 1, true)).toBe(wide ? 'violated' : 'holds');
    }
  });
});

describe('direct writes', () => {
  it('and others of one step may be to one cell', () => {
    const indices = [0, 1].map((thread): Edge[] => [
      edge(0, 1, { updates: [assign(local(0), 'any')] }),
      edge(1, 2, {
        fence: true,
        updates: [
          directly(assign(shared(0, local(0)), 1)),
          assign(shared(0, apply(number(1), '-', shared(1))), 2),
          directly(assign(shared(0, number(thread)), 3)),
        ],
      }),
      edge(2, 0, {
        drained: true,
        updates: [directly(assign(shared(1), apply(number(1), '-', shared(1)))), assign(shared(0, number(0)), 0)],
      }),
    ]);
    const variables = [sharing(array('a', range(0, 3), 2)), sharing(scalar('which', range(0, 1)))];
    const program = modelOf(indices, [], variables);
    const locals = program.templates.map((each) => ({ ...each, locals: [scalar('i', range(0, 1))] }));
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      expect(agreed({ ...program, templates: locals }, memory, 2)).toBe('holds');
    }
  });
});

/** Peterson's lock in which some edges write directly, with the paper's condition or only with their own buffer empty. */
function petersonWith(atomic: readonly number[], kind: 'drained' | 'fence' = 'drained'): Program {
  const program = peterson(false);
  const templates = program.templates.map((each) => ({
    ...each,
    edges: each.edges.map((one, k): Edge => {
      return atomic.includes(k) ? { ...one, [kind]: true, updates: one.updates.map(directly) } : one;
    }),
  }));
  return { ...program, templates, apart: true };
}

describe('atomic writes', () => {
  it('make a lock of one that is none with buffers', () => {
    const ask = (...atomic: readonly number[]) => agreed(petersonWith(atomic), 'tso', 1, true);
    expect(ask()).toBe('violated');
    expect([ask(0), ask(1), ask(0, 1)]).toEqual(['holds', 'holds', 'holds']);
  });

  it('wait for what other threads have written, and fences do not', () => {
    // A thread is in, its `turn` waits; it arrives after the other one's and lets that in, too.
    expect(agreed(petersonWith([0], 'drained'), 'tso', 2)).toBe('holds');
    expect(agreed(petersonWith([0], 'fence'), 'tso', 2)).toBe('violated');
  });

  it('leave threads interchangeable', () => {
    const program = petersonWith([0, 1]);
    const [reduced, plain] = [true, false].map(
      (symmetry) => runEngine({ program, memory: TSO, buffer: 1, perLocation: true, symmetry }).counts,
    );
    expect(reduced?.orbit).toBe(2);
    expect(plain?.orbit).toBe(1);
    expect(reduced?.states as number).toBeLessThan(plain?.states as number);
  });

  it('of one thread only do not', () => {
    const program = peterson(false);
    const edges = program.templates[0]?.edges ?? [];
    const [plain] = program.templates as [Template];
    const marked = (mark: (one: Edge) => Edge): Template => ({
      ...plain,
      edges: edges.with(2, mark(edges[2] as Edge)),
    });
    const threads = program.threads.map((thread, k) => ({ ...thread, template: k }));
    const orbit = (other: Template) => {
      const mixed: Program = { ...program, templates: [plain, other], threads };
      return runEngine({ program: mixed, memory: TSO, buffer: 1 }).counts.orbit;
    };
    expect(orbit(marked((one) => one))).toBe(2);
    expect(orbit(marked((one) => ({ ...one, drained: true })))).toBe(1);
  });
});

describe('strong variables', () => {
  it('make store buffering as in sequential consistency', () => {
    const thread = (mine: typeof X, other: typeof X): Edge[] => [
      edge(0, 1, { updates: [assign(mine, 1)] }),
      edge(1, 2, { guard: not(other) }),
    ];
    const missed = [never('missed', both(at(0, 2), at(1, 2)))];
    const weak = [sharing(scalar('x', BOOL)), sharing(scalar('y', BOOL))];
    const ask = (...variables: Program['shared']) =>
      agreed(modelOf([thread(X, Y), thread(Y, X)], missed, variables), 'tso', 1);
    const [x, y] = weak as [(typeof weak)[0], (typeof weak)[0]];
    expect([ask(x, y), ask(strongly(x), y), ask(strongly(x), strongly(y))]).toEqual(['violated', 'violated', 'holds']);
  });

  it('are counters that a late thread may wait for without end', () => {
    const swap: Edge[] = [
      edge(0, 1, { updates: [assign(local(0), X)] }),
      edge(1, 0, { guard: apply(local(0), '==', X), updates: [assign(X, apply(X, '+', 1))] }),
    ];
    const ask = (made: (variable: Program['shared'][number]) => Program['shared'][number]) => {
      const program = modelOf([swap, swap], [], [made(sharing(scalar('x', INT)))]);
      const templates = program.templates.map((each) => ({ ...each, locals: [scalar('r', INT)] }));
      const limits = { maxStates: 2000, maxMegabytes: 16 };
      return runEngine({ program: { ...program, templates }, memory: TSO, buffer: 1, limits }).answer.verdict;
    };
    expect(ask(strongly)).toBe('holds');
    expect(ask((variable) => variable)).toBe('unknown');
  });
});

describe('the audit', () => {
  it('has the bound of the engine', () => {
    const audit = (bound: number, perLocation: boolean) => {
      const work = auditProgram(forcedOut(2), TSO, bound, MOST, perLocation);
      let step = work.next();
      while (step.done !== true) step = work.next();
      return step.value;
    };
    expect(audit(1, true)).toMatchObject({ refuted: null, unfinished: null, full: true });
    expect(audit(3, false)).toMatchObject({ refuted: 'a state violates a property' });
  });
});
