/**
 * An event cube as a view cube, for certificates.
 *
 * A pending read of p is a position in the history of writes, at which p will read (docs/internals/engines/parameterized.md):
 *
 *   - the events of p, in program order, are the chain of p; the event of everybody is the joint position;
 *   - an event in the row of a location lies after a write that is still to come. Nothing is written to what it reads
 *     between now and that write, so it reads memory as it is now: its literals become plain ones;
 *   - an event of p in the row of p's writes lies after all writes of p: it is behind the fence;
 *   - an event that lies before the last write of its process is marked as pending.
 *
 * What is lost is the order between reads of different processes, when no write is known to lie between them. So the result
 * says less than the event cube, and a closed set of event cubes need not become a closed set of view cubes. Nothing rests
 * on this file: the cubes are judged as any other proof on view cubes, from the model alone, and those that are no proof
 * are not accepted.
 */
import { FALSE, type Literals, PLAIN, TRUE } from '../../../logic/literals.js';
import { JOINT, type ViewCube } from '../views/cube.js';
import { EVERYBODY, type EventCube, lastOf } from './cube.js';

/** Null for a cube without configurations. */
export function asViewCube(literals: Literals, cube: EventCube): ViewCube | null {
  const { threads, order, processes, behind } = cube;
  let now = 0;
  for (const row of order.cells.values()) now |= row;
  // What is in the history is not after now.
  if (behind.some((row) => row & now)) return null;
  const numbers = numbersOf(threads, now);
  const image = (cell: number): number => {
    const tag = literals.tagOf(cell);
    return tag === PLAIN ? cell : literals.retag(cell, numbers[tag] as number);
  };
  const moved = cube.literals.map((l) => literals.mapCells(l, image)).filter((l) => l !== TRUE);
  if (moved.includes(FALSE)) return null;
  const last = lastOf(threads) & ~now;
  const chains = new Int32Array(processes);
  const fences = new Int32Array(processes).fill(-1);
  const pending = new Int32Array(processes);
  for (let p = 0; p < processes; p++) {
    const fenced = order.writes[p] as number;
    if (fenced & last) fences[p] = 0;
    // From the end of the chain: the fence is before an end piece.
    for (let e = threads.length - 1; e >= 0; e--) {
      if (threads[e] !== p || now & (1 << e)) continue;
      const number = numbers[e] as number;
      chains[p] = Math.max(chains[p] as number, number);
      if (fenced & (1 << e) && number === Math.max(fences[p] as number, 0) + 1) fences[p] = number;
      if ((behind[p] as number) & (1 << e)) pending[p] = (pending[p] as number) | (1 << number);
    }
  }
  return { processes, literals: moved.sort(), universals: [], chains, fences, pending, joint: last !== 0 };
}

/** For each event its number in the chain of its process, counted from the end; PLAIN for one that reads memory now. */
function numbersOf(threads: readonly number[], now: number): number[] {
  const isNow = (e: number) => (now & (1 << e)) !== 0;
  return threads.map((thread, e) => {
    if (isNow(e)) return PLAIN;
    if (thread === EVERYBODY) return JOINT;
    return threads.filter((other, f) => other === thread && f >= e && !isNow(f)).length;
  });
}
