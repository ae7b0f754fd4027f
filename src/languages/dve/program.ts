/**
 * DVE models as programs, so that the explicit engine explores them and the LTL engine judges them, under weak memory, too.
 *
 *   - processes are threads, or rather: their control states and variables are where they can be (`program/layout.ts`);
 *   - a transition is an edge, and so is a pair of them that meets at a channel (`program/edges.ts`, `program/rendezvous.ts`)
 *     or, with `system sync`, a combination of one of every process (`program/lock-step.ts`);
 *   - effects in sequence become updates at once (`program/draft.ts`);
 *   - the property becomes an automaton beside the program (`program/property.ts`), and assertions become `never` properties.
 *
 * Under sequential consistency states and steps of the program are one to one those of the model, except for the error state:
 * a step that leads there is a failure of the program, which is a violation.
 *
 * Under TSO and PSO this is the memory model of Barnat, Brim and Havel (LTL model checking of parallel programs with
 * under-approximated TSO memory model, 2012, section III), except for its bound, which the engines are told: a transition is
 * one step; it reads what the process has in its buffer, else memory; each of its writes to global variables goes into the
 * buffer on its own. A write that is marked atomic goes to memory, and its step waits until the buffers of all processes are
 * empty, or with `waiting: 'own'` that of its process: section III says the one, the run told in section V needs the other. Where a transition reads what it has written itself it sees that; the paper's text would have it read memory, which
 * is hardly meant.
 *
 * Of fairness: a rendez-vous is a step of one of the two threads. That a process could for ever receive from another one that
 * does something else for ever is fair here, when the step is the sender's.
 */
import { hasBuffers, type MemoryModel } from '../../memory/models.js';
import { binary, compare, constant, expressionsOf, sizeOfTree, unary } from '../../models/program/expression.js';
import type {
  Edge,
  NeverProperty,
  Program,
  SharedVariable,
  StateExpression,
  StateRead,
  Template,
  Thread,
} from '../../models/program/model.js';
import { type DveExpression, type DveModel, type DveTransition, partsOf } from './model.js';
import { edgesOf, type MadeEdge } from './program/edges.js';
import { type Layout, layOut, locationsOf } from './program/layout.js';
import { lockSteps } from './program/lock-step.js';
import { type DveProperty, propertyOf } from './program/property.js';
import type { Move } from './program/rendezvous.js';
import { type Terms, translate, undefinedWhen } from './program/terms.js';

export type { DveProperty } from './program/property.js';
export type { Move } from './program/rendezvous.js';

/** A write of a transition to a global variable, all as their positions; null for all that it writes. */
export interface DveWrite extends Move {
  readonly variable: number | null;
}

export interface DveProgramOptions {
  /** Writes that are in memory with the step, which waits until buffers are empty. */
  readonly atomicWrites?: readonly DveWrite[];
  /** Whose: those of all processes unless given, as the paper has it, or that of the process, as locked instructions do. */
  readonly waiting?: 'own' | 'all';
  /** Global variables, as their positions, that are never buffered: the clocks of timed models, say. */
  readonly unbuffered?: ReadonlySet<number>;
}

export interface DveProgram {
  readonly program: Program;
  /** By process; null for the property. */
  readonly threads: readonly (number | null)[];
  /** By thread and edge: the transitions that it is made of, that of the thread first. */
  readonly moves: readonly (readonly (readonly Move[])[])[];
  /** Null when there is no property. */
  readonly property: DveProperty | null;
  /** A condition on states, such as `P.CS and Q.CS`; about the states of the property there are none. */
  condition(expression: DveExpression): StateExpression | { readonly refused: string };
}

/** Nodes of an expression; where effects use one another often, they grow. */
const LARGEST = 100_000;

export function dveProgram(
  model: DveModel,
  memory: MemoryModel,
  { atomicWrites = [], waiting = 'all', unbuffered = new Set() }: DveProgramOptions = {},
): DveProgram | { readonly refused: string } {
  const { property } = model;
  if (model.mode === 'sync' && hasBuffers(memory)) {
    return { refused: 'processes that move together (system sync) have no store buffers of their own' };
  }
  if (model.processes.length === (property === null ? 0 : 1))
    return { refused: 'there is no process but the property' };
  const watched = transitionThatAsks(model);
  if (watched !== undefined) return { refused: `line ${watched.place.line} asks for the state of the property` };
  const layout = layOut(model, memory, unbuffered);
  if ('refused' in layout) return layout;
  const made =
    model.mode === 'sync'
      ? lockSteps(layout, layout.shared.length)
      : edgesOf(layout, atomic([...atomicWrites, ...markedWrites(model)]));
  if ('refused' in made) return made;
  const foreign = hasBuffers(memory)
    ? made.find(({ moves }) => moves.slice(1).some((move) => isFenced(model, move)))
    : undefined;
  if (foreign !== undefined) {
    const { line } = foreign.edge.place;
    return { refused: `a fence at the other side of the rendez-vous in line ${line}: put it at a transition before` };
  }
  const large = made.find(({ edge }) => sizeOf(edge) > LARGEST);
  if (large !== undefined) {
    return { refused: `the effects in line ${large.edge.place.line} make expressions of more than ${LARGEST} parts` };
  }
  const asked = property === null ? undefined : model.processes[property];
  const judged =
    asked === undefined ? null : propertyOf(asked, (guard, state) => definedAndTrue(stateTerms(layout, state), guard));
  if (judged !== null && 'refused' in judged) return judged;
  const never = assertionsOf(layout);
  if ('refused' in never) return never;
  const { templates, threads, moves } = threadsOf(layout, waiting === 'own' ? made.map(waitingForOwn) : made);
  const shared = model.mode === 'sync' ? [...layout.shared, CONFLICT] : layout.shared;
  const program: Program = {
    shared,
    templates,
    threads,
    never,
    outOfRange: 'failure',
    wraps: true,
    ...(hasBuffers(memory) ? { apart: true } : {}),
  };
  return {
    program,
    threads: layout.threads,
    moves,
    property: judged,
    condition: (expression) => {
      if (looksAt(expression, property)) return { refused: 'the states of the property are not states of the program' };
      return translate(stateTerms(layout, null), expression);
    },
  };
}

/** Set to 1, which it cannot be, when two processes write one cell at once. */
const CONFLICT: SharedVariable = {
  name: '$writers of one variable at once',
  sort: { kind: 'range', low: 0, high: 0 },
  size: null,
  place: { line: 1, column: 1 },
  initial: [0],
  strong: true,
};

function threadsOf(
  layout: Layout,
  made: readonly MadeEdge[],
): { templates: Template[]; threads: Thread[]; moves: (readonly Move[])[][] } {
  const { model } = layout;
  const count = Math.max(...layout.threads.map((thread) => thread ?? -1)) + 1;
  const templates: Template[] = [];
  const threads: Thread[] = [];
  const moves: (readonly Move[])[][] = [];
  for (let thread = 0; thread < count; thread++) {
    const process = layout.threads.indexOf(thread);
    const owner = model.processes[process];
    const locals = layout.locals[process];
    if (owner === undefined || locals === undefined) throw new Error('a thread without process');
    const own = made.filter((each) => each.thread === thread);
    const name = model.mode === 'sync' ? 'system' : owner.name;
    const locations = locationsOf(layout, process, owner);
    const entry = layout.control[process] === null ? owner.initial : 0;
    const edges = own.map(({ edge }) => edge);
    templates.push({ name, parameters: 0, locals: locals.variables, locations, entry, edges });
    threads.push({ name, template: thread, initial: locals.initial });
    moves.push(own.map((each) => each.moves));
  }
  return { templates, threads, moves };
}

/** Edges wait for all buffers because they have an atomic write. */
function waitingForOwn({ edge: { drained, ...edge }, ...made }: MadeEdge): MadeEdge {
  return { ...made, edge: drained === true ? { ...edge, fence: true } : edge };
}

/** A step of two processes waits for the buffer of that one whose step it is. */
function isFenced({ processes }: DveModel, { process, transition }: Move): boolean {
  return processes[process]?.transitions[transition]?.fence === true;
}

/** What the text marks atomic. */
function markedWrites({ processes }: DveModel): DveWrite[] {
  return processes.flatMap(({ transitions }, process) =>
    transitions.flatMap(({ sync, effects }, transition) => {
      const received =
        sync?.direction === 'receive' ? (sync.atomic ?? []).map((position) => sync.targets[position]) : [];
      const assigned = effects.flatMap(({ target, atomic: marked }) => (marked === true ? [target] : []));
      return [...received, ...assigned].flatMap((target) =>
        target === undefined ? [] : [{ process, transition, variable: target.variable }],
      );
    }),
  );
}

function atomic(writes: readonly DveWrite[]): (move: Move, variable: number) => boolean {
  const keys = new Set(
    writes.map(({ process, transition, variable }) => `${process} ${transition} ${variable ?? '*'}`),
  );
  return ({ process, transition }, variable) =>
    keys.has(`${process} ${transition} *`) || keys.has(`${process} ${transition} ${variable}`);
}

/** `state`: that of the property, where it is known. */
function stateTerms(layout: Layout, state: number | null): Terms<StateRead> {
  const { model, control, threads } = layout;
  return {
    model,
    read: (use, index) => {
      const home = layout.home(use.owner, use.variable);
      if (home.kind === 'shared') return { kind: 'memory', variable: home.variable, index };
      return { kind: 'localOf', thread: home.thread, variable: home.variable, index };
    },
    at: (process, position) => {
      if (process === model.property) return constant(state === position ? 1 : 0);
      const variable = control[process] ?? null;
      const thread = threads[process];
      if (thread === null || thread === undefined) throw new Error('a process that is not in the model');
      if (variable === null) return { kind: 'at', thread, locations: [position] };
      return compare<StateRead>({ kind: 'memory', variable, index: null }, '==', position);
    },
  };
}

function definedAndTrue(terms: Terms<StateRead>, condition: DveExpression): StateExpression {
  const missing = undefinedWhen(terms, condition);
  const value = translate(terms, condition);
  return missing === null ? value : binary('&&', unary('!', missing), value);
}

/** An assertion is violated where the process is there and the condition is 0 or has no value. */
function assertionsOf(layout: Layout): NeverProperty[] | { readonly refused: string } {
  const { model } = layout;
  const terms = stateTerms(layout, null);
  const found: NeverProperty[] = [];
  for (const [process, { name, states, assertions }] of model.processes.entries()) {
    for (const { state, condition, text, place } of assertions) {
      if (looksAt(condition, model.property))
        return { refused: `the assertion in line ${place.line} asks for the state of the property` };
      const missing = undefinedWhen(terms, condition);
      const wrong = unary('!', translate(terms, condition));
      const violated = missing === null ? wrong : binary('||', missing, wrong);
      const plain = `${name}.${states[state]?.name}`;
      const same = found.filter((other) => other.name === plain || other.name.startsWith(`${plain} (`)).length;
      found.push({
        name: same === 0 ? plain : `${plain} (${same + 1})`,
        condition: binary('&&', terms.at(process, state), violated),
        text,
        place,
      });
    }
  }
  return found;
}

/** A transition of a process that asks for the state of the property. */
function transitionThatAsks({ processes, property }: DveModel): DveTransition | undefined {
  if (property === null) return undefined;
  return processes
    .filter((_, process) => process !== property)
    .flatMap(({ transitions }) => transitions)
    .find((transition) => transition.looksAt.includes(property));
}

function looksAt(expression: DveExpression, process: number | null): boolean {
  if (expression.kind === 'at') return expression.process === process;
  return partsOf(expression).some((part) => looksAt(part, process));
}

function sizeOf(edge: Edge): number {
  return expressionsOf(edge).reduce((sum, part) => sum + sizeOfTree(part), 0);
}
