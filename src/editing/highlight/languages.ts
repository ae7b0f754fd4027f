/** The languages that are coloured, and their grammars. */
import type { LanguageName } from '../../languages/index.js';
import { cubicle } from './cubicle.js';
import { dve } from './dve.js';
import type { Grammar } from './grammar.js';
import { litmus } from './litmus.js';
import { memorax } from './memorax.js';
import { program } from './program.js';

/** Programs of Trencher have no file name of their own (`.txt`), and no editor would know them; every editor knows C. */
export type HighlightLanguage = Exclude<LanguageName, 'trencher' | 'c'>;

export const GRAMMARS: Readonly<Record<HighlightLanguage, Grammar>> = { program, cubicle, litmus, dve, memorax };
