/**
 * What several tests of the `.cub` language share: trees without places, models as short text, the corpus.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { showRational } from '../../../src/logic/rational.js';
import type { Access, Formula, Process, Term, Update } from '../../../src/models/array-system/model.js';

const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));

export const corpusIsThere = existsSync(corpus);
if (!corpusIsThere) console.log('skipped: there is no corpus beside the project');

export interface CorpusFile {
  readonly name: string;
  readonly content: Uint8Array;
  /** What the corpus says of it: `error` for a text that must be refused. */
  readonly verdict: string;
}

export function corpusFiles(): CorpusFile[] {
  if (!corpusIsThere) return [];
  return ['cubicle', 'cubicle-w', 'tiny'].flatMap((folder) => {
    const rows = JSON.parse(readFileSync(join(corpus, folder, 'expected.json'), 'utf8')) as {
      file: string;
      verdict?: string;
      truth?: string;
    }[];
    const verdicts = new Map(rows.map(({ file, verdict, truth }) => [file, truth ?? verdict ?? '']));
    const names = readdirSync(join(corpus, folder)).filter((name) => name.endsWith('.cub'));
    return names.map((name) => ({
      name: `${folder}/${name}`,
      content: readFileSync(join(corpus, folder, name)),
      verdict: verdicts.get(name) ?? '',
    }));
  });
}

/** Our own models. */
export function exampleFiles(): Pick<CorpusFile, 'name' | 'content'>[] {
  const names = readdirSync(examples).filter((name) => name.endsWith('.cub'));
  return names.map((name) => ({ name, content: readFileSync(join(examples, name)) }));
}

/** A syntax tree without its places. */
export function withoutPlaces(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(withoutPlaces);
  if (typeof tree !== 'object' || tree === null) return tree;
  const kept = Object.entries(tree).filter(([key]) => key !== 'start' && key !== 'end');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPlaces(value)]));
}

function showProcess(process: Process): string {
  return process.kind === 'bound' ? process.name : `#${process.number}`;
}

function showAccess({ symbol, indices, reader }: Access): string {
  const cell = indices.length === 0 ? symbol.name : `${symbol.name}[${indices.map(showProcess).join(',')}]`;
  return reader === null ? cell : `${showProcess(reader)}@${cell}`;
}

function showTerm(term: Term): string {
  switch (term.kind) {
    case 'process':
      return showProcess(term.process);
    case 'constructor':
      return term.sort.constructors[term.value] ?? '?';
    case 'access':
      return showAccess(term.access);
    case 'linear': {
      const parts = term.summands.map(
        ({ coefficient, access }) => `${showRational(coefficient)}*${showAccess(access)}`,
      );
      return [...parts, showRational(term.constant)].join('+') + (term.sort.kind === 'real' ? 'r' : '');
    }
  }
}

/** Every node in parentheses; the processes that a binder excludes after a backslash. */
export function showFormula(formula: Formula): string {
  switch (formula.kind) {
    case 'constant':
      return `${formula.value}`;
    case 'fence':
      return 'fence';
    case 'compare':
      return `${showTerm(formula.left)} ${formula.operator} ${showTerm(formula.right)}`;
    case 'not':
      return `not(${showFormula(formula.operand)})`;
    case 'and':
    case 'or':
      return `${formula.kind}(${formula.operands.map(showFormula).join('; ')})`;
    case 'forall':
    case 'exists': {
      const excluded = formula.excluded.length === 0 ? '' : `\\${formula.excluded.map(showProcess).join(',')}`;
      return `${formula.kind} ${formula.variable}${excluded}(${showFormula(formula.body)})`;
    }
  }
}

export function showUpdate(update: Update): string {
  switch (update.kind) {
    case 'havoc':
      return `${update.symbol.name} := ?`;
    case 'assign':
      return `${showAccess({ ...update, reader: null })} := ${showTerm(update.value)}`;
    case 'case': {
      const cases = update.switches.map(({ condition, value }) => `${showFormula(condition)} : ${showTerm(value)}`);
      const last = update.otherwise === null ? [] : [`_ : ${showTerm(update.otherwise)}`];
      return `${update.symbol.name}[${update.binders.join(',')}] := ${[...cases, ...last].join(' | ')}`;
    }
  }
}
