/**
 * Normal form of an array system: what a backward search works on.
 *
 * Formulas are brought into disjunctive form over *template literals*, whose processes are numbered slots:
 *
 *   guard      each disjunct becomes a guarded command of its own. An existential quantifier is one more parameter,
 *              distinct from the others, or one of them where its exclusions allow it (one command for each choice).
 *   universal  guards keep their variables with their exclusions and a disjunctive body; whoever instantiates them ranges
 *              over the processes it has.
 *   init       is a list of universals over all tuples.
 *   case       conditions are disjunctive; the first matching switch wins.
 *
 * Constraints on one enumerated cell are merged into masks on the way, so `A = L1 || A = L2` is one literal and does not
 * multiply disjuncts. Negation is pushed to the literals, also through if-then-else, which the front end has expanded.
 */

import { add, type Rational, rational, subtract } from '../../logic/rational.js';
import {
  type Atom,
  type Conjunct,
  disjuncts,
  isWide,
  type Node,
  negationNormal,
  type UniversalNode,
  universalsOf,
} from './disjunctive-form.js';
import { comparesProcesses, namesProcessesByNumber } from './mentions.js';
import type { Access, ArraySystem, Operator, Process, Property, Term, Transition, Update } from './model.js';
import { type Barrier, isAtomic, splitOnFence, withReaders } from './views.js';

/** A slot of the environment (0 and up), or the process constant `#k` as -k. */
export type Slot = number;
/** Slots of a command's parameters start at 0, those of case binders and universal variables here. */
export const BINDER_SLOT = 32;
export const UNIVERSAL_SLOT = 48;
export const SLOTS = 64;

export interface TemplateCell {
  readonly symbol: number;
  readonly slots: readonly Slot[];
  /** The process through whose store buffer the cell is read; null for memory itself (views.ts). */
  readonly reader: Slot | null;
}

export type TemplateTerm =
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'cell'; readonly cell: TemplateCell }
  | { readonly kind: 'process'; readonly slot: Slot }
  | TemplateSum;

export interface TemplateSum {
  readonly kind: 'sum';
  readonly summands: readonly { readonly cell: TemplateCell; readonly coefficient: Rational }[];
  readonly constant: Rational;
}

export type TemplateLiteral =
  | { readonly kind: 'mask'; readonly cell: TemplateCell; readonly mask: number }
  | {
      readonly kind: 'relation';
      readonly operator: Operator;
      readonly left: TemplateTerm;
      readonly right: TemplateTerm;
    }
  | { readonly kind: 'sum'; readonly operator: Operator; readonly sum: TemplateSum; readonly integer: boolean };

export type Disjunction = readonly (readonly TemplateLiteral[])[];

/** For all processes given to the slots, each outside its exclusions: the body. */
export interface Universal {
  readonly variables: readonly { readonly slot: Slot; readonly excluded: readonly Slot[] }[];
  readonly body: Disjunction;
}

/** Distinct processes in slots 0 to arity-1 satisfy the literals and the universals. */
export interface Command {
  readonly arity: number;
  readonly literals: readonly TemplateLiteral[];
  readonly universals: readonly Universal[];
}

export type TemplateUpdate =
  | { readonly kind: 'assign'; readonly slots: readonly Slot[]; readonly value: TemplateTerm }
  | {
      readonly kind: 'case';
      readonly binders: number;
      readonly switches: readonly { readonly condition: Disjunction; readonly value: TemplateTerm }[];
      /** Null: the cell keeps its value; 'arbitrary': any value. */
      readonly otherwise: TemplateTerm | 'arbitrary' | 'unchanged';
    }
  | { readonly kind: 'havoc' };

export interface GuardedCommand extends Command {
  /** Index of the transition in the model; several commands can come from one. */
  readonly transition: number;
  /** How many of the slots are the transition's own parameters. */
  readonly parameters: number;
  /** The acting process; null in models without one. */
  readonly actor: Slot | null;
  /** Reads and writes weak variables: one step on memory, with the actor's buffer empty before and after. */
  readonly atomic: boolean;
  readonly barrier: Barrier;
  readonly updates: ReadonlyMap<number, TemplateUpdate>;
}

export interface StateCommand extends Command {
  /** Index of the `unsafe` or `invariant` declaration. */
  readonly property: number;
}

export interface NormalForm {
  readonly system: ArraySystem;
  /** Weak variables are read and written through store buffers. */
  readonly buffered: boolean;
  readonly init: readonly Universal[];
  readonly unsafe: readonly StateCommand[];
  readonly invariants: readonly StateCommand[];
  readonly lemmas: readonly StateCommand[];
  readonly commands: readonly GuardedCommand[];
  /** The model names processes by constants or compares them: names are not interchangeable. */
  readonly usesConstants: boolean;
  readonly usesOrder: boolean;
}

export function normalForm(declared: ArraySystem, buffered = false): NormalForm {
  const system = withReaders(declared, buffered);
  const init = universalsOf({
    kind: 'forall',
    variables: system.init.parameters.map((name) => ({ name, excluded: [] })),
    body: negationNormal(system.init.formula, true),
  }).map((u) => templateUniversal(u, new Map()));
  return {
    system: declared,
    buffered,
    init,
    unsafe: system.unsafe.flatMap(stateCommands),
    invariants: system.invariants.flatMap(stateCommands),
    lemmas: (system.lemmas ?? []).flatMap(stateCommands),
    commands: system.transitions.flatMap((t, i) => guardedCommands(t, i, system.weak)),
    usesConstants: namesProcessesByNumber(system),
    usesOrder: comparesProcesses(system),
  };
}

type Names = ReadonlyMap<string, Slot>;

/** The commands of a conjunct: each existential becomes a new slot, or one of those before it that it may equal. */
function commandsOf(conjunct: Conjunct, parameters: readonly string[]): Command[] {
  const names = new Map<string, Slot>(parameters.map((name, i) => [name, i]));
  const out: Command[] = [];
  const place = (k: number, arity: number): void => {
    const variable = conjunct.existentials[k];
    if (variable === undefined) {
      const literals = templateConjunction(conjunct.atoms, names);
      if (literals === null) return;
      const universals = conjunct.universals.map((u) => templateUniversal(u, names));
      out.push({ arity, literals, universals });
      return;
    }
    const excluded = variable.excluded.map((p) => slotOf(p, names));
    for (let slot = 0; slot <= arity; slot++) {
      if (excluded.includes(slot)) continue;
      names.set(variable.name, slot);
      place(k + 1, slot === arity ? arity + 1 : arity);
      names.delete(variable.name);
    }
  };
  place(0, parameters.length);
  return out;
}

function stateCommands(property: Property, index: number): StateCommand[] {
  return disjuncts(negationNormal(property.formula, true)).flatMap((c) =>
    commandsOf(c, property.parameters).map((command) => ({ ...command, property: index })),
  );
}

function guardedCommands(transition: Transition, index: number, weak: boolean): GuardedCommand[] {
  const names = new Map<string, Slot>(transition.parameters.map((name, i) => [name, i]));
  const updates = new Map(transition.updates.map((u) => [u.symbol.index, templateUpdate(u, names, weak)]));
  const actor = transition.actor === null ? null : transition.parameters.indexOf(transition.actor);
  const atomic = isAtomic(transition);
  const parameters = transition.parameters.length;
  return splitOnFence(transition.guard).flatMap(({ barrier, guard }) =>
    disjuncts(negationNormal(guard, true)).flatMap((c) =>
      commandsOf(c, transition.parameters).map((command) => ({
        ...command,
        transition: index,
        parameters,
        actor,
        atomic,
        barrier,
        updates,
      })),
    ),
  );
}

// ---- templates

function slotOf(process: Process, names: Names): Slot {
  if (process.kind === 'constant') return -process.number;
  const slot = names.get(process.name);
  if (slot === undefined) throw new Error(`process ${process.name} is not bound`);
  return slot;
}

function templateCell(access: Access, names: Names): TemplateCell {
  return {
    symbol: access.symbol.index,
    slots: access.indices.map((p) => slotOf(p, names)),
    reader: access.reader === null ? null : slotOf(access.reader, names),
  };
}

function templateTerm(term: Term, names: Names): TemplateTerm {
  switch (term.kind) {
    case 'process':
      return { kind: 'process', slot: slotOf(term.process, names) };
    case 'constructor':
      return term.sort.constructors.length > 31
        ? { kind: 'sum', summands: [], constant: rational(term.value) }
        : { kind: 'value', value: term.value };
    case 'access': {
      const cell = templateCell(term.access, names);
      return isWide(term.access)
        ? { kind: 'sum', summands: [{ cell, coefficient: rational(1) }], constant: rational(0) }
        : { kind: 'cell', cell };
    }
    case 'linear':
      return {
        kind: 'sum',
        summands: term.summands.map((s) => ({ cell: templateCell(s.access, names), coefficient: s.coefficient })),
        constant: term.constant,
      };
  }
}

function templateLiteral(atom: Atom, names: Names): TemplateLiteral {
  if (atom.kind === 'mask') return { kind: 'mask', cell: templateCell(atom.access, names), mask: atom.mask };
  const left = templateTerm(atom.left, names);
  const right = templateTerm(atom.right, names);
  if (left.kind !== 'sum' || right.kind !== 'sum') return { kind: 'relation', operator: atom.operator, left, right };
  const integer = !(atom.left.kind === 'linear' && atom.left.sort.kind === 'real');
  return { kind: 'sum', operator: atom.operator, sum: difference(left, right), integer };
}

function difference(left: TemplateSum, right: TemplateSum): TemplateSum {
  const summands = [...left.summands];
  for (const s of right.summands) summands.push({ cell: s.cell, coefficient: subtract(rational(0), s.coefficient) });
  return { kind: 'sum', summands, constant: add(left.constant, subtract(rational(0), right.constant)) };
}

/** Null when two masks of one cell have nothing in common. */
function templateConjunction(atoms: readonly Atom[], names: Names): TemplateLiteral[] | null {
  const out: TemplateLiteral[] = [];
  for (const atom of atoms) {
    const literal = templateLiteral(atom, names);
    if (literal.kind === 'mask') {
      const at = out.findIndex((o) => o.kind === 'mask' && sameCell(o.cell, literal.cell));
      const other = out[at];
      if (other?.kind === 'mask') {
        if ((other.mask & literal.mask) === 0) return null;
        out[at] = { ...literal, mask: other.mask & literal.mask };
        continue;
      }
    }
    out.push(literal);
  }
  return out;
}

function sameCell(a: TemplateCell, b: TemplateCell): boolean {
  return a.symbol === b.symbol && a.reader === b.reader && a.slots.every((slot, i) => slot === b.slots[i]);
}

function templateDisjunction(node: Node, names: Names): Disjunction {
  return disjuncts(node)
    .map((c) => templateConjunction(c.atoms, names))
    .filter((literals) => literals !== null);
}

function templateUniversal(universal: UniversalNode, names: Names): Universal {
  const inner = new Map(names);
  const variables = universal.variables.map(({ name, excluded }, i) => {
    const slot = UNIVERSAL_SLOT + i;
    if (slot >= SLOTS) throw new Error('more nested universal quantifiers than there are slots');
    const out = { slot, excluded: excluded.map((p) => slotOf(p, inner)) };
    inner.set(name, slot);
    return out;
  });
  return { variables, body: templateDisjunction(universal.body, inner) };
}

function templateUpdate(update: Update, names: Names, weak: boolean): TemplateUpdate {
  switch (update.kind) {
    case 'havoc':
      return { kind: 'havoc' };
    case 'assign':
      return {
        kind: 'assign',
        slots: update.indices.map((p) => slotOf(p, names)),
        value: templateTerm(update.value, names),
      };
    case 'case': {
      if (update.binders.length > UNIVERSAL_SLOT - BINDER_SLOT) throw new Error('more dimensions than there are slots');
      const inner = new Map(names);
      for (const [i, name] of update.binders.entries()) inner.set(name, BINDER_SLOT + i);
      return {
        kind: 'case',
        binders: update.binders.length,
        switches: update.switches.map((s) => ({
          condition: templateDisjunction(negationNormal(s.condition, true), inner),
          value: templateTerm(s.value, inner),
        })),
        otherwise: update.otherwise !== null ? templateTerm(update.otherwise, inner) : weak ? 'unchanged' : 'arbitrary',
      };
    }
  }
}
