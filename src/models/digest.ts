/**
 * A model as one number: SHA-256 of its data in a canonical text. Two models have the same digest when they are the same data
 * but for what only people read: places, the words of statements and conditions, the words of a failed assertion. So comments
 * and layout make no difference, and whatever engines and judges look at does.
 *
 * The canonical text has the fields of an object in the order of their names, says of each value which kind it is, and leaves
 * out fields without a value. It is written without recursion: expressions may be deep.
 */
import { sha256 } from '../logic/sha256.js';
import type { ArraySystem } from './array-system/model.js';
import type { Program } from './program/model.js';

/** Of what is written in a model for people alone. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['place', 'text']);

export function programDigest(program: Program): string {
  const templates = program.templates.map((template) => ({
    ...template,
    // That an assertion fails is meant, and not the words.
    locations: template.locations.map(({ failure, ...location }) => ({ ...location, fails: failure !== null })),
  }));
  return digestOf({ ...program, templates }, FOR_PEOPLE);
}

export function systemDigest(system: ArraySystem): string {
  return digestOf(system, FOR_PEOPLE);
}

/** Of any data; `without` fields of these names, wherever they are. */
export function digestOf(data: unknown, without: ReadonlySet<string> = new Set()): string {
  return sha256(canonicalText(data, without));
}

/** What is still to be written: a value, or a piece of text as it is. */
type Waiting = { readonly value: unknown } | { readonly text: string };

export function canonicalText(data: unknown, without: ReadonlySet<string>): string {
  const pieces: string[] = [];
  const waiting: Waiting[] = [{ value: data }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('text' in next) {
      pieces.push(next.text);
      continue;
    }
    const { value } = next;
    if (typeof value !== 'object' || value === null) {
      pieces.push(atomText(value));
      continue;
    }
    const parts = Array.isArray(value) ? elements(value) : fields(value as Readonly<Record<string, unknown>>, without);
    for (let k = parts.length - 1; k >= 0; k--) waiting.push(parts[k] as Waiting);
  }
  return pieces.join('');
}

function atomText(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '0' : `${value}`;
    case 'bigint':
      return `${value}n`;
    case 'object':
      return 'null';
    default:
      throw new Error(`a ${typeof value} is no data`);
  }
}

function elements(list: readonly unknown[]): Waiting[] {
  const parts: Waiting[] = [{ text: '[' }];
  for (const value of list) parts.push({ value: value === undefined ? null : value }, { text: ',' });
  return [...parts, { text: ']' }];
}

function fields(object: Readonly<Record<string, unknown>>, without: ReadonlySet<string>): Waiting[] {
  const parts: Waiting[] = [{ text: '{' }];
  for (const name of Object.keys(object).sort()) {
    const value = object[name];
    if (value === undefined || without.has(name)) continue;
    parts.push({ text: `${JSON.stringify(name)}:` }, { value }, { text: ',' });
  }
  return [...parts, { text: '}' }];
}
