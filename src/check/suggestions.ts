/**
 * Lemmas that a search proposes, sifted: those stay that the language of the text can say, which its reader decides, as many
 * as were asked for. What a proposal says of places without a label, or of what a process still sees, has no notation.
 */
import type { Reason } from '../engines/remarks.js';
import { ENDLESS } from '../languages/shared/patience.js';
import type { CheckOptions } from './options.js';
import { readQuestion } from './read.js';

/** Proposals for each lemma that is asked for. */
export const PROPOSALS = 8;

/** The reasons, with lemmas that can be read beside the text. */
export async function withReadableLemmas(
  reasons: readonly Reason[],
  text: string | Uint8Array,
  options: CheckOptions,
): Promise<readonly Reason[]> {
  const most = options.suggestLemmas ?? 0;
  const { lemmasFile: _, ...others } = options;
  const isReadable = async (lemma: string): Promise<boolean> => {
    const lemmas = options.lemmas === undefined ? lemma : `${options.lemmas.replace(/\n*$/, '\n')}${lemma}`;
    return (await readQuestion(text, { ...others, lemmas }, ENDLESS)).ok;
  };
  const sifted = async (reason: Reason): Promise<Reason> => {
    switch (reason.code) {
      case 'growing': {
        const lemmas: string[] = [];
        for (const lemma of reason.lemmas) if (lemmas.length < most && (await isReadable(lemma))) lemmas.push(lemma);
        return { ...reason, lemmas };
      }
      case 'engine':
        return { ...reason, reason: await sifted(reason.reason) };
      case 'longer buffers':
      case 'not repaired':
        return { ...reason, reasons: await Promise.all(reason.reasons.map(sifted)) };
      default:
        return reason;
    }
  };
  return Promise.all(reasons.map(sifted));
}
