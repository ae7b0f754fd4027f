/**
 * What a memory model makes of a model's text: who reads each weak cell, which transitions are atomic, where fences stand.
 *
 * Under sequential consistency there is one memory: `i@X` is `X` and every fence is passed. Under TSO and PSO a weak cell
 * is read through the store buffer of a process: the acting process in a transition, the one named by `i@X` in `unsafe`
 * and `invariant`, nobody in `init`, where all buffers are empty.
 */
import {
  type Access,
  type ArraySystem,
  type Formula,
  operandsOf,
  type Process,
  type Property,
  type Term,
  type Transition,
  type Update,
} from './model.js';

/** The same system with every reader explicit (`buffered`), or without readers and fences. */
export function withReaders(system: ArraySystem, buffered: boolean): ArraySystem {
  if (!system.weak) return system;
  const property = (p: Property): Property => ({
    ...p,
    formula: buffered ? p.formula : mapFormula(p.formula, withoutReader, true),
  });
  const transition = (t: Transition): Transition => {
    const actor: Process = { kind: 'bound', name: t.actor ?? '' };
    const read = buffered
      ? (access: Access): Access => (access.symbol.weak ? { ...access, reader: actor } : access)
      : withoutReader;
    return {
      ...t,
      guard: mapFormula(t.guard, read, buffered ? null : true),
      updates: t.updates.map((u) => mapUpdate(u, read)),
    };
  };
  return {
    ...system,
    invariants: system.invariants.map(property),
    unsafe: system.unsafe.map(property),
    ...(system.lemmas === undefined ? {} : { lemmas: system.lemmas.map(property) }),
    transitions: system.transitions.map(transition),
  };
}

/** A transition that reads and writes weak variables is one atomic step on memory, whatever its reads are used for. */
export function isAtomic(transition: Transition): boolean {
  return transition.updates.some((u) => u.symbol.weak) && readsWeak(transition);
}

export function readsWeak(transition: Transition): boolean {
  let reads = false;
  const note = (access: Access): Access => {
    reads ||= access.symbol.weak;
    return access;
  };
  mapFormula(transition.guard, note, null);
  for (const update of transition.updates) mapUpdate(update, note);
  return reads;
}

/** What a guard demands of the acting process's buffer. */
export type Barrier = 'any' | 'empty' | 'pending';

/**
 * A guard as alternatives without fences: with the buffer empty what the guard says of an empty one, and so on. Fences
 * that only occur positively ask for nothing where the guard holds without them.
 */
export function splitOnFence(guard: Formula): { readonly barrier: Barrier; readonly guard: Formula }[] {
  const signs = { positive: false, negative: false };
  noteFences(guard, true, signs);
  if (!signs.positive && !signs.negative) return [{ barrier: 'any', guard }];
  const same = (access: Access) => access;
  const empty = mapFormula(guard, same, true);
  const pending = mapFormula(guard, same, false);
  return [
    { barrier: signs.positive ? 'empty' : 'any', guard: empty },
    { barrier: signs.negative ? 'pending' : 'any', guard: pending },
  ];
}

function noteFences(formula: Formula, positive: boolean, signs: { positive: boolean; negative: boolean }): void {
  if (formula.kind === 'fence') signs[positive ? 'positive' : 'negative'] = true;
  for (const operand of operandsOf(formula)) noteFences(operand, positive !== (formula.kind === 'not'), signs);
}

const withoutReader = (access: Access): Access => (access.reader === null ? access : { ...access, reader: null });

type Read = (access: Access) => Access;

/** `fence` is the value of every fence, or what stands in its place; null keeps them. */
export function mapFormula(formula: Formula, read: Read, fence: boolean | Formula | null): Formula {
  switch (formula.kind) {
    case 'constant':
      return formula;
    case 'fence':
      return typeof fence === 'boolean' ? { kind: 'constant', value: fence } : (fence ?? formula);
    case 'compare':
      return { ...formula, left: mapTerm(formula.left, read), right: mapTerm(formula.right, read) };
    case 'not':
      return { ...formula, operand: mapFormula(formula.operand, read, fence) };
    case 'and':
    case 'or':
      return { ...formula, operands: formula.operands.map((f) => mapFormula(f, read, fence)) };
    case 'forall':
    case 'exists':
      return { ...formula, body: mapFormula(formula.body, read, fence) };
  }
}

export function mapTerm(term: Term, read: Read): Term {
  switch (term.kind) {
    case 'access':
      return { ...term, access: read(term.access) };
    case 'linear':
      return { ...term, summands: term.summands.map((s) => ({ ...s, access: read(s.access) })) };
    default:
      return term;
  }
}

export function mapUpdate(update: Update, read: Read): Update {
  switch (update.kind) {
    case 'havoc':
      return update;
    case 'assign':
      return { ...update, value: mapTerm(update.value, read) };
    case 'case':
      return {
        ...update,
        switches: update.switches.map((s) => ({
          condition: mapFormula(s.condition, read, null),
          value: mapTerm(s.value, read),
        })),
        otherwise: update.otherwise === null ? null : mapTerm(update.otherwise, read),
      };
  }
}
