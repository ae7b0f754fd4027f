/**
 * Containment of plain cubes: V contains C if V's processes can be renamed, all differently, so that C implies V's literals
 * and V's universal parts follow.
 */
import type { Literal, Literals } from '../../../logic/literals.js';
import type { Cube } from '../cube.js';
import { Embedding, type Item, NONE } from '../embed.js';
import { first } from '../slots.js';

const PLACEMENTS = 5_000;

export class PlainEmbedding extends Embedding<Cube> {
  constructor(literals: Literals) {
    super(literals, PLACEMENTS);
  }

  protected override itemsOf(cube: Cube): Item[] {
    return first(cube.processes).map((process) => ({ process, read: NONE }));
  }

  /** There are no pending reads. */
  protected override placeRead(): boolean {
    return false;
  }

  protected override tagImage(_cell: number, tag: number): number {
    return tag;
  }

  protected override image(literal: Literal): Literal {
    return this.literals.rename(literal, this.names);
  }

  protected override implied(literal: Literal): boolean {
    return this.facts.implies(this.literals.rename(literal, this.names));
  }
}
