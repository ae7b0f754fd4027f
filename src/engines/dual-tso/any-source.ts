/**
 * A program text with `[any]` threads, as a source of instances for the parameterized engine; or why it is none.
 *
 * The paper's parameterized systems (section 5) have identical processes: none knows its number, or how many there are. And
 * what must not be reached is a number of processes in given local states, whoever they are. Whether a text is like that
 * is looked up in the text: no number of instances would show that one thread behaves in its own way from the hundredth on.
 *
 * In a condition the number of an any-thread is then a variable that is used for nothing else, so the condition is about
 * every choice of different threads. An instance with as many threads as there are variables has all of it.
 */
import type { ProgramFile } from '../../languages/program/index.js';
import type { DeclarationSyntax, ExpressionSyntax, InstanceSyntax } from '../../languages/program/syntax.js';
import type { Program } from '../../models/program/model.js';
import type { Refusal } from './automaton.js';

export interface AnySource {
  /** Names of templates; there are any number of threads of each, at least one. */
  readonly anyThreads: readonly string[];
  /** The most different any-threads that one condition speaks of. */
  readonly most: number;
  /** The program with that many threads of each. */
  instance(count: number): Program | Refusal;
}

type Condition = DeclarationSyntax & { readonly kind: 'never' | 'invariant' };

export function anySource(file: ProgramFile): AnySource | Refusal {
  const { anyThreads, syntax } = file;
  if (anyThreads.length === 0) return { refused: 'no thread is declared with [any]' };
  const told = new Set<string>();
  let most = 0;
  for (const declaration of syntax.declarations) for (const name of namesOf(declaration)) told.add(name);
  for (const declaration of syntax.declarations) {
    // These are not what this engine is asked about.
    if (declaration.kind === 'ltl' || declaration.kind === 'predicates') continue;
    const refused = refusalOf(declaration, anyThreads);
    if (refused !== null) return { refused };
    if (declaration.kind !== 'never' && declaration.kind !== 'invariant') continue;
    const variables = variablesOf(declaration, anyThreads, told);
    if ('refused' in variables) return variables;
    most = Math.max(most, variables.size);
  }
  const instance = (count: number): Program | Refusal => {
    const made = file.instantiate(count);
    return made.kind === 'program' ? made.program : { refused: made.message };
  };
  return { anyThreads, most, instance };
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

function refusalOf(declaration: DeclarationSyntax, anyThreads: readonly string[]): string | null {
  for (const node of nodesOf(declaration)) {
    if (node.kind === 'count' && anyThreads.includes(node.thread.text)) {
      return `the program asks how many ${node.thread.text} there are: the Dual-TSO engine is for programs that do not`;
    }
    if (node.kind === 'self' && declaration.kind === 'thread' && anyThreads.includes(declaration.name.text)) {
      return looksAtItself(declaration.name.text);
    }
  }
  return null;
}

export function looksAtItself(name: string): string {
  return `${name} looks at its own number: the Dual-TSO engine is for threads that do not`;
}

/** The variables that stand for numbers of any-threads. */
function variablesOf(
  { name, condition }: Condition,
  anyThreads: readonly string[],
  told: ReadonlySet<string>,
): ReadonlySet<string> | Refusal {
  const refuse = (why: string): Refusal => ({
    refused: `${name === null ? 'a condition' : `the condition of ${name.text}`} ${why}`,
  });
  const instances: InstanceSyntax[] = [];
  const uses: (ExpressionSyntax & { readonly kind: 'name' })[] = [];
  for (const node of nodesOf(condition)) {
    if (node.kind === 'at' || node.kind === 'localOf') instances.push(node.instance);
    if (node.kind === 'name') uses.push(node);
  }
  const variables = new Set<string>();
  const places = new Set<ExpressionSyntax>();
  for (const { name: thread, arguments: numbers } of instances) {
    if (!anyThreads.includes(thread.text)) continue;
    for (const number of numbers ?? []) {
      if (number.kind !== 'name' || number.index !== null || told.has(number.name.text)) {
        return refuse(`speaks of a certain ${thread.text}: write ${thread.text}(i), for all of them`);
      }
      variables.add(number.name.text);
      places.add(number);
    }
  }
  const other = uses.find((use) => variables.has(use.name.text) && !places.has(use));
  if (other === undefined) return variables;
  return refuse(
    `looks at the number ${other.name.text} of a thread: the Dual-TSO engine is for conditions that do not`,
  );
}

/** All expressions in a tree of the syntax; its other nodes have other kinds. */
function* nodesOf(tree: object): Generator<ExpressionSyntax> {
  if ('kind' in tree) yield tree as ExpressionSyntax;
  for (const part of Object.values(tree)) {
    if (typeof part === 'object' && part !== null) yield* nodesOf(part as object);
  }
}
