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
  Size,
} from '../program/plan.js';
import type { DeclarationSyntax, Name, ProgramSyntax } from '../program/syntax.js';
import { type KnownLocal, type Shape, type ThreadHead, Vocabulary } from '../program/vocabulary.js';
import type { DiagnosticList } from '../shared/diagnostics.js';
import { SourceText } from '../shared/source.js';
import { TokenStream } from '../shared/tokens.js';
import { annotationsIn, PROPERTY } from './annotations.js';
import type { Unit as UnitNode } from './ast.js';
import { NULL } from './memory.js';
import { Naturals } from './natural.js';
import type { SharedDraft } from './unit.js';

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
  drafts: readonly SharedDraft[],
  shared: readonly PlannedShared[],
  threads: readonly PlannedThread[],
  source: SourceText,
  faults: DiagnosticList,
): Said {
  const vocabulary = new Vocabulary(syntax, source, faults);
  const nowhere = { start: 0, end: 0 };
  const named = (text: string): Name => ({ text, ...nowhere });
  vocabulary.shared.push(...shared);
  const shapes = new Map<string, Tree>();
  for (const [position, { leaf, name }] of drafts.entries()) {
    if (name.startsWith('$') || leaf.region.key.startsWith('pool ')) continue;
    addShape(shapes, leaf.region.name, leaf.path, position, shared[position]?.size ?? null);
  }
  for (const [name, tree] of shapes) {
    const { size } = tree;
    if (tree.position !== null) {
      const variable = shared[tree.position] as PlannedShared;
      vocabulary.declare(named(name), { kind: 'shared', position: tree.position, variable });
    } else vocabulary.declare(named(name), { kind: 'compound', shape: shapeOf(tree, size) });
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
  const naturals = new Naturals(drafts);
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

interface Tree {
  position: number | null;
  size: Size | null;
  readonly fields: Map<string, Tree>;
}

function addShape(shapes: Map<string, Tree>, name: string, path: string, position: number, size: Size | null): void {
  let fields = shapes;
  const steps = [name, ...path.split('.').slice(1)];
  for (const [at, step] of steps.entries()) {
    let tree = fields.get(step);
    if (tree === undefined) {
      tree = { position: null, size: null, fields: new Map() };
      fields.set(step, tree);
    }
    if (at === steps.length - 1) Object.assign(tree, { position, size });
    fields = tree.fields;
  }
}

/** An array of structs has its index behind the name; its members have the size. */
function shapeOf(tree: Tree, size: Size | null): Shape {
  if (tree.position !== null) return { sizes: tree.size === null ? [] : [tree.size], inside: tree.position };
  const inner = [...tree.fields.values()];
  const sizes = inner.map((each) => JSON.stringify(each.size));
  const common = inner[0]?.size ?? null;
  const isArray =
    common !== null && sizes.every((each) => each === sizes[0]) && inner.every((each) => each.position !== null);
  if (!isArray || size !== null)
    return { sizes: [], inside: new Map([...tree.fields].map(([name, each]) => [name, shapeOf(each, null)])) };
  const inside = new Map(
    [...tree.fields].map(([name, each]): [string, Shape] => [name, { sizes: [], inside: each.position as number }]),
  );
  return { sizes: [common], inside };
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
