/**
 * A portfolio: several questions at once, of which the first good answer ends the others.
 *
 * Searches come in slices of some hundredths of a second, with a turn for everybody else in between (`budget.ts`). So
 * searches that are begun together take turns, and with n of them an answer comes after n times the time of the quickest at the
 * latest. An engine that has threads of its own uses the other processors.
 */
import type { Budget } from './budget.js';

/** What is asked, within a budget that ends when another one has the answer. */
export type Begin<A> = (budget: Budget) => Promise<A>;

/** The first answer that is good, if there is one, and those that came before it. */
export interface First<A> {
  readonly good: A | null;
  readonly others: readonly A[];
}

export async function sideBySide<A>(
  all: readonly Begin<A>[],
  budget: Budget,
  isGood: (answer: A) => boolean,
): Promise<First<A>> {
  const ending = new AbortController();
  const shared = budget.until(ending.signal);
  const others: A[] = [];
  let good: A | null = null;
  const answers = all.map(async (begin) => {
    const answer = await begin(shared);
    if (good !== null) return;
    if (isGood(answer)) {
      good = answer;
      ending.abort();
    } else others.push(answer);
  });
  await Promise.all(answers);
  return { good, others };
}
