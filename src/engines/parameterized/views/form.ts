/**
 * View cubes as a form of cube: the default under TSO.
 *
 * A cube meets init when everything that is still to be read can be read from the initial memory: all its views are of that
 * one, and no process has anything in its buffer.
 */
import type { Literals } from '../../../logic/literals.js';
import type { NormalForm } from '../../../models/array-system/normal-form.js';
import { type Declared, Form } from '../form.js';
import type { Naming } from '../slots.js';
import { JOINT, speaksOfCube, type ViewCube, ViewCubes } from './cube.js';
import { ViewEmbedding } from './embed.js';
import { ViewPreImages } from './pre-image.js';

export class ViewForm extends Form<ViewCube> {
  protected override readonly keepsUniversals = true;
  private readonly cubes: ViewCubes;

  constructor(form: NormalForm, literals: Literals, naming: Naming, anyMoment = false) {
    super(form, new ViewPreImages(literals, naming, form.system), new ViewEmbedding(literals), anyMoment);
    this.cubes = new ViewCubes(literals);
  }

  /** The joint position, or one of each process's own. */
  protected override viewTag(anyMoment: boolean): number {
    return anyMoment ? 1 : JOINT;
  }

  /**
   * A universal condition is kept as a universal part, but for what it says of the views of others: that is asked of the
   * processes named only, which makes an unsafe cube larger; a trace is replayed anyway.
   */
  protected override cubeOf({ processes, literals, parts, keepAll }: Declared): ViewCube {
    const universals = parts.filter((part) => speaksOfCube(this.literals, part, processes));
    const fences = new Int32Array(processes).fill(-1);
    const draft = { processes, literals, universals, fences, pending: new Int32Array(processes) };
    return this.cubes.normal(draft, keepAll).cube;
  }

  override initialConjunction(cube: ViewCube, processes: number): Int32Array | null {
    return cube.pending.some((waits) => waits !== 0) ? null : this.safety.initialReads(cube, processes);
  }
}
