/**
 * From the syntax tree to the plan: names, types and the rules of the language.
 */

import type { NoDeadlock } from '../../models/program/model.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText } from '../shared/source.js';
import { declareCompound, declareRecord, isCompound } from './check-compound.js';
import { declareConstant, declareShared, declareThread, declareType } from './check-declaration.js';
import { checkRecursion, declareProcedure } from './check-procedure.js';
import { checkCondition, checkLtl, checkNever, deadlockIn } from './check-property.js';
import { ThreadChecker } from './check-statement.js';
import { checkUncalled } from './check-uncalled.js';
import { onlyCounting } from './only-counting.js';
import type { Plan, PlannedCondition, PlannedLtl, PlannedNever, PlannedThread } from './plan.js';
import type { DeclarationSyntax, Name, ProgramSyntax } from './syntax.js';
import { Vocabulary } from './vocabulary.js';

interface CheckedProgram {
  readonly plan: Plan;
  /** The names, for formulas beside the text. */
  readonly vocabulary: Vocabulary;
}

/** Null when something is wrong. */
export function checkProgram(
  syntax: ProgramSyntax,
  source: SourceText,
  diagnostics: DiagnosticList,
): CheckedProgram | null {
  const { errors } = diagnostics;
  const vocabulary = new Vocabulary(syntax, source, diagnostics);
  const { declarations } = syntax;
  for (const declaration of declarations) {
    if (declaration.kind === 'const') declareConstant(declaration, vocabulary);
    else if (declaration.kind === 'type') declareType(declaration, vocabulary);
    else if (declaration.kind === 'record') declareRecord(declaration, vocabulary);
  }
  const threads = declarations.filter((declaration) => declaration.kind === 'thread');
  for (const thread of threads) declareThread(thread, vocabulary);
  for (const declaration of declarations) {
    if (declaration.kind !== 'shared' && declaration.kind !== 'ghost') continue;
    const mark = declaration.kind === 'ghost' ? ({ ghost: true } as const) : {};
    for (const declarator of declaration.declarators) {
      if (isCompound(declarator, vocabulary)) declareCompound(declarator, mark, vocabulary);
      else declareShared(declarator, mark, vocabulary);
    }
  }
  for (const declaration of declarations) if (declaration.kind === 'proc') declareProcedure(declaration, vocabulary);
  checkRecursion(vocabulary);
  // With a type or a variable in doubt, much of what follows would look wrong without being so.
  if (diagnostics.errors - vocabulary.wrongFirstValues > errors) return null;

  const planned: PlannedThread[] = [];
  for (const [position, thread] of threads.entries()) {
    const head = vocabulary.threads[position];
    if (head === undefined) throw new Error('a thread without head');
    if (!diagnostics.full) planned.push(new ThreadChecker(thread, head, vocabulary).thread());
  }
  checkUncalled(
    threads.map(({ body }) => body),
    vocabulary,
  );
  if (threads.length === 0) {
    const end = { start: source.text.length, end: source.text.length };
    diagnostics.error('missing', end, 'there is no thread: a program has at least one, such as `thread P { x = 1 }`');
  }
  const never: PlannedNever[] = [];
  const lemmas: PlannedNever[] = [];
  let noDeadlock: NoDeadlock | null = null;
  const ltl: PlannedLtl[] = [];
  const predicates: PlannedCondition[] = [];
  const names = new Set<string>();
  for (const declaration of declarations) {
    if (diagnostics.full) break;
    checkName(declaration, names, diagnostics);
    if (declaration.kind === 'never' || declaration.kind === 'invariant') {
      const deadlock = deadlockIn(declaration, vocabulary);
      if (deadlock !== null) {
        if (noDeadlock !== null)
          diagnostics.error('duplicate', declaration, 'there is already a property `never deadlock`');
        noDeadlock = deadlock;
        continue;
      }
      const checked = checkNever(declaration, vocabulary);
      if (checked !== null) never.push(checked);
    } else if (declaration.kind === 'lemma') {
      const checked = checkNever(declaration, vocabulary);
      if (checked !== null) lemmas.push(checked);
    } else if (declaration.kind === 'ltl') {
      const checked = checkLtl(declaration, vocabulary);
      if (checked !== null) ltl.push(checked);
    } else if (declaration.kind === 'predicates') {
      for (const condition of declaration.conditions) {
        const checked = checkCondition(condition, vocabulary);
        if (checked !== null) predicates.push(checked);
      }
    }
  }
  if (diagnostics.errors > errors) return null;
  const plan: Plan = { shared: vocabulary.shared, threads: planned, never, lemmas, noDeadlock, ltl, predicates };
  for (const { place, message } of onlyCounting(plan)) {
    const start = source.offsetOf(place.line, place.column);
    diagnostics.warning('ghost', { start, end: start + 1 }, message);
  }
  return { plan, vocabulary };
}

/** Properties have names of their own. */
function checkName(declaration: DeclarationSyntax, names: Set<string>, diagnostics: DiagnosticList): void {
  const { kind } = declaration;
  if (kind !== 'never' && kind !== 'invariant' && kind !== 'lemma' && kind !== 'ltl') return;
  const name: Name | null = declaration.name;
  if (name === null) return;
  if (names.has(name.text)) diagnostics.error('duplicate', name, `there is already a property \`${name.text}\``);
  names.add(name.text);
}
