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

/** What counts of a field: its value, another one instead, or nothing (undefined). */
export type Counting = (name: string, value: unknown) => unknown;

const withoutWords: Counting = (name, value) => (name === 'place' || name === 'text' ? undefined : value);

export function programDigest(program: Program): string {
  // What only warnings are made of does not count, nor do hints.
  const { premises: _, lemmas: ___, ...asked } = program;
  const templates = program.templates.map(({ coverage: __, ...template }) => ({
    ...template,
    // That an assertion fails is meant, and not the words.
    locations: template.locations.map(({ failure, ...location }) => ({ ...location, fails: failure !== null })),
  }));
  const never = program.never.map(({ condition }, position) => ({ name: neverName(program, position), condition }));
  return digestOf({ ...asked, templates, never }, withoutWords);
}

/**
 * The name of a property. One that the text does not name is called by its line, and here by its place among all names. What is
 * said of all threads may be there several times.
 */
export function neverName({ never }: Program, position: number): string {
  const name = never[position]?.name ?? '';
  if (!/^(invariant )?line \d+$/.test(name)) return name;
  const place = [...new Set(never.map((each) => each.name))].indexOf(name) + 1;
  return name.replace(/line \d+$/, `never[${place}]`);
}

/** Hints do not count. Values of an enumeration are told by their numbers. Their names, and those of transitions, may speak of lines. */
export function systemDigest({ lemmas: _, ...system }: ArraySystem): string {
  const unsafe = system.unsafe.map((each, position) => {
    return { ...each, name: each.name?.replace(/^(.*)\bline \d+$/, `$1[${position + 1}]`) ?? null };
  });
  const transitions = system.transitions.map(({ name: __, ...transition }) => transition);
  return digestOf({ ...system, unsafe, transitions }, (name, value) => {
    return name === 'constructors' && Array.isArray(value) ? value.length : withoutWords(name, value);
  });
}

/** Of any data. */
export function digestOf(data: unknown, counting: Counting = (_, value) => value): string {
  return sha256(canonicalText(data, counting));
}

/** What is still to be written: a value, or a piece of text as it is. */
type Waiting = { readonly value: unknown } | { readonly text: string };

export function canonicalText(data: unknown, counting: Counting): string {
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
    const parts = Array.isArray(value) ? elements(value) : fields(value as Readonly<Record<string, unknown>>, counting);
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

function fields(object: Readonly<Record<string, unknown>>, counting: Counting): Waiting[] {
  const parts: Waiting[] = [{ text: '{' }];
  for (const name of Object.keys(object).sort()) {
    const value = counting(name, object[name]);
    if (value === undefined) continue;
    parts.push({ text: `${JSON.stringify(name)}:` }, { value }, { text: ',' });
  }
  return [...parts, { text: '}' }];
}
