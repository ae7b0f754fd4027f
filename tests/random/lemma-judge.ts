/**
 * Hints, judged: a run that is told to break a lemma is replayed against that lemma alone, and a lemma that breaks in a small
 * instance must have been told. Texts are those of the generators: a property takes one line.
 */
import { replayRun } from '../../src/check/replay/index.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import type { MemoryName } from '../../src/memory/models.js';
import type { ArraySystem } from '../../src/models/array-system/model.js';

const PROPERTY = /^\s*(unsafe|never|invariant|lemma)\b/;

/** What is wrong with what the notes say of lemmas; null when nothing is. */
export async function refutationFault(
  text: string,
  { notes }: Pick<Outcome, 'notes'>,
  memory: MemoryName,
): Promise<string | null> {
  for (const note of notes) {
    if (note.code !== 'lemma refuted') continue;
    const { line, run, lemma } = note;
    if (run === null) return `${lemma} is refuted without a run`;
    const replayed = await replayRun(askedAlone(text, line), run, { memory });
    if (!replayed.ok) return `${lemma}: ${replayed.diagnostics.map(({ message }) => message).join('; ')}`;
    const { kind } = replayed.replayed.performed;
    if (kind !== 'violated') return `${lemma}: the run does not break it`;
  }
  return null;
}

/** The text with nothing to ask but the lemma at this line, counted from 1. */
function askedAlone(text: string, line: number): string {
  const lines = text.split('\n').map((each, position) => {
    if (position + 1 !== line) return PROPERTY.test(each) ? '' : each;
    // In array systems a lemma says what is never reached, in programs what always holds.
    return each.replace(/^\s*lemma/, /^\s*lemma\s*\(.*\{/.test(each) ? 'unsafe' : 'invariant');
  });
  return lines.join('\n');
}

/** The model of each lemma that is not told to be wrong, with nothing to ask but that. */
export function unrefuted(system: ArraySystem, { notes }: Pick<Outcome, 'notes'>): ArraySystem[] {
  const { lemmas = [], ...rest } = system;
  const refuted = new Set(notes.flatMap((note) => (note.code === 'lemma refuted' ? [note.line] : [])));
  return lemmas.filter(({ place }) => !refuted.has(place.line)).map((lemma) => ({ ...rest, unsafe: [lemma] }));
}
