/** Operations on two cells that hold 0 or 1. */
import type { Operation } from '../../../src/engines/automata/system.js';
import type { Random } from '../../random/random.js';

const CELLS = [0, 1];

export function randomOperation(random: Random): Operation {
  const one = { cell: random.pick(CELLS), value: random.between(0, 1) };
  const other = { cell: 1 - one.cell, value: random.between(0, 1) };
  switch (random.weighted({ nop: 0.5, read: 3, write: 4, fence: 1, atomic: 2, several: 2 })) {
    case 'nop':
      return { kind: 'nop' };
    case 'read':
      return { kind: 'read', ...one };
    case 'write':
      return { kind: 'write', ...one };
    case 'fence':
      return { kind: 'fence' };
    case 'atomic':
      return { kind: 'atomic', reads: random.chance(0.5) ? [one] : [], writes: [random.chance(0.5) ? one : other] };
    case 'several': {
      const reads = [one, other].filter(() => random.chance(0.5));
      const fence = random.chance(0.2);
      return { kind: 'several', fence, reads, writes: random.chance(0.5) ? [one, other] : [other], direct: [] };
    }
  }
}
