/**
 * A loop without end in which `main` creates threads: `while (1) pthread_create(&t, NULL, worker, (void *)(i++));`
 *
 * What a thread is given must be the same in every round, or grow by one. Two rounds show what it may be, and then it is proved
 * by induction: if at the beginning of round r every local has the value `base + step * r`, then so it has one round later. The
 * body is straight code that creates threads and computes with locals, so executing it once on such values proves it.
 */
import { applyBinary, applyUnary } from '../../models/program/fold.js';
import type { Statement } from '../program/plan.js';
import { blocksOf } from '../program/syntax.js';
import type { Creation, Join } from './lower/library.js';
import type { Term } from './memory.js';

/** In round r the value is `base + step * r`. */
export interface Linear {
  readonly base: number;
  readonly step: number;
}

type Locals = ReadonlyMap<number, readonly number[]>;
type Events = ReadonlyMap<Statement, Creation | Join>;

/** It creates threads and is never left. */
export function isEndless(statement: Statement, events: Events): boolean {
  const always =
    statement.kind === 'loop' ||
    (statement.kind === 'while' && statement.condition.kind === 'constant' && statement.condition.value !== 0);
  if (!always) return false;
  let creates = false;
  let leaves = false;
  const visit = (each: Statement, inner: boolean): void => {
    if (events.get(each)?.kind === 'create') creates = true;
    if (each.kind === 'return' || each.kind === 'goto' || (each.kind === 'break' && !inner)) leaves = true;
    const loops = each.kind === 'while' || each.kind === 'loop' || each.kind === 'for';
    for (const block of blocksOf<readonly Statement[]>(each)) for (const part of block) visit(part, inner || loops);
  };
  for (const block of blocksOf<readonly Statement[]>(statement)) for (const each of block) visit(each, false);
  return creates && !leaves;
}

export class Rounds {
  private readonly values = new Map<number, Linear | null>();
  private readonly created = new Map<Statement, ReadonlyMap<number, Linear | null>>();

  /** Locals at the beginning of the first round and of the second. */
  constructor(
    private readonly first: Locals,
    second: Locals,
    private readonly events: Events,
  ) {
    for (const [variable, [after]] of second) {
      const before = first.get(variable)?.[0];
      if (after === undefined) continue;
      this.values.set(variable, before === undefined ? null : { base: before, step: after - before });
    }
  }

  /** What keeps the rounds from being alike; null if they are. */
  fault(body: readonly Statement[]): { readonly statement: Statement; readonly message: string } | null {
    const beginning = new Map(this.values);
    const wrong = this.sequence(body);
    if (wrong !== null)
      return {
        statement: wrong,
        message: 'in a loop without end `main` creates threads, and counts them: nothing else',
      };
    const [last] = body;
    for (const [variable, value] of beginning) {
      if (value === null || !this.first.has(variable)) continue;
      const after = this.values.get(variable) ?? null;
      if (after !== null && after.base === value.base + value.step && after.step === value.step) continue;
      return {
        statement: last as Statement,
        message: 'what this loop computes is neither constant nor counts its rounds',
      };
    }
    return null;
  }

  /** What the terms of a creation are. */
  valuesAt(statement: Statement): (term: Term) => Linear | null {
    const values = this.created.get(statement) ?? new Map<number, Linear | null>();
    return (term) => linearOf(term, values);
  }

  private sequence(body: readonly Statement[]): Statement | null {
    for (const statement of body) {
      const wrong = this.statement(statement);
      if (wrong !== null) return wrong;
    }
    return null;
  }

  /** Gives what is no straight code. */
  private statement(statement: Statement): Statement | null {
    const event = this.events.get(statement);
    if (event !== undefined) {
      if (event.kind === 'join') return statement;
      this.created.set(statement, new Map(this.values));
      // The number of the thread goes there.
      return null;
    }
    switch (statement.kind) {
      case 'block':
      case 'inline':
        return this.sequence(statement.body);
      case 'assign': {
        const { target, value } = statement;
        if (target.kind !== 'local' || target.index !== null) return statement;
        this.values.set(target.variable, value === 'any' ? null : linearOf(value, this.values));
        return null;
      }
      case 'assert':
        // That a counter of threads passes 2^31 is no matter.
        return statement.unsaid === true ? null : statement;
      case 'assume':
        return statement.text === '' ? null : statement;
      case 'skip':
        return null;
      case 'if': {
        const condition = linearOf(statement.condition, this.values);
        if (condition === null || condition.step !== 0) return statement;
        return this.sequence(condition.base !== 0 ? statement.then : (statement.otherwise ?? []));
      }
      default:
        return statement;
    }
  }
}

function linearOf(term: Term, values: ReadonlyMap<number, Linear | null>): Linear | null {
  const constant = (base: number | null): Linear | null => (base === null ? null : { base, step: 0 });
  switch (term.kind) {
    case 'constant':
      return constant(term.value);
    case 'local':
      return term.index === null ? (values.get(term.variable) ?? null) : null;
    case 'unary': {
      const operand = linearOf(term.operand, values);
      return operand === null || operand.step !== 0 ? null : constant(applyUnary(term.operator, operand.base));
    }
    case 'binary': {
      const [left, right] = [linearOf(term.left, values), linearOf(term.right, values)];
      if (left === null || right === null) return null;
      if (term.operator === '+') return { base: left.base + right.base, step: left.step + right.step };
      if (term.operator === '-') return { base: left.base - right.base, step: left.step - right.step };
      return left.step !== 0 || right.step !== 0 ? null : constant(applyBinary(term.operator, left.base, right.base));
    }
    case 'conditional': {
      const condition = linearOf(term.condition, values);
      if (condition === null || condition.step !== 0) return null;
      return linearOf(condition.base !== 0 ? term.whenTrue : term.whenFalse, values);
    }
    default:
      return null;
  }
}
