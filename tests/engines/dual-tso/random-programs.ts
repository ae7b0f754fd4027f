/**
 * Random finite programs for the Dual-TSO engine: two or three threads, two cells of few values, loops; every operation of
 * the paper, atomic steps on several cells, locals, failures, open values, threads that can be exchanged.
 */

import type {
  BinaryOperator,
  Edge,
  Expression,
  Program,
  StateExpression,
  Template,
} from '../../../src/models/program/model.js';
import { templateOf } from '../../../src/models/program/parts.js';
import type { Random } from '../../random/random.js';
import {
  apply,
  array,
  assign,
  at,
  BOOL,
  both,
  type EdgeParts,
  edge,
  failing,
  local,
  location,
  never,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';

export function randomFiniteProgram(random: Random): Program {
  return random.chance(0.6) ? handshake(random) : anything(random);
}

/** Each thread raises its own cell, looks at another's, and lowers it again: with fences missing or in odd places. */
function handshake(random: Random): Program {
  const count = random.pick([2, 2, 2, 3]);
  const cells = array('flag', BOOL, count);
  const templates = Array.from({ length: count }, (_, me): Template => {
    const own = shared(0, number(me));
    const other = shared(0, number((me + 1) % count));
    const extra = (): EdgeParts[] => {
      switch (random.weighted({ none: 6, fence: 4, store: 2, lower: 1, wait: 1, swap: 1 })) {
        case 'none':
          return [];
        case 'fence':
          return [{ fence: true }];
        case 'store':
          return [{ updates: [assign(random.chance(0.7) ? own : other, 1)] }];
        case 'lower':
          return [{ updates: [assign(random.chance(0.7) ? own : other, 0)] }];
        case 'wait':
          return [{ guard: apply(random.pick([own, other]), '==', random.between(0, 1)) }];
        case 'swap':
          return [{ atomic: true, guard: apply(other, '==', 0), updates: [assign(own, 1)] }];
      }
    };
    const raise: EdgeParts = { updates: [assign(own, 1)], atomic: random.chance(0.15) };
    const look: EdgeParts = { guard: apply(other, '==', 0), fence: random.chance(0.2) };
    const parts = [...extra(), raise, ...extra(), look, ...extra()];
    const path = parts.map((each, k) => edge(k, k + 1, each));
    const end = parts.length;
    const back = random.chance(0.7) ? [edge(end, 0, { updates: [assign(own, 0)] })] : [];
    const skip = random.chance(0.2) ? [edge(random.between(0, end - 1), random.between(0, end - 1), {})] : [];
    const locations = [...parts.map(() => location()), location('end')];
    return template(`P${me}`, 0, [], locations, [...path, ...back, ...skip]);
  });
  const ends = templates.map(({ locations }, thread) => at(thread, locations.length - 1));
  return {
    shared: [sharing(cells)],
    templates,
    threads: templates.map(({ name }, k) => ({ name, template: k, initial: [] })),
    never: [never('together', both(ends[0] as StateExpression, ends[1] as StateExpression))],
    outOfRange: 'failure',
  };
}

function anything(random: Random): Program {
  const high = random.pick([1, 1, 1, 2]);
  const cells = random.chance(0.2) ? [array('a', range(0, high), 2)] : [scalar('x', range(0, high)), scalar('y', BOOL)];
  const cell = (): Expression =>
    cells.length === 1
      ? shared(0, random.chance(0.3) ? local(0) : number(random.between(0, 1)))
      : shared(random.between(0, 1));
  const value = () => random.between(0, random.chance(0.1) ? high : 1);
  const parts = (): EdgeParts => {
    const one = cell();
    const other = cell();
    switch (
      random.weighted({
        store: 7,
        wait: 6,
        load: 3,
        copy: 2,
        local: 2,
        test: 2,
        fence: 1.5,
        swap: 2,
        both: 1,
        any: 0.7,
      })
    ) {
      case 'store':
        return { updates: [assign(one, value())] };
      case 'wait':
        return { guard: apply(one, random.pick(['==', '==', '!=']), value()) };
      case 'load':
        return { updates: [assign(local(0), one)] };
      case 'copy':
        return { updates: [assign(one, random.chance(0.3) ? apply(local(0), '+', 1) : local(0))] };
      case 'local':
        return { updates: [assign(local(0), value())] };
      case 'test':
        return { guard: apply(local(0), '==', value()) };
      case 'fence':
        return random.chance(0.3) ? { fence: true, guard: apply(one, '==', value()) } : { fence: true };
      case 'swap':
        return { atomic: true, guard: apply(one, '==', value()), updates: [assign(one, value())] };
      case 'both':
        return {
          atomic: true,
          guard: apply(one, '==', random.chance(0.5) ? other : number(value())),
          updates: [assign(other, value()), assign(local(0), one)],
        };
      case 'any':
        return { updates: [assign(random.chance(0.5) ? one : local(0), 'any')] };
    }
  };
  const templates = Array.from({ length: random.pick([1, 2, 2]) }, (_, k): Template => {
    const size = random.between(3, 6);
    const locations = Array.from({ length: size }, (_, l) =>
      l === size - 1 && random.chance(0.15) ? failing('assertion') : location(`l${l}`),
    );
    const edges = Array.from({ length: size - 1 + random.between(0, 3) }, (_, e): Edge => {
      const [from, to] = e < size - 1 ? [e, e + 1] : [random.between(0, size - 1), random.between(0, size - 1)];
      return edge(from, to, parts());
    });
    return template(`T${k}`, 0, [scalar('r', range(0, 1))], locations, edges);
  });
  const threads = Array.from({ length: random.pick([2, 2, 2, 3]) }, (_, k) => {
    const chosen = random.between(0, templates.length - 1);
    return { name: `P(${k})`, template: chosen, initial: [[random.chance(0.05) ? ('any' as const) : 0]] };
  });
  const condition = (thread: number): StateExpression => {
    const used = threads[thread]?.template ?? 0;
    const { locations } = templates[used] as Template;
    const where = at(thread, locations.length - 1 - random.pick([0, 0, 0, 1]));
    if (random.chance(0.6)) return where;
    const held: StateExpression = { kind: 'localOf', thread, variable: 0, index: null };
    return both(where, { kind: 'binary', operator: '==', left: held, right: { kind: 'constant', value: value() } });
  };
  const pairs =
    threads.length === 3 && random.chance(0.4)
      ? [
          [0, 1],
          [0, 2],
          [1, 2],
        ]
      : [[0, 1]];
  return {
    shared: cells.map((each) => sharing(each, random.chance(0.05) ? 'any' : 0)),
    templates,
    threads,
    never: pairs.map(([one, other]) => never('bad', both(condition(one as number), condition(other as number)))),
    outOfRange: random.chance(0.8) ? 'disabled' : 'failure',
  };
}

/** The same with other conditions: on memory, and perhaps on threads as well. */
export function randomMemoryProgram(random: Random): Program {
  const program = randomFiniteProgram(random);
  const count = random.pick([1, 1, 2]);
  const conditions = Array.from({ length: count }, () => memoryCondition(random, program));
  return { ...program, never: conditions.map((condition) => never('bad', condition)) };
}

function memoryCondition(random: Random, program: Program): StateExpression {
  const memory = () => {
    const thread = random.between(0, program.threads.length - 1);
    const hasLocal = templateOf(program, thread).locals.length > 0;
    return onMemory(random, program.shared, hasLocal ? { kind: 'localOf', thread, variable: 0, index: null } : null);
  };
  const [first, ...others] = random.shuffle([...program.threads.keys()]) as [number, ...number[]];
  const second = others[0] ?? first;
  switch (random.weighted({ one: 3, two: 8, wide: 6, negated: 0.5, none: 1, either: 0.5, together: 0.5 })) {
    case 'one':
      return both(onThread(random, program, first), memory());
    case 'two':
      return both(both(memory(), onThread(random, program, first)), onThread(random, program, second));
    case 'wide':
      return [onThread(random, program, first), memory(), onThread(random, program, second), memory()].reduce(both);
    case 'negated':
      return both(
        { kind: 'unary', operator: '!', operand: onThread(random, program, first) },
        both(memory(), memory()),
      );
    case 'none':
      return both(memory(), memory());
    case 'either':
      return both(join(memory(), '||', onThread(random, program, second)), onThread(random, program, first));
    case 'together':
      return join(join(onThread(random, program, first), '+', memory()), '==', join(constant(1), '*', constant(2)));
  }
}

/** At one of the last places, perhaps with a value in the local. */
function onThread(random: Random, program: Program, thread: number): StateExpression {
  const { locations, locals } = templateOf(program, thread);
  const where = at(thread, Math.max(0, locations.length - 1 - random.pick([0, 0, 0, 1, 1, 2])));
  return locals.length === 0 || random.chance(0.7)
    ? where
    : both(where, join({ kind: 'localOf', thread, variable: 0, index: null }, '==', constant(random.between(0, 1))));
}

/** A comparison of a cell with a number, another cell or, when one is given, a local. */
export function onMemory(
  random: Random,
  variables: Program['shared'],
  held: StateExpression | null = null,
): StateExpression {
  const cell = (): StateExpression => {
    const variable = random.between(0, variables.length - 1);
    const { size } = variables[variable] as Program['shared'][number];
    if (size === null) return { kind: 'memory', variable, index: null };
    const index = held !== null && random.chance(0.3) ? held : constant(random.between(0, size - 1));
    return { kind: 'memory', variable, index };
  };
  const other = random.weighted({ number: 6, cell: 1, local: 1 });
  const right = other === 'cell' ? cell() : other === 'local' && held !== null ? held : constant(random.between(0, 1));
  return join(cell(), random.pick(['==', '==', '!=']), right);
}

function constant(value: number): StateExpression {
  return { kind: 'constant', value };
}

function join(left: StateExpression, operator: BinaryOperator, right: StateExpression): StateExpression {
  return { kind: 'binary', operator, left, right };
}
