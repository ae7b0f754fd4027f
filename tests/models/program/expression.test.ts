/** The kit for expressions: parts, leaves, folding and bounds, held against the evaluator of the judge. */
import { describe, expect, it } from 'vitest';
import { evaluate, isFailure, type View } from '../../../src/memory/operational/program/evaluate.js';
import { boundsOfTree, declaredIn, mayFail } from '../../../src/models/program/bounds.js';
import {
  binary,
  bottomUp,
  chain,
  children,
  conditional,
  constant,
  hasValue,
  leavesOf,
  localsIn,
  mapChildren,
  mapEdge,
  mapLeaves,
  nodesOf,
  readLocal,
  readShared,
  sameTree,
  sizeOfTree,
  unary,
  withChildren,
} from '../../../src/models/program/expression.js';
import {
  type applyBinary,
  binaryTerm,
  EXACT,
  folded,
  IN_WORDS,
  negate,
  numberIn,
  simplified,
  WRAPPING,
} from '../../../src/models/program/fold.js';
import type { Expression, Read, StateRead, Tree, Variable } from '../../../src/models/program/model.js';
import { edge } from '../../support/build.js';

type Operator = Parameters<typeof applyBinary>[0];

const PLACE = { line: 1, column: 1 };
const LOCALS: readonly Variable[] = [
  { name: 'k', sort: { kind: 'range', low: -2, high: 3 }, size: null, place: PLACE },
  { name: 'b', sort: { kind: 'bool' }, size: null, place: PLACE },
];
const SHARED: readonly Variable[] = [
  { name: 'x', sort: { kind: 'range', low: 0, high: 7 }, size: null, place: PLACE },
  { name: 'a', sort: { kind: 'range', low: 0, high: 1 }, size: 3, place: PLACE },
];
const declared = declaredIn({ locals: LOCALS, shared: SHARED });

/** A generator of our own: the expressions are the same on every machine. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    yield state >>> 8;
  }
}

const BOOLEAN: readonly Operator[] = ['&&', '||', '==', '!=', '<', '<=', '>', '>='];
const OTHERS: readonly Operator[] = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'];
const CONSTANTS = [0, 1, 2, -1, 3, 31, 32, 2 ** 31 - 1, -(2 ** 31)];

function random(draw: () => number, depth: number): Expression {
  const one = <T>(list: readonly T[]): T => list[draw() % list.length] as T;
  const again = () => random(draw, depth - 1);
  switch (depth === 0 ? draw() % 4 : draw() % 9) {
    case 0:
    case 1:
      return constant(one(CONSTANTS));
    case 2:
      return readLocal(draw() % 2);
    case 3:
      return draw() % 2 === 0 || depth === 0 ? readShared(0) : readShared(1, again());
    case 4:
      return unary(one(['!', '-', '~']), again());
    case 5:
      return conditional(again(), again(), again());
    default:
      return binary(one(draw() % 2 === 0 ? BOOLEAN : OTHERS), again(), again());
  }
}

function* expressions(count: number): Generator<Expression> {
  const source = numbers(7);
  const draw = () => source.next().value;
  for (let k = 0; k < count; k++) yield random(draw, 1 + (draw() % 4));
}

function view(cells: readonly number[], wraps: boolean): View {
  return {
    local: (variable) => cells[variable] as number,
    shared: (variable, index) => {
      if (variable === 0) return cells[2] as number;
      return cells.slice(3)[index ?? 0] ?? { kind: 'index', text: `index ${index}` };
    },
    wraps,
  };
}

/** A number, or what went wrong; null for a number that is too large to be exact. */
function resultOf(expression: Expression, cells: readonly number[], wraps: boolean): number | string | null {
  try {
    const value = evaluate(view(cells, wraps), expression);
    return isFailure(value) ? value.text : value;
  } catch {
    return null;
  }
}

const STATES = [
  [-2, 0, 0, 0, 0, 0],
  [3, 1, 7, 1, 0, 1],
  [1, 1, 4, 0, 1, 1],
];

describe('parts', () => {
  it('are put back where they were', () => {
    for (const expression of expressions(400)) {
      expect(withChildren(expression, children(expression))).toEqual(expression);
      expect(mapChildren(expression, (part) => part)).toBe(expression);
      expect(bottomUp(expression, (node) => node)).toBe(expression);
      expect(sizeOfTree(expression)).toBe(nodesOf(expression).length);
    }
  });

  it('are changed only where something changes', () => {
    const kept = binary('+', readLocal(0), constant(1));
    const whole = conditional(readLocal(1), kept, readShared(1, readLocal(0)));
    const changed = bottomUp(whole, (node) => (node.kind === 'shared' ? readShared(0) : node));
    expect(changed).toEqual(conditional(readLocal(1), kept, readShared(0)));
    expect(children(changed)[1]).toBe(kept);
  });

  it('are the same when all nodes are', () => {
    const all = [...expressions(60)];
    for (const one of all) {
      expect(sameTree(one, structuredClone(one))).toBe(true);
      for (const other of all) expect(sameTree(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }
  });
});

describe('leaves', () => {
  const expression = binary('&&', readShared(1, binary('+', readLocal(0), readShared(0))), readLocal(1));

  it('are listed with those in their indices', () => {
    expect(leavesOf(expression).map(({ kind, variable }) => `${kind} ${variable}`)).toEqual([
      'shared 1',
      'local 0',
      'shared 0',
      'local 1',
    ]);
    expect(localsIn(expression)).toEqual([0, 1]);
  });

  it('become leaves of another kind', () => {
    const state = mapLeaves<Read, StateRead>(expression, ({ kind, variable }, index) =>
      kind === 'shared' ? { kind: 'memory', variable, index } : { kind: 'localOf', thread: 2, variable, index },
    );
    const local = (variable: number): Tree<StateRead> => ({ kind: 'localOf', thread: 2, variable, index: null });
    const memory = (variable: number, index: Tree<StateRead> | null): Tree<StateRead> => {
      return { kind: 'memory', variable, index };
    };
    expect(state).toEqual(binary('&&', memory(1, binary('+', local(0), memory(0, null))), local(1)));
  });

  it('are changed in all expressions of an edge', () => {
    const before = edge(0, 1, { guard: readLocal(0), updates: [{ target: readLocal(0), value: readLocal(0) }] });
    const next = (read: Read): Read => ({ ...read, variable: read.variable + 1 });
    const after = mapEdge(before, (part) => mapLeaves<Read, Read>(part, next), next);
    expect([after.guard, after.updates]).toEqual([readLocal(1), [{ target: readLocal(1), value: readLocal(1) }]]);
  });
});

describe('folding', () => {
  it.each([
    ['exact', EXACT],
    ['in words', IN_WORDS],
    ['wrapping', WRAPPING],
  ])('keeps values and failures (%s)', (_, arithmetic) => {
    let fewer = 0;
    for (const expression of expressions(1500)) {
      // The first local is always 1, as in the last state.
      const known = folded(expression, arithmetic, (leaf) => (leaf.kind === 'local' && leaf.variable === 0 ? 1 : null));
      const plain = folded(expression, arithmetic);
      if (sizeOfTree(plain) < sizeOfTree(expression)) fewer++;
      for (const cells of STATES) {
        const value = resultOf(expression, cells, arithmetic.wraps);
        if (value === null) continue;
        expect(resultOf(plain, cells, arithmetic.wraps)).toBe(value);
        if (cells[0] === 1) expect(resultOf(known, cells, arithmetic.wraps)).toBe(value);
      }
    }
    expect(fewer).toBeGreaterThan(300);
  });

  it('computes with 32 bits where numbers wrap, and not beyond them where they are exact', () => {
    const large = binary('*', constant(2 ** 31 - 1), constant(2));
    expect(numberIn(folded(large, WRAPPING))).toBe(-2);
    expect(numberIn(folded(large, EXACT))).toBe(2 ** 32 - 2);
    expect(folded(large, IN_WORDS)).toEqual(large);
    const least = unary<Read>('-', constant(-(2 ** 31)));
    expect(numberIn(folded(least, WRAPPING))).toBe(-(2 ** 31));
    expect(folded(least, IN_WORDS)).toEqual(least);
  });

  it('never hides a failure', () => {
    const failing = binary('/', readLocal(0), constant(0));
    for (const whole of [binary('&&', hasValue(failing), constant(0)), binary('||', hasValue(failing), constant(1))]) {
      expect(folded(whole, EXACT)).toEqual(whole);
      expect(simplified(whole)).toEqual(whole);
    }
    expect(folded(binary('&&', constant(0), failing), EXACT)).toEqual(constant(0));
    expect(folded(conditional(constant(0), failing, readLocal(1)), EXACT)).toEqual(readLocal(1));
  });

  it('drops what changes nothing, and takes negations inside', () => {
    const one = binary('<', readLocal(0), constant(1));
    expect(binaryTerm('&&', constant(1), one)).toBe(one);
    expect(binaryTerm('&&', one, constant(1))).toBe(one);
    expect(binaryTerm<Read>('+', readLocal(0), constant(0))).toEqual(readLocal(0));
    expect(negate(binary('&&', one, unary('!', one)))).toEqual(
      binary('||', binary('>=', readLocal(0), constant(1)), one),
    );
    expect(chain('&&', [one, one, one])).toEqual(binary('&&', one, binary('&&', one, one)));
    expect(chain('&&', [])).toBeNull();
  });
});

it('bounds hold, and what may not fail does not', () => {
  let certain = 0;
  for (const expression of expressions(1500)) {
    const bounds = boundsOfTree(expression, declared);
    const safe = !mayFail(expression, declared);
    if (safe) certain++;
    for (const cells of STATES) {
      const value = resultOf(expression, cells, false);
      if (safe) expect(typeof value).not.toBe('string');
      if (typeof value !== 'number' || bounds === null) continue;
      expect(value).toBeGreaterThanOrEqual(bounds.low);
      expect(value).toBeLessThanOrEqual(bounds.high);
    }
  }
  expect(certain).toBeGreaterThan(300);
});
