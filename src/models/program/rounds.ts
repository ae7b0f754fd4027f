/**
 * Loops in which a thread goes round without doing anything: `while (!(a == 1 && b == 1)) {}`, `while (!cas(l, 0, 1)) {}`. A
 * round is several steps, or one that computes something, so the thread does step; all the same it waits, as one at an `await`
 * does, if it never leaves the loop and never writes.
 *
 * Front ends mark such steps. Of the loops of the text around a place the largest counts that has a way out, other than a failed
 * assertion: nobody waits for the end of `loop { a = x; assert a < 2 }`. A step that stays inside of such a loop and writes
 * nothing shared is a *round*; one that leads back to where it began and writes (`while (swap(l, true)) {}`) *retries*: it is a
 * round where it changes nothing. So a thread waits for ever exactly if all it can still do are rounds.
 */
import type { Template } from './model.js';

/** For each location one for all between which a thread goes round: it waits in one place, wherever on its round it is. */
export function waitingPlaces({ locations, edges }: Pick<Template, 'locations' | 'edges'>): readonly number[] {
  const place = [...locations.keys()];
  const rounds = edges.filter(({ round }) => round === true);
  for (let changed = rounds.length > 0; changed; ) {
    changed = false;
    for (const { from, to } of rounds) {
      const [one, other] = [place[from] as number, place[to] as number];
      if (one === other) continue;
      place[from] = Math.min(one, other);
      place[to] = Math.min(one, other);
      changed = true;
    }
  }
  return place;
}
