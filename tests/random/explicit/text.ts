/**
 * Programs as JSON that people can read, as they stand in tests/regressions/programs: what is about one thing is in one line
 * where it fits, and what is absent (a guard, an index, a fence, a place in a text) is not written.
 */
import type { MemoryName } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { NOWHERE } from '../../support/build.js';

export interface ProgramRegression {
  /** What went wrong, in a few words. */
  readonly about: string;
  /** With buffers of two. */
  readonly expect: Readonly<Record<MemoryName, string>>;
  readonly program: Program;
}

const WIDTH = 120;

export function writeRegression(regression: ProgramRegression): string {
  return `${write(short(regression), 0, 0)}\n`;
}

export function readRegression(text: string): ProgramRegression {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const usual = Object.entries(ABSENT.find(({ of }) => of(value))?.parts ?? {});
    return { ...value, ...Object.fromEntries(usual.filter(([key]) => !(key in value))) };
  }) as ProgramRegression;
}

/** What is not written, by what it would be part of. */
const ABSENT: readonly { of: (value: object) => boolean; parts: object }[] = [
  {
    of: (value) => 'from' in value,
    parts: { guard: null, updates: [], fence: false, atomic: false, text: '', place: NOWHERE },
  },
  { of: (value) => 'sort' in value, parts: { size: null, place: NOWHERE } },
  { of: (value) => 'condition' in value && !('kind' in value), parts: { text: '', place: NOWHERE } },
  { of: (value) => 'edges' in value, parts: { parameters: 0, locals: [], entry: 0 } },
  { of: (value) => 'variable' in value, parts: { index: null } },
  { of: (value) => 'labels' in value, parts: { failure: null } },
];

function short(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(short);
  if (typeof value !== 'object' || value === null) return value;
  const usual = new Map<string, unknown>(Object.entries(ABSENT.find(({ of }) => of(value))?.parts ?? {}));
  const written = Object.entries(value).filter(([key, item]) => {
    return !usual.has(key) || JSON.stringify(usual.get(key)) !== JSON.stringify(item);
  });
  return Object.fromEntries(written.map(([key, item]) => [key, short(item)]));
}

/** `before`: what stands before the value in its line, and behind it. */
function write(value: unknown, depth: number, before: number): string {
  const line = inline(value);
  if (2 * depth + before + line.length <= WIDTH && depth > 0) return line;
  if (typeof value !== 'object' || value === null) return line;
  const indent = '  '.repeat(depth + 1);
  const close = `\n${'  '.repeat(depth)}`;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => indent + write(item, depth + 1, 1)).join(',\n')}${close}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const name = `${JSON.stringify(key)}: `;
    return indent + name + write(item, depth + 1, name.length + 1);
  });
  return `{\n${entries.join(',\n')}${close}}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
