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

import type { Bounds } from '../../models/program/bounds.js';
import { offsetOf, sizeOf, variableAt } from '../../models/program/cells.js';
import { children, compare, FALSE, TRUE, withChildren } from '../../models/program/expression.js';
import { negate } from '../../models/program/fold.js';
import type { Binary, Conditional, Expression, Read } from '../../models/program/model.js';
import { Refused } from '../../models/refusal.js';
import type { Facts } from './facts.js';
import { cellExpression, type Layout, type LoadCase, loadCases, type Queue } from './queues.js';

/** More cases of one step than these are no use to anybody. */
export const MOST_CASES = 4096;

export class Loads {
  private readonly queueOf: ReadonlyMap<number, Queue>;

  /** The queues that may hold something: none where a step waits until all are empty. */
  constructor(
    private readonly layout: Layout,
    private readonly facts: Facts,
    queues: readonly Queue[],
  ) {
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
    if (expression.kind === 'shared') return this.load(expression);
    if (expression.kind === 'conditional') {
      return this.either(expression.condition, expression.whenTrue, expression.whenFalse, expression);
    }
    if (expression.kind === 'binary') {
      const { operator, left, right } = expression;
      if (operator === '&&') return this.either(left, right, FALSE, expression);
      if (operator === '||') return this.either(left, TRUE, right, expression);
    }
    const parts = children(expression).map((part) => this.cases(part));
    return this.product(parts).map(({ guards, values }) => ({ guards, value: withChildren(expression, values) }));
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
    const [low, high] = [Math.max(0, bounds?.low ?? 0), Math.min(size - 1, bounds?.high ?? size - 1)];
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
    bounds: Bounds,
  ): CellCase[] {
    const { low, high } = bounds ?? { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
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
    whole: Binary<Read> | Conditional<Read>,
  ): LoadCase[] {
    const asked = this.cases(condition);
    const [first, second] = [this.cases(whenTrue), this.cases(whenFalse)];
    const canFail = [...first, ...second].some(({ guards }) => guards.some((guard) => this.facts.mayFail(guard)));
    if (!canFail) {
      return this.product([asked, first, second]).map(({ guards, values }) => {
        const parts = whole.kind === 'conditional' ? values : values.toSpliced(whole.operator === '&&' ? 2 : 1, 1);
        return { guards, value: withChildren<Read>(whole, parts) };
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

  /** All ways to take one case of each. */
  private product(all: readonly (readonly LoadCase[])[]): { guards: Expression[]; values: Expression[] }[] {
    let ways: { guards: Expression[]; values: Expression[] }[] = [{ guards: [], values: [] }];
    for (const cases of all) {
      ways = ways.flatMap(({ guards, values }) =>
        cases.map((one) => ({ guards: [...guards, ...one.guards], values: [...values, one.value] })),
      );
      this.bounded(ways);
    }
    return ways;
  }

  private bounded<Case>(cases: Case[]): Case[] {
    if (cases.length > MOST_CASES) throw new Refused('a step reads so much that it has too many cases');
    return cases;
  }
}

interface CellCase {
  readonly guards: readonly Expression[];
  /** Null: none of the cells that were asked for, perhaps none at all. */
  readonly cell: number | null;
}
