/**
 * An edge as an atomic block: its guard as `assume`, then its updates one after the other.
 *
 * Updates of an edge happen at once. Written in a row, each must come before whatever overwrites what it reads; where they
 * read each other's targets in a circle, the values go through locals first, which are 0 again at the end. Writes of one
 * variable stay in their order, so that of two writes of a cell the last counts.
 *
 * The language fails where a value does not fit. Where the program means that the step is not possible then, the block
 * assumes that all values fit, in the order in which they are computed.
 */

import { printExpression } from '../../languages/program/print-expression.js';
import type { Facts } from '../../memory/reduction/facts.js';
import { defaultValue } from '../../models/program/cells.js';
import { conjunction, constant, expressionsOf, hasValue, leavesOf, mapEdge } from '../../models/program/expression.js';
import { EXACT, folded, WRAPPING } from '../../models/program/fold.js';
import type { Edge, Program, Read, Sort, Update } from '../../models/program/model.js';
import type { ThreadExpressions } from './expressions.js';
import { TRUE } from './syntax.js';

const INT: Sort = { kind: 'int' };

export class Statements {
  constructor(
    private readonly program: Program,
    private readonly facts: Facts,
    private readonly expressions: ThreadExpressions,
    /** Locals that the printer adds to a thread: the name of one of this sort, `place` telling apart those of one edge. */
    private readonly temporaries: (sort: Sort, place: number) => string,
  ) {}

  /** The lines inside the block. */
  lines(edge: Edge): string[] {
    // The reader refuses values that are certainly wrong, and computes to find them: so the printer must see them first.
    const arithmetic = this.program.wraps === true ? WRAPPING : EXACT;
    const { guard, updates } = mapEdge(edge, (expression) => folded(expression, arithmetic));
    const condition = guard === null ? TRUE : this.expressions.condition(guard);
    const guarded = condition === TRUE ? [] : [`assume ${printExpression(condition)}`];
    return [...guarded, ...updates.flatMap((update) => this.checks(update)), ...this.assignments(updates)];
  }

  /** That the value fits, where assigning it does not ask or asks in another way. */
  private checks({ target, value }: Update): string[] {
    if (value === 'any') return [];
    const sort = this.facts.declared(target).sort;
    const fits = conjunction(this.facts.fitting(value, sort));
    const asked = fits === null ? [] : [fits];
    if (this.program.outOfRange === 'disabled') {
      const failing = [target, value].filter((part) => this.facts.mayFail(part)).map(hasValue);
      return [...failing, ...asked].map((each) => `assume ${printExpression(this.expressions.condition(each))}`);
    }
    if (sort.kind !== 'bool' && sort.kind !== 'enum') return [];
    return asked.map((each) => `assert ${printExpression(this.expressions.condition(each))}`);
  }

  private assignments(updates: readonly Update[]): string[] {
    const ordered = inOrder(updates);
    if (ordered !== null) return ordered.map((update) => this.assignment(update.target, this.valueOf(update)));
    // Everything is computed before anything is assigned.
    const [before, after, reset]: [string[], string[], string[]] = [[], [], []];
    let place = 0;
    const through = (text: string, sort: Sort): string => {
      const name = this.temporaries(sort, place++);
      before.push(`${name} = ${text}`);
      reset.push(`${name} = ${printExpression(this.expressions.value(constant(defaultValue(sort)), sort))}`);
      return name;
    };
    for (const update of updates) {
      const { target, value } = update;
      const text = this.valueOf(update);
      const kept =
        value === 'any' || value.kind === 'constant' ? text : through(text, this.facts.declared(target).sort);
      const { name, index } = this.expressions.reference(target);
      const place =
        target.index === null || index === null
          ? ''
          : `[${target.index.kind === 'constant' ? printExpression(index) : through(printExpression(index), INT)}]`;
      after.push(`${name.text}${place} = ${kept}`);
    }
    return [...before, ...after, ...reset];
  }

  private valueOf({ target, value }: Update): string {
    return value === 'any' ? '?' : printExpression(this.expressions.value(value, this.facts.declared(target).sort));
  }

  private assignment(target: Update['target'], value: string): string {
    return `${printExpression(this.expressions.reference(target))} = ${value}`;
  }
}

/** The updates so that none reads what one before it wrote; null when there is no such order. */
function inOrder(updates: readonly Update[]): Update[] | null {
  const left = updates.map((update) => ({ update, target: keyOf(update.target), reads: readsOf(update) }));
  const ordered: Update[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ target }, position) =>
      left.every((other, k) => {
        if (k === position) return true;
        return !other.reads.has(target) && (other.target !== target || k > position);
      }),
    );
    const [found] = next < 0 ? [] : left.splice(next, 1);
    if (found === undefined) return null;
    ordered.push(found.update);
  }
  return ordered;
}

const keyOf = ({ kind, variable }: Read) => `${kind} ${variable}`;

function readsOf(update: Update): ReadonlySet<string> {
  return new Set(expressionsOf({ guard: null, updates: [update] }).flatMap((part) => leavesOf(part).map(keyOf)));
}
