/** Dead variables of hand-made commands, and that what properties look at is never forgotten. */
import { describe, expect, it } from 'vitest';
import { deadVariables } from '../../../src/engines/predicates/dead.js';
import type { Command } from '../../../src/engines/predicates/system.js';
import { constant, equal, type Formula, type Linear, TRUE, variable } from '../../../src/logic/integer/formula.js';
import { flat, readText } from './support.js';

function command(from: number, to: number, guard: Formula, updates: readonly (readonly [number, Linear])[]): Command {
  return {
    thread: 0,
    from,
    to,
    guard,
    updates: new Map(updates),
    edge: 0,
    choices: [],
    inputs: new Map(),
    fails: false,
  };
}

const [A, B] = [0, 1];
const OWN = [A, B];
const isZero = (number: number) => equal(variable(number), constant(0));
const listed = (dead: readonly ReadonlySet<number>[]) => dead.map((there) => [...there]);

describe('dead variables', () => {
  it('are those that are assigned before they are read', () => {
    // a := 1; b := a; [b == 0]
    const commands = [
      command(0, 1, TRUE, [[A, constant(1)]]),
      command(1, 2, TRUE, [[B, variable(A)]]),
      command(2, 3, isZero(B), []),
    ];
    expect(listed(deadVariables(commands, 4, OWN))).toEqual([[A, B], [B], [A], [A, B]]);
  });

  it('are read where a guard or a value reads them, and assigned only after that', () => {
    expect(listed(deadVariables([command(0, 0, isZero(A), [[A, constant(1)]])], 1, OWN))).toEqual([[B]]);
    expect(listed(deadVariables([command(0, 1, TRUE, [[A, variable(A)]])], 2, OWN))).toEqual([[B], [A, B]]);
  });

  it('must be dead on every way, also round a loop', () => {
    const loop = [
      command(0, 1, TRUE, []),
      command(1, 0, TRUE, [[B, constant(0)]]),
      command(1, 2, TRUE, []),
      command(2, 0, isZero(A), []),
      command(2, 2, isZero(B), []),
    ];
    expect(listed(deadVariables(loop, 3, OWN))).toEqual([[], [], []]);
    expect(listed(deadVariables(loop.slice(0, 4), 3, OWN))).toEqual([[B], [B], [B]]);
  });

  it('of others are not told', () => {
    expect(listed(deadVariables([], 1, [B]))).toEqual([[B]]);
  });
});

describe('locals of a program', () => {
  const TEXT = `
shared x: 0..3 = 0
thread P { local r: 0..3 = 0, s: 0..3 = 0
  r = x
  s = r
  x = s
}
`;
  const deadAtEnd = (text: string) => {
    const { system } = flat(readText(text).program);
    const names = [...(system.dead[0]?.at(-1) ?? [])].map((number) => system.variables[number]?.name);
    return names.filter((name) => !name?.includes('$')).sort();
  };

  it('are dead at the end, unless a property looks at them', () => {
    expect(deadAtEnd(TEXT)).toEqual(['P.r', 'P.s']);
    expect(deadAtEnd(`${TEXT}never P.r == 3`)).toEqual(['P.s']);
    expect(deadAtEnd(`${TEXT}never x == 3 && P.s == 1`)).toEqual(['P.r']);
  });
});
