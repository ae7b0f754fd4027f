/**
 * Programs of integers without bound: counters that are copied, compared with one another and increased, sometimes looked at
 * as numbers. For the reductions that know such integers (`src/engines/explicit/shift.ts`, `stale.ts`).
 */
import { readProgram } from '../../../src/languages/program/index.js';
import type { Program } from '../../../src/models/program/model.js';
import type { Random } from '../random.js';

const SHARED = ['a', 'b', 'c'];
const LOCALS = ['r', 's'];
const ALL = [...SHARED, ...LOCALS];

/** As an `.fp` text. */
export function counterText(random: Random): string {
  const value = (): string => {
    const from = random.pick(ALL);
    return random.pick([from, `${from} + 1`, `${from} + 2`, `${from} - 1`]);
  };
  const test = (): string => {
    const [one, other] = [random.pick(ALL), random.pick(ALL)];
    if (random.chance(0.05)) return `${one} == ${random.between(0, 2)}`;
    return random.pick([`${one} == ${other}`, `${one} < ${other}`, `${one} != ${other} + 1`, `${one} - ${other} > 1`]);
  };
  const swap = (): string => {
    const [counter, local] = [random.pick(SHARED), random.pick(LOCALS)];
    const waited = random.pick([`${local} == ${counter}`, `${counter} == ${local}`, `${local} <= ${counter}`]);
    const more = random.pick([`${local} + 1`, `${counter} + 1`, `${local}`, `${local} - 1`]);
    return `atomic { await ${waited}; ${counter} = ${more} }`;
  };
  const statement = (): string => {
    switch (random.weighted({ set: 3, load: 3, add: 2, wait: 2, swap: 2, branch: 2, fence: 1 })) {
      case 'set':
        return `${random.pick(ALL)} = ${value()}`;
      case 'load':
        return `${random.pick(LOCALS)} = ${random.pick(SHARED)}`;
      case 'add':
        return `${random.pick(LOCALS)} = fetch_add(${random.pick(SHARED)}, ${random.between(1, 2)})`;
      case 'wait':
        return `await ${test()}`;
      case 'swap':
        return swap();
      case 'branch':
        return `if (${test()}) { ${random.pick(SHARED)} = ${value()} }`;
      case 'fence':
        return 'fence';
    }
  };
  const thread = (): string => {
    const body = Array.from({ length: random.between(2, 5) }, statement).join('\n    ');
    const looped = random.chance(0.5) ? `loop { ${body} }` : body;
    return `local r: int, s: int\n    ${looped}\n    done: skip`;
  };
  const starts = SHARED.map((name) => `${name}: int = ${random.between(0, 2)}`).join(', ');
  const alike = random.chance(0.5);
  const threads = alike ? `thread T[2] { ${thread()} }` : `thread P { ${thread()} }\nthread Q { ${thread()} }`;
  const first = alike ? 'T(0)' : 'P';
  const property = random.pick([
    `a > b + 2 && ${first}@done`,
    'a == c + 1 && b < a',
    `${first}.r > a + 1`,
    `${first}@done && c > a`,
  ]);
  return `shared ${starts}\n${threads}\nnever ${property}\n`;
}

export function counterProgram(random: Random): Program {
  const text = counterText(random);
  const made = readProgram(text, 'counters.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`this is no program:\n${text}`);
  return made.program;
}
