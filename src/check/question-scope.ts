/** What is asked of a text, as certificates tell it: with the digest of the model. Nothing is searched. */
import { askedScope, type CertificateScope } from '../evidence/scope.js';
import { Budget } from './budget.js';
import type { CheckOptions } from './options.js';
import { readQuestion } from './read.js';

/** Null where there is no question in it. */
export async function questionScope(text: string, options: CheckOptions): Promise<CertificateScope | null> {
  const asked = await readQuestion(text, options, new Budget(options));
  return asked.ok ? askedScope({ ...asked, proved: asked.question.model }) : null;
}
