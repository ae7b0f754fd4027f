/**
 * Procedures: their heads, and their bodies in the place of calls.
 *
 * A parameter is a value, taken once when the procedure is called, or a shared variable that the call names (`shared l`). A
 * value that stays the same as long as the thread lives stands wherever the parameter does; any other one is kept in a local
 * of the thread, which calls `me` of `acquire` `acquire.me`. `return e` assigns e to what the call was to give its value, and
 * leaves the body.
 *
 * Whatever is wrong in a body is reported once, however often it is called: at the same place with the same words.
 */
import { sameSort, showSort } from '../../models/program/cells.js';
import type { Sort } from '../../models/program/model.js';
import { checkNewName, sortOf } from './check-declaration.js';
import type { Frame, Result } from './check-local.js';
import type { Common, Surrounding, ThreadChecker } from './check-statement.js';
import { foreignCall } from './foreign.js';
import { readsShared } from './lower.js';
import type { Resolved, Statement, Target } from './plan.js';
import { printCall, printExpression } from './print-expression.js';
import { INT } from './sorts.js';
import {
  type Block,
  blocksOf,
  type ExpressionSyntax,
  type Name,
  type ProcedureSyntax,
  type StatementSyntax,
} from './syntax.js';
import { describeMeaning, type KnownLocal, type Procedure, type Vocabulary } from './vocabulary.js';

type Invocation = StatementSyntax & { kind: 'invoke' };

/** Calls in one thread, with those that its procedures make. */
const MOST_CALLS = 1_000;

/** These words are not reserved, and called they are no procedures. */
const INSTRUCTIONS: ReadonlySet<string> = new Set(['store_release', 'load_acquire']);

export function declareProcedure(syntax: ProcedureSyntax, vocabulary: Vocabulary): void {
  const names = new Map<string, KnownLocal>();
  const parameters = syntax.parameters.map(({ name, type, shared }) => {
    const sort = sortOf(type, vocabulary) ?? INT;
    checkNewName(name, names, vocabulary);
    names.set(name.text, { variable: 0, sort, size: null, fixedSize: null, parameter: true });
    return { name, sort, shared };
  });
  if (INSTRUCTIONS.has(syntax.name.text)) {
    vocabulary.wrong('duplicate', syntax.name, `\`${syntax.name.text}\` is an instruction: choose another name`);
  }
  const procedure: Procedure = { syntax, parameters };
  vocabulary.declare(syntax.name, { kind: 'procedure', procedure });
  vocabulary.procedures.set(syntax.name.text, procedure);
}

/** That no procedure calls itself, by others or not; the calls that lead back are told. */
export function checkRecursion(vocabulary: Vocabulary): void {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const { syntax } = vocabulary.procedures.get(name) ?? {};
    if (done.has(name) || syntax === undefined) return;
    for (const { procedure } of callsIn(syntax.body)) {
      const from = [...path, name].indexOf(procedure.text);
      if (from < 0) visit(procedure.text, [...path, name]);
      else {
        const cycle = [...[...path, name].slice(from), procedure.text].map((each) => `\`${each}\``);
        const message = `procedures cannot call themselves: ${cycle.join(' calls ')}`;
        vocabulary.wrong('unsupported', procedure, message);
      }
    }
    done.add(name);
  };
  for (const name of vocabulary.procedures.keys()) visit(name, []);
}

export function callsIn(block: Block): Invocation[] {
  return block.statements.flatMap((statement) =>
    statement.kind === 'invoke' ? [statement] : blocksOf<Block>(statement).flatMap(callsIn),
  );
}

/** The body of a procedure, in the place of a call. */
export function inlined(thread: ThreadChecker, syntax: Invocation, around: Surrounding, common: Common): Statement[] {
  const { vocabulary } = thread;
  const { procedure: called, target } = syntax;
  const procedure = vocabulary.procedures.get(called.text);
  if (procedure === undefined) {
    unknownProcedure(called, vocabulary);
    return [];
  }
  if (++thread.calls > MOST_CALLS) {
    if (thread.calls === MOST_CALLS + 1) {
      vocabulary.wrong('too-large', syntax, `a thread makes at most ${MOST_CALLS} calls of procedures`);
    }
    return [];
  }
  const text = printCall(syntax);
  const bound = argumentsOf(thread, syntax, procedure, around.frame, common);
  const result = target === null ? 'dropped' : resultOf(thread, syntax, target, around.frame);
  if (bound === null || result === null) return [];
  if (result !== 'dropped' && !returnsAlways(procedure.syntax.body)) {
    const message = `\`${called.text}\` can end without \`return e\`, and its value is asked for`;
    vocabulary.wrong('missing', syntax, message);
  }
  const into: Result = result === 'dropped' ? result : result.into;
  const body = bodyOf(thread, { procedure, names: bound.names, result: into }, around.atomic);
  const own = { labels: [], place: common.place };
  const after: Statement[] =
    result === 'dropped' || result.final === null
      ? []
      : [{ ...own, kind: 'assign', target: result.final, value: readOf(result.into.target), text }];
  const all: Statement[] = [...bound.assignments, { ...own, kind: 'inline', body, text }, ...after];
  return common.labels.length === 0 ? all : [{ ...common, kind: 'block', body: all, text: 'block' }];
}

function readOf({ variable }: Target): Resolved {
  return { kind: 'local', variable, index: null };
}

/** A procedure with what its parameters stand for. */
interface Called {
  readonly procedure: Procedure;
  readonly names: Frame['names'];
  readonly result: Result;
}

export function bodyOf(thread: ThreadChecker, { procedure, names, result }: Called, atomic: boolean): Statement[] {
  const { syntax } = procedure;
  const name = syntax.name.text;
  const labels = thread.collectLabels(syntax.body, atomic);
  for (const label of labels.keys()) thread.head.labels.add(`${name}.${label}`);
  const checker = thread.checkerOf(names);
  const frame: Frame = { names, labels, checker, procedure: name, call: thread.calls, result };
  return thread.block(syntax.body, { loop: false, atomic, frame, counted: [] });
}

function unknownProcedure(name: Name, vocabulary: Vocabulary): void {
  const known = vocabulary.meaning(name.text);
  if (known !== undefined) {
    vocabulary.wrong('wrong-kind', name, `\`${name.text}\` is ${describeMeaning(known)}, not a procedure`);
    return;
  }
  const near = vocabulary.nearest(name.text, vocabulary.procedures.keys(), false);
  const foreign = near === null ? foreignCall(name.text) : null;
  if (foreign === null) vocabulary.unknown(name, 'there is no procedure', near);
  else vocabulary.wrong('unknown-name', name, foreign.message, foreign.instead);
}

interface Bound {
  readonly names: Frame['names'];
  readonly assignments: readonly Statement[];
}

function argumentsOf(
  thread: ThreadChecker,
  { procedure: called, arguments: given, start, end }: Invocation,
  { parameters }: Procedure,
  frame: Frame,
  { place }: Common,
): Bound | null {
  const { vocabulary, locals } = thread;
  if (given.length !== parameters.length) {
    const message = `\`${called.text}\` takes ${parameters.length} arguments, and ${given.length} are given`;
    return vocabulary.wrong('arity', { start, end }, message);
  }
  const names: Frame['names'] = new Map();
  const assignments: Statement[] = [];
  let wrong = false;
  for (const [position, { name, sort, shared }] of parameters.entries()) {
    const argument = given[position] as ExpressionSyntax;
    const what = { name: name.text, called: called.text, sort };
    const value = shared ? variableOf(argument, what, frame, vocabulary) : givenValue(thread, argument, what, frame);
    if (value === null) {
      wrong = true;
      continue;
    }
    const known = { variable: -1, sort, size: null, fixedSize: null, parameter: !shared };
    const keep = (kept: Resolved, of: Sort): Resolved => {
      const variable = locals.shared(`${called.text}.${name.text}`, of, place);
      const text = `${name.text} = ${printExpression(argument)}`;
      const target: Target = { kind: 'local', variable, index: null };
      assignments.push({ labels: [], place, kind: 'assign', target, value: kept, text });
      return readOf(target);
    };
    if (value.kind === 'shared' && shared) {
      const { index } = value;
      const unchanging = index === null || locals.isUnchanging(index);
      names.set(name.text, { ...known, stands: unchanging ? value : { ...value, index: keep(index, INT) } });
    } else {
      const stands = locals.isUnchanging(value) && frame.checker.isWithin(value, sort);
      names.set(name.text, { ...known, stands: stands ? value : keep(value, sort) });
    }
  }
  return wrong ? null : { names, assignments };
}

interface Parameter {
  readonly name: string;
  readonly called: string;
  readonly sort: Sort;
}

function givenValue(
  thread: ThreadChecker,
  argument: ExpressionSyntax,
  { name, sort }: Parameter,
  { checker }: Frame,
): Resolved | null {
  const typed = checker.check(argument);
  if (typed === null || !thread.locals.fits(typed, sort, argument, name)) return null;
  return checker.converted(typed.expression, sort);
}

/** The shared variable that an argument names. */
function variableOf(
  argument: ExpressionSyntax,
  { name, called, sort }: Parameter,
  { checker }: Frame,
  vocabulary: Vocabulary,
): Resolved | null {
  const typed = checker.check(argument);
  if (typed === null) return null;
  if (typed.expression.kind !== 'shared' || (argument.kind === 'name' && argument.acquire === true)) {
    return vocabulary.wrong(
      'wrong-kind',
      argument,
      `\`${name}\` of \`${called}\` is a shared variable, and this is a value`,
    );
  }
  if (sameSort(typed.sort, sort)) return typed.expression;
  const types = `${showSort(sort)}, and this is of ${showSort(typed.sort)}`;
  return vocabulary.wrong('type-mismatch', argument, `\`${name}\` of \`${called}\` is a variable of type ${types}`);
}

interface Wanted {
  readonly into: Exclude<Result, 'dropped'>;
  /** What is assigned behind the call; null when `return` assigns it. */
  readonly final: Target | null;
}

function resultOf(
  thread: ThreadChecker,
  { procedure: called, start, end }: Invocation,
  target: NonNullable<Invocation['target']>,
  frame: Frame,
): Wanted | null {
  const { vocabulary, locals } = thread;
  const found = thread.target(target, frame);
  if (found === null) return null;
  const { sort, ...final } = found;
  const name = printExpression(target);
  if (final.kind === 'local' && final.index === null) return { into: { target: final, sort, name }, final: null };
  if (final.index !== null && !locals.isUnchanging(final.index)) {
    const message = 'the index may change during the call: assign the value to a local first';
    return vocabulary.wrong('unsupported', target, message);
  }
  const variable = locals.shared(
    `$${called.text} for ${final.kind} ${final.variable}`,
    sort,
    vocabulary.placeOf({ start, end }),
  );
  return { into: { target: { kind: 'local', variable, index: null }, sort, name }, final };
}

/** `return e`. */
export function returned(
  thread: ThreadChecker,
  syntax: StatementSyntax & { kind: 'return' },
  { result, procedure, checker }: Frame,
  common: Common,
): Statement[] {
  const { vocabulary } = thread;
  const { value } = syntax;
  if (result === null || procedure === null) {
    vocabulary.wrong('syntax', syntax, '`return` stands inside of a procedure: a thread ends at its `}`');
    return [];
  }
  const leave: Statement = { ...common, kind: 'return', text: 'return' };
  if (value === null) {
    if (result === 'dropped') return [leave];
    vocabulary.wrong('missing', syntax, `a call wants the value of \`${procedure}\`: write \`return e\``);
    return [];
  }
  const typed = checker.check(value);
  if (typed === null) return [];
  const text = `return ${printExpression(value)}`;
  const unlabelled: Statement = { ...leave, labels: [], keys: [] };
  if (result === 'dropped') {
    // Nobody wants the value, but computing it may fail.
    if (checker.mayFail(typed.expression)) {
      const variable = thread.locals.shared(`$${procedure}`, INT, common.place);
      const target: Target = { kind: 'local', variable, index: null };
      return [{ ...common, kind: 'assign', target, value: typed.expression, text }, unlabelled];
    }
    if (!readsShared(typed.expression)) return [leave];
    return [{ ...common, kind: 'call', expression: typed.expression, text }, unlabelled];
  }
  if (!thread.locals.fits(typed, result.sort, value, result.name)) return [];
  const written = checker.converted(typed.expression, result.sort);
  return [{ ...common, kind: 'assign', target: result.target, value: written, text }, unlabelled];
}

/** Nothing comes to the end of the block. */
function returnsAlways({ statements }: Block): boolean {
  return statements.some((statement) => {
    switch (statement.kind) {
      case 'return':
      case 'goto':
        return true;
      case 'if':
        return statement.otherwise !== null && [statement.then, statement.otherwise].every(returnsAlways);
      case 'choose':
        return statement.branches.every(returnsAlways);
      case 'switch':
        return statement.otherwise !== null && blocksOf<Block>(statement).every(returnsAlways);
      case 'block':
      case 'atomic':
        return returnsAlways(statement.body);
      case 'loop':
        return !breaksOut(statement.body);
      default:
        return false;
    }
  });
}

function breaksOut({ statements }: Block): boolean {
  return statements.some((statement) => {
    if (statement.kind === 'break') return true;
    if (statement.kind === 'while' || statement.kind === 'loop' || statement.kind === 'for') return false;
    return blocksOf<Block>(statement).some(breaksOut);
  });
}
