/** Plain cubes as a form of cube: the one for sequential consistency. */
import { type Literals, PLAIN } from '../../../logic/literals.js';
import type { NormalForm } from '../../../models/array-system/normal-form.js';
import { type Cube, compact } from '../cube.js';
import { type Declared, Form } from '../form.js';
import type { Naming } from '../slots.js';
import { PlainEmbedding } from './embed.js';
import { PlainPreImages } from './pre-image.js';

export class PlainForm extends Form<Cube> {
  protected override readonly keepsUniversals = true;

  constructor(form: NormalForm, literals: Literals, naming: Naming) {
    super(form, new PlainPreImages(literals, naming), new PlainEmbedding(literals), false);
  }

  protected override viewTag(): number {
    return PLAIN;
  }

  protected override cubeOf({ processes, literals, parts, keepAll }: Declared): Cube {
    const compacted = compact(this.literals, literals, processes, keepAll || parts.length > 0);
    return { processes: compacted.processes, literals: compacted.literals, universals: parts };
  }

  override initialConjunction(cube: Cube, processes: number): Int32Array | null {
    return this.safety.initialConjunction(cube, processes);
  }
}
