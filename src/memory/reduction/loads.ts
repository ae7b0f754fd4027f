/**
 * An expression of a thread by cases: what it finds in its buffers, and where an index is computed, which cell that is.
 *
 * Each case is a list of conditions, evaluated from the left, and the expression that is then meant, over the variables of
 * the reduced program. Exactly one case is true in a state, or the conditions fail as the expression does.
 *
 * What an index means is asked only where it can be asked: the operators that evaluate one side only if they need it become
 * cases themselves if that side has an index that can fail. A cell that the thread never buffers, and an index that is out
 * of bounds, are left to the expression as it was: it reads memory, or it fails.
 */

import { offsetOf, sizeOf, variableAt } from '../../models/program/cells.js';
import { negate } from '../../models/program/expression.js';
import type { Expression } from '../../models/program/model.js';
import { compare, type Facts } from './facts.js';
import { cellExpression, type Layout, type LoadCase, loadCases, type Queue } from './queues.js';
import { Refusal } from './refusal.js';

/** More cases of one step than these are no use to anybody. */
export const MOST_CASES = 4096;

export class Loads {
  private readonly layout: Layout;
  private readonly facts: Facts;
  private readonly queueOf: ReadonlyMap<number, Queue>;

  /** The queues that may hold something: none where a step waits until all are empty. */
  constructor(layout: Layout, facts: Facts, queues: readonly Queue[]) {
    this.layout = layout;
    this.facts = facts;
    this.queueOf = new Map(queues.flatMap((queue) => queue.of.cells.map((cell) => [cell, queue])));
  }

  /** A condition whose truth alone matters: the conditions of each case say all. */
  truths(condition: Expression): Expression[][] {
    if (condition.kind === 'binary' && condition.operator === '&&') {
      return this.bounded(
        this.truths(condition.left).flatMap((left) => this.truths(condition.right).map((right) => [...left, ...right])),
      );
    }
    return this.cases(condition).map(({ guards, value }) => [...guards, value]);
  }

  cases(expression: Expression): LoadCase[] {
    switch (expression.kind) {
      case 'constant':
        return [{ guards: [], value: expression }];
      case 'local':
        if (expression.index === null) return [{ guards: [], value: expression }];
        return this.cases(expression.index).map(({ guards, value }) => ({
          guards,
          value: { ...expression, index: value },
        }));
      case 'shared':
        return this.load(expression);
      case 'unary':
        return this.cases(expression.operand).map(({ guards, value }) => ({
          guards,
          value: { ...expression, operand: value },
        }));
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '&&') return this.either(left, right, ZERO, expression);
        if (operator === '||') return this.either(left, ONE, right, expression);
        return this.both(this.cases(left), this.cases(right), (one, other) => ({
          ...expression,
          left: one,
          right: other,
        }));
      }
      case 'conditional':
        return this.either(expression.condition, expression.whenTrue, expression.whenFalse, expression);
    }
  }

  /**
   * By the cell that an index means: one that is held, or any other, which the index then names. The index as it was in the
   * original tells how large it can be.
   */
  cellsOf(variable: number, index: Expression, original: Expression, isHeld: (cell: number) => boolean): CellCase[] {
    const offset = offsetOf(this.layout.cells, variable);
    const size = sizeOf(variableAt(this.layout.cells, variable));
    if (index.kind === 'constant') {
      const cell = index.value >= 0 && index.value < size ? offset + index.value : null;
      return [{ guards: [], cell }];
    }
    const bounds = this.facts.bounds(original);
    const [low, high] = [Math.max(0, bounds?.[0] ?? 0), Math.min(size - 1, bounds?.[1] ?? size - 1)];
    const held: CellCase[] = [];
    for (let k = low; k <= high; k++) {
      if (isHeld(offset + k)) held.push({ guards: [compare(index, '==', k)], cell: offset + k });
    }
    return [...held, ...this.elsewhere(index, held, offset, size, bounds)];
  }

  /** That the index means none of these cells; where they are all cells, that it is out of bounds on either side. */
  private elsewhere(
    index: Expression,
    held: readonly CellCase[],
    offset: number,
    size: number,
    bounds: readonly [number, number] | null,
  ): CellCase[] {
    const [low, high] = bounds ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const within = Math.min(size - 1, high) - Math.max(0, low) + 1;
    if (held.length < within) {
      return [{ guards: held.map(({ cell }) => compare(index, '!=', (cell as number) - offset)), cell: null }];
    }
    return [
      ...(low < 0 ? [{ guards: [compare(index, '<', 0)], cell: null }] : []),
      ...(high >= size ? [{ guards: [compare(index, '>=', size)], cell: null }] : []),
    ];
  }

  private load(expression: Expression & { kind: 'shared' }): LoadCase[] {
    const { variable, index } = expression;
    const { cells } = this.layout;
    const found = (cell: number): LoadCase[] => {
      const [queue, value] = [this.queueOf.get(cell), cellExpression(cells, cell)];
      return queue === undefined ? [{ guards: [], value }] : loadCases(queue, cell, value);
    };
    if (index === null) return found(offsetOf(cells, variable));
    return this.bounded(
      this.cases(index).flatMap(({ guards, value }) =>
        this.cellsOf(variable, value, index, (cell) => this.queueOf.has(cell)).flatMap((one): LoadCase[] => {
          const before = [...guards, ...one.guards];
          if (one.cell === null) return [{ guards: before, value: { ...expression, index: value } }];
          return found(one.cell).map((load) => ({ ...load, guards: [...before, ...load.guards] }));
        }),
      ),
    );
  }

  /** `condition ? whenTrue : whenFalse`, and what is written with `&&` and `||`. */
  private either(
    condition: Expression,
    whenTrue: Expression,
    whenFalse: Expression,
    whole: Expression & { kind: 'binary' | 'conditional' },
  ): LoadCase[] {
    const asked = this.cases(condition);
    const [first, second] = [this.cases(whenTrue), this.cases(whenFalse)];
    const canFail = [...first, ...second].some(({ guards }) => guards.some((guard) => this.facts.mayFail(guard)));
    if (!canFail) {
      return this.both(asked, this.both(first, second, pair), (one, other) => {
        const { left, right } = other as Expression & { kind: 'binary' };
        if (whole.kind === 'conditional') return { ...whole, condition: one, whenTrue: left, whenFalse: right };
        return { ...whole, left: one, right: whole.operator === '&&' ? left : right };
      });
    }
    const truth = (value: Expression): Expression =>
      whole.kind === 'conditional' || value.kind === 'constant' ? value : compare(value, '!=', 0);
    return this.bounded(
      asked.flatMap(({ guards, value }) => [
        ...first.map((one) => ({ guards: [...guards, value, ...one.guards], value: truth(one.value) })),
        ...second.map((one) => ({ guards: [...guards, negate(value), ...one.guards], value: truth(one.value) })),
      ]),
    );
  }

  private both(
    one: readonly LoadCase[],
    other: readonly LoadCase[],
    join: (left: Expression, right: Expression) => Expression,
  ): LoadCase[] {
    return this.bounded(
      one.flatMap((left) =>
        other.map((right) => ({
          guards: [...left.guards, ...right.guards],
          value: join(left.value, right.value),
        })),
      ),
    );
  }

  private bounded<Case>(cases: Case[]): Case[] {
    if (cases.length > MOST_CASES) throw new Refusal('a step reads so much that it has too many cases');
    return cases;
  }
}

export interface CellCase {
  readonly guards: readonly Expression[];
  /** Null: none of the cells that were asked for, perhaps none at all. */
  readonly cell: number | null;
}

const ZERO: Expression = { kind: 'constant', value: 0 };
const ONE: Expression = { kind: 'constant', value: 1 };

/** Two expressions on their way. */
function pair(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: '==', left, right };
}
