/**
 * Where the pending groups lie with respect to a write: the choices of one step back over it.
 *
 * Every pending position is at most now. Going back over a write of p, those at or after the write are exactly at now:
 * they read memory, and their viewed cells become plain ones. The others stay where they were, before the write.
 *
 *   - p's own groups after a fence lie after the write; all of them do when the write is atomic, and so does J then,
 *     whoever wrote: the end of the execution comes after every atomic step.
 *   - The chain of another process is cut at its first group after the write. Only groups that read a location of the
 *     write need to be tried as that first one: placing others just before the write changes nothing they see.
 *   - When any group lies after the write so does J, which ends every chain.
 *
 * Own groups before the write still see it, forwarded from the buffer: they read what memory holds right after it.
 */
import { Kind, type Literal, PLAIN } from '../../../logic/literals.js';
import type { TemplateUpdate } from '../../../models/array-system/normal-form.js';
import { cellsOf } from '../cube.js';
import type { Instantiation } from '../instantiate.js';
import { literalsOf } from '../universal.js';
import { JOINT, type ViewCube } from './cube.js';

/** For each process the number of its first group after the write (0: none); and whether J lies after it. */
export interface Cut {
  readonly cuts: readonly number[];
  readonly joint: boolean;
}

export interface WriteOf {
  readonly actor: number;
  /** The command's updates of weak symbols. */
  readonly updates: ReadonlyMap<number, TemplateUpdate>;
  readonly atomic: boolean;
}

/** Calls `visit` for every way the groups can lie about the write. */
export function eachCut(instance: Instantiation, cube: ViewCube, write: WriteOf, visit: (cut: Cut) => void): void {
  const { actor, atomic } = write;
  const { reads, wrong } = readsOfWrite(instance, cube, write);
  const fence = cube.fences[actor] ?? -1;
  const cuts: number[] = new Array(cube.processes).fill(0);
  if (actor < cube.processes) cuts[actor] = atomic ? (cube.chains[actor] as number) : Math.max(fence, 0);
  const forced = atomic || fence >= 0;
  let foreign = 0;
  let jointWrong = false;
  for (let q = 0; q < cube.processes; q++) {
    if (q === actor) continue;
    foreign |= reads[q] as number;
    if ((wrong[q] as number) & 1) jointWrong = true;
  }
  if (forced && jointWrong) return;
  const choose = (q: number, after: boolean): void => {
    if (q === cube.processes) {
      visit({ cuts, joint: after });
      // J by itself may lie after the write as well, if others read there what is written.
      if (!after && cube.joint && foreign & 1 && !jointWrong) visit({ cuts, joint: true });
      return;
    }
    choose(q + 1, after);
    if (q === actor || (cube.joint && jointWrong)) return;
    for (let group = 1; group <= (cube.chains[q] as number); group++) {
      // What must lie before a write of q does not lie at now.
      if (((wrong[q] as number) | (cube.pending[q] as number)) & (1 << group)) break;
      if (!((reads[q] as number) & (1 << group))) continue;
      cuts[q] = group;
      choose(q + 1, true);
    }
    cuts[q] = 0;
  };
  choose(0, forced);
}

/** The groups that read what may be written, as bits; and those that plainly can't have read it. */
function readsOfWrite(instance: Instantiation, cube: ViewCube, write: WriteOf): { reads: number[]; wrong: number[] } {
  const { literals } = instance;
  const reads: number[] = new Array(cube.processes).fill(0);
  const wrong: number[] = new Array(cube.processes).fill(0);
  const note = (literal: Literal, stated: boolean): void => {
    for (const cell of cellsOf(literals, literal)) {
      const tag = literals.tagOf(cell);
      if (tag === PLAIN) continue;
      const update = write.updates.get(literals.symbolOf(cell).base);
      if (update === undefined || !instance.mayHit(update, cell)) continue;
      const reader = literals.readerOf(cell);
      reads[reader] = (reads[reader] as number) | (1 << tag);
      if (!stated || literals.kind[literal] !== Kind.mask) continue;
      if (update.kind !== 'assign' || update.value.kind !== 'value') continue;
      if (((literals.right[literal] as number) >> update.value.value) & 1) continue;
      wrong[reader] = (wrong[reader] as number) | (1 << tag);
    }
  };
  for (const literal of cube.literals) note(literal, true);
  // What a universal part mentions is one of several possibilities.
  for (const literal of literalsOf(cube.universals)) note(literal, false);
  return { reads, wrong };
}

/** The viewed cell is read after the write, from memory. */
export function isAfter(cut: Cut, reader: number, tag: number): boolean {
  return tag === JOINT ? cut.joint : tag <= (cut.cuts[reader] as number);
}
