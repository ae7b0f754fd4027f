/**
 * Programs of integers without bound that only differences matter of, with a formula, in two texts: with `int`, and with counters
 * modulo N that are compared by how far they are apart. As long as no two of them are N / 2 apart, both have the same runs, and
 * the second is finite for every engine. Where some grow apart for ever, the answers of two moduli differ in their counts.
 *
 * `stale` programs wait for a counter to be what it was, which modulo N it is again some day: they have no second text.
 */
import type { Random } from '../random.js';

export interface CounterCase {
  /** With integers. */
  readonly text: string;
  /** With counters modulo that; null for `stale` ones. */
  readonly modulo: ((modulus: number) => string) | null;
}

const SHARED = ['a', 'b'];
const LOCALS = ['r', 's'];
const ALL = [...SHARED, ...LOCALS];

/** How counters are written. */
interface Flavour {
  readonly sort: string;
  plus(name: string, by: number): string;
  compare(operator: string, one: string, other: string, by: number): string;
}

const INTEGERS: Flavour = {
  sort: 'int',
  plus: (name, by) => (by === 0 ? name : by < 0 ? `${name} - ${-by}` : `${name} + ${by}`),
  compare: (operator, one, other, by) =>
    by === 0 ? `${one} ${operator} ${other}` : `${one} - ${other} ${operator} ${by}`,
};

function modular(modulus: number): Flavour {
  const half = modulus / 2;
  return {
    sort: `0..${modulus - 1}`,
    plus: (name, by) => `(${name} + ${by + modulus}) % ${modulus}`,
    compare: (operator, one, other, by) =>
      `(${one} - ${other} + ${modulus + half}) % ${modulus} ${operator} ${by + half}`,
  };
}

/** Draws the same case for each flavour from the same numbers. */
export function counterCase(random: Random): CounterCase {
  const stale = random.chance(0.25);
  const draw = programOf(random, stale);
  return { text: draw(INTEGERS), modulo: stale ? null : (modulus) => draw(modular(modulus)) };
}

type Drawn = (flavour: Flavour) => string;

function programOf(random: Random, stale: boolean): Drawn {
  const value = (): Drawn => {
    const [from, by] = [random.pick(ALL), random.pick([0, 0, 1, 1, 2, -1])];
    return ({ plus }) => plus(from, by);
  };
  const test = (): Drawn => {
    const [one, other, by] = [random.pick(ALL), random.pick(ALL), random.pick([0, 0, 0, 1, -1])];
    const operator = random.pick(['==', '==', '==', '!=', '<', '<=', '>']);
    return ({ compare }) => compare(operator, one, other, by);
  };
  const statement = (): Drawn => {
    switch (random.weighted({ set: 3, load: 2, add: 3, wait: 3, branch: 2, fence: 1, swap: stale ? 4 : 0 })) {
      case 'set': {
        const [to, what] = [random.pick(ALL), value()];
        return (flavour) => `${to} = ${what(flavour)}`;
      }
      case 'load': {
        const [to, from] = [random.pick(LOCALS), random.pick(SHARED)];
        return () => `${to} = ${from}`;
      }
      case 'add': {
        const [to, from] = [random.pick(LOCALS), random.pick(SHARED)];
        return ({ plus }) => `atomic { ${to} = ${from}; ${from} = ${plus(from, 1)} }`;
      }
      case 'wait': {
        const until = test();
        return (flavour) => `await ${until(flavour)}`;
      }
      case 'branch': {
        const [when, to, what] = [test(), random.pick(ALL), value()];
        return (flavour) => `if (${when(flavour)}) { ${to} = ${what(flavour)} }`;
      }
      case 'swap': {
        const [counter, local] = [random.pick(SHARED), random.pick(LOCALS)];
        return ({ plus }) =>
          `${local} = ${counter}; atomic { await ${local} == ${counter}; ${counter} = ${plus(local, 1)} }`;
      }
      case 'fence':
        return () => 'fence';
    }
  };
  const thread = (): Drawn => {
    const body = Array.from({ length: random.between(2, 4) }, statement);
    const marked = random.between(0, body.length - 1);
    const looped = random.chance(0.85);
    return (flavour) => {
      const lines = body.map((line, k) => `${k === marked ? 'mark: skip; ' : ''}${line(flavour)}`).join('\n    ');
      return `local r: ${flavour.sort}, s: ${flavour.sort}\n  ${looped ? `loop {\n    ${lines}\n  }` : lines}\n  done: skip`;
    };
  };
  const lock = (): Drawn => {
    const [forgets, twice] = [random.chance(0.15), random.chance(0.1)];
    const between = random.chance(0.4) ? statement() : null;
    return (flavour) => {
      const { plus } = flavour;
      const leave = forgets ? 'b = r' : `b = ${plus('r', 1)}`;
      const more = between === null ? '' : `${between(flavour)}; `;
      return `local r: ${flavour.sort}, s: ${flavour.sort}\n  loop {\n    atomic { r = a; a = ${plus('a', twice ? 2 : 1)} }
    await b == r; ${more}mark: skip; ${leave}\n  }\n  done: skip`;
    };
  };
  const one = random.chance(0.7) ? lock() : thread();
  const other = random.chance(0.6) ? one : random.chance(0.5) ? lock() : thread();
  const starts = SHARED.map(() => random.between(0, 1));
  const [left, right] = [test(), test()];
  const named = (condition: Drawn): Drawn => {
    const place = random.pick(['P@mark', 'Q@mark', '!P@mark']);
    const looks = random.chance(0.4);
    return (flavour) => (looks ? condition(flavour).replaceAll(/\b([rs])\b/g, 'P.$1') : place);
  };
  const [p, q] = [named(left), named(right)];
  const shape = random.between(0, 5);
  return (flavour) => {
    const [x, y] = [`(${p(flavour)})`, `(${q(flavour)})`];
    const formula = [`G F ${x}`, `G (${x} -> F ${y})`, `F G ${x}`, `F ${x}`, `${x} U ${y}`, `G F ${x} -> G F ${y}`][
      shape
    ];
    return `shared ${SHARED.map((name, k) => `${name}: ${flavour.sort} = ${starts[k]}`).join(', ')}
thread P {\n  ${one(flavour)}\n}\nthread Q {\n  ${other(flavour)}\n}\nltl p: ${formula}\n`;
  };
}
