/**
 * Cycles that never come back and repeat all the same: a lock with tickets takes the same steps again and again, and each turn
 * leaves its counters one higher. The judge of lassos accepts such a cycle by an argument of its own, which knows nothing of
 * how the search came to it (`explicit/reduce/shift.ts`).
 *
 * Three configurations A, B, C lie one turn apart, by the same steps. They agree in all but integers without bound, and each
 * cell, in memory, in locals and in buffers, grows by as much from B to C as from A to B. Claim: the cycle can be repeated for
 * ever, and at each of its places the k-th turn finds a + b k in a cell where the first two find a and a + b.
 *
 *   - It is so at the beginning of the turns 0 and 1. Let it be so at a place of turn k. The step is possible there, because its
 *     guard is true in all turns, its indices do not drift and what it writes fits (an integer without bound, or a number that
 *     does not drift): `drift.ts` says so from the two turns that were performed. Which buffers are empty or full does not
 *     depend on values. What it writes is a + b k for its own a and b, and everything else is only moved. So it is so at
 *     the next place.
 *   - At the end of turn k a cell holds b + (c - b) k, which is a + (b - a) (k + 1): the beginning of turn k + 1.
 *
 * Propositions and steps of threads that never act are looked at in the same way: true or disabled in all turns, or the
 * cycle is refused.
 */
import { evaluateState, isFailure } from '../../memory/operational/program/evaluate.js';
import {
  attempt,
  type Configuration,
  choicesOf,
  type EdgeStep,
  type Machine,
  type ProgramStep,
  viewOf,
} from '../../memory/operational/program/machine.js';
import { stateView } from '../../memory/operational/program/properties.js';
import { type Cells, cellName, sortOfCell, variableAt } from '../../models/program/cells.js';
import type { Edge, StateExpression } from '../../models/program/model.js';
import { edgeAt, templateOf, threadAt } from '../../models/program/parts.js';
import { driftOf, stateDriftOf, truthOf } from './drift.js';

/** The same place of two turns that follow one another. */
type Place = readonly [Configuration, Configuration];

/** How much more one configuration has than another, cell by cell; null where they differ in more than that. */
export function differences(from: Configuration, to: Configuration): readonly number[] | null {
  if (shapeOf(from) !== shapeOf(to)) return null;
  const [before, after] = [numbersOf(from), numbersOf(to)];
  return after.map((value, position) => value - (before[position] as number));
}

/** What does not depend on values: where threads are, and which cells wait in which queue. */
function shapeOf({ locations, buffers }: Configuration): string {
  const waiting = buffers.map((buffer) =>
    buffer.map(({ place, batches, ages = [] }) => [
      place,
      ages,
      batches.map((batch) => batch.map((write) => write.place)),
    ]),
  );
  return JSON.stringify([locations, waiting]);
}

function numbersOf({ memory, locals, buffers }: Configuration): number[] {
  const waiting = buffers.flat().flatMap(({ batches }) => batches.flat().map(({ value }) => value));
  return [...memory, ...locals.flat(), ...waiting];
}

/** A cycle that was performed twice from where it begins: the configurations of both turns, and the last one. */
export class DriftingCycle {
  /** What is wrong with it; null when it can be repeated for ever. */
  readonly refused: string | null;
  private readonly places: readonly Place[];

  /** `visited`: one configuration more than twice the steps. */
  constructor(
    private readonly machine: Machine,
    private readonly cycle: readonly ProgramStep[],
    visited: readonly Configuration[],
  ) {
    const { length } = cycle;
    this.places = cycle.map((_, position) => [visited[position], visited[position + length]] as unknown as Place);
    this.refused = this.fault(visited[0] as Configuration, visited[length] as Configuration, visited.at(-1));
  }

  /** What grows in each turn, for people. */
  growth(): { readonly cell: string; readonly by: number }[] {
    const { program, shared, locals } = this.machine;
    const [first, second] = this.places[0] as Place;
    const grown = (cells: Cells, before: readonly number[], after: readonly number[], owner: string) =>
      before.flatMap((value, cell) => {
        const by = (after[cell] as number) - value;
        return by === 0 ? [] : [{ cell: `${owner}${cellName(cells, cell)}`, by }];
      });
    return [
      ...grown(shared, first.memory, second.memory, ''),
      ...locals.flatMap((own, thread) => {
        const name = threadAt(program, thread).name;
        return grown(own, first.locals[thread] ?? [], second.locals[thread] ?? [], `${name}.`);
      }),
    ];
  }

  /** Whether the thread can take no step at this place, in any turn. */
  isDisabled(position: number, thread: number): boolean {
    const { machine } = this;
    const place = this.places[position] as Place;
    return templateOf(machine.program, thread).edges.every((edge, number) =>
      choicesOf(machine, thread, edge).every((choices) =>
        this.isEdgeDisabled(place, edge, { kind: 'edge', thread, edge: number, choices }),
      ),
    );
  }

  /** Whether the condition is true at this place, in all turns or in none; null where that is not known. */
  holds(position: number, condition: StateExpression): boolean | null {
    const [first, second] = this.places[position] as Place;
    // A condition without a value has none in the first turn already, or is not known.
    if (isFailure(evaluateState(stateView(this.machine, first), condition))) return null;
    return truthOf(stateDriftOf([stateView(this.machine, first), stateView(this.machine, second)], condition));
  }

  private fault(begin: Configuration, middle: Configuration, end: Configuration | undefined): string | null {
    if (this.machine.program.wraps === true) return 'the cycle does not lead back to where it begins';
    const first = differences(begin, middle);
    const second = end === undefined ? null : differences(middle, end);
    if (first === null || second === null) return 'the cycle does not lead back to where it begins';
    if (first.some((by, position) => by !== second[position])) return 'the turns of the cycle differ';
    if (!this.onlyIntegersGrow(begin, middle)) return 'the cycle does not lead back to where it begins';
    const unlike = this.cycle.findIndex((step, position) => {
      return step.kind === 'edge' && !this.isAlike(this.places[position] as Place, step);
    });
    return unlike < 0 ? null : `step ${unlike + 1} of the cycle is not the same in all turns`;
  }

  private onlyIntegersGrow(begin: Configuration, middle: Configuration): boolean {
    const { shared, locals } = this.machine;
    const isInteger = (cells: Cells, cell: number) => sortOfCell(cells, cell).kind === 'int';
    const fixed = (cells: Cells, before: readonly number[], after: readonly number[]): boolean =>
      before.every((value, cell) => value === after[cell] || isInteger(cells, cell));
    const writes = ({ buffers }: Configuration) => buffers.flat().flatMap(({ batches }) => batches.flat());
    const later = writes(middle);
    return (
      fixed(shared, begin.memory, middle.memory) &&
      locals.every((own, thread) => fixed(own, begin.locals[thread] ?? [], middle.locals[thread] ?? [])) &&
      writes(begin).every(({ place, value }, k) => value === later[k]?.value || isInteger(shared, place))
    );
  }

  /** Whether a step that is possible in two turns is so in all, and writes what drifts or does not. */
  private isAlike(place: Place, step: EdgeStep): boolean {
    const edge = edgeAt(templateOf(this.machine.program, step.thread), step.edge);
    return this.guardIn(place, step.thread, edge) === true && this.writesAlike(place, step.thread, edge);
  }

  private guardIn(place: Place, thread: number, { guard }: Edge): boolean | null {
    return guard === null ? true : truthOf(driftOf(this.views(place, thread), guard));
  }

  private writesAlike(place: Place, thread: number, { updates }: Edge): boolean {
    const views = this.views(place, thread);
    return updates.every(({ target, value }) => {
      const index = target.index === null ? null : driftOf(views, target.index);
      if (target.index !== null && (index === null || index.by !== 0)) return false;
      if (value === 'any') return true;
      const written = driftOf(views, value);
      if (written === null) return false;
      const cells = target.kind === 'local' ? (this.machine.locals[thread] as Cells) : this.machine.shared;
      return written.by === 0 || variableAt(cells, target.variable).sort.kind === 'int';
    });
  }

  private isEdgeDisabled(place: Place, edge: Edge, step: EdgeStep): boolean {
    const tried = attempt(this.machine, place[0], step);
    if (tried.kind !== 'disabled') return false;
    switch (tried.obstacle) {
      case 'location':
      case 'pending':
      case 'undrained':
        return true;
      case 'guard':
        return this.guardIn(place, step.thread, edge) === false;
      case 'range':
      case 'full':
        return this.isAlike(place, step);
    }
  }

  private views(
    [first, second]: Place,
    thread: number,
  ): readonly [ReturnType<typeof viewOf>, ReturnType<typeof viewOf>] {
    return [viewOf(this.machine, first, thread), viewOf(this.machine, second, thread)];
  }
}
