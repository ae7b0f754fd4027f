/**
 * What the translation adds to accesses where races are looked for (`../races.ts` says what a race is, and why this finds it):
 * ghosts that change in the steps of the accesses, and assertions about them.
 */
import { constant } from '../../../models/program/expression.js';
import type { Sort } from '../../../models/program/model.js';
import type { Statement, Target } from '../../program/plan.js';
import { add, type LValue, type Term } from '../memory.js';
import { type Effect, RaceWatch, type Watched, type Access as WatchedAccess } from '../races.js';
import type { Place } from '../tokens.js';
import type { SharedDraft } from '../unit.js';
import { Emitter } from './emit.js';

export abstract class Watching extends Emitter {
  /** The number of this thread among those of its kind, where there are several. */
  abstract get self(): Term;
  /** Its number among all threads. */
  abstract get position(): Term;
  /** Those that it may be, with `main` as 0 and others from 1 on: numbers of races. */
  abstract get kin(): readonly number[];
  /** The variable of a scalar, and its index. */
  protected abstract target(lvalue: LValue): Target & { readonly sort: () => Sort };

  /** Where races are looked for: an access that was just made, in its step. */
  protected watch(lvalue: LValue, access: WatchedAccess, place: Place): void {
    const { watched } = this.unit;
    if (watched === null) return;
    const { kind, variable, index } = this.target(lvalue);
    if (kind !== 'shared') return;
    const { leaf } = this.unit.shared[variable] as SharedDraft;
    const key = `${leaf.region.key}${leaf.path}`;
    const size = typeof leaf.size === 'number' ? leaf.size : 1;
    this.unit.demands.sightings.note(key, size, access, this.kin);
    const { acquired, safe, effects } = this.watcher(watched, place).access(key, index, access);
    this.take(acquired);
    this.assert(safe, `data race in ${this.unit.text(place)}`);
    this.take(effects);
  }

  protected watcher(watched: Watched, place: Place): RaceWatch {
    const self = add(this.position, constant(1)) as Term;
    const at = this.modelPlace(place);
    const ghost = (name: string, size: number, initial: 0 | 1) => this.unit.watch(name, size, initial, at);
    return new RaceWatch(watched, ghost, self, this.kin);
  }

  protected take(effects: Iterable<Effect>): void {
    for (const { variable, index, value } of effects)
      this.assign({ kind: 'shared', variable, index, ghost: true }, value, '');
  }

  /** What a thread did that has ended, the one that joins it has seen. Threads are numbered by their handles. */
  seesJoined(handle: Term, place: Place): Statement[] {
    const { watched } = this.unit;
    if (watched === null) return [];
    const self = add(this.position, constant(1)) as Term;
    return this.collect(() => this.take(this.watcher(watched, place).sees(self, handle, true)));
  }

  /** What this thread has seen, one that it creates has seen. */
  showsCreated(number: Term, place: Place): Statement[] {
    const { watched } = this.unit;
    if (watched === null) return [];
    const self = add(this.position, constant(1)) as Term;
    return this.collect(() =>
      this.take(this.watcher(watched, place).sees(add(number, constant(1)) as Term, self, false)),
    );
  }
}
