/** A text in its usual layout, within limits. */
import { type LanguageOptions, print as layOut } from '../languages/index.js';
import type { Printed } from '../languages/language.js';
import { Budget } from './budget.js';
import type { CheckOptions } from './options.js';
import { withinLimits } from './read.js';

export interface PrintOptions
  extends LanguageOptions,
    Pick<CheckOptions, 'timeout' | 'maxMemory' | 'signal' | 'whole'> {}

export async function print(text: string, options: PrintOptions = {}): Promise<Printed> {
  return withinLimits(options, () => layOut(text, options, new Budget(options)));
}
