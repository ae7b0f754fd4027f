/** The formats that other tools read, by name. */
import type { Format } from './format.js';
import { github } from './github.js';
import { junit } from './junit.js';
import { sarif } from './sarif.js';

export const FORMATS = { github, junit, sarif } as const satisfies Readonly<
  Record<string, (version: string) => Format>
>;

export type FormatName = keyof typeof FORMATS;
