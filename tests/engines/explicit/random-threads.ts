/**
 * Random programs of three or four different threads that rarely meet: most of their steps are independent, so states are found
 * in many orders, and who sleeps in a state depends on all of these (`parallel/sleep.ts`).
 */
import type { Program } from '../../../src/models/program/model.js';
import type { Random } from '../../random/random.js';
import { programOf } from './symmetric-programs.js';

const SHARED = ['x', 'y', 'z'];

function statement(random: Random): string {
  const [one, other] = [random.pick(SHARED), random.pick(SHARED)];
  const value = random.between(0, 2);
  return random.pick([
    'n = (n + 1) % 3',
    `${one} = ${value}`,
    `${one} = n`,
    `n = ${one}`,
    `${one} = ${other}`,
    `await ${one} == ${value}`,
    `await ${one} != n`,
    `n = swap(${one}, ${value})`,
    'fence',
    `if (${one} == ${value}) { n = 0 } else { ${other} = 1 }`,
  ]);
}

export function randomThreads(random: Random): Program {
  const threads = Array.from({ length: random.between(3, 4) }, (_, k) => {
    const body = Array.from({ length: random.between(1, 3) }, () => statement(random)).join('; ');
    return `thread T${k} { local n: 0..2; ${random.chance(0.5) ? `loop { ${body} }` : body} }`;
  });
  const never = `never met: x == ${random.between(0, 2)} && y == ${random.between(0, 2)} && z == 2 && T0.n == 2`;
  return programOf([...SHARED.map((name) => `shared ${name}: 0..2`), ...threads, never].join('\n'));
}
