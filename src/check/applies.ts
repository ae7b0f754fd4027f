/**
 * Whether the options that were given make a difference. One that does not is refused with a sentence: a limit that bounds
 * nothing, or fairness that nobody looks at, would make a reader believe something that is not so.
 *
 * The rule is the column `appliesTo` of the table (`options.ts`). Where several engines may be asked, one that uses the
 * option is enough. So it is where several questions are asked of one text: `compare` asks one for each memory model, `fix`
 * asks about states and about infinite runs.
 */
import type { Question } from '../engines/question.js';
import type { EngineName } from '../engines/registry.js';
import type { InLanguage } from '../languages/index.js';
import { type Diagnostic, fault } from '../languages/shared/diagnostics.js';
import type { MemoryModel } from '../memory/models.js';
import type { CommandName, Row } from './option.js';
import { type CheckOptions, LIBRARY_OPTIONS, type LibraryOptionName } from './options.js';
import { languagesIn, memoriesWith, titlesOf } from './scope.js';
import { planFor } from './strategy.js';
import { patiently } from './suit.js';

const ROWS: Readonly<Record<LibraryOptionName, Row>> = LIBRARY_OPTIONS;

/** A question, and the engine that was named for it. */
export interface PutQuestion {
  readonly question: Question;
  readonly engine?: EngineName | undefined;
}

/**
 * A fault for each option that makes no difference to any of the questions. Before there is a question, only what the
 * language and the other options tell is looked at.
 */
export function uselessOptions(
  command: CommandName,
  options: InLanguage<CheckOptions>,
  questions: readonly PutQuestion[] = [],
): Diagnostic[] {
  return givenIn(options).flatMap((option) => {
    const reasons = questions.map((put) => reasonAgainst(option, put, options));
    const message = reasonAtOnce(option, command, options) ?? (reasons.includes(null) ? null : reasons.at(-1));
    return typeof message === 'string' ? [{ ...fault(options.file, 'usage', message), option }] : [];
  });
}

/** The options without those that say something of store buffers that the memory does not have. */
export function suitedTo<O extends object>({ buffers }: MemoryModel, options: O): O {
  const useless: readonly string[] = givenIn(options).filter(
    (name) => ROWS[name].appliesTo?.buffers?.includes(buffers) === false,
  );
  return Object.fromEntries(Object.entries(options).filter(([name]) => !useless.includes(name))) as O;
}

function givenIn(options: object): LibraryOptionName[] {
  return (Object.keys(ROWS) as LibraryOptionName[]).filter((name) => isGiven(options, name));
}

function isGiven(options: object, name: string): boolean {
  return (options as Readonly<Record<string, unknown>>)[name] !== undefined;
}

function isOff(options: object, name: string): boolean {
  return (options as Readonly<Record<string, unknown>>)[name] === false;
}

/** Why an option makes no difference to any question about the text. */
function reasonAtOnce(option: LibraryOptionName, command: CommandName, given: InLanguage<CheckOptions>): string | null {
  const { languages, needs, unlessOff, replacedBy } = ROWS[option].appliesTo ?? {};
  if (languages !== undefined && !languages.includes(given.language))
    return `this option is for ${languagesIn(languages)}; the language of this text is ${given.language}`;
  if (needs !== undefined && !isGiven(given, needs[0])) return needs[1];
  if (unlessOff !== undefined && isOff(given, unlessOff[0])) return unlessOff[1];
  const [other, why, where = command] = replacedBy ?? [];
  return other !== undefined && why !== undefined && isGiven(given, other) && where === command ? why : null;
}

/** Why an option makes no difference to a question; null when it does. */
function reasonAgainst(
  option: LibraryOptionName,
  { question, engine }: PutQuestion,
  { maxStates }: CheckOptions,
): string | null {
  const { buffers, about, engines: always, enginesWith = {} } = ROWS[option].appliesTo ?? {};
  const { memory, property } = question;
  if (about !== undefined && property === 'states')
    return 'this option is for temporal properties; the question is which states can be reached';
  if (buffers !== undefined && !buffers.includes(memory.buffers))
    return `this option makes a difference under ${memoriesWith(buffers)}; the question is asked under ${memory.title}`;
  const limits = maxStates === undefined ? {} : { maxStates };
  const named = property === 'states' ? engine : undefined;
  const plan = patiently(() => (named === undefined ? planFor(question, limits) : [{ engine: named }]));
  // Whoever answers will say that the time is over.
  if ('spent' in plan) return null;
  const asked = plan.map((attempt) => attempt.engine);
  const engines = always === undefined ? undefined : [...always, ...(enginesWith[memory.buffers] ?? [])];
  if (engines === undefined || asked.some((each) => engines.includes(each))) return null;
  return `this option is for ${titlesOf(engines)}; ${described(question)}, which ${titlesOf([...new Set(asked)])} answers`;
}

function described({ model, property }: Question): string {
  if (property !== 'states') return 'a temporal property is asked for';
  switch (model.kind) {
    case 'system':
      return `this is a model of arrays with ${counted(model.system.processes, 'process', 'processes')}`;
    case 'program':
      return `this is a program with ${counted(model.program.threads.length, 'thread', 'threads')}`;
    case 'open program':
      return `this is a program with ${counted(null, 'thread', 'threads')}`;
  }
}

function counted(number: number | null, one: string, several: string): string {
  if (number === null) return `any number of ${several}`;
  return `${number} ${number === 1 ? one : several}`;
}
