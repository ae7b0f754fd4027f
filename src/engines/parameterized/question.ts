/** What the parameterized engine is asked, and what it answers. */
import type { MemoryWith } from '../../memory/models.js';
import type { Run } from '../../memory/operational/replay.js';
import type { ArraySystem, Property } from '../../models/array-system/model.js';
import type { PlaceSums } from '../../models/array-system/place-sum.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import type { Reason } from '../remarks.js';
import type { CubeLimits } from './search.js';

export interface Question {
  readonly system: ArraySystem;
  /** PSO is not for this engine. */
  readonly memory: MemoryWith<'none' | 'one queue'>;
  /** The form of cube under TSO. */
  readonly cubes: 'views' | 'events';
  /** Views in the unsafe conditions are of any moment still to come, as in assumptions, not of one for all (views/form.ts). */
  readonly anyMoment?: boolean;
  readonly limits: CubeLimits;
  /** Guess weaker cubes with the help of finite instances. */
  readonly approximate: boolean;
  /** Look for place sums before anything else, not only when the search grows. */
  readonly countAtOnce?: boolean;
  /** Begin with what each process does alone (places/alone.ts): where many cells say what waits, and at few places. */
  readonly aloneAtOnce?: boolean;
  /** Leave out of a proof what it does not need; takes about as long again as the end of the search. */
  readonly trim: boolean;
}

export type Answer =
  | {
      readonly verdict: 'holds';
      /** Cubes that contain the unsafe states and their own pre-images and meet no initial state, as people read them. */
      readonly shown: readonly string[];
      /** The same in the terms of the model; null where the form of cube has none. */
      readonly invariant: readonly Property[] | null;
      /** As cubes about views, under TSO; null where the form of cube has none. */
      readonly views: readonly ViewedCube[] | null;
      /** Event cubes as cubes about views, which say less (`events/as-views.ts`); null for other forms. */
      readonly fromEvents: readonly ViewedCube[] | null;
      /** What counters have to do with places, and what they exclude; null if the proof needs none of it. */
      readonly sums: PlaceSums | null;
      /** So many processes, or more, have no initial state: 1 where init contradicts itself; null where that is not known. */
      readonly emptyFrom: number | null;
    }
  | { readonly verdict: 'violated'; readonly run: Run }
  | { readonly verdict: 'unknown'; readonly reason: Reason };
