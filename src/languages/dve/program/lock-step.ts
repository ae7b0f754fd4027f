/**
 * `system sync`: a step is one transition of every process, so there is one thread, and an edge for every combination. Each
 * process sees the state before and its own effects. Where two write one cell the step fails: a variable that can only be 0 is
 * set to 1 when they do.
 */
import { binary, chain, readShared, TRUE } from '../../../models/program/expression.js';
import type { Expression, Update } from '../../../models/program/model.js';
import { Draft, stateIs } from './draft.js';
import { type MadeEdge, takenAt, together } from './edges.js';
import type { Layout } from './layout.js';
import { textOf } from './text.js';

/** More edges than that are no program to explore. */
const MOST = 4096;

/** `conflict`: the number of the shared variable that tells that two processes write one cell. */
export function lockSteps(layout: Layout, conflict: number): MadeEdge[] | { readonly refused: string } {
  const { model } = layout;
  const processes = model.processes.map((_, process) => process).filter((process) => process !== model.property);
  const count = processes.reduce((product, process) => {
    return product * (model.processes[process]?.transitions.length ?? 0);
  }, 1);
  if (count > MOST) return { refused: `all processes move together in ${count} ways, more than ${MOST}` };
  let combinations: { process: number; transition: number }[][] = [[]];
  for (const process of processes) {
    const { transitions = [] } = model.processes[process] ?? {};
    combinations = combinations.flatMap((moves) =>
      transitions.map((_, transition) => [...moves, { process, transition }]),
    );
  }
  return combinations.map((moves): MadeEdge => {
    const taken = moves.map((move) => takenAt(layout, move));
    const before = new Draft(layout);
    for (const each of taken) before.know(each.process, each.taken.from);
    const conditions = [
      ...taken.map((each) => stateIs(layout, each.process, each.taken.from)),
      ...together(
        before.now,
        taken.map((each) => each.taken.guard),
      ),
    ];
    const drafts = taken.map((each) => {
      const draft = new Draft(layout);
      for (const other of taken) draft.know(other.process, other.taken.from);
      draft.move(each.process, each.taken.to);
      draft.effects(each.taken, () => false);
      return draft.updates;
    });
    const value = chain('||', collisions(drafts));
    const failing: Update[] = value === null ? [] : [{ target: readShared(conflict), value }];
    const edge = {
      from: 0,
      to: 0,
      guard: chain('&&', conditions),
      updates: [...drafts.flat(), ...failing],
      fence: false,
      atomic: false,
      text: textOf(model, moves),
      place: taken[0]?.taken.place ?? { line: 1, column: 1 },
    };
    return { thread: 0, edge, moves };
  });
}

/** The conditions under which two of the lists write one cell. */
function collisions(lists: readonly (readonly Update[])[]): Expression[] {
  return lists.flatMap((list, position) =>
    lists.slice(position + 1).flatMap((others) =>
      list.flatMap(({ target: one }) =>
        others.flatMap(({ target: other }): Expression[] => {
          if (one.variable !== other.variable) return [];
          return [one.index === null || other.index === null ? TRUE : binary('==', one.index, other.index)];
        }),
      ),
    ),
  );
}
