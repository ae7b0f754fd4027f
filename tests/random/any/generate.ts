/**
 * Random texts with `[any]` threads: one kind or two, perhaps with other threads beside, that work on a few shared variables
 * by every kind of statement; in some of them threads know their number and leave it in variables and arrays. Short, so that
 * two or three threads of each can be looked at state by state. One in four counts (counting.ts).
 */
import { Random } from '../random.js';
import { randomCountingText } from './counting.js';

/** What a text is made of. */
interface World {
  readonly random: Random;
  readonly numbered: boolean;
  readonly cells: readonly Cell[];
}

interface Cell {
  readonly name: string;
  readonly low: number;
  readonly high: number;
}

interface Thread {
  readonly name: string;
  readonly head: string;
  /** How a condition calls one of them. */
  readonly called: readonly string[];
  readonly isAny: boolean;
}

export function randomAnyText(seed: number): string {
  if (seed % 4 === 3) return randomCountingText(seed);
  const random = new Random(seed);
  const numbered = random.chance(0.3);
  const wide = random.chance(0.15);
  const cells: Cell[] = [
    { name: 'x', low: 0, high: random.pick([1, 1, 2]) },
    { name: 'y', low: random.pick([0, 0, -1]), high: 1 },
  ];
  const threads = threadsOf(random, numbered);
  const lines = cells.map(({ name, low, high }) => {
    const first = random.pick(['', '', '', ' = 1', ' = ?']);
    return `shared ${name}: ${low}..${high}${first}`;
  });
  lines.push('shared lock: 0..1');
  if (wide) lines.push('shared n: int');
  if (random.chance(0.25)) {
    lines.push('shared a[2]: 0..1');
    cells.push({ name: `a[${random.between(0, 1)}]`, low: 0, high: 1 });
  }
  if (numbered) lines.push('shared owner: int = -1', 'shared flag[T]: bool');
  const bodies = threads.map((thread) => {
    const world: World = { random, numbered: numbered && thread.name === 'T', cells };
    return `${thread.head} {\n${bodyOf(world, wide)}}`;
  });
  const conditions = Array.from({ length: random.pick([0, 1, 1, 2]) }, () =>
    conditionOf(random, threads, cells, numbered),
  );
  return `${[...lines, ...bodies, ...conditions].join('\n')}\n`;
}

function threadsOf(random: Random, numbered: boolean): Thread[] {
  const identical: Thread = { name: 'T', head: 'thread T[any]', called: ['T(i)', 'T(j)', 'T(k)'], isAny: true };
  const beside: Thread[] = [
    { name: 'U', head: 'thread U[any]', called: ['U(u)', 'U(v)'], isAny: true },
    { name: 'S', head: 'thread S', called: ['S'], isAny: false },
    { name: 'P', head: 'thread P(me: 0..1)', called: ['P(0)', 'P(1)'], isAny: false },
  ];
  return random.chance(numbered ? 0.15 : 0.4) ? [identical, random.pick(beside)] : [identical];
}

function bodyOf(world: World, wide: boolean): string {
  const { random } = world;
  const lines = ['  local r: 0..1 = 0'];
  if (world.numbered && random.chance(0.4)) lines.push('  local p: int = -1');
  const keeps = lines.length > 1;
  const statements = Array.from({ length: random.between(1, 4) }, () => statementOf(world, wide, keeps));
  const at = random.between(0, statements.length);
  statements.splice(at, 0, 'here: skip');
  const isLoop = random.chance(0.4);
  const locked = random.chance(0.25);
  const inner = locked ? [random.pick(LOCKS), ...statements, 'lock = 0'] : statements;
  const indented = inner.map((line) => (isLoop ? `    ${line}` : `  ${line}`));
  return `${[...lines, ...(isLoop ? ['  loop {', ...indented, '  }'] : indented)].join('\n')}\n`;
}

const LOCKS = [
  'await cas(lock, 0, 1)',
  'while (swap(lock, 1) == 1) { while (lock == 1) {} }',
  'await lock == 0; lock = 1',
];

function statementOf(world: World, wide: boolean, keeps: boolean): string {
  const { random, numbered, cells } = world;
  const { name, low, high } = random.pick(cells);
  const value = random.between(low, high);
  if (numbered && random.chance(0.45)) return numberedStatement(random, keeps);
  if (wide && random.chance(0.3)) {
    return random.pick([
      'n = n + 1',
      'fetch_add(n, 1)',
      'await n >= 1',
      'if (n == 2) { x = 0 } else { x = 1 }',
      'n = r',
    ]);
  }
  switch (
    random.weighted({
      store: 6,
      load: 4,
      wait: 4,
      fence: 3,
      branch: 2,
      swap: 2,
      atomic: 2,
      choose: 1,
      any: 1,
      add: 1,
      bits: 1,
      assert: 1,
    })
  ) {
    case 'store':
      return `${name} = ${value}`;
    case 'load':
      return random.pick([`r = (${name} == ${value}) ? 1 : 0`, 'r = x == 1 ? 1 : 0', 'r = lock']);
    case 'wait':
      return `await ${name} ${random.pick(['==', '!=', '>='])} ${value}`;
    case 'fence':
      return 'fence';
    case 'branch':
      return random.pick([
        `if (r == 1) { ${name} = ${value} }`,
        `if (${name} == ${value}) { fence } else { x = 0 }`,
        `while (${name} == ${value}) { r = 1 }`,
      ]);
    case 'swap':
      return random.pick([`swap(${name}, ${value})`, 'r = swap(lock, r)', `cas(${name}, ${value}, ${low})`]);
    case 'atomic':
      return random.pick([
        `atomic { await ${name} == ${value}; x = 1 }`,
        `atomic { ${name} = ${value} }`,
        `atomic { r = lock; x = r }`,
        `atomic { await r == 0 }`,
      ]);
    case 'choose':
      return `choose { ${name} = ${value} } or { await x == 0 }`;
    case 'any':
      return random.pick(['r = ?', `${name} = ?`]);
    case 'add':
      return random.pick([`${name} = ${name} + 1`, 'x = 1 - r', `fetch_add(${name}, 1)`]);
    case 'bits':
      return random.pick([
        `r = ~${name} & 1`,
        `if ((${name} ${random.pick(['&', '|', '^'])} r) == ${value}) { x = 0 } else { x = 1 }`,
        `r = ((${name} ${random.pick(['<<', '>>'])} r) != ${value}) ? 1 : 0`,
        `${name} = ~r`,
        'r = 1 << y',
      ]);
    case 'assert':
      return random.pick([`assert r == 0 || ${name} == ${value}`, 'assert lock == 1', 'x = 1 / r']);
  }
}

function numberedStatement(random: Random, keeps: boolean): string {
  const kept = [
    'p = owner',
    'p = self',
    'if (p == self) { x = 1 }',
    'if (p != -1) { flag[p] = true }',
    'flag[p] = false',
    'owner = p',
    'await p == -1 || flag[p]',
    'p = swap(owner, self)',
  ];
  return random.pick([
    'owner = self',
    'owner = -1',
    'await owner == -1',
    'await owner != self',
    'await cas(owner, -1, self)',
    'assert owner == self',
    'flag[self] = true',
    'flag[self] = false',
    'await flag[self]',
    'atomic { flag[self] = true; owner = self }',
    ...(random.chance(0.2) ? ['owner = 0', 'await owner == 0', 'if (self == 1) { x = 1 }'] : []),
    ...(keeps ? kept : []),
  ]);
}

function conditionOf(random: Random, threads: readonly Thread[], cells: readonly Cell[], numbered: boolean): string {
  const parts: string[] = [];
  const names: string[] = [];
  for (let k = random.between(1, 3); k > 0; k--) {
    const thread = random.pick(threads);
    const name = thread.called[names.filter((other) => thread.called.includes(other)).length];
    if (name === undefined) continue;
    names.push(name);
    const place = random.pick(['here', 'here', 'here', 'end']);
    const held = `${name}.r == ${random.between(0, 1)}`;
    parts.push(
      random.pick([`${name}@${place}`, `${name}@here && ${held}`, `!${name}@${place}`, `(${name}@here || ${held})`]),
    );
  }
  const { name, low, high } = random.pick(cells);
  if (random.chance(0.35)) parts.push(`${name} ${random.pick(['==', '!='])} ${random.between(low, high)}`);
  if (numbered && names.includes('T(i)') && random.chance(0.6)) {
    parts.push(random.pick(['owner != i', 'owner == i', 'flag[i]', '!flag[i]', 'owner == -1']));
  }
  return `never ${parts.join(' && ')}`;
}
