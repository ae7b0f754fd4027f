/** TSO with event cubes, which are searched without guesses. */
import type { Literals } from '../../../logic/literals.js';
import type { NormalForm } from '../../../models/array-system/normal-form.js';
import type { DescribedCube } from '../approach.js';
import type { Naming } from '../slots.js';
import { viewedCube } from '../views/describe.js';
import { WeakApproach } from '../weak-approach.js';
import { asViewCube } from './as-views.js';
import type { EventCube } from './cube.js';
import { describeEventCube } from './describe.js';
import { EventForm } from './form.js';

export class EventApproach extends WeakApproach<EventCube> {
  constructor(normal: NormalForm, literals: Literals, naming: Naming, anyMoment: boolean) {
    super(normal, literals, new EventForm(normal, literals, naming, anyMoment));
  }

  // biome-ignore lint/correctness/useYield: there is nothing to wait for.
  override *guide(): Generator<void, null> {
    return null;
  }

  override describe(cube: EventCube): DescribedCube {
    const { literals } = this;
    const { system } = this.normal;
    const views = asViewCube(literals, cube);
    const viewed = views === null ? null : viewedCube(system, literals, views);
    return { shown: describeEventCube(system, literals, cube), property: null, viewed };
  }
}
