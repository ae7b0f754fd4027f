/** Programs written in code: short names for the parts of a model, for tests and benchmarks. */
import type {
  BinaryOperator,
  Edge,
  Expression,
  Location,
  NeverProperty,
  Place,
  SharedVariable,
  Sort,
  StateExpression,
  Template,
  Update,
  Variable,
} from '../../src/models/program/model.js';

export const NOWHERE: Place = { line: 1, column: 1 };
export const BOOL: Sort = { kind: 'bool' };
export const INT: Sort = { kind: 'int' };

export function range(low: number, high: number): Sort {
  return { kind: 'range', low, high };
}

export function scalar(name: string, sort: Sort): Variable {
  return { name, sort, size: null, place: NOWHERE };
}

export function array(name: string, sort: Sort, size: number): Variable {
  return { name, sort, size, place: NOWHERE };
}

/** A shared variable whose cells all begin with one value. */
export function sharing(variable: Variable, initial: number | 'any' = 0): SharedVariable {
  return { ...variable, initial: new Array<number | 'any'>(variable.size ?? 1).fill(initial) };
}

/** The same variable, which is never buffered. */
export function strongly(variable: SharedVariable): SharedVariable {
  return { ...variable, strong: true };
}

export function number(value: number): Expression {
  return { kind: 'constant', value };
}

export function local(variable: number, index: Expression | null = null): Expression {
  return { kind: 'local', variable, index };
}

export function shared(variable: number, index: Expression | null = null): Expression {
  return { kind: 'shared', variable, index };
}

export function apply(left: Expression, operator: BinaryOperator, right: Expression | number): Expression {
  return { kind: 'binary', operator, left, right: typeof right === 'number' ? number(right) : right };
}

export function not(operand: Expression): Expression {
  return { kind: 'unary', operator: '!', operand };
}

/** `x := value`, where the target is written as an expression. */
export function assign(target: Expression, value: Expression | number | 'any'): Update {
  if (target.kind !== 'local' && target.kind !== 'shared') throw new Error('only variables are assigned');
  return { target, value: typeof value === 'number' ? number(value) : value };
}

/** The same write, straight to memory. */
export function directly(update: Update): Update {
  return { ...update, direct: true };
}

export interface EdgeParts {
  readonly guard?: Expression;
  readonly updates?: readonly Update[];
  readonly fence?: boolean;
  readonly atomic?: boolean;
  readonly drained?: boolean;
  readonly storeFence?: boolean;
  readonly text?: string;
  readonly line?: number;
}

export function edge(from: number, to: number, parts: EdgeParts = {}): Edge {
  return {
    from,
    to,
    guard: parts.guard ?? null,
    updates: parts.updates ?? [],
    fence: parts.fence ?? false,
    atomic: parts.atomic ?? false,
    ...(parts.drained === true ? { drained: true } : {}),
    ...(parts.storeFence === true ? { storeFence: true } : {}),
    text: parts.text ?? `${from} to ${to}`,
    place: { line: parts.line ?? from + 1, column: 1 },
  };
}

export function location(...labels: readonly string[]): Location {
  return { labels, failure: null };
}

export function failing(words: string): Location {
  return { labels: [], failure: words };
}

/** Begins at location 0. */
export function template(
  name: string,
  parameters: number,
  locals: readonly Variable[],
  locations: readonly Location[],
  edges: readonly Edge[],
): Template {
  return { name, parameters, locals, locations, entry: 0, edges };
}

export function never(name: string, condition: StateExpression, text = name): NeverProperty {
  return { name, condition, text, place: NOWHERE };
}

export function at(thread: number, ...locations: readonly number[]): StateExpression {
  return { kind: 'at', thread, locations };
}

export function both(left: StateExpression, right: StateExpression): StateExpression {
  return { kind: 'binary', operator: '&&', left, right };
}
