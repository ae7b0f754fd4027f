/**
 * The pairs of transitions that meet at channels without buffer, and whose step each is.
 *
 * A step belongs to one thread; the other process is then open (`layout.ts`). Under TSO and PSO the step belongs to the one
 * that reads or writes buffered variables: it sees its own store buffer. When both do, there is no such thread, and the model
 * is refused. Otherwise it may be either: processes are opened one by one, the one in most pairs first, until there is an open
 * one in every pair (a vertex cover, greedily); where both are open, the step is the sender's.
 */
import type { DveModel, DveTransition } from '../model.js';

/** A transition of a process, both as their positions. */
export interface Move {
  readonly process: number;
  readonly transition: number;
}

export interface Rendezvous {
  readonly sender: Move;
  readonly receiver: Move;
  /** The step is one of the sender's thread; else of the receiver's. */
  readonly bySender: boolean;
}

/** `open`: processes that are open anyhow. `isWeak`: the global variable is buffered. */
export function executors(
  model: DveModel,
  open: ReadonlySet<number>,
  isWeak: (variable: number) => boolean,
): Rendezvous[] | { readonly refused: string } {
  const touchesWeak = ({ reads, writes }: DveTransition) =>
    [...reads, ...writes].some(({ owner, variable }) => owner === null && isWeak(variable));
  const pairs = meetings(model).map((pair) => {
    const [sends, receives] = [transitionAt(model, pair.sender), transitionAt(model, pair.receiver)];
    const weak = { sender: touchesWeak(sends), receiver: touchesWeak(receives) };
    return { ...pair, sends, receives, weak };
  });
  const both = pairs.find(({ weak }) => weak.sender && weak.receiver);
  if (both !== undefined) {
    const { sender, receiver, sends, receives } = both;
    const named = ({ process }: Move, { place }: DveTransition) =>
      `${model.processes[process]?.name} (line ${place.line})`;
    const channel = model.channels[sends.sync?.channel ?? -1]?.name;
    const who = `${named(sender, sends)} and ${named(receiver, receives)}`;
    return {
      refused: `${who} meet at ${channel} and both use buffered variables, but a step has one store buffer`,
    };
  }
  const opened = new Set(open);
  for (const { sender, receiver, weak } of pairs) {
    if (weak.sender) opened.add(receiver.process);
    if (weak.receiver) opened.add(sender.process);
  }
  for (;;) {
    const degrees = new Map<number, number>();
    for (const { sender, receiver } of pairs) {
      if (opened.has(sender.process) || opened.has(receiver.process)) continue;
      for (const { process } of [sender, receiver]) degrees.set(process, (degrees.get(process) ?? 0) + 1);
    }
    const [most] = [...degrees].sort(([one, a], [other, b]) => b - a || one - other);
    if (most === undefined) break;
    opened.add(most[0]);
  }
  return pairs.map(({ sender, receiver, weak }) => ({
    sender,
    receiver,
    bySender: weak.sender || (!weak.receiver && opened.has(receiver.process)),
  }));
}

function transitionAt({ processes }: DveModel, { process, transition }: Move): DveTransition {
  const found = processes[process]?.transitions[transition];
  if (found === undefined) throw new Error('a transition that is not in the model');
  return found;
}

/** All pairs of different processes, and, with committed states, those that can ever move together. */
function meetings(model: DveModel): { sender: Move; receiver: Move }[] {
  const ends = model.processes.flatMap(({ transitions, states }, process) => {
    if (process === model.property) return [];
    return transitions.flatMap(({ sync, from }, transition) => {
      if (sync === null || model.channels[sync.channel]?.capacity !== 0) return [];
      return [{ process, transition, sync, committed: states[from]?.committed === true }];
    });
  });
  return ends
    .filter(({ sync }) => sync.direction === 'send')
    .flatMap((sender) =>
      ends
        .filter(({ process, sync, committed }) => {
          const meets = sync.direction === 'receive' && sync.channel === sender.sync.channel;
          return meets && process !== sender.process && committed === sender.committed;
        })
        .map((receiver) => ({ sender: moveOf(sender), receiver: moveOf(receiver) })),
    );
}

function moveOf({ process, transition }: Move): Move {
  return { process, transition };
}
