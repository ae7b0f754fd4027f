/**
 * Random programs: few cells, few values and short automata, so that threads meet and every kind of step occurs. All kinds
 * of sorts, arrays with computed indices, open values, fences, atomic steps, steps with several writes, divisions, failures.
 */

import type {
  BinaryOperator,
  Edge,
  Expression,
  Program,
  Sort,
  StateExpression,
  Template,
  Update,
  Variable,
} from '../../../src/models/program/model.js';
import type { Random } from '../../random/random.js';
import {
  apply,
  array,
  assign,
  at,
  BOOL,
  both,
  edge,
  failing,
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
  template,
} from '../../support/build.js';

const ENUM: Sort = { kind: 'enum', name: 'colour', constructors: ['Red', 'Green', 'Blue'] };
const OPERATORS: readonly BinaryOperator[] = [
  ...(['+', '-', '*', '/', '%'] as const),
  ...(['==', '!=', '<', '<=', '>', '>=', '&&', '||'] as const),
];

function sortOf(random: Random): Sort {
  return random.pick([BOOL, BOOL, range(0, 2), range(-1, 1), range(3, 6), ENUM, INT]);
}

function variable(random: Random, name: string): Variable {
  const sort = sortOf(random);
  return random.chance(0.35) ? array(name, sort, random.between(1, 3)) : scalar(name, sort);
}

function first(random: Random, { sort, size }: Variable): (number | 'any')[] {
  return Array.from({ length: size ?? 1 }, () => {
    if (sort.kind === 'int') return random.between(-1, 1);
    if (random.chance(0.08)) return 'any';
    if (sort.kind === 'range') return random.between(sort.low, sort.high);
    return random.between(0, sort.kind === 'bool' ? 1 : sort.constructors.length - 1);
  });
}

class Maker {
  private readonly random: Random;
  private readonly globals: readonly Variable[];

  constructor(random: Random, globals: readonly Variable[]) {
    this.random = random;
    this.globals = globals;
  }

  expression(locals: readonly Variable[], depth: number): Expression {
    const { random } = this;
    const again = () => this.expression(locals, depth - 1);
    switch (depth <= 0 ? random.pick(['constant', 'variable']) : random.pick(['variable', 'binary', 'unary', 'if'])) {
      case 'constant':
        return number(random.between(-1, 3));
      case 'unary':
        return random.chance(0.5) ? not(again()) : { kind: 'unary', operator: '-', operand: again() };
      case 'binary':
        return apply(again(), random.pick(OPERATORS), again());
      case 'if':
        return { kind: 'conditional', condition: again(), whenTrue: again(), whenFalse: again() };
      default:
        return this.reference(locals, depth, random.chance(0.5) || locals.length === 0, 0);
    }
  }

  /** A variable; parameters are not assigned. */
  reference(locals: readonly Variable[], depth: number, isShared: boolean, skip: number): Expression {
    const { random } = this;
    const candidates = isShared ? this.globals : locals;
    const chosen = random.between(isShared ? 0 : Math.min(skip, candidates.length - 1), candidates.length - 1);
    const { size } = candidates[chosen] as Variable;
    const index = size === null ? null : this.index(locals, size, depth);
    return isShared ? shared(chosen, index) : local(chosen, index);
  }

  private index(locals: readonly Variable[], size: number, depth: number): Expression {
    const { random } = this;
    if (depth <= 0 || random.chance(0.5)) return number(random.between(0, size - 1));
    const free = this.expression(locals, depth - 1);
    // Mostly in bounds, or nearly every program fails at once.
    return random.chance(0.15) ? free : apply(apply(apply(free, '%', size), '+', size), '%', size);
  }

  update(locals: readonly Variable[], parameters: number): Update {
    const { random } = this;
    const isShared = locals.length <= parameters || random.chance(0.6);
    const target = this.reference(locals, 1, isShared, parameters) as Expression & { kind: 'local' | 'shared' };
    const { sort } = (isShared ? this.globals : locals)[target.variable] as Variable;
    if (sort.kind !== 'int' && random.chance(0.1)) return assign(target, 'any');
    if (random.chance(0.5)) {
      const low = sort.kind === 'range' ? sort.low : 0;
      const high = sort.kind === 'range' ? sort.high : sort.kind === 'enum' ? 2 : 1;
      return assign(target, random.between(low, high));
    }
    // Integers stay small, or there is no end of states.
    const value = this.expression(locals, 2);
    return assign(target, sort.kind === 'int' && random.chance(0.9) ? apply(value, '%', 3) : value);
  }

  template(name: string): Template {
    const { random } = this;
    const locals = Array.from({ length: random.between(0, 3) }, (_, k) => variable(random, `l${k}`));
    const parameters = locals.length > 0 && locals[0]?.size === null && random.chance(0.5) ? 1 : 0;
    const size = random.between(2, 5);
    const locations = Array.from({ length: size }, (_, k) =>
      k === size - 1 && random.chance(0.1) ? failing('assertion') : location(`l${k}`),
    );
    const edges = Array.from({ length: random.between(2, size + 3) }, (_, k): Edge => {
      // A path through the automaton first, then edges anywhere.
      const from = k < size - 1 ? k : random.between(0, size - 1);
      const to = k < size - 1 ? k + 1 : random.between(0, size - 1);
      const updates = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, () => this.update(locals, parameters));
      return edge(from, to, {
        ...(random.chance(0.4) ? { guard: this.expression(locals, 2) } : {}),
        updates,
        fence: random.chance(0.1),
        atomic: random.chance(0.15),
      });
    });
    return template(name, parameters, locals, locations, edges);
  }

  state(threads: readonly Template[], depth: number): StateExpression {
    const { random } = this;
    const thread = random.between(0, threads.length - 1);
    const { locals, locations } = threads[thread] as Template;
    if (depth > 0) {
      const left = this.state(threads, depth - 1);
      const right = this.state(threads, depth - 1);
      return { kind: 'binary', operator: random.pick(['&&', '&&', '==', '<', '||', '/']), left, right };
    }
    switch (random.pick(['at', 'at', 'memory', 'local', 'constant'])) {
      case 'memory': {
        const chosen = random.between(0, this.globals.length - 1);
        const size = this.globals[chosen]?.size ?? null;
        const index = size === null ? null : ({ kind: 'constant', value: random.between(0, size - 1) } as const);
        return { kind: 'memory', variable: chosen, index };
      }
      case 'local': {
        if (locals.length === 0) return at(thread, 0);
        const chosen = random.between(0, locals.length - 1);
        const size = locals[chosen]?.size ?? null;
        const index: StateExpression | null = size === null ? null : { kind: 'constant', value: 0 };
        return { kind: 'localOf', thread, variable: chosen, index };
      }
      case 'constant':
        return { kind: 'constant', value: random.between(0, 2) };
      default:
        return at(thread, ...[...locations.keys()].filter(() => random.chance(0.4)));
    }
  }
}

export function randomProgram(random: Random): Program {
  const globals = Array.from({ length: random.between(1, 3) }, (_, k) => variable(random, `x${k}`));
  const generator = new Maker(random, globals);
  const templates = Array.from({ length: random.between(1, 2) }, (_, k) => generator.template(`T${k}`));
  const threads = Array.from({ length: random.pick([1, 2, 2, 2, 3]) }, (_, k) => {
    const chosen = random.between(0, templates.length - 1);
    const initial = templates[chosen]?.locals.map((each) => first(random, each)) ?? [];
    return { name: `T${chosen}(${k})`, template: chosen, initial };
  });
  const automata = threads.map((thread) => templates[thread.template] as Template);
  const properties = Array.from({ length: random.between(0, 2) }, (_, k) =>
    never(`never${k}`, both(generator.state(automata, 1), generator.state(automata, 1))),
  );
  return {
    shared: globals.map((each) => ({ ...sharing(each), initial: first(random, each) })),
    templates,
    threads,
    never: properties,
    outOfRange: random.chance(0.6) ? 'disabled' : 'failure',
  };
}

/** Smaller programs that may still show a fault: without a thread, a property, an edge, an update, a guard. */
export function* smaller(program: Program): Generator<Program> {
  if (program.threads.length > 1 && program.never.length === 0) {
    for (const [k] of program.threads.entries()) yield { ...program, threads: program.threads.toSpliced(k, 1) };
  }
  for (const [k] of program.never.entries()) yield { ...program, never: program.never.toSpliced(k, 1) };
  for (const [t, each] of program.templates.entries()) {
    const put = (edges: readonly Edge[]) => ({ ...program, templates: program.templates.with(t, { ...each, edges }) });
    for (const [k, one] of each.edges.entries()) {
      yield put(each.edges.toSpliced(k, 1));
      if (one.guard !== null) yield put(each.edges.with(k, { ...one, guard: null }));
      if (one.fence || one.atomic) yield put(each.edges.with(k, { ...one, fence: false, atomic: false }));
      for (const [u, update] of one.updates.entries()) {
        yield put(each.edges.with(k, { ...one, updates: one.updates.toSpliced(u, 1) }));
        for (const part of update.value === 'any' ? [] : partsOf(update.value)) {
          yield put(each.edges.with(k, { ...one, updates: one.updates.with(u, { ...update, value: part }) }));
        }
      }
      for (const part of one.guard === null ? [] : partsOf(one.guard)) {
        yield put(each.edges.with(k, { ...one, guard: part }));
      }
    }
  }
}

function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse];
    default:
      return [];
  }
}

/** Greedy: what comes out fails, and nothing smaller by one cut does. */
export function shrink(program: Program, fails: (smaller: Program) => boolean): Program {
  for (const candidate of smaller(program)) if (fails(candidate)) return shrink(candidate, fails);
  return program;
}
