/**
 * The steps of a DVE model as edges of threads: a transition that needs no partner is one edge, and every pair of a sender
 * and a receiver at a channel without buffer is one.
 *
 * The guard of an edge asks in this order: are the processes there; is nobody else in a committed state, when they are not; has
 * the channel room, or a message; what the guards say. A guard without value makes the step fail, but only when all else is
 * given (`together`).
 *
 * The order within a step is that of `docs/reference/languages/dve.md`: what is sent is of the state before; control moves;
 * what is received is stored; then come the effects, in a rendez-vous the receiver's before the sender's.
 */
import { belongsTo } from '../../../models/program/cells.js';
import { binary, chain, compare, constant, readShared, unary } from '../../../models/program/expression.js';
import type { Edge, Expression, Read, Update } from '../../../models/program/model.js';
import type { DveExpression, DveProcess, DveTransition, TypeName } from '../model.js';
import { Draft, stateIs } from './draft.js';
import { type Buffer, type Layout, sortOf } from './layout.js';
import type { Move } from './rendezvous.js';
import { type Terms, translate, undefinedWhen, variableOf } from './terms.js';
import { textOf } from './text.js';

/** An edge of a thread, and the transitions that it is made of. */
export interface MadeEdge {
  readonly thread: number;
  readonly edge: Edge;
  /** The one whose thread it is comes first. */
  readonly moves: readonly Move[];
}

/** Whether what a transition writes to a global variable is in memory at once. */
type IsAtomic = (move: Move, variable: number) => boolean;

/** A transition that is taken, with where it is from. */
interface Taken extends Move {
  readonly owner: DveProcess;
  readonly taken: DveTransition;
}

export function edgesOf(layout: Layout, isAtomic: IsAtomic): MadeEdge[] {
  const { model } = layout;
  const alone = model.processes.flatMap(({ transitions }, process) => {
    if (process === model.property) return [];
    return transitions.flatMap(({ sync }, transition): MadeEdge[] => {
      if (sync !== null && model.channels[sync.channel]?.capacity === 0) return [];
      return [single(layout, takenAt(layout, { process, transition }), isAtomic)];
    });
  });
  const together = layout.rendezvous.map(({ sender, receiver, bySender }) =>
    pair(layout, takenAt(layout, sender), takenAt(layout, receiver), bySender, isAtomic),
  );
  return [...alone, ...together];
}

export function takenAt({ model }: Layout, { process, transition }: Move): Taken {
  const owner = model.processes[process];
  const taken = owner?.transitions[transition];
  if (owner === undefined || taken === undefined) throw new Error('a transition that is not in the model');
  return { process, transition, owner, taken };
}

function single(layout: Layout, own: Taken, isAtomic: IsAtomic): MadeEdge {
  const { process, taken } = own;
  const draft = new Draft(layout);
  draft.know(process, taken.from);
  const conditions = [...there(layout, [own], own)];
  const atomic = (variable: number) => isAtomic(own, variable);
  const buffer = taken.sync === null ? null : layout.buffers[taken.sync.channel];
  if (taken.sync !== null && buffer !== null && buffer !== undefined) {
    const length = readShared(buffer.length);
    const { sync } = taken;
    const { capacity = 0, types = null } = layout.model.channels[sync.channel] ?? {};
    const sends = sync.direction === 'send';
    const possible = sends ? compare(length, '<', capacity) : compare(length, '>', 0);
    conditions.push(possible, ...together(draft.now, [taken.guard]));
    if (sync.direction === 'send') {
      const message = messageOf(draft, layout, sync.values, types);
      draft.move(process, taken.to);
      draft.updates.push(...appended(buffer, length, message));
    } else {
      draft.move(process, taken.to);
      draft.updates.push(...removed(buffer, length, capacity));
      for (const [position, target] of sync.targets.entries()) {
        const variable = buffer.values[position] as number;
        draft.assign(target, readShared(variable, constant(0)), atomic);
      }
    }
  } else {
    conditions.push(...together(draft.now, [taken.guard]));
    draft.move(process, taken.to);
  }
  draft.effects(taken, atomic);
  return made(layout, own, [own], conditions, draft.updates);
}

function pair(layout: Layout, sender: Taken, receiver: Taken, bySender: boolean, isAtomic: IsAtomic): MadeEdge {
  const { sync } = sender.taken;
  if (sync?.direction !== 'send' || receiver.taken.sync?.direction !== 'receive') throw new Error('not a rendez-vous');
  const [own, other] = bySender ? [sender, receiver] : [receiver, sender];
  const draft = new Draft(layout);
  for (const { process, taken } of [sender, receiver]) draft.know(process, taken.from);
  const guards = together(draft.now, [sender.taken.guard, receiver.taken.guard]);
  const conditions = [...there(layout, [own, other], own), ...guards];
  const message = messageOf(draft, layout, sync.values, layout.model.channels[sync.channel]?.types ?? null);
  draft.move(own.process, own.taken.to);
  draft.move(other.process, other.taken.to);
  for (const [position, target] of receiver.taken.sync.targets.entries()) {
    draft.assign(target, message[position] as Expression, (variable) => isAtomic(receiver, variable));
  }
  draft.effects(receiver.taken, (variable) => isAtomic(receiver, variable));
  draft.effects(sender.taken, (variable) => isAtomic(sender, variable));
  return made(layout, own, [own, other], conditions, draft.updates);
}

function made(
  layout: Layout,
  own: Taken,
  moves: readonly Taken[],
  conditions: readonly Expression[],
  updates: readonly Update[],
): MadeEdge {
  const { process, taken } = own;
  const isLocation = layout.control[process] === null;
  const edge: Edge = {
    from: isLocation ? taken.from : 0,
    to: isLocation ? taken.to : 0,
    guard: chain('&&', conditions),
    updates,
    fence: moves.some((move) => move.taken.fence === true),
    atomic: false,
    ...(updates.some(({ direct }) => direct === true) ? { drained: true } : {}),
    text: textOf(layout.model, moves),
    place: taken.place,
  };
  const thread = layout.threads[process];
  if (thread === null || thread === undefined) throw new Error('the property has no thread');
  return { thread, edge, moves: moves.map(({ process, transition }) => ({ process, transition })) };
}

/** The processes are where their transitions begin, and may move. */
function there(layout: Layout, moves: readonly Taken[], own: Taken): Expression[] {
  const { model, control } = layout;
  const conditions = moves
    .filter(({ process }) => process !== own.process || control[process] !== null)
    .map(({ process, taken }) => stateIs(layout, process, taken.from));
  // Partners are both in committed states or both not: other pairs are none.
  if (own.owner.states[own.taken.from]?.committed === true) return conditions;
  for (const [other, { states }] of model.processes.entries()) {
    if (other === model.property || moves.some(({ process }) => process === other)) continue;
    for (const [state, { committed }] of states.entries()) {
      if (committed) conditions.push(unary('!', stateIs(layout, other, state)));
    }
  }
  return conditions;
}

/**
 * All guards are true. One without value counts as true until all others have been asked, and then is the failure of the
 * step: so first come those that always have a value, then whether the others are true or have none, then these themselves.
 */
export function together(terms: Terms<Read>, guards: readonly (DveExpression | null)[]): Expression[] {
  const asked = guards
    .filter((guard) => guard !== null)
    .map((guard) => ({ guard: translate(terms, guard), undefined: undefinedWhen(terms, guard) }));
  const safe = asked.flatMap(({ guard, undefined: fails }) => (fails === null ? [guard] : []));
  const unsafe = asked.flatMap(({ guard, undefined: fails }) => (fails === null ? [] : [{ guard, fails }]));
  const possible = unsafe.length < 2 ? [] : unsafe.map(({ guard, fails }) => binary('||', fails, guard));
  return [...safe, ...possible, ...unsafe.map(({ guard }) => guard)];
}

/** The values that are sent, cut to the types of the channel. */
function messageOf(
  draft: Draft,
  layout: Layout,
  values: readonly DveExpression[],
  types: readonly TypeName[] | null,
): Expression[] {
  return values.map((value, position) => {
    const type = types?.[position];
    const sent = draft.value(value);
    return type === undefined || fits(layout, value, type) ? sent : cut(type, sent);
  });
}

/** Certainly a value of the type. */
function fits({ model }: Layout, value: DveExpression, type: TypeName): boolean {
  if (value.kind === 'constant') return belongsTo(value.value, sortOf(type));
  return value.kind === 'at' || (value.kind === 'variable' && variableOf(model, value).type === type);
}

function cut(type: TypeName, value: Expression): Expression {
  if (type === 'byte') return binary('&', value, constant(0xff));
  return binary('>>', binary('<<', value, constant(16)), constant(16));
}

function appended({ length: variable, values }: Buffer, length: Expression, message: readonly Expression[]): Update[] {
  return [
    ...values.map((array, position): Update => {
      return { target: readShared(array, length), value: message[position] as Expression };
    }),
    { target: readShared(variable), value: binary('+', length, constant(1)) },
  ];
}

/** The others move up; behind the last there is 0, so that equal contents are equal states. */
function removed({ length: variable, values }: Buffer, length: Expression, capacity: number): Update[] {
  return [
    ...values.flatMap((array) =>
      Array.from({ length: capacity }, (_, cell): Update => {
        const value = cell + 1 < capacity ? readShared(array, constant(cell + 1)) : constant(0);
        return { target: readShared(array, constant(cell)), value };
      }),
    ),
    { target: readShared(variable), value: binary('-', length, constant(1)) },
  ];
}
