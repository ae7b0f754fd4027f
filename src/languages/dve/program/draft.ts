/**
 * Effects in sequence as updates at once. In DVE the assignments of a step happen one by one, each seeing those before; the
 * updates of an edge all see the state before the step. So the values of what is assigned are carried along as expressions
 * over the state before (symbolic execution), and later reads get them: after `x = x + 1` an `x` is `x + 1`.
 *
 * In an array it may be open which cell is meant: after `a[i] = 1, a[j] = 2` an `a[k]` is `k == j ? 2 : k == i ? 1 : a[k]`. An
 * index that no cell has is none of those before, which were in bounds, and comes to the last read, which fails.
 *
 * Every assignment is an update, also one that a later one overwrites: its value and index must be possible. Of two updates of
 * one cell the last counts, and the first that is not possible is the failure of the step, as in DVE.
 */
import { binary, compare, conditional, constant, readShared } from '../../../models/program/expression.js';
import type { Expression, Read, Update } from '../../../models/program/model.js';
import type { DveExpression, DveTransition, DveVariableUse } from '../model.js';
import type { Layout } from './layout.js';
import { type Terms, translate } from './terms.js';

interface Write {
  /** Null for a scalar. */
  readonly index: Expression | null;
  readonly value: Expression;
}

export class Draft {
  readonly updates: Update[] = [];
  /** Control states that are known: of the processes that take part. */
  private readonly states = new Map<number, number>();
  /** By owner and variable, the newest last. */
  private readonly writes = new Map<string, Write[]>();
  /** How expressions are read at this point of the step. */
  readonly now: Terms<Read>;

  constructor(private readonly layout: Layout) {
    this.now = {
      model: layout.model,
      read: (use, index) => this.read(use, index),
      at: (process, state) => this.at(process, state),
    };
  }

  /** The process takes part, and is in this state now. */
  know(process: number, state: number): void {
    this.states.set(process, state);
  }

  value(expression: DveExpression): Expression {
    return translate(this.now, expression);
  }

  /** Control moves; where it is a location, the edge sees to it. */
  move(process: number, to: number): void {
    const variable = this.layout.control[process] ?? null;
    if (variable !== null && this.states.get(process) !== to) {
      this.updates.push({ target: readShared(variable), value: constant(to) });
    }
    this.states.set(process, to);
  }

  /** `isAtomic`: the writes to this global variable are in memory with the step. */
  effects({ effects }: DveTransition, isAtomic: (variable: number) => boolean): void {
    for (const { target, value } of effects) this.assign(target, this.value(value), isAtomic);
  }

  assign(use: DveVariableUse, value: Expression, isAtomic: (variable: number) => boolean): void {
    const { kind, variable } = this.layout.home(use.owner, use.variable);
    const index = use.index === null ? null : this.value(use.index);
    const direct = use.owner === null && isAtomic(use.variable);
    this.updates.push({ target: { kind, variable, index }, value, ...(direct ? { direct } : {}) });
    const key = keyOf(use);
    this.writes.set(key, [...(this.writes.get(key) ?? []), { index, value }]);
  }

  private at(process: number, state: number): Expression {
    const known = this.states.get(process);
    return known === undefined ? stateIs(this.layout, process, state) : constant(known === state ? 1 : 0);
  }

  private read(use: DveVariableUse, index: Expression | null): Expression {
    const { kind, variable } = this.layout.home(use.owner, use.variable);
    let value: Expression = { kind, variable, index };
    for (const write of this.writes.get(keyOf(use)) ?? []) {
      if (index === null || write.index === null) value = write.value;
      else if (index.kind !== 'constant' || write.index.kind !== 'constant') {
        value = conditional(binary('==', index, write.index), write.value, value);
      } else if (index.value === write.index.value) value = write.value;
    }
    return value;
  }
}

function keyOf({ owner, variable }: DveVariableUse): string {
  return `${owner} ${variable}`;
}

/** Of an open process. */
export function stateIs({ control, model }: Layout, process: number, state: number): Expression {
  const variable = control[process] ?? null;
  if (variable === null) throw new Error(`the state of ${model.processes[process]?.name} is asked for and not open`);
  return compare(readShared(variable), '==', state);
}
