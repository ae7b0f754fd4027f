/**
 * The small language that kernels are written in: structured code on 32-bit integers and one memory. Two back ends turn it
 * into something that runs, `assembler.ts` (WebAssembly) and `javascript.ts`; each is the other's oracle.
 *
 * Every value is a signed 32-bit number and arithmetic wraps, except in `checked`, which notes in the variable `fault` that
 * a result does not fit. Addresses are in bytes, unsigned, multiples of four. Variables are named and belong to one function;
 * they are 0 at first. Expressions have effects only through `let`, `checked` and `call`, and are evaluated left to right.
 */

export type Operator =
  | '+'
  | '-'
  | '*'
  | '&'
  | '|'
  | '^'
  | '<<'
  /** Keeps the sign. */
  | '>>'
  /** Without sign. */
  | '>>>'
  /** Truncating. The right side is neither 0 nor, with the least number on the left, -1. */
  | '/'
  | '%'
  /** Without sign. The right side is not 0. */
  | '/u'
  | '%u'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  /** Without sign. */
  | '<u';

export type Code =
  | { readonly op: 'constant'; readonly value: number }
  | { readonly op: 'get'; readonly name: string }
  | { readonly op: 'binary'; readonly operator: Operator; readonly left: Code; readonly right: Code }
  /** Evaluates one of the two. */
  | { readonly op: 'choose'; readonly condition: Code; readonly whenTrue: Code; readonly whenFalse: Code }
  /** Sets a variable, then is `then`. */
  | { readonly op: 'let'; readonly name: string; readonly value: Code; readonly then: Code }
  /** 0 and `fault` set to OVERFLOW, unless it is set already, when the exact result does not fit. */
  | { readonly op: 'checked'; readonly operator: '+' | '-' | '*'; readonly left: Code; readonly right: Code }
  | { readonly op: 'load'; readonly address: Code; readonly offset: number }
  | { readonly op: 'call'; readonly name: string; readonly arguments: readonly Code[] };

export type Statement =
  | { readonly op: 'set'; readonly name: string; readonly value: Code }
  | { readonly op: 'store'; readonly address: Code; readonly offset: number; readonly value: Code }
  | {
      readonly op: 'if';
      readonly condition: Code;
      readonly then: readonly Statement[];
      readonly else: readonly Statement[];
    }
  /** `exit` leaves the block, or the loop, of that name. */
  | { readonly op: 'block'; readonly name: string; readonly body: readonly Statement[] }
  | { readonly op: 'loop'; readonly name: string; readonly body: readonly Statement[] }
  | { readonly op: 'exit'; readonly name: string }
  /** By a number from 0; nothing for numbers without a case. */
  | { readonly op: 'switch'; readonly subject: Code; readonly cases: readonly (readonly Statement[])[] }
  /** Evaluates and forgets. */
  | { readonly op: 'do'; readonly value: Code }
  | { readonly op: 'return'; readonly value: Code };

/** Returns 0 where no `return` is met. */
export interface CodeFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: readonly Statement[];
  readonly exported: boolean;
}

/** The variable that says why an expression has no value, and what it says. */
export const FAULT = 'fault';
export const DIVISION = 1;
export const INDEX = 2;
export const RANGE = 3;
export const OVERFLOW = 4;
export const SHIFT = 5;

export const LEAST = -(2 ** 31);
export const GREATEST = 2 ** 31 - 1;

export function constant(value: number): Code {
  return { op: 'constant', value: value | 0 };
}

export function get(name: string): Code {
  return { op: 'get', name };
}

export const ZERO = constant(0);
export const ONE = constant(1);

/** Operators that 0 on one side does nothing to. */
const NEUTRAL_RIGHT: ReadonlySet<Operator> = new Set<Operator>(['+', '-', '|', '^', '<<', '>>', '>>>']);
const NEUTRAL_LEFT: ReadonlySet<Operator> = new Set<Operator>(['+', '|', '^']);

export function binary(operator: Operator, left: Code, right: Code): Code {
  if (left.op === 'constant' && right.op === 'constant') {
    const value = folded(operator, left.value, right.value);
    if (value !== null) return constant(value);
  }
  if (right.op === 'constant' && right.value === 0 && NEUTRAL_RIGHT.has(operator)) return left;
  if (left.op === 'constant' && left.value === 0 && NEUTRAL_LEFT.has(operator)) return right;
  return { op: 'binary', operator, left, right };
}

function folded(operator: Operator, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return Math.imul(left, right);
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    case '>>>':
      return left >>> right;
    case '/':
      return right === 0 || (right === -1 && left === LEAST) ? null : Math.trunc(left / right);
    case '%':
      return right === 0 || right === -1 ? null : left % right;
    case '/u':
      return right === 0 ? null : Math.floor((left >>> 0) / (right >>> 0));
    case '%u':
      return right === 0 ? null : (left >>> 0) % (right >>> 0);
    case '==':
      return left === right ? 1 : 0;
    case '!=':
      return left === right ? 0 : 1;
    case '<':
      return left < right ? 1 : 0;
    case '<=':
      return left <= right ? 1 : 0;
    case '>':
      return left > right ? 1 : 0;
    case '>=':
      return left >= right ? 1 : 0;
    case '<u':
      return left >>> 0 < right >>> 0 ? 1 : 0;
  }
}

export function choose(condition: Code, whenTrue: Code, whenFalse: Code): Code {
  if (condition.op === 'constant') return condition.value !== 0 ? whenTrue : whenFalse;
  return { op: 'choose', condition, whenTrue, whenFalse };
}

export function let_(name: string, value: Code, then: Code): Code {
  return { op: 'let', name, value, then };
}

/** What words without sign hold, too. */
export const GREATEST_UNSIGNED = 2 ** 32 - 1;

/** 0, with `fault` set unless it is set already. */
export function raise(fault: number): Code {
  return let_(FAULT, choose(get(FAULT), get(FAULT), constant(fault)), ZERO);
}

export function load(address: Code, offset = 0): Code {
  return { op: 'load', address, offset };
}

export function call(name: string, ...args: readonly Code[]): Code {
  return { op: 'call', name, arguments: args };
}

/** A call for its effects. */
export function perform(name: string, ...args: readonly Code[]): Statement {
  return { op: 'do', value: call(name, ...args) };
}

export function set(name: string, value: Code): Statement {
  return { op: 'set', name, value };
}

export function store(address: Code, offset: number, value: Code): Statement {
  return { op: 'store', address, offset, value };
}

export function when(condition: Code, then: readonly Statement[], otherwise: readonly Statement[] = []): Statement {
  return { op: 'if', condition, then, else: otherwise };
}

export function exit(name: string): Statement {
  return { op: 'exit', name };
}

export function block(name: string, body: readonly Statement[]): Statement {
  return { op: 'block', name, body };
}

export function loop(name: string, body: readonly Statement[]): Statement {
  return { op: 'loop', name, body };
}

export function return_(value: Code): Statement {
  return { op: 'return', value };
}

/** Every variable that a function names and does not have as a parameter, in order of appearance. */
export function variablesOf({ parameters, body }: CodeFunction): string[] {
  const found = new Set<string>();
  const inCode = (code: Code): void => {
    switch (code.op) {
      case 'constant':
        return;
      case 'get':
        found.add(code.name);
        return;
      case 'binary':
        inCode(code.left);
        inCode(code.right);
        return;
      case 'checked':
        found.add(FAULT);
        inCode(code.left);
        inCode(code.right);
        return;
      case 'choose':
        inCode(code.condition);
        inCode(code.whenTrue);
        inCode(code.whenFalse);
        return;
      case 'let':
        found.add(code.name);
        inCode(code.value);
        inCode(code.then);
        return;
      case 'load':
        inCode(code.address);
        return;
      case 'call':
        code.arguments.forEach(inCode);
        return;
    }
  };
  const inStatement = (statement: Statement): void => {
    switch (statement.op) {
      case 'set':
        found.add(statement.name);
        inCode(statement.value);
        return;
      case 'store':
        inCode(statement.address);
        inCode(statement.value);
        return;
      case 'if':
        inCode(statement.condition);
        statement.then.forEach(inStatement);
        statement.else.forEach(inStatement);
        return;
      case 'block':
      case 'loop':
        statement.body.forEach(inStatement);
        return;
      case 'switch':
        inCode(statement.subject);
        for (const body of statement.cases) body.forEach(inStatement);
        return;
      case 'do':
      case 'return':
        inCode(statement.value);
        return;
      case 'exit':
        return;
    }
  };
  body.forEach(inStatement);
  for (const parameter of parameters) found.delete(parameter);
  return [...found];
}
