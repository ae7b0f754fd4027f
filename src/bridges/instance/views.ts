/**
 * What processes see (`i@X` in `unsafe`), asked of memory.
 *
 * A condition on the states of a program looks at memory, not into buffers. That is what process i sees in a cell that it
 * never has in its buffer. In others it sees memory when its buffer is empty; and emptying it does not change what i itself
 * sees. So let it stop and look: it passes a fence into a location that it never leaves, and from there on sees memory. A
 * state in which i sees something is reached exactly when one is in which i looks and memory is so.
 *
 * For several processes that look this needs that none of them empties a buffer into what another one, looking or not, is
 * asked about: that would change what the other sees. Otherwise, as for two processes that each see their own write and not
 * the other's, no program says the same, and that is told.
 */
import { cellName, type Instance, NotAProgram } from './instance.js';
import { cellsIn, type Ground } from './term.js';

/** The processes that must stop and look for the condition; `mayBuffer` has the cells of each one's buffer, from #1. */
export function lookers(
  instance: Instance,
  condition: Ground,
  mayBuffer: readonly ReadonlySet<number>[],
  name: string,
): number[] {
  const buffers = (process: number, place: number) => mayBuffer[process - 1]?.has(place) ?? false;
  const seen = cellsIn(condition).flatMap(({ place, reader }) => (reader === null ? [] : [{ place, reader }]));
  const looking = new Set(seen.filter(({ place, reader }) => buffers(reader, place)).map(({ reader }) => reader));
  for (const process of looking) {
    const other = seen.find(({ place, reader }) => reader !== process && buffers(process, place));
    if (other === undefined) continue;
    const what = cellName(instance.cellAt(other.place));
    throw new NotAProgram(
      `${name} asks what #${other.reader} sees in ${what} while a write of #${process} to it may still wait: ` +
        'no condition on memory says this; ask about arrays that are not weak',
    );
  }
  return [...looking].sort((one, another) => one - another);
}
