/**
 * What comments with `@` say: properties, in the language of `.fp` programs and in its syntax, over names of C.
 *
 *     //@ never mutex: worker(i)@cs && worker(j)@cs
 *
 * They are read where they stand: the reader of programs is given the text with everything else blanked out, so that every place
 * is one of the file. Names of the file are shared variables, members and elements are written as in C, and functions of
 * threads are threads.
 */

import type { NoDeadlock } from '../../models/program/model.js';
import { checkCondition, checkLtl, checkNever, deadlockIn } from '../program/check-property.js';
import { programLexer } from '../program/lex.js';
import { parseProgram } from '../program/parse.js';
import type {
  Plan,
  PlannedCondition,
  PlannedLtl,
  PlannedNever,
  PlannedShared,
  PlannedThread,
} from '../program/plan.js';
import type { DeclarationSyntax, Name, ProgramSyntax } from '../program/syntax.js';
import { type KnownLocal, type ThreadHead, Vocabulary } from '../program/vocabulary.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { SourceText } from '../shared/source.js';
import { TokenStream } from '../shared/tokens.js';
import { annotationsIn, PROPERTY } from './annotations.js';
import type { Unit as UnitNode } from './ast.js';
import { NULL } from './memory.js';
import { Naturals } from './natural.js';
import { shapesIn } from './shapes.js';
import type { Unit } from './unit.js';

export function propertyTexts(node: UnitNode): string {
  return annotationsIn(node.items)
    .map(({ text }) => text)
    .join('\n');
}

/** The declarations that comments hold. */
export function propertiesIn(node: UnitNode, source: SourceText, faults: DiagnosticList): ProgramSyntax {
  const blank = source.text.replace(/[^\n]/g, ' ').split('');
  for (const annotation of annotationsIn(node.items)) {
    const { place, text } = annotation;
    if (place.file.source !== source) continue;
    if (!PROPERTY.test(text)) continue;
    const start = source.text.indexOf(text, place.start);
    if (start < 0) continue;
    for (let at = 0; at < text.length; at++) blank[start + at] = text[at] as string;
  }
  const masked = new SourceText(blank.join(''), source.file);
  const tokens = new TokenStream(masked, faults, programLexer(masked, faults, []));
  return parseProgram(tokens, [], () => null).syntax;
}

export interface Said {
  readonly never: readonly PlannedNever[];
  readonly lemmas: readonly PlannedNever[];
  readonly noDeadlock: NoDeadlock | null;
  readonly ltl: readonly PlannedLtl[];
  readonly predicates: readonly PlannedCondition[];
  readonly vocabulary: Vocabulary;
}

/** Properties over the variables and threads of a translation. */
export function checkProperties(
  syntax: ProgramSyntax,
  unit: Unit,
  shared: readonly PlannedShared[],
  threads: readonly PlannedThread[],
  source: SourceText,
  faults: DiagnosticList,
): Said {
  const vocabulary = new Vocabulary(syntax, source, faults);
  const nowhere = { start: 0, end: 0 };
  const named = (text: string): Name => ({ text, ...nowhere });
  vocabulary.shared.push(...shared);
  for (const [name, shape] of shapesIn(unit, shared)) {
    if (typeof shape !== 'number') vocabulary.declare(named(name), { kind: 'compound', shape });
    else vocabulary.declare(named(name), { kind: 'shared', position: shape, variable: shared[shape] as PlannedShared });
  }
  if (vocabulary.meaning('NULL') === undefined)
    vocabulary.declare(named('NULL'), { kind: 'constant', value: NULL, sort: { kind: 'int' }, constructor: false });
  for (const [position, thread] of threads.entries()) {
    const head = headOf(thread, position);
    vocabulary.threads.push(head);
    vocabulary.declare(named(thread.name), { kind: 'thread', thread: head });
  }
  const never: PlannedNever[] = [];
  const lemmas: PlannedNever[] = [];
  const ltl: PlannedLtl[] = [];
  const predicates: PlannedCondition[] = [];
  let noDeadlock: NoDeadlock | null = null;
  const names = new Set<string>();
  const naturals = new Naturals(unit.shared);
  for (const declaration of syntax.declarations) {
    checkName(declaration, names, faults);
    if (declaration.kind === 'never' || declaration.kind === 'invariant') {
      const deadlock = deadlockIn(declaration, vocabulary);
      if (deadlock !== null) {
        noDeadlock = deadlock;
        continue;
      }
      const checked = checkNever(declaration, vocabulary);
      if (checked !== null) never.push(naturals.never(checked));
    } else if (declaration.kind === 'lemma') {
      const checked = checkNever(declaration, vocabulary);
      if (checked !== null) lemmas.push(naturals.never(checked));
    } else if (declaration.kind === 'ltl') {
      const checked = checkLtl(declaration, vocabulary);
      if (checked !== null) ltl.push(naturals.ltl(checked));
    } else if (declaration.kind === 'predicates') {
      for (const condition of declaration.conditions) {
        const checked = checkCondition(condition, vocabulary);
        if (checked !== null) predicates.push(checked);
      }
    }
  }
  return { never, lemmas, noDeadlock, ltl, predicates, vocabulary };
}

export function planOf(said: Said, shared: readonly PlannedShared[], threads: readonly PlannedThread[]): Plan {
  const { never, lemmas, noDeadlock, ltl, predicates } = said;
  return { shared, threads, never, lemmas, noDeadlock, ltl, predicates };
}

function headOf(thread: PlannedThread, position: number): ThreadHead {
  const { instances, locals: all, labels, name } = thread;
  const locals = new Map<string, KnownLocal>();
  const visible = all.length - (thread.hidden ?? 0);
  for (const [variable, { name: local, sort, size }] of all.slice(0, visible).entries()) {
    const fixedSize = size?.kind === 'fixed' ? size.size : null;
    locals.set(local, { variable, sort, size, fixedSize, parameter: variable < thread.parameters });
  }
  const parameters = all.slice(0, thread.parameters).map((each) => ({ name: each.name, sort: each.sort }));
  return {
    position,
    name,
    parameters,
    instances,
    counted: thread.parameters > 0,
    locals,
    labels: new Set(labels),
    hasInstance: (values) => instances === 'any' || instances.some((each) => each.join() === values.join()),
  };
}

function checkName(declaration: DeclarationSyntax, names: Set<string>, faults: DiagnosticList): void {
  const { kind } = declaration;
  if (kind !== 'never' && kind !== 'invariant' && kind !== 'lemma' && kind !== 'ltl') return;
  const { name } = declaration;
  if (name === null) return;
  if (names.has(name.text)) faults.error('duplicate', name, `there is already a property \`${name.text}\``);
  names.add(name.text);
}
