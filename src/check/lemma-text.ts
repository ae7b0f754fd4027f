/**
 * Lemmas from a text of their own: `lemma` declarations in the language of the model, as if they stood at its end.
 *
 * The text may have nothing but lemmas, so that it cannot change the question. Faults in it are told with places in it.
 */
import { partsOf } from '../languages/shared/bundle.js';
import { type Diagnostic, fault } from '../languages/shared/diagnostics.js';

export interface LemmaText {
  readonly text: string;
  /** Its name in diagnostics. */
  readonly file: string;
}

/** Words that begin other declarations, in one of the languages that have lemmas; none of them can be a name there. */
const OTHERS = [
  ...[
    'type',
    'const',
    'invariant',
    'init',
    'transition',
    'array',
    'var',
    'unsafe',
    'predicate',
    'number_procs',
    'weak',
  ],
  ...['shared', 'thread', 'proc', 'include', 'never', 'ltl', 'predicates'],
];

/** The model with the lemmas, or what is wrong with their text. */
export function withLemmas(model: string, { text, file }: LemmaText): { text: string } | { fault: Diagnostic } {
  const bare = withoutComments(text);
  for (const { 0: word, index } of bare.matchAll(/[A-Za-z_]\w*/g)) {
    if (!OTHERS.includes(word)) continue;
    const before = bare.slice(0, index);
    const line = before.split('\n').length;
    const column = index - before.lastIndexOf('\n');
    const message = `a text of lemmas has nothing but lemmas: \`${word}\` belongs to another declaration`;
    return { fault: { ...fault(file, 'syntax', message), line, column, length: word.length, included: text } };
  }
  const [main, included] = mainOf(model);
  return { text: `${main}${text.replace(/\n*$/, '\n')}${included}` };
}

/** The text of the model, which ends with a line break, and those that it includes. */
function mainOf(model: string): [main: string, included: string] {
  const end = partsOf(model)[0]?.end ?? model.length;
  return [model.slice(0, end).replace(/\n*$/, '\n'), model.slice(end)];
}

/** Lines of the model, behind which those of the lemmas come. */
export function linesBefore(model: string): number {
  return mainOf(model)[0].split('\n').length - 1;
}

/** Places behind the model are places in the text of the lemmas. */
export function placedInLemmas(diagnostic: Diagnostic, before: number, { text, file }: LemmaText): Diagnostic {
  const { line } = diagnostic;
  if (line === null || diagnostic.included !== undefined || line <= before) return diagnostic;
  return { ...diagnostic, file, line: line - before, included: text };
}

/** Comments of both languages become blanks; line breaks stay. */
function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ');
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|\(\*[\s\S]*?\*\)/g, blank);
}
