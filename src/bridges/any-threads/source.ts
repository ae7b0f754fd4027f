/**
 * What only the text of a program with `[any]` threads shows: whether all its instances are alike, but for how many threads
 * there are. No number of instances would show that a thread behaves in its own way from the hundredth on.
 *
 *   - `count(T)` is asked for in the steps of threads only: it stays open there, as a local of its own (`census.ts`)
 *   - a first value is `self` itself, or has nothing to do with it
 *   - a condition speaks of any-threads by names (`T(i)`), not of certain ones. When a name is also used as a value, it is
 *     compared with a variable or is an index
 *
 * What is left of numbers is then in the compiled automata, where `numbers.ts` looks at it. Conditions come expanded, with
 * numbers in the place of names. So the instance that is translated has threads with numbers that occur nowhere else in the
 * program, from `first` on: in a condition about those a number from `first` on is one of a thread.
 */
import {
  type Alike,
  askedIn,
  type Condition,
  expressionsIn,
  instanceNames,
  refusedCondition,
} from '../../languages/program/any-threads.js';
import type { ProgramFile } from '../../languages/program/index.js';
import { type ExpressionSyntax, nodesIn, type ThreadSyntax, type TypeSyntax } from '../../languages/program/syntax.js';
import { expressionsOf, leavesOf, nodesOf } from '../../models/program/expression.js';
import { numberIn } from '../../models/program/fold.js';
import type { Program, StateExpression, Template } from '../../models/program/model.js';
import { Refused } from '../../models/refusal.js';

export interface Source {
  readonly anyThreads: readonly string[];
  /** Shared arrays with a cell for each thread, and the thread. */
  readonly perThread: ReadonlyMap<string, string>;
  /** The sample: an instance in which every condition finds its threads. */
  readonly program: Program;
  /** Threads of the sample with numbers from here on stand for all. */
  readonly first: number;
  /** The most any-threads that one condition speaks of: with fewer of them there may be no choice for it. */
  readonly most: number;
  /** The any-thread that the program asks the number of; null if it does not. */
  readonly counted: string | null;
  instance(count: number): Program;
}

/** Threads in a sample: the language has no more. */
const MOST_THREADS = 256;
/** Conditions that a sample is expanded to. */
const MOST_CHOICES = 20_000;

export function lookUp(file: ProgramFile): Source {
  const { anyThreads, syntax } = file;
  if (anyThreads.length === 0) throw new Refused('no thread is declared with [any]');
  const { shared, perThread, numbered: thinks } = file.alike === undefined ? alikeIn(file) : taken(file.alike);
  const counted = countedIn(file);
  let most = 0;
  let numbered = thinks;
  for (const declaration of askedIn(syntax)) {
    if (declaration.kind === 'never' || declaration.kind === 'invariant' || declaration.kind === 'lemma') {
      const variables = variablesOf(declaration, file, shared);
      most = Math.max(most, variables.count);
      numbered ||= variables.asValues;
    }
  }
  const made = (count: number, counts: 'numbers' | 'locals'): Program => {
    const made = file.instantiate(count, counts);
    if (made.kind === 'error') throw new Refused(made.message);
    if (made.program.noDeadlock !== undefined)
      throw new Refused('`never deadlock` is asked of a given number of threads');
    return made.program;
  };
  const open = (count: number) => made(count, 'locals');
  const first = numbered ? largestNumber(open(2)) + 1 : 0;
  const count = first + Math.max(2, most);
  if (count + 1 > MOST_THREADS || count ** most > MOST_CHOICES) {
    const why = `${first - 1} is too large a number beside numbers of threads: take smaller constants`;
    throw new Refused(first > 0 ? why : `a condition speaks of ${most} threads: that is too many`);
  }
  const program = open(count);
  compare(program, open(count + 1), anyThreads, first);
  return { anyThreads, perThread, program, first, most, counted, instance: (each) => made(each, 'numbers') };
}

/** The any-thread that the program asks the number of. */
function countedIn({ anyThreads, syntax }: ProgramFile): string | null {
  let counted: string | null = null;
  for (const declaration of askedIn(syntax)) {
    const isCount = (node: ExpressionSyntax) => node.kind === 'count' && anyThreads.includes(node.thread.text);
    const asks = [...expressionsIn(declaration)].find(isCount);
    if (asks?.kind !== 'count') continue;
    const { text } = asks.thread;
    if (anyThreads.length > 1) {
      throw new Refused(`the program asks how many ${text} there are, and has other threads with [any]`);
    }
    if (declaration.kind !== 'thread' && declaration.kind !== 'proc') {
      throw new Refused(`a condition asks how many ${text} there are: leave out count(${text})`);
    }
    const first = declaration.kind === 'thread' ? declaration.body.statements.filter((s) => s.kind === 'local') : [];
    if (first.some((statement) => [...expressionsIn(statement)].some(isCount))) {
      throw new Refused(`a first value asks how many ${text} there are: assign count(${text}) in a statement`);
    }
    counted = text;
  }
  return counted;
}

type Known = Exclude<Alike, { readonly refused: string }>;

function taken(alike: Alike): Known {
  if ('refused' in alike) throw new Refused(alike.refused);
  return alike;
}

/** What a `.fp` text says. */
function alikeIn({ anyThreads, syntax }: ProgramFile): Known {
  const shared = new Set<string>();
  const perThread = new Map<string, string>();
  for (const declaration of syntax.declarations) {
    if (declaration.kind === 'ghost') {
      const name = declaration.declarators[0]?.names[0]?.name.text;
      throw new Refused(`${name} is a ghost, which is part of many steps: cubes know none`);
    }
    if (declaration.kind !== 'shared') continue;
    const declared = declaration.declarators.flatMap(({ names, type }) => names.map((each) => ({ ...each, type })));
    for (const { name, size, inner, type } of declared) {
      shared.add(name.text);
      if (size?.kind !== 'name' || !anyThreads.includes(size.name.text)) continue;
      for (const cells of cellsOf(name.text, type, inner, syntax)) perThread.set(cells, size.name.text);
    }
  }
  let numbered = perThread.size > 0;
  for (const declaration of askedIn(syntax)) {
    if (declaration.kind === 'thread' && anyThreads.includes(declaration.name.text)) {
      numbered = checkFirstValues(declaration, shared) || numbered;
    }
    if (declaration.kind === 'proc')
      numbered ||= [...expressionsIn(declaration.body)].some(({ kind }) => kind === 'self');
  }
  return { shared, perThread, numbered };
}

/** The variables that an array with a cell, or a record, for each thread is flattened to. */
function cellsOf(
  name: string,
  type: TypeSyntax | null,
  inner: readonly ExpressionSyntax[] | undefined,
  syntax: ProgramFile['syntax'],
): string[] {
  if (inner !== undefined) throw new Refused(`${name} has more than one cell for each thread`);
  const { declarations } = syntax;
  const record = declarations.find(
    (each) => each.kind === 'record' && type?.kind === 'named' && each.name.text === type.name,
  );
  if (record?.kind !== 'record') return [name];
  return record.fields.flatMap((field) => {
    if (field.size !== null) throw new Refused(`${name}.${field.name.text} has more than one cell for each thread`);
    return cellsOf(`${name}.${field.name.text}`, field.type, field.inner, syntax);
  });
}

/** Whether the thread looks at its number; refuses first values computed from it. */
function checkFirstValues(thread: ThreadSyntax, shared: ReadonlySet<string>): boolean {
  const { text } = thread.name;
  const same = new Set<string>();
  const isSelf = (node: ExpressionSyntax): boolean =>
    node.kind === 'self' || (node.kind === 'name' && node.index === null && same.has(node.name.text));
  for (const statement of thread.body.statements) {
    if (statement.kind !== 'local') break;
    for (const { names, initial } of statement.declarators) {
      if (initial === null || initial.kind === 'any') continue;
      const nodes = [...expressionsIn(initial)];
      // Where something is loaded it is no first value.
      const loads = nodes.some(
        (node) => node.kind === 'locked' || (node.kind === 'name' && shared.has(node.name.text)),
      );
      if (loads || !nodes.some(isSelf)) continue;
      if (initial.kind === 'list' || !isSelf(initial)) {
        const { text: local } = names[0]?.name ?? { text: '' };
        throw new Refused(
          `the first value of ${local} in ${text} is computed from self: only self itself can be taken`,
        );
      }
      for (const { name } of names) same.add(name.text);
    }
  }
  return [...expressionsIn(thread.body)].some(({ kind }) => kind === 'self');
}

/** How many names stand for any-threads, and whether they are used as values. */
function variablesOf(
  condition: Condition,
  { anyThreads, syntax }: ProgramFile,
  shared: ReadonlySet<string>,
): { readonly count: number; readonly asValues: boolean } {
  const threads = new Map<string, string>();
  const places = new Set<ExpressionSyntax>();
  for (const { name, thread, node } of instanceNames(condition, anyThreads, syntax)) {
    places.add(node);
    const other = threads.get(name) ?? thread;
    if (other !== thread && (anyThreads.includes(other) || anyThreads.includes(thread))) {
      throw refusedCondition(condition, `has one name for a ${other} and a ${thread}: take two`);
    }
    threads.set(name, thread);
  }
  const any = new Set([...threads].filter(([, thread]) => anyThreads.includes(thread)).map(([name]) => name));
  const nodes = nodesIn(condition.condition);
  const values = nodes.flatMap((node) =>
    node.kind === 'name' && any.has(node.name.text) && !places.has(node) ? [node] : [],
  );
  const allowed = new Set(nodes.flatMap((node) => comparedOrIndex(node, shared)));
  const wrong = values.find((use) => !allowed.has(use));
  if (wrong !== undefined) {
    const why = `computes with ${wrong.name.text}, the number of a thread: compare it with a variable by == or !=`;
    throw refusedCondition(condition, why);
  }
  return { count: any.size, asValues: values.length > 0 };
}

/** The parts of a node that may be numbers of threads. */
function comparedOrIndex(node: ExpressionSyntax, shared: ReadonlySet<string>): ExpressionSyntax[] {
  const isVariable = (part: ExpressionSyntax) =>
    part.kind === 'localOf' || (part.kind === 'name' && shared.has(part.name.text));
  if (node.kind === 'name' || node.kind === 'localOf') return node.index === null ? [] : [node.index];
  if (node.kind !== 'binary' || (node.operator !== '==' && node.operator !== '!=')) return [];
  const { left, right } = node;
  return [...(isVariable(left) ? [right] : []), ...(isVariable(right) ? [left] : [])];
}

/** The largest number that a value is given or compared with. */
function largestNumber({ shared, templates, threads, never, lemmas = [] }: Program): number {
  const first = [...shared.flatMap(({ initial }) => initial), ...threads.flatMap(({ initial }) => initial.flat())];
  const numbers = [
    ...first.filter((value) => value !== 'any'),
    ...templates.flatMap(({ edges }) => edges.flatMap(expressionsOf)).flatMap((part) => nodesOf(part).map(numberIn)),
    ...[...never, ...lemmas].flatMap(({ condition }) => nodesOf(condition).map(numberIn)),
  ];
  return numbers.reduce<number>((largest, number) => Math.max(largest, number ?? 0), 0);
}

/** Refuses what the next larger instance has otherwise. */
function compare(program: Program, larger: Program, anyThreads: readonly string[], first: number): void {
  for (const [number, template] of program.templates.entries()) {
    const { name, parameters } = template;
    const other = larger.templates[number];
    if (other === undefined || textOf(other) !== textOf(template)) throw new Refused(`${name} ${DEPENDS}`);
    const array = template.locals.find(({ size }, local) => other.locals[local]?.size !== size);
    if (array !== undefined) throw new Refused(`${array.name} in ${name} has a cell for each thread: give it a size`);
    if (!anyThreads.includes(name)) continue;
    // Those whose numbers occur nowhere else; what begins with `self` is looked at where it is used.
    const values = larger.threads
      .filter((thread) => thread.template === number)
      .map(({ initial }, self) =>
        JSON.stringify(initial.slice(parameters), (_, cell: unknown) => (first > 0 && cell === self ? 'self' : cell)),
      );
    if (new Set(values.slice(first)).size > 1) throw new Refused(`${name} ${DEPENDS}`);
  }
}

const DEPENDS = 'depends on how many threads there are, or on their numbers: only self itself can be looked at';

function textOf({ parameters, locals, locations, entry, edges }: Template): string {
  return JSON.stringify([locals.slice(parameters).map(({ name, sort }) => [name, sort]), locations, entry, edges]);
}

/** Whether a condition of the sample is about threads whose numbers occur nowhere else. */
export function standsForAll(program: Program, source: Source, condition: StateExpression): boolean {
  return threadsOf(condition).every((thread) => {
    const template = program.threads[thread]?.template;
    const isAny = source.anyThreads.includes(program.templates[template ?? -1]?.name ?? '');
    const beginning = program.threads.findIndex((other) => other.template === template);
    return !isAny || thread - beginning >= source.first;
  });
}

/** The threads that a condition speaks of, by place or local. */
export function threadsOf(condition: StateExpression): number[] {
  return leavesOf(condition).flatMap((leaf) => (leaf.kind === 'memory' ? [] : [leaf.thread]));
}
