/** Sequential consistency: plain cubes, traces computed back once more and run forwards. */
import type { Literals } from '../../../logic/literals.js';
import { SC } from '../../../memory/models.js';
import type { NormalForm } from '../../../models/array-system/normal-form.js';
import { showProperty } from '../../../models/array-system/show.js';
import { Approach, type Confirmation, type DescribedCube, type Guide, type Judged, judged } from '../approach.js';
import type { Cube } from '../cube.js';
import { ExploredInstance } from '../explored-instance.js';
import type { Exploration } from '../forward/explore.js';
import { runFound } from '../found.js';
import type { SearchNode } from '../node.js';
import type { Naming } from '../slots.js';
import { confirm, culprits, type SymbolicTrace, symbolicTrace } from './concretise.js';
import { propertyOf } from './describe.js';
import { PlainForm } from './form.js';
import { PlainApproximation } from './weaken.js';

export class PlainApproach extends Approach<Cube> {
  override readonly forward: NormalForm;
  override readonly patience = 150;
  override readonly inStages = true;
  override readonly mostStates = Number.POSITIVE_INFINITY;

  constructor(normal: NormalForm, literals: Literals, naming: Naming) {
    super(normal, literals, new PlainForm(normal, literals, naming));
    this.forward = normal;
  }

  protected override confirmWith(node: SearchNode<Cube>, processes: number): Confirmation {
    return confirm(this.normal, this.literals, this.traceWith(node, processes));
  }

  protected override culprits(node: SearchNode<Cube>): Iterable<number> {
    return culprits(this.normal, this.literals, this.traceWith(node, this.normal.system.processes ?? 1));
  }

  private traceWith(node: SearchNode<Cube>, processes: number): SymbolicTrace {
    return symbolicTrace(this.literals, node, processes, this.normal.system.processes);
  }

  override replayFound(exploration: Exploration): Judged {
    const run = runFound(this.normal, this.literals, this.form.safety, exploration);
    if (run === null) return { ok: false, reason: 'the state found does not satisfy init', step: 0 };
    return judged(this.normal.system, run, SC);
  }

  // biome-ignore lint/correctness/useYield: there is nothing to wait for.
  override *guide(explorations: readonly Exploration[], fixed: boolean): Generator<void, Guide<Cube>> {
    return new PlainApproximation(this.literals, this.normal.system, this.instances(explorations), fixed);
  }

  override instances(explorations: readonly Exploration[]): ExploredInstance[] {
    return explorations.filter((e) => e.count > 0).map((e) => new ExploredInstance(this.literals, e, null));
  }

  override describe(cube: Cube): DescribedCube {
    const property = propertyOf(this.normal.system, this.literals, cube, null);
    return { shown: showProperty('never', property), property, viewed: null };
  }
}
