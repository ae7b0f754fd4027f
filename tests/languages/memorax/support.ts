/** The texts and files that several tests need, and programs in words. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type MemoraxReading, readMemorax } from '../../../src/languages/memorax/index.js';
import type { Edge, Expression, Program, Template } from '../../../src/models/program/model.js';

const CORPUS = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'shared', 'corpus', 'memorax');
export const corpusIsThere = existsSync(CORPUS);
if (!corpusIsThere) console.log('the corpus of Memorax is not there: its tests are skipped');

export interface CorpusFile {
  readonly name: string;
  readonly content: string;
  readonly verdict: string;
}

export function corpusFiles(): CorpusFile[] {
  if (!corpusIsThere) return [];
  const expected = JSON.parse(readFileSync(path.join(CORPUS, 'expected.json'), 'utf8')) as {
    file: string;
    tso: string;
  }[];
  const verdicts = new Map(expected.map(({ file, tso }) => [file, tso]));
  const files = readdirSync(CORPUS).filter((file) => file.endsWith('.rmm'));
  return files.map((name) => {
    const content = readFileSync(path.join(CORPUS, name), 'utf8');
    return { name, content, verdict: verdicts.get(name) ?? 'unknown' };
  });
}

export function sound(reading: Pick<MemoraxReading, 'diagnostics'> & { program: Program | null }): Program {
  const errors = reading.diagnostics.map((d) => `${d.line}:${d.column} ${d.severity} ${d.message}`);
  if (reading.program === null) throw new Error(errors.join('\n'));
  return reading.program;
}

export function program(text: string): Program {
  return sound(readMemorax(text, 'test.rmm'));
}

function show(expression: Expression, of: Program, template: Template): string {
  const inside = (one: Expression): string => show(one, of, template);
  switch (expression.kind) {
    case 'constant':
      return String(expression.value);
    case 'local':
      return template.locals[expression.variable]?.name ?? '?';
    case 'shared':
      return of.shared[expression.variable]?.name ?? '?';
    case 'unary':
      return `${expression.operator}(${inside(expression.operand)})`;
    case 'binary':
      return `(${inside(expression.left)} ${expression.operator} ${inside(expression.right)})`;
    case 'conditional':
      return `(${inside(expression.condition)} ? ${inside(expression.whenTrue)} : ${inside(expression.whenFalse)})`;
  }
}

function showEdge(edge: Edge, of: Program, template: Template): string {
  const guard = edge.guard === null ? '' : ` [${show(edge.guard, of, template)}]`;
  const updates = edge.updates.map(({ target, value }) => {
    const variable = (target.kind === 'local' ? template.locals : of.shared)[target.variable];
    return ` ${variable?.name} := ${value === 'any' ? 'any' : show(value, of, template)}`;
  });
  return `${edge.from} -> ${edge.to}${edge.atomic ? ' atomic' : ''}${edge.fence ? ' fence' : ''}${guard}${updates.join(',')}`;
}

/** The edges of a thread, one line each. */
export function edges(of: Program, thread = 0): string[] {
  const template = of.templates[of.threads[thread]?.template ?? -1];
  if (template === undefined) throw new Error('no such thread');
  return template.edges.map((edge) => showEdge(edge, of, template));
}

export function labels(of: Program, thread = 0): Record<string, number> {
  const template = of.templates[of.threads[thread]?.template ?? -1];
  const all = template?.locations.flatMap((location, index) => location.labels.map((label) => [label, index] as const));
  return Object.fromEntries(all ?? []);
}
