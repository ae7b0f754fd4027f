/**
 * What the text of a program with `[any]` threads says of their numbers: for the engines whose answers are for any number of
 * threads. No number of instances would show that a thread behaves in its own way from the hundredth on; the text does.
 */
import { Refused } from '../../models/refusal.js';
import { type DeclarationSyntax, type ExpressionSyntax, nodesIn, type ProgramSyntax } from './syntax.js';

export type Condition = DeclarationSyntax & { readonly kind: 'never' | 'invariant' | 'lemma' };

/** All instances of a program are alike, but for how many threads there are; or why they are not. */
export type Alike =
  | {
      /** Shared arrays with a cell for each thread, and the thread. */
      readonly perThread: ReadonlyMap<string, string>;
      /** Names of shared variables. */
      readonly shared: ReadonlySet<string>;
      /** Numbers of threads are values. */
      readonly numbered: boolean;
    }
  | { readonly refused: string };

/** Declarations that matter to the states that are reached. */
export function askedIn({ declarations }: ProgramSyntax): DeclarationSyntax[] {
  return declarations.filter(({ kind }) => kind !== 'ltl' && kind !== 'predicates');
}

/** All expressions in a tree of the syntax; its other nodes have other kinds. */
export function* expressionsIn(tree: object): Generator<ExpressionSyntax> {
  if ('kind' in tree) yield tree as ExpressionSyntax;
  for (const part of Object.values(tree)) {
    if (typeof part === 'object' && part !== null) yield* expressionsIn(part as object);
  }
}

/** A name that stands alone as an argument of a thread, and means nothing else. */
interface InstanceName {
  readonly name: string;
  readonly thread: string;
  readonly node: ExpressionSyntax;
}

/** Those of a condition. An any-thread has no other arguments. */
export function instanceNames(
  condition: Condition,
  anyThreads: readonly string[],
  { declarations }: ProgramSyntax,
): InstanceName[] {
  const declared = new Set(declarations.flatMap(namesOf));
  return nodesIn(condition.condition).flatMap((node) => {
    if (node.kind !== 'at' && node.kind !== 'localOf') return [];
    const { text: thread } = node.instance.name;
    return (node.instance.arguments ?? []).flatMap((number): InstanceName[] => {
      if (number.kind === 'name' && number.index === null && !declared.has(number.name.text)) {
        return [{ name: number.name.text, thread, node: number }];
      }
      if (!anyThreads.includes(thread)) return [];
      throw refusedCondition(condition, `speaks of a certain ${thread}: write ${thread}(i), for all of them`);
    });
  });
}

/** Names that mean something in a condition. */
function namesOf(declaration: DeclarationSyntax): readonly string[] {
  switch (declaration.kind) {
    case 'const':
      return [declaration.name.text];
    case 'type':
      return declaration.constructors?.map(({ text }) => text) ?? [];
    case 'shared':
    case 'ghost':
      return declaration.declarators.flatMap(({ names }) => names.map(({ name }) => name.text));
    default:
      return [];
  }
}

export function refusedCondition({ name }: Condition, why: string): Refused {
  return new Refused(`${name === null ? 'a condition' : `the condition of ${name.text}`} ${why}`);
}
