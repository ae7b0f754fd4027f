/** Small random programs; few locations and values, so that threads meet. */

import type { Random } from '../../random/random.js';
import type { Operand, Operation, Program } from '../../support/straight-line.js';

export interface Shape {
  readonly threads: number;
  readonly operations: number;
  readonly locations: readonly string[];
  /** Only loads, stores of numbers and fences. */
  readonly plain: boolean;
}

const PLAIN = { load: 5, store: 5, fence: 1 } as const;
const ALL = { load: 6, store: 6, fence: 2, exchange: 1, add: 1, compareExchange: 1, transition: 2 } as const;

function operation(random: Random, shape: Shape, at: number): Operation {
  const location = random.pick(shape.locations);
  const register = `r${at}`;
  const operand = (): Operand =>
    !shape.plain && random.chance(0.25) ? { register: `r${random.between(0, at)}` } : random.between(1, 2);
  const kind: Operation['kind'] = shape.plain ? random.weighted(PLAIN) : random.weighted(ALL);
  switch (kind) {
    case 'load':
      return { kind, location, register };
    case 'store':
      return { kind, location, value: operand() };
    case 'fence':
      return shape.plain || random.chance(0.6) ? { kind } : { kind, fence: random.pick(['store', 'load']) };
    case 'exchange':
    case 'add':
      return { kind, location, register, value: operand() };
    case 'compareExchange':
      return { kind, location, register, expected: random.between(0, 1), value: operand() };
    case 'transition': {
      const some = (): string[] => shape.locations.filter(() => random.chance(0.5));
      const reads = some().map((where, index) => ({ location: where, register: `${register}${index}` }));
      return { kind, reads, writes: some().map((where) => ({ location: where, value: operand() })) };
    }
  }
}

export function randomProgram(random: Random, shape: Shape): Program {
  const threads = Array.from({ length: shape.threads }, () =>
    Array.from({ length: random.between(1, shape.operations) }, (_, at) => operation(random, shape, at)),
  );
  return random.chance(0.2) ? { threads, initial: { x: 1 } } : { threads };
}
