/**
 * Formulas that are given beside a text (`--ltl`), in any of the usual spellings. Their atoms are conditions in the language of
 * the text, or names that were given with such conditions.
 */

import { type AtomReader, parseLtl, readCondition, readKnownName } from '../languages/ltl/parse.js';
import type { ProgramFile } from '../languages/program/index.js';
import { readProgram } from '../languages/program/index.js';
import type { DiagnosticCode } from '../languages/shared/diagnostics.js';
import type { Span } from '../languages/shared/source.js';
import { binary, type LtlFormula, show } from '../logic/ltl/formula.js';
import type { StateExpression } from '../models/program/model.js';
import { formulaProperty, type TemporalProperty } from './temporal.js';

export type Named = Readonly<Record<string, string>>;
type Refusal = { readonly refused: string };

/** What is wrong with a formula, and where in it. */
export interface FormulaFault extends Refusal {
  readonly at: { readonly code: DiagnosticCode; readonly text: string; readonly span: Span };
}

/** What the answer calls it. */
const ASKED = 'formula';

interface Atoms {
  readonly formula: LtlFormula;
  /** The conditions, as texts. */
  readonly conditions: readonly string[];
}

/** `isWord`: whether something in the text has that name. */
function read(text: string, named: Named, isWord: (word: string) => boolean): Atoms | FormulaFault {
  const isName = (word: string): boolean => Object.hasOwn(named, word);
  const known = readKnownName(isName);
  const readAtom: AtomReader = (content, position) => {
    const name = known(content, position);
    return name !== null && isName(name.name) ? name : readCondition(content, position);
  };
  const parsed = parseLtl(text, readAtom, (word) => isName(word) || isWord(word));
  if (parsed.kind === 'fault') {
    const expected = parsed.expected === undefined ? '' : `; expected ${parsed.expected}`;
    return { refused: `${parsed.message}${expected}`, at: { code: parsed.code, text, span: parsed.span } };
  }
  const conditions = parsed.propositions.map((atom) => (isName(atom) ? (named[atom] as string) : atom));
  return { formula: parsed.formula, conditions };
}

/**
 * For a program, the formula is written below it, in its spelling: so it means what an `ltl` declaration means, for all
 * instances of the threads that it leaves open.
 */
export function programFormula(
  content: string | Uint8Array,
  file: string,
  text: string,
  named: Named,
  count: number | null,
): TemporalProperty | FormulaFault | Refusal {
  const program = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const atoms = read(text, named, (word) => new RegExp(`\\b${word}\\b`).test(program));
  if ('refused' in atoms) return atoms;
  const spelled = show(withoutStrongRelease(atoms.formula), (number) => `(${atoms.conditions[number]})`);
  const below = `${program}\nltl ${freshName(program)}: ${spelled}\n`;
  const { program: asked, diagnostics } = readProgram(below, file);
  if (asked === null) {
    const unknown = atoms.conditions.find((each) => /^[A-Za-z_]\w*$/.test(each) && !program.includes(each)) ?? '';
    const [first] = diagnostics;
    const refused = `${first?.message ?? 'it cannot be read'}${hint(unknown)}`;
    return { refused, at: { code: first?.code ?? 'syntax', text, span: { start: 0, end: text.length } } };
  }
  return askedOf(asked, count, text);
}

function freshName(program: string): string {
  let name = ASKED;
  while (new RegExp(`\\b${name}\\b`).test(program)) name += '_';
  return name;
}

function askedOf(asked: ProgramFile, count: number | null, text: string): TemporalProperty | Refusal {
  const made = asked.instantiate(count);
  if (made.kind === 'error') return { refused: made.message };
  const last = made.ltl.at(-1);
  if (last === undefined) throw new Error('a formula below a program is one of its properties');
  const conditions = last.propositions.map(({ condition }) => condition);
  return formulaProperty(ASKED, text, last.formula, conditions);
}

/** `.fp` files have no M: a M b is b U (a && b). */
function withoutStrongRelease(formula: LtlFormula): LtlFormula {
  if ('operand' in formula) return { ...formula, operand: withoutStrongRelease(formula.operand) };
  if (!('left' in formula)) return formula;
  const [left, right] = [withoutStrongRelease(formula.left), withoutStrongRelease(formula.right)];
  if (formula.kind === 'strongRelease') return binary('until', right, binary('and', left, right));
  return { ...formula, left, right };
}

/** A lone word may be meant as a name. */
function hint(condition: string): string {
  return /^\w+$/.test(condition) ? `; or is it a name? --where '${condition}=...' tells what it stands for` : '';
}

/** For a language whose conditions are read one by one. */
export function conditionsFormula(
  text: string,
  named: Named,
  isWord: (word: string) => boolean,
  condition: (text: string) => StateExpression | Refusal,
): TemporalProperty | FormulaFault {
  const atoms = read(text, named, isWord);
  if ('refused' in atoms) return atoms;
  const conditions: StateExpression[] = [];
  for (const each of atoms.conditions) {
    const made = condition(each);
    if ('refused' in made) {
      // A condition that has a name stands elsewhere.
      const start = text.indexOf(each);
      const span = start < 0 ? { start: 0, end: text.length } : { start, end: start + each.length };
      return { refused: `${each}: ${made.refused}${hint(each)}`, at: { code: 'unknown-name', text, span } };
    }
    conditions.push(made);
  }
  return formulaProperty(ASKED, text, atoms.formula, conditions);
}
