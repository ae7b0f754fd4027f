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
import {
  askedIn,
  type Condition,
  expressionsIn,
  instanceNames,
  refusedCondition,
} from '../../languages/program/any-threads.js';
import type { ProgramFile } from '../../languages/program/index.js';
import { type DeclarationSyntax, nodesIn } from '../../languages/program/syntax.js';
import type { Program } from '../../models/program/model.js';
import { attempting, type Refusal, Refused } from '../../models/refusal.js';
import type { Taker } from './system.js';

export interface AnySource {
  /** Names of templates; there are any number of threads of each, at least one. */
  readonly anyThreads: readonly string[];
  /** The most different any-threads that one condition speaks of. */
  readonly most: number;
  /** The program with that many threads of each. */
  instance(count: number): Program | Refusal;
}

export function anySource(file: ProgramFile, { title }: Taker): AnySource | Refusal {
  return attempting(() => {
    const { anyThreads, syntax } = file;
    if (anyThreads.length === 0) throw new Refused('no thread is declared with [any]');
    let most = 0;
    for (const declaration of askedIn(syntax)) {
      refuseNumbers(declaration, anyThreads, title);
      if (declaration.kind !== 'never' && declaration.kind !== 'invariant') continue;
      most = Math.max(most, variablesOf(declaration, file, title).size);
    }
    const instance = (count: number): Program | Refusal => {
      const made = file.instantiate(count);
      return made.kind === 'program' ? made.program : { refused: made.message };
    };
    return { anyThreads, most, instance };
  });
}

function refuseNumbers(declaration: DeclarationSyntax, anyThreads: readonly string[], title: string): void {
  for (const node of expressionsIn(declaration)) {
    if (node.kind === 'count' && anyThreads.includes(node.thread.text)) {
      throw new Refused(
        `the program asks how many ${node.thread.text} there are: ${title} is for programs that do not`,
      );
    }
    if (node.kind === 'self' && declaration.kind === 'thread' && anyThreads.includes(declaration.name.text)) {
      throw new Refused(looksAtItself(declaration.name.text, title));
    }
  }
}

export function looksAtItself(name: string, title: string): string {
  return `${name} looks at its own number: ${title} is for threads that do not`;
}

/** The variables that stand for numbers of any-threads. */
function variablesOf(condition: Condition, { anyThreads, syntax }: ProgramFile, title: string): ReadonlySet<string> {
  const names = instanceNames(condition, anyThreads, syntax).filter(({ thread }) => anyThreads.includes(thread));
  const variables = new Set(names.map(({ name }) => name));
  for (const node of nodesIn(condition.condition)) {
    if (node.kind !== 'name' || !variables.has(node.name.text) || names.some((name) => name.node === node)) continue;
    const why = `looks at the number ${node.name.text} of a thread: ${title} is for conditions that do not`;
    throw refusedCondition(condition, why);
  }
  return variables;
}
