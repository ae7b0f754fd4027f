/** Expressions as cases against the interpreter, for all values of a few small variables. */
import { describe, expect, it } from 'vitest';
import { type Evaluated, Evaluator, type KnownTree } from '../../../src/engines/predicates/values.js';
import { type Linear, termValue, variable } from '../../../src/logic/integer/formula.js';
import { evaluate, isFailure, type View } from '../../../src/memory/operational/program/evaluate.js';
import type { BinaryOperator, Expression } from '../../../src/models/program/model.js';
import { isTrue } from '../../judges/integer-formula.js';
import { Random } from '../../random/random.js';
import { apply, not, number, shared } from '../../support/build.js';

/** Two scalars and an array of two cells, by their bounds. */
const BOUNDS = [
  { low: -2, high: 2 },
  { low: 0, high: 3 },
  { low: 0, high: 1 },
  { low: -1, high: 1 },
];
const FIRST_INPUT = BOUNDS.length;
const ARRAY = 2;

const all: readonly (readonly number[])[] = BOUNDS.reduce<number[][]>(
  (tuples, { low, high }) =>
    tuples.flatMap((tuple) => Array.from({ length: high - low + 1 }, (_, k) => [...tuple, low + k])),
  [[]],
);

function viewOf(values: readonly number[]): View {
  return {
    wraps: false,
    local: () => {
      throw new Error('there are no locals');
    },
    shared: (cell, index) => {
      if (index === null) return values[cell] as number;
      return values[ARRAY + index] !== undefined && index >= 0 ? (values[ARRAY + index] as number) : NO_CELL;
    },
  };
}

const NO_CELL = { kind: 'index', text: 'no such cell' } as const;

function treeOf(expression: Expression): KnownTree {
  switch (expression.kind) {
    case 'constant':
      return expression;
    case 'local':
      throw new Error('there are no locals');
    case 'shared': {
      const { variable: cell, index } = expression;
      const cells = cell === ARRAY ? [variable(ARRAY), variable(ARRAY + 1)] : [variable(cell)];
      return { kind: 'cell', cells, index: index === null ? null : treeOf(index) };
    }
    case 'unary':
      return { ...expression, operand: treeOf(expression.operand) };
    case 'binary':
      return { ...expression, left: treeOf(expression.left), right: treeOf(expression.right) };
    case 'conditional': {
      const [condition, whenTrue, whenFalse] = [expression.condition, expression.whenTrue, expression.whenFalse];
      return {
        kind: 'conditional',
        condition: treeOf(condition),
        whenTrue: treeOf(whenTrue),
        whenFalse: treeOf(whenFalse),
      };
    }
  }
}

interface Asked {
  readonly evaluated: Evaluated;
  readonly truth: ReturnType<Evaluator['truth']>;
  readonly inputs: number;
}

function asked(expression: Expression): Asked {
  let inputs = 0;
  const input = (): Linear => variable(FIRST_INPUT + inputs++);
  const evaluator = new Evaluator({
    at: (cell) => BOUNDS[cell] ?? { low: null, high: null },
    unknown: input,
    companion: () => null,
  });
  const tree = treeOf(expression);
  return { evaluated: evaluator.value(tree), truth: evaluator.truth(tree), inputs };
}

/** What differs from the interpreter; null when nothing does. */
function difference(expression: Expression, { evaluated, truth }: Asked): string | null {
  for (const values of all) {
    const expected = evaluate(viewOf(values), expression);
    const shown = `${JSON.stringify(expression)} with ${values}`;
    if (isTrue(evaluated.fails, values) !== isFailure(expected)) return `fails: ${shown}`;
    if (isTrue(truth.fails, values) !== isFailure(expected)) return `test fails: ${shown}`;
    if (isFailure(expected)) continue;
    const cases = evaluated.cases.filter(({ when }) => isTrue(when, values));
    const found = cases.map(({ value }) => termValue(value, values));
    if (found.length !== 1 || found[0] !== 0 + expected) return `${found}, not ${expected}: ${shown}`;
    if (isTrue(truth.holds, values) !== (expected !== 0)) return `truth: ${shown}`;
  }
  return null;
}

/** Operators that linear cases can say: divisors are numbers. */
function randomExpression(random: Random, depth: number): Expression {
  const again = () => randomExpression(random, depth - 1);
  if (depth === 0) return random.chance(0.4) ? number(random.between(-2, 3)) : shared(random.between(0, 1));
  switch (random.weighted({ leaf: 1, compare: 3, add: 3, times: 1, divide: 2, logic: 2, not: 1, choose: 2, cell: 1 })) {
    case 'leaf':
      return randomExpression(random, 0);
    case 'compare':
      return apply(again(), random.pick<BinaryOperator>(['==', '!=', '<', '<=', '>', '>=']), again());
    case 'add':
      return apply(again(), random.pick<BinaryOperator>(['+', '-']), again());
    case 'times':
      return apply(number(random.between(-2, 2)), '*', again());
    case 'divide':
      return apply(again(), random.pick<BinaryOperator>(['/', '%']), random.pick([2, 3, -2, -3, 1, 0]));
    case 'logic':
      return apply(again(), random.pick<BinaryOperator>(['&&', '||']), again());
    case 'not':
      return random.chance(0.5) ? not(again()) : { kind: 'unary', operator: '-', operand: again() };
    case 'choose':
      return { kind: 'conditional', condition: again(), whenTrue: again(), whenFalse: again() };
    case 'cell':
      return shared(ARRAY, again());
  }
}

describe('expressions as cases', () => {
  it('are what the interpreter computes, failures too', () => {
    let exact = 0;
    for (let seed = 0; seed < 150; seed++) {
      const random = new Random(seed);
      const expression = randomExpression(random, random.between(1, 3));
      const answer = asked(expression);
      if (answer.inputs > 0) continue;
      exact++;
      expect(difference(expression, answer)).toBeNull();
    }
    expect(exact).toBeGreaterThan(110);
  });

  it('truncate quotients and keep the sign of remainders', () => {
    for (const operator of ['/', '%'] as const) {
      for (const divisor of [3, 2, -2]) {
        const expression = apply(apply(shared(0), '*', 3), operator, divisor);
        const answer = asked(expression);
        expect(answer.inputs).toBe(0);
        expect(difference(expression, answer)).toBeNull();
      }
    }
  });

  it('evaluate the right side of a conjunction only where it is needed', () => {
    const guarded = apply(apply(shared(1), '<', 2), '&&', shared(ARRAY, shared(1)));
    expect(difference(guarded, asked(guarded))).toBeNull();
    const turned = apply(shared(ARRAY, shared(1)), '&&', apply(shared(1), '<', 2));
    expect(difference(turned, asked(turned))).toBeNull();
    const failing = (expression: Expression) => all.filter((values) => isTrue(asked(expression).truth.fails, values));
    expect(failing(guarded)).toEqual([]);
    expect(failing(turned)).toEqual(all.filter(([, index]) => (index as number) > 1));
  });

  it('leave open what is not linear: some value of the input is right everywhere', () => {
    for (const operator of ['&', '|', '^', '<<'] as const) {
      const expression = apply(shared(0), operator, shared(1));
      const { evaluated, inputs } = asked(expression);
      expect(inputs).toBeGreaterThan(0);
      for (const values of all) {
        const expected = evaluate(viewOf(values), expression) as number;
        const found = evaluated.cases.some(({ when, value }) => {
          const guessed = [...values, ...new Array<number>(inputs).fill(expected)];
          return isTrue(when, guessed) && termValue(value, guessed) === expected;
        });
        expect(found).toBe(true);
      }
    }
  });
});
