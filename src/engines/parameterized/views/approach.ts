/** TSO with view cubes. */
import type { Literals } from '../../../logic/literals.js';
import type { NormalForm } from '../../../models/array-system/normal-form.js';
import type { DescribedCube, Guide } from '../approach.js';
import { Approximation } from '../approximation.js';
import type { ExploredInstance } from '../explored-instance.js';
import type { Exploration } from '../forward/explore.js';
import type { Naming } from '../slots.js';
import { WeakApproach } from '../weak-approach.js';
import type { ViewCube } from './cube.js';
import { describeViewCube, viewedCube } from './describe.js';
import { ViewForm } from './form.js';
import { weakerViews } from './weaken.js';

export class ViewApproach extends WeakApproach<ViewCube> {
  constructor(normal: NormalForm, literals: Literals, naming: Naming, anyMoment: boolean) {
    super(normal, literals, new ViewForm(normal, literals, naming, anyMoment));
  }

  override *guide(explorations: readonly Exploration[], fixed: boolean): Generator<void, Guide<ViewCube>> {
    const { literals } = this;
    const explored: ExploredInstance[] = [];
    for (const e of explorations) if (e.count > 0) explored.push(yield* this.explored(e));
    return new Approximation(literals, this.normal.system, weakerViews(literals), explored, fixed);
  }

  override describe(cube: ViewCube): DescribedCube {
    const { system } = this.normal;
    const viewed = viewedCube(system, this.literals, cube);
    return { shown: describeViewCube(system, this.literals, cube), property: null, viewed };
  }
}
