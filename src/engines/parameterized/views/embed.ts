/**
 * Containment of view cubes.
 *
 * V contains C if V's processes and pending groups can be found in C: an injection of processes, and for each process a map
 * of V's chain into C's that keeps the order (two groups may go to one), to J or to now, such that every literal of V is
 * implied at the images. A group behind a fence goes to one behind the fence, or to now, which is after every write; J goes
 * to J or to now. Positions that satisfy C then satisfy V.
 *
 * J is placed first, then process 0, its groups along its chain, process 1, and so on.
 */
import { type Literals, PLAIN } from '../../../logic/literals.js';
import { Embedding, type Item, NONE } from '../embed.js';
import { JOINT, type ViewCube } from './cube.js';

const PLACEMENTS = 4_000;

export class ViewEmbedding extends Embedding<ViewCube> {
  /** For each process of V the images of its groups: a tag of C, or PLAIN for now; at 0 that of J. */
  private readonly tags: number[][] = [];
  private joint = PLAIN;

  constructor(literals: Literals) {
    super(literals, PLACEMENTS);
  }

  protected override itemsOf(cube: ViewCube): Item[] {
    const items: Item[] = [];
    if (cube.joint) items.push({ process: NONE, read: JOINT });
    for (let process = 0; process < cube.processes; process++) {
      items.push({ process, read: NONE });
      for (let group = 1; group <= (cube.chains[process] as number); group++) items.push({ process, read: group });
    }
    return items;
  }

  protected override begin(): boolean {
    this.joint = PLAIN;
    while (this.tags.length < this.pattern.cube.processes) this.tags.push([]);
    return true;
  }

  protected override tagImage(cell: number, tag: number): number {
    return this.tags[this.literals.readerOf(cell)]?.[tag] as number;
  }

  protected override placeRead({ process, read }: Item, i: number): boolean {
    return process === NONE ? this.placeJoint(i) : this.placeGroup(process, read, i);
  }

  private placeJoint(i: number): boolean {
    for (const tag of this.cube.joint ? [JOINT, PLAIN] : [PLAIN]) {
      this.joint = tag;
      for (const tags of this.tags) tags[0] = tag;
      if (this.next(i)) return true;
    }
    return false;
  }

  /** Where J is after the writes of p, its image is after those of q. */
  protected override mayBe(p: number, q: number): boolean {
    const { joint, fences } = this.pattern.cube;
    return !joint || this.joint !== JOINT || (fences[p] as number) < 0 || (this.cube.fences[q] as number) >= 0;
  }

  /** Groups come from the end of the chain: the image of each is at or before that of the last. */
  private placeGroup(p: number, group: number, i: number): boolean {
    const { cube } = this;
    const { joint, fences, pending } = this.pattern.cube;
    const q = this.names[p] as number;
    const tags = this.tags[p] as number[];
    const latest = group > 1 ? (tags[group - 1] as number) : joint ? this.joint : PLAIN;
    const fenced = group <= (fences[p] as number);
    const waits = ((pending[p] as number) >> group) & 1;
    const earliest = fenced ? (cube.fences[q] as number) : (cube.chains[q] as number);
    for (let tag = Math.max(latest, PLAIN); tag <= earliest || tag === PLAIN; tag++) {
      if (tag === JOINT && !cube.joint) continue;
      if (waits && (tag <= JOINT || !(((cube.pending[q] as number) >> tag) & 1))) continue;
      tags[group] = tag;
      if (this.next(i)) return true;
    }
    return false;
  }
}
