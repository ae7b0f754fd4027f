/**
 * Whether a step appends a batch to the history.
 *
 * One without weak updates does not. An assignment, a free value, a `case` with a default and an atomic step do. A `case`
 * whose conditions all fail for every cell does not: then both are possible, and it is said what each means. Cells of
 * processes that have no name in the obligation may be written too; of those it is only said that they exist where a
 * condition does not exclude it by the names of processes alone. That none is written is also said of the witnesses
 * (witnesses.ts), if they exist.
 */
import type { Transition, Update } from '../../models/array-system/model.js';
import { tuples } from '../cubes/instances.js';
import { conjunction, disjunction, FALSE, negation, TRUE } from '../solvers/smtlib.js';
import type { Outsiders } from './readings.js';
import type { Step } from './step.js';

type Case = Extract<Update, { kind: 'case' }>;

/** True or false where the text of the transition decides it; null where values do. */
export function writes(transition: Transition, atomic: boolean, weak: boolean): boolean | null {
  const updates = transition.updates.filter(({ symbol }) => symbol.weak);
  if (updates.length === 0) return false;
  if (atomic) return true;
  return updates.every((update) => isConditional(update, weak)) ? null : true;
}

function isConditional(update: Update, weak: boolean): update is Case {
  return update.kind === 'case' && update.otherwise === null && weak;
}

/** What holds when the step writes some cell, or none, and values decide which. */
export function writing(step: Step, wrote: boolean, { domain }: Pick<Outsiders, 'domain'>): string {
  const { vocabulary, processes } = step.moments;
  const complete = vocabulary.system.processes !== null;
  const hits: string[] = [];
  for (const update of step.transition.updates) {
    if (!update.symbol.weak || !isConditional(update, vocabulary.system.weak)) continue;
    const indices = update.binders.map((_, place) => `${place}`);
    for (const environment of tuples(indices, processes, false))
      hits.push(...conditionsAt(step, update, [...environment.values()]));
    if (complete || update.binders.length === 0) continue;
    if (!wrote) {
      for (const { process, exists } of domain(new Map())) {
        if (exists === TRUE) continue;
        for (const environment of tuples(indices, [...processes, process], false)) {
          const chosen = [...environment.values()];
          if (!chosen.includes(process)) continue;
          hits.push(...conditionsAt(step, update, chosen).map((hit) => conjunction([exists, hit])));
        }
      }
      continue;
    }
    const strangers = update.binders.map((_, place) => vocabulary.witness(`${place}?`));
    for (const environment of tuples(indices, [...processes, ...strangers], false)) {
      const chosen = [...environment.values()];
      if (!chosen.some((process) => strangers.includes(process))) continue;
      for (const hit of conditionsAt(step, update, chosen)) {
        hits.push(strangers.some((name) => hit.includes(name)) ? TRUE : hit);
      }
    }
  }
  return wrote ? disjunction(hits) : conjunction(hits.map(negation));
}

function conditionsAt(step: Step, update: Case, processes: readonly string[]): string[] {
  const inside = step.inside(update.binders, processes);
  return update.switches.map((each) => step.condition(each, inside)).filter((text) => text !== FALSE);
}
