/**
 * Random straight-line programs from a seed: two to four threads of a few loads, stores, fences and locked instructions
 * over one to three locations, small enough that every interleaving with every drain can be tried.
 *
 * Few programs at random notice that memory is weak. So most are drawn around a cycle, as litmus tests are: each thread
 * accesses one location and then the next, so that every access conflicts with one of the next thread; then some accesses
 * become locked, fences come between, and more instructions are thrown in.
 */
import type { Operand, Operation, Program } from '../../support/straight-line.js';
import { Random } from '../random.js';

const LOCATIONS = ['x', 'y', 'z'];
const REGISTERS = ['a', 'b', 'c', 'd'];
const INSTRUCTIONS = { load: 8, store: 8, fence: 2.5, exchange: 1.2, add: 0.8, compareExchange: 0.8, transition: 1.5 };

/** Instructions of all threads together: the number of interleavings grows quickly. */
const MOST_INSTRUCTIONS = 8;

export function randomProgram(seed: number): { program: Program; random: Random } {
  const random = new Random(seed);
  // Neighbouring seeds start alike: let them part.
  for (let turn = 0; turn < 8; turn++) random.next();
  const threads = random.chance(0.7) ? randomCycle(random) : randomThreads(random);
  const used = LOCATIONS.filter((location) => JSON.stringify(threads).includes(`"${location}"`));
  const initial = Object.fromEntries(used.filter(() => random.chance(0.1)).map((x) => [x, random.between(1, 2)]));
  return { program: { threads, initial }, random };
}

function randomThreads(random: Random): Operation[][] {
  const count = Number(random.weighted({ '2': 5, '3': 3, '4': 1.5 }));
  const locations = LOCATIONS.slice(0, random.count([0, 2, 6, 2]));
  let left = MOST_INSTRUCTIONS;
  return Array.from({ length: count }, () => {
    const length = Math.min(left, random.count([0, 2, 5, 3, 1]));
    left -= length;
    return Array.from({ length }, (_, at) => randomOperation(random, locations, at));
  });
}

type Access = 'load' | 'store';

function randomCycle(random: Random): Operation[][] {
  const count = Number(random.weighted({ '2': 5, '3': 4, '4': 1.5 }));
  // A thread with one access joins its neighbours at one location.
  const single = Array.from({ length: count }, (_, thread) => thread >= 2 && random.chance(0.6));
  const corners = single.filter((one) => !one).length;
  const locations = random.shuffle(LOCATIONS).slice(0, Math.min(corners, LOCATIONS.length));
  let corner = 0;
  let before: Access = 'store';
  let left = MOST_INSTRUCTIONS - 2 * count;
  const at = (place: number) => locations[place % locations.length] as string;
  const threads = random.shuffle(single).map((alone) => {
    // Two loads do not conflict.
    const access = (conflicting: Access | null): Access =>
      conflicting === 'load' ? 'store' : random.weighted({ load: 5, store: 5 });
    const first = access(before);
    const legs: { location: string; access: Access }[] = [{ location: at(corner), access: first }];
    before = first;
    if (!alone) {
      before = access(null);
      legs.push({ location: at(++corner), access: before });
    }
    const operations: Operation[] = [];
    for (const leg of legs) {
      const position = operations.length;
      if (position > 0 && left > 0 && random.chance(0.25)) {
        left--;
        operations.push(random.chance(0.6) ? { kind: 'fence' } : randomOperation(random, locations, position));
      }
      operations.push(accessTo(random, leg, operations.length));
    }
    return operations;
  });
  return random.shuffle(threads);
}

function accessTo(random: Random, { location, access }: { location: string; access: Access }, at: number): Operation {
  const register = REGISTERS[at] as string;
  const value = random.between(1, 2);
  if (random.chance(0.08)) return { kind: 'exchange', location, register, value };
  return access === 'load' ? { kind: 'load', location, register } : { kind: 'store', location, value };
}

function randomOperation(random: Random, locations: readonly string[], at: number): Operation {
  const location = random.pick(locations);
  // Mostly a register of its own, so that nothing read is forgotten.
  const register = (random.chance(0.9) ? REGISTERS[at] : random.pick(REGISTERS)) as string;
  const value = (): Operand => {
    if (at > 0 && random.chance(0.15)) return { register: REGISTERS[random.between(0, at - 1)] as string };
    return random.between(1, 2);
  };
  const kind = random.weighted(INSTRUCTIONS);
  switch (kind) {
    case 'load':
      return { kind, location, register };
    case 'store':
      return { kind, location, value: value() };
    case 'fence':
      return { kind };
    case 'exchange':
      return { kind, location, register, value: value() };
    case 'add':
      return { kind, location, register, value: random.between(1, 2) };
    case 'compareExchange':
      return { kind, location, register, expected: random.between(0, 1), value: value() };
    case 'transition':
      return randomTransition(random, locations, value);
  }
}

/** Several reads, several writes, or both, at one moment; one that does both may store what it reads. */
function randomTransition(random: Random, locations: readonly string[], value: () => Operand): Operation {
  const deed = random.weighted({ reads: 2, writes: 2, both: 1 });
  const some = () => random.shuffle(locations).slice(0, random.between(1, 2));
  const reads =
    deed === 'writes' ? [] : some().map((location, k) => ({ location, register: REGISTERS[2 + k] as string }));
  const writes =
    deed === 'reads'
      ? []
      : some().map((location) => {
          const copied = reads.length > 0 && random.chance(0.4) ? random.pick(reads) : null;
          return { location, value: copied === null ? value() : { register: copied.register } };
        });
  return { kind: 'transition', reads, writes };
}
