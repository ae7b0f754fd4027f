/** Rule by rule: what becomes of a store, a load, a fence, a locked step, and of what can go wrong with them. */

import { describe, expect, it } from 'vitest';
import { printProgram } from '../../../src/bridges/text/index.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { memoryNamed, SC, TSO } from '../../../src/memory/models.js';
import { evaluate } from '../../../src/memory/operational/program/evaluate.js';
import { type Reduction, type ReductionOptions, reduceProgram } from '../../../src/memory/reduction/index.js';
import type { Edge, Expression, Program, SharedVariable, Update } from '../../../src/models/program/model.js';
import { runEngine } from '../../engines/explicit/compare.js';
import {
  apply,
  array,
  assign,
  BOOL,
  directly,
  edge,
  INT,
  local,
  location,
  number,
  range,
  scalar,
  shared,
  sharing,
  strongly,
  template,
} from '../../support/build.js';
import { compareReduction, overflows, printFault } from './compare.js';

type Weak = 'tso' | 'pso';

function reduced(program: Program, memory: Weak, bound: number, options?: ReductionOptions): Reduction {
  const made = reduceProgram(program, memoryNamed(memory), bound, options);
  if ('refused' in made) throw new Error(made.refused);
  return made;
}

/** One thread that goes from location to location, and another that reads x. */
function straight(variables: readonly SharedVariable[], edges: readonly Edge[], more: Partial<Program> = {}): Program {
  const places = Array.from({ length: edges.length + 1 }, () => location());
  const reader = template(
    'R',
    0,
    [scalar('r', INT)],
    [location(), location()],
    [edge(0, 1, { updates: [assign(local(0), shared(0, variables[0]?.size == null ? null : number(0)))] })],
  );
  return {
    shared: variables,
    templates: [template('P', 0, [scalar('i', range(-1, 3))], places, edges), reader],
    threads: [
      { name: 'P(0)', template: 0, initial: [[0]] },
      { name: 'R', template: 1, initial: [[0]] },
    ],
    never: [],
    outOfRange: 'failure',
    ...more,
  };
}

const names = ({ program }: Reduction) => program.shared.map(({ name }) => name);

/** `x_cnt_P0 == 0 && i == 1: x_1_P0 = 1, x_cnt_P0 = 1 -> 2`. */
function shown({ program }: Reduction, thread: number): string[] {
  const { edges, locals } = program.templates[thread] ?? { edges: [], locals: [] };
  const show = (expression: Expression): string => {
    switch (expression.kind) {
      case 'constant':
        return `${expression.value}`;
      case 'local':
      case 'shared': {
        const variables = expression.kind === 'local' ? locals : program.shared;
        const index = expression.index === null ? '' : `[${show(expression.index)}]`;
        return `${variables[expression.variable]?.name}${index}`;
      }
      case 'unary':
        return `${expression.operator}(${show(expression.operand)})`;
      case 'binary':
        return `${show(expression.left)} ${expression.operator} ${show(expression.right)}`;
      case 'conditional':
        return `${show(expression.condition)} ? ${show(expression.whenTrue)} : ${show(expression.whenFalse)}`;
    }
  };
  const update = ({ target, value }: Update) => `${show(target)} = ${value === 'any' ? '?' : show(value)}`;
  return edges.map(({ guard, updates, to }) => {
    return `${guard === null ? '' : `${show(guard)}: `}${updates.map(update).join(', ')} -> ${to}`;
  });
}

const X = sharing(scalar('x', BOOL));
const Y = sharing(scalar('y', range(0, 3)));
const A = sharing(array('a', BOOL, 2));
const store = assign(shared(0), 1);

describe('under PSO', () => {
  it('a store has a case for each number of writes that wait, and one for none left', () => {
    const made = reduced(straight([X], [edge(0, 1, { updates: [store] })]), 'pso', 2);
    expect(names(made)).toEqual(['x', 'x_1_P0', 'x_2_P0', 'x_cnt_P0', 'overflow']);
    expect(shown(made, 0)).toEqual([
      'x_cnt_P0 == 0: x_1_P0 = 1, x_cnt_P0 = 1 -> 1',
      'x_cnt_P0 == 1: x_2_P0 = 1, x_cnt_P0 = 2 -> 1',
      'x_cnt_P0 == 2: overflow = 1 -> 2',
    ]);
    expect(made.buffers).toEqual([{ thread: 0, cells: [0], count: 3, values: [1, 2], targets: [] }]);
    expect(made.origins[0]).toEqual([{ kind: 'edge', thread: 0, edge: 0 }, { kind: 'edge', thread: 0, edge: 0 }, null]);
    expect(made.overflow).toEqual({ variable: 4, property: 0 });
    expect(made.program.never[0]).toMatchObject({ name: 'overflow', text: 'overflow == 1' });
    expect(made.program.threads.map(({ name }) => name)).toEqual(['P(0)', 'R', 'drain_P_0']);
    expect(made.program.templates.map(({ name }) => name)).toEqual(['P_0', 'R_2', 'drain_P_0']);
  });

  it('the other thread drains the oldest write, and slots that are free are as at first', () => {
    const made = reduced(straight([X], [edge(0, 1, { updates: [store] })]), 'pso', 2);
    expect(shown(made, 2)).toEqual([
      'x_cnt_P0 == 1: x = x_1_P0, x_1_P0 = 0, x_cnt_P0 = 0 -> 0',
      'x_cnt_P0 == 2: x = x_1_P0, x_1_P0 = x_2_P0, x_2_P0 = 0, x_cnt_P0 = 1 -> 0',
    ]);
    expect(made.origins[2]?.[0]).toEqual({ kind: 'drain', thread: 0, cell: 0 });
  });

  it('a load takes the newest write, else memory; a thread that does not write has no cases', () => {
    const load = edge(1, 2, { updates: [assign(local(0), shared(0))] });
    const made = reduced(straight([X], [edge(0, 1, { updates: [store] }), load]), 'pso', 1);
    expect(shown(made, 0).slice(2)).toEqual(['x_cnt_P0 == 0: i = x -> 2', 'x_cnt_P0 == 1: i = x_1_P0 -> 2']);
    expect(shown(made, 1)).toEqual(['r = x -> 1']);
    const longer = reduced(straight([X], [edge(0, 1, { updates: [store] }), load]), 'pso', 2);
    expect(shown(longer, 0)).toContain('x_cnt_P0 == 2: i = x_2_P0 -> 2');
  });

  it('each cell of an array has a buffer, and an index is told apart by cells', () => {
    const made = reduced(straight([A], [edge(0, 1, { updates: [assign(shared(0, local(0)), 1)] })]), 'pso', 1);
    // No edge assigns i: it is a number.
    expect(names(made)).toEqual(['a', 'a0_1_P0', 'a0_cnt_P0', 'overflow']);
    const open = edge(0, 1, { updates: [assign(local(0), 'any')] });
    const dynamic = straight([A], [open, edge(1, 2, { updates: [assign(shared(0, local(0)), 1)] })]);
    const both = reduced(dynamic, 'pso', 1);
    expect(shown(both, 0).slice(1)).toEqual([
      'a0_cnt_P0 == 0 && i == 0: a0_1_P0 = 1, a0_cnt_P0 = 1 -> 2',
      'a0_cnt_P0 == 1 && i == 0: overflow = 1 -> 3',
      'a1_cnt_P0 == 0 && i == 1: a1_1_P0 = 1, a1_cnt_P0 = 1 -> 2',
      'a1_cnt_P0 == 1 && i == 1: overflow = 1 -> 3',
      'i < 0: a[i] = 0 -> 2',
      'i >= 2: a[i] = 0 -> 2',
    ]);
    expect(compareReduction(dynamic, 'pso', 1)).toMatchObject({ kind: 'same', verdict: 'violated' });
  });
});

describe('under TSO', () => {
  it('a slot says which cell it is for, and a load looks at no count', () => {
    const load = edge(2, 3, { updates: [assign(local(0), shared(1))] });
    const edges = [edge(0, 1, { updates: [store] }), edge(1, 2, { updates: [assign(shared(1), 1)] }), load];
    const made = reduced(straight([X, Y], edges), 'tso', 2);
    expect(names(made).slice(2)).toEqual(['lhs_1_P0', 'lhs_2_P0', 'rhs_1_P0', 'rhs_2_P0', 'cnt_P0', 'overflow']);
    expect(made.program.shared[4]?.sort).toEqual(INT);
    expect(made.buffers).toMatchObject([{ cells: [0, 1], count: 6, values: [4, 5], targets: [2, 3] }]);
    expect(shown(made, 0)).toContain('cnt_P0 == 1: lhs_2_P0 = 2, rhs_2_P0 = 1, cnt_P0 = 2 -> 2');
    expect(shown(made, 0).slice(-3)).toEqual([
      'lhs_1_P0 != 2 && lhs_2_P0 != 2: i = y -> 3',
      'lhs_1_P0 == 2 && lhs_2_P0 != 2: i = rhs_1_P0 -> 3',
      'lhs_2_P0 == 2: i = rhs_2_P0 -> 3',
    ]);
    expect(shown(made, 2)).toContain(
      'cnt_P0 == 2 && lhs_1_P0 == 2: y = rhs_1_P0, lhs_1_P0 = lhs_2_P0, lhs_2_P0 = 0, ' +
        'rhs_1_P0 = rhs_2_P0, rhs_2_P0 = 0, cnt_P0 = 1 -> 0',
    );
    expect(made.origins[2]?.[0]).toEqual({ kind: 'drain', thread: 0, cell: null });
  });

  it('several writes in a step are refused, unless they are apart', () => {
    const program = straight([X, Y], [edge(0, 1, { updates: [store, assign(shared(1), 2)] })]);
    expect(reduceProgram(program, TSO, 2)).toEqual({ refused: expect.stringContaining('several variables') });
    const apart: Program = { ...program, apart: true };
    const made = reduced(apart, 'tso', 2);
    expect(shown(made, 0)).toEqual([
      'cnt_P0 == 0: lhs_1_P0 = 1, rhs_1_P0 = 1, lhs_2_P0 = 2, rhs_2_P0 = 2, cnt_P0 = 2 -> 1',
      'cnt_P0 == 1: overflow = 1 -> 2',
      'cnt_P0 == 2: overflow = 1 -> 2',
    ]);
    expect(compareReduction(apart, 'tso', 1)).toMatchObject({ kind: 'same', full: true });
    expect(compareReduction(apart, 'tso', 2)).toMatchObject({ kind: 'same', full: false });
    expect(shown(reduced(program, 'pso', 1), 0)).toHaveLength(3);
  });

  it('a value that does not fit fails with the store, though slots hold any integer', () => {
    const open = edge(0, 1, { updates: [assign(local(0), 'any')] });
    const late = edge(1, 2, { updates: [assign(shared(0), local(0))] });
    const other = edge(2, 3, { updates: [assign(shared(1), 1)] });
    const program = straight([X, Y], [open, late, other]);
    const made = reduced(program, 'tso', 1);
    expect(shown(made, 0)).toContain('!(i >= 0 && i <= 1): x = i -> 2');
    expect(shown(made, 0)).toContain('cnt_P0 == 0 && i >= 0 && i <= 1: lhs_1_P0 = 1, rhs_1_P0 = i, cnt_P0 = 1 -> 2');
    const { answer } = runEngine({ program: made.program, memory: SC, buffer: 1 });
    expect(answer).toMatchObject({ verdict: 'violated', trace: { violated: { property: 'failure' } } });
    expect(compareReduction(program, 'tso', 1)).toMatchObject({ kind: 'same', verdict: 'violated' });
    // There the step is not possible instead.
    const disabled: Program = { ...program, outOfRange: 'disabled' };
    expect(shown(reduced(disabled, 'tso', 1), 0).filter((line) => line.startsWith('!'))).toEqual([]);
    for (const memory of ['tso', 'pso'] as const) {
      expect(compareReduction(disabled, memory, 1)).toMatchObject({ kind: 'same', verdict: 'holds' });
    }
  });

  it('an open value is drawn from the sort of its cell', () => {
    const edges = [
      edge(0, 1, { updates: [assign(shared(0), 'any')] }),
      edge(1, 2, { updates: [assign(shared(1), 3)] }),
    ];
    const made = reduced(straight([X, Y], edges), 'tso', 1);
    expect(shown(made, 0).filter((line) => line.includes('lhs_1_P0 = 1'))).toHaveLength(2);
    expect(made.origins[0]?.slice(0, 1)).toEqual([{ kind: 'edge', thread: 0, edge: 0, choices: [0] }]);
    expect(compareReduction(straight([X, Y], edges), 'tso', 2)).toMatchObject({ kind: 'same', verdict: 'holds' });
    expect(shown(reduced(straight([X], [edges[0] as Edge]), 'tso', 1), 0)[0]).toContain('rhs_1_P0 = ?');
  });
});

describe('what waits for empty buffers', () => {
  const cas = edge(1, 2, { guard: apply(shared(0), '==', 0), updates: [store], atomic: true });

  it('fences and atomic steps ask for counts of 0, and use memory', () => {
    const fence = edge(2, 3, { fence: true });
    const made = reduced(straight([X], [edge(0, 1, { updates: [store] }), cas, fence]), 'pso', 1);
    expect(shown(made, 0).slice(2)).toEqual(['x_cnt_P0 == 0 && x == 0: x = 1 -> 2', 'x_cnt_P0 == 0:  -> 3']);
    const flags = made.program.templates.flatMap(({ edges }) => edges.map((each) => each.fence || each.atomic));
    expect(flags).not.toContain(true);
  });

  it('a drained step waits for the buffers of all threads', () => {
    const base = straight([X], [edge(0, 1, { updates: [store] })]);
    const drained = edge(0, 1, { drained: true, updates: [directly(assign(shared(0), 0))] });
    const [writer, reader] = base.templates;
    if (writer === undefined || reader === undefined) throw new Error('there are two');
    const program: Program = { ...base, templates: [writer, { ...reader, edges: [drained] }] };
    expect(shown(reduced(program, 'tso', 1), 1)).toEqual(['cnt_P0 == 0: x = 0 -> 1']);
    expect(compareReduction(program, 'tso', 1)).toMatchObject({ kind: 'same', verdict: 'holds' });
  });

  it('a write of a fence that is not direct waits in the empty buffer', () => {
    const made = reduced(straight([X], [edge(0, 1, { fence: true, updates: [store] })]), 'pso', 2);
    expect(shown(made, 0)).toEqual(['x_cnt_P0 == 0: x_1_P0 = 1, x_cnt_P0 = 1 -> 1']);
  });

  it('strong variables and atomic writes have no buffers: then the program is itself, without its fences', () => {
    const program = straight([strongly(X)], [edge(0, 1, { updates: [store] }), cas, edge(2, 3, { fence: true })]);
    const made = reduced(program, 'pso', 1);
    expect(made).toMatchObject({ buffers: [], overflow: null });
    expect(made.program.templates[0]?.edges.map(({ fence, atomic }) => fence || atomic)).toEqual([false, false, false]);
    expect(made.program.threads).toEqual(program.threads);
    const sc = reduceProgram(straight([X], [edge(0, 1, { updates: [store] })]), SC, 1);
    expect(sc).toMatchObject({ buffers: [], overflow: null });
  });
});

describe('steps that do much', () => {
  it('a step that reads and writes a variable knows the count once', () => {
    const flip = edge(0, 1, { updates: [assign(shared(0), apply(number(1), '-', shared(0)))] });
    expect(shown(reduced(straight([X], [flip]), 'pso', 1), 0)).toEqual([
      'x_cnt_P0 == 0: x_1_P0 = 1 - x, x_cnt_P0 = 1 -> 1',
      'x_cnt_P0 == 1: overflow = 1 -> 2',
    ]);
  });

  it('of two writes of a cell the last counts, and the first must fit', () => {
    const twice = edge(0, 1, { updates: [assign(shared(0), 5), assign(shared(0), 1)] });
    for (const memory of ['tso', 'pso'] as const) {
      expect(compareReduction(straight([X], [twice]), memory, 1)).toMatchObject({ kind: 'same', verdict: 'violated' });
      const disabled = straight([X], [twice], { outOfRange: 'disabled' });
      expect(compareReduction(disabled, memory, 1)).toMatchObject({ kind: 'same', verdict: 'holds', full: false });
    }
  });

  it('a value that does not fit disables a step before it could find its buffer full, or fail', () => {
    const edges = [edge(0, 1, { updates: [store] }), edge(1, 2, { updates: [assign(shared(0), 3)] })];
    const late = edge(0, 1, { updates: [assign(shared(1), 5), assign(shared(0, apply(number(1), '/', local(0))), 1)] });
    for (const memory of ['tso', 'pso'] as const) {
      const full = straight([X], edges, { outOfRange: 'disabled' });
      expect(compareReduction(full, memory, 1)).toMatchObject({ kind: 'same', verdict: 'holds', full: false });
      const failing = straight([A, Y], [late], { outOfRange: 'disabled', apart: true });
      expect(compareReduction(failing, memory, 2)).toMatchObject({ kind: 'same', verdict: 'holds', full: false });
    }
  });

  it('a step that never has room fails all the same, and is told otherwise', () => {
    const alike = [Y, sharing(scalar('z', range(0, 3)))];
    const writes = (value: Expression | number) =>
      straight(alike, [edge(0, 1, { updates: [assign(shared(0), 1), assign(shared(1), value)] })], { apart: true });
    expect(compareReduction(writes(3), 'tso', 1)).toMatchObject({ kind: 'same', verdict: 'holds', full: true });
    expect(compareReduction(writes(9), 'tso', 1)).toMatchObject({ kind: 'same', verdict: 'violated' });
    const division = apply(number(1), '/', local(0));
    expect(compareReduction(writes(division), 'tso', 1)).toMatchObject({ kind: 'same', verdict: 'violated' });
  });

  it('an index that is not asked for does not fail', () => {
    const open = edge(0, 1, { updates: [assign(local(0), 'any')] });
    const write = edge(1, 2, { updates: [assign(shared(0, number(1)), 1)] });
    const division = apply(number(1), '/', local(0));
    const lazy = apply(apply(local(0), '==', 0), '||', apply(shared(0, division), '==', 0));
    const program = straight([A], [open, write, edge(2, 3, { guard: lazy })], { outOfRange: 'disabled' });
    // 1 / -1 is no index, and 1 / 0 is never asked for.
    expect(compareReduction(program, 'pso', 1)).toMatchObject({ kind: 'same', verdict: 'violated' });
    const narrow = {
      ...program,
      templates: program.templates.with(0, {
        ...template(
          'P',
          0,
          [scalar('i', range(0, 3))],
          program.templates[0]?.locations ?? [],
          program.templates[0]?.edges ?? [],
        ),
      }),
    };
    expect(compareReduction(narrow, 'pso', 1)).toMatchObject({ kind: 'same', verdict: 'holds' });
    expect(compareReduction(narrow, 'tso', 1)).toMatchObject({ kind: 'same', verdict: 'holds' });
  });

  it('names never clash', () => {
    const taken = [X, sharing(scalar('x_1_P0', BOOL)), sharing(scalar('overflow', BOOL))];
    const made = reduced(straight(taken, [edge(0, 1, { updates: [store] })]), 'pso', 1);
    expect(names(made).slice(3)).toEqual(['x_1_P0_2', 'x_cnt_P0', 'overflow_2']);
    expect(made.program.never[0]?.name).toBe('overflow_2');
    const text = printProgram(made.program);
    expect(text).toContain('overflow_2 == 1');
    expect(printFault(made.program)).toBeNull();
  });
});

describe('the example of section 2.2', () => {
  const text = `shared X, Y: int = 0
    thread T0 { local a = 0; a = Y; X = a + 1; fence }
    thread T1 { local b = 0, c = 0; b = X; Y = b + 1; fence; done: skip }
    never equal: T0@end && T1@end && X == Y`;
  const made = readProgram(text, 'paper.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error('it is a program');
  const { program } = made;

  it('ends with X = Y = 1 when both wait in buffers, also in the reduced program', () => {
    for (const memory of ['tso', 'pso'] as const) {
      expect(compareReduction(program, memory, 1)).toMatchObject({ kind: 'same', verdict: 'violated' });
      const { answer } = runEngine({ program: reduced(program, memory, 1).program, memory: SC, buffer: 1 });
      expect(answer).toMatchObject({ verdict: 'violated', trace: { violated: { property: 'equal' } } });
    }
  });

  it('needs buffers of one write, and says so', () => {
    expect(overflows(reduced(program, 'pso', 1))).toBe(false);
    const more = text.replace('X = a + 1;', 'X = a + 1; X = a + 2;');
    const longer = readProgram(more, 'paper.fp').program?.instantiate(null);
    if (longer?.kind !== 'program') throw new Error('it is a program');
    expect(overflows(reduced(longer.program, 'pso', 1))).toBe(true);
    expect(overflows(reduced(longer.program, 'pso', 2))).toBe(false);
  });
});

it('conditions that the reduction adds have the value 0 or 1', () => {
  const made = reduced(straight([X, Y], [edge(0, 1, { updates: [store] })]), 'tso', 2);
  for (const { edges } of made.program.templates) {
    for (const { guard } of edges) {
      if (guard === null) continue;
      expect([0, 1]).toContain(evaluate({ local: () => 0, shared: () => 0, wraps: false }, guard));
    }
  }
});
