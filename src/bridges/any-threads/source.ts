/**
 * What only the text of a program with `[any]` threads shows: whether all its instances are alike, but for how many threads
 * there are. No number of instances would show that a thread behaves in its own way from the hundredth on.
 *
 *   - nothing asks for `count(T)`
 *   - a first value is `self` itself, or has nothing to do with it
 *   - a condition speaks of any-threads by names (`T(i)`), not of certain ones. When a name is also used as a value, it is
 *     compared with a variable or is an index
 *
 * What is left of numbers is then in the compiled automata, where `numbers.ts` looks at it. Conditions come expanded, with
 * numbers in the place of names. So the instance that is translated has threads with numbers that occur nowhere else in the
 * program, from `first` on: in a condition about those a number from `first` on is one of a thread.
 */
import type { ProgramFile } from '../../languages/program/index.js';
import type {
  DeclarationSyntax,
  ExpressionSyntax,
  InstanceSyntax,
  ThreadSyntax,
} from '../../languages/program/syntax.js';
import type { Program, StateExpression, Template } from '../../models/program/model.js';
import { Refused } from './refusal.js';

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
  instance(count: number): Program;
}

type Condition = DeclarationSyntax & { readonly kind: 'never' | 'invariant' };
type NameNode = ExpressionSyntax & { readonly kind: 'name' };

/** Threads in a sample: the language has no more. */
const MOST_THREADS = 256;
/** Conditions that a sample is expanded to. */
const MOST_CHOICES = 20_000;

export function lookUp(file: ProgramFile): Source {
  const { anyThreads, syntax } = file;
  if (anyThreads.length === 0) throw new Refused('no thread is declared with [any]');
  const shared = new Set<string>();
  const perThread = new Map<string, string>();
  for (const declaration of syntax.declarations) {
    if (declaration.kind !== 'shared') continue;
    for (const { name, size } of declaration.declarators.flatMap(({ names }) => names)) {
      shared.add(name.text);
      if (size?.kind === 'name' && anyThreads.includes(size.name.text)) perThread.set(name.text, size.name.text);
    }
  }
  const told = new Set(syntax.declarations.flatMap(namesOf));
  let most = 0;
  let numbered = perThread.size > 0;
  for (const declaration of syntax.declarations) {
    // These are not what is asked here.
    if (declaration.kind === 'ltl' || declaration.kind === 'predicates') continue;
    for (const node of nodesOf(declaration)) {
      if (node.kind === 'count' && anyThreads.includes(node.thread.text)) {
        throw new Refused(
          `the program asks how many ${node.thread.text} there are: leave out count(${node.thread.text})`,
        );
      }
    }
    if (declaration.kind === 'thread' && anyThreads.includes(declaration.name.text)) {
      numbered = checkFirstValues(declaration, shared) || numbered;
    }
    if (declaration.kind === 'never' || declaration.kind === 'invariant') {
      const variables = variablesOf(declaration, anyThreads, told, shared);
      most = Math.max(most, variables.count);
      numbered ||= variables.asValues;
    }
  }
  const instance = (count: number): Program => {
    const made = file.instantiate(count);
    if (made.kind === 'error') throw new Refused(made.message);
    return made.program;
  };
  const first = numbered ? largestNumber(instance(2)) + 1 : 0;
  const count = first + Math.max(2, most);
  if (count + 1 > MOST_THREADS || count ** most > MOST_CHOICES) {
    const why = `${first - 1} is too large a number beside numbers of threads: take smaller constants`;
    throw new Refused(first > 0 ? why : `a condition speaks of ${most} threads: that is too many`);
  }
  const program = instance(count);
  compare(program, instance(count + 1), anyThreads, first);
  return { anyThreads, perThread, program, first, most, instance };
}

/** Names that mean something in a condition. */
function namesOf(declaration: DeclarationSyntax): readonly string[] {
  switch (declaration.kind) {
    case 'const':
      return [declaration.name.text];
    case 'type':
      return declaration.constructors?.map(({ text }) => text) ?? [];
    case 'shared':
      return declaration.declarators.flatMap(({ names }) => names.map(({ name }) => name.text));
    default:
      return [];
  }
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
      const nodes = [...nodesOf(initial)];
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
  return [...nodesOf(thread.body)].some(({ kind }) => kind === 'self');
}

/** How many names stand for any-threads, and whether they are used as values. */
function variablesOf(
  { name, condition }: Condition,
  anyThreads: readonly string[],
  told: ReadonlySet<string>,
  shared: ReadonlySet<string>,
): { readonly count: number; readonly asValues: boolean } {
  const refuse = (why: string): Refused =>
    new Refused(`${name === null ? 'a condition' : `the condition of ${name.text}`} ${why}`);
  const instances: InstanceSyntax[] = [];
  const allowed = new Set<ExpressionSyntax>();
  const uses: NameNode[] = [];
  for (const node of nodesOf(condition)) {
    if (node.kind === 'at' || node.kind === 'localOf') instances.push(node.instance);
    if (node.kind === 'name') uses.push(node);
    if ((node.kind === 'name' || node.kind === 'localOf') && node.index !== null) allowed.add(node.index);
    if (node.kind === 'binary' && (node.operator === '==' || node.operator === '!=')) {
      if (isVariable(node.left, shared)) allowed.add(node.right);
      if (isVariable(node.right, shared)) allowed.add(node.left);
    }
  }
  const variables = new Map<string, string>();
  const places = new Set<ExpressionSyntax>();
  for (const { name: thread, arguments: numbers } of instances) {
    for (const number of numbers ?? []) {
      places.add(number);
      const isName = number.kind === 'name' && number.index === null && !told.has(number.name.text);
      if (!isName && anyThreads.includes(thread.text)) {
        throw refuse(`speaks of a certain ${thread.text}: write ${thread.text}(i), for all of them`);
      }
      if (!isName) continue;
      const other = variables.get(number.name.text) ?? thread.text;
      if (other !== thread.text && (anyThreads.includes(other) || anyThreads.includes(thread.text))) {
        throw refuse(`has one name for a ${other} and a ${thread.text}: take two`);
      }
      variables.set(number.name.text, thread.text);
    }
  }
  const any = new Set([...variables].filter(([, thread]) => anyThreads.includes(thread)).map(([variable]) => variable));
  const values = uses.filter((use) => any.has(use.name.text) && !places.has(use));
  const wrong = values.find((use) => !allowed.has(use));
  if (wrong !== undefined) {
    throw refuse(`computes with ${wrong.name.text}, the number of a thread: compare it with a variable by == or !=`);
  }
  return { count: any.size, asValues: values.length > 0 };
}

function isVariable(node: ExpressionSyntax, shared: ReadonlySet<string>): boolean {
  return node.kind === 'localOf' || (node.kind === 'name' && shared.has(node.name.text));
}

/** All expressions in a tree of the syntax; its other nodes have other kinds. */
function* nodesOf(tree: object): Generator<ExpressionSyntax> {
  if ('kind' in tree) yield tree as ExpressionSyntax;
  for (const part of Object.values(tree)) {
    if (typeof part === 'object' && part !== null) yield* nodesOf(part as object);
  }
}

/** The largest number that a value is given or compared with. */
function largestNumber({ shared, templates, threads, never }: Program): number {
  let largest = 0;
  const note = (value: unknown) => {
    if (typeof value === 'number') largest = Math.max(largest, value);
  };
  for (const { initial } of shared) initial.forEach(note);
  for (const { initial } of threads) initial.flat().forEach(note);
  JSON.stringify([templates.map(({ edges }) => edges), never], (key, part: unknown) => {
    if (key === 'value') note(part);
    return part;
  });
  return largest;
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
  return [...threadsOf(condition)].every((thread) => {
    const template = program.threads[thread]?.template;
    const isAny = source.anyThreads.includes(program.templates[template ?? -1]?.name ?? '');
    const beginning = program.threads.findIndex((other) => other.template === template);
    return !isAny || thread - beginning >= source.first;
  });
}

/** The threads that a condition speaks of, by place or local. */
export function* threadsOf(condition: StateExpression): Generator<number> {
  switch (condition.kind) {
    case 'at':
      yield condition.thread;
      return;
    case 'localOf':
      yield condition.thread;
      if (condition.index !== null) yield* threadsOf(condition.index);
      return;
    case 'memory':
      if (condition.index !== null) yield* threadsOf(condition.index);
      return;
    case 'unary':
      yield* threadsOf(condition.operand);
      return;
    case 'binary':
      yield* threadsOf(condition.left);
      yield* threadsOf(condition.right);
      return;
    case 'constant':
  }
}
