/** Batcher's odd-even merge sort: pairs to be brought into order, one after the other. */
export function sortingNetwork(size: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let run = 1; run < size; run *= 2) {
    for (let step = run; step >= 1; step /= 2) {
      for (let from = step % run; from + step < size; from += 2 * step) {
        for (let at = from; at < Math.min(from + step, size - step); at++) {
          if (Math.floor(at / (2 * run)) === Math.floor((at + step) / (2 * run))) pairs.push([at, at + step]);
        }
      }
    }
  }
  return pairs;
}
