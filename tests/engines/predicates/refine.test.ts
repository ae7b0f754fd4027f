/** Paths of the abstraction: those that the program has, with values; those that it has not, and what they teach. */
import { describe, expect, it } from 'vitest';
import { buildBooleanProgram } from '../../../src/engines/predicates/boolean-program.js';
import { type AbstractPath, Exploration } from '../../../src/engines/predicates/explore.js';
import { feasibility } from '../../../src/engines/predicates/path.js';
import { newPredicates } from '../../../src/engines/predicates/refine.js';
import type { FlatSystem } from '../../../src/engines/predicates/system.js';
import { CubeSearch } from '../../../src/logic/integer/cubes.js';
import type { Formula } from '../../../src/logic/integer/formula.js';
import { Prover } from '../../../src/logic/integer/prover.js';
import { flat, readText, show } from './support.js';

function systemOf(text: string): FlatSystem {
  return flat(readText(text).program).system;
}

function finished<Value>(work: Generator<unknown, Value>): Value {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}

/** The paths to something bad, with these predicates. */
function paths(system: FlatSystem, predicates: readonly Formula[]): readonly AbstractPath[] {
  const prover = new Prover(system.variables);
  const program = finished(buildBooleanProgram(system, predicates, 2, new CubeSearch(prover, predicates)));
  const explored = finished(
    new Exploration(system, program, prover, { maxStates: 1000, paths: 6, excused: null }).run(),
  );
  return explored.kind === 'bad' ? explored.paths : [];
}

function first(system: FlatSystem, predicates: readonly Formula[] = []): AbstractPath {
  const [path] = paths(system, predicates);
  if (path === undefined) throw new Error('there is no path');
  return path;
}

function taught(system: FlatSystem, path: AbstractPath, known: readonly Formula[] = []): readonly Formula[] {
  const answer = feasibility(system, path);
  if (answer.kind !== 'spurious') throw new Error(answer.kind);
  return newPredicates(system, path, answer.cores, new Set(known.map(({ key }) => key)));
}

const COUNTING = `
shared x: int = 0
thread P {
  x = x + 1
  x = x + 1
  assert x == 2
}
`;

describe('a path that the program does not have', () => {
  it('has a core that cannot be true, without what does not matter', () => {
    const system = systemOf(`
shared x: int = 0
shared y: int = 0
thread P { local r: int = 0
  y = 5
  x = 1
  await x == 2
  await y == 5
  assert false
}`);
    const path = first(system);
    const answer = feasibility(system, path);
    if (answer.kind !== 'spurious') throw new Error(answer.kind);
    const cores = answer.cores.map((core) => core.map(({ formula }) => show(formula, system)));
    expect(cores).toHaveLength(1);
    expect(cores[0]).toEqual(['x == 2']);
  });

  it('yields the weakest preconditions along it, and is gone with them', () => {
    const system = systemOf(COUNTING);
    const path = first(system);
    const found = taught(system, path);
    expect(found.map((each) => show(each, system))).toEqual(expect.arrayContaining(['x == 2', 'x == 1', 'x == 0']));
    expect(paths(system, found).map(({ commands }) => `${commands}`)).not.toContain(`${path.commands}`);
    expect(paths(system, found)).toEqual([]);
  });

  it('yields nothing that is known already', () => {
    const system = systemOf(COUNTING);
    const path = first(system);
    const found = taught(system, path);
    expect(taught(system, path, found)).toEqual([]);
    expect(taught(system, path, found.slice(1))).toEqual(found.slice(0, 1));
  });

  it('has a core of several conditions where values are left open, of which none can be left out', () => {
    const system = systemOf(`
shared x: 0..9 = ?
shared y: 0..9 = ?
thread P {
  atomic { await x < y }
  atomic { await y < 9 }
  atomic { await y < x }
  assert false
}
thread Q { x = ?
  y = ? }`);
    const answer = feasibility(system, first(system));
    if (answer.kind !== 'spurious') throw new Error(answer.kind);
    expect(answer.cores.map((core) => core.map(({ formula }) => show(formula, system)))).toEqual([
      ['x - y <= -1', '!(x - y <= 0)'],
    ]);
  });

  it('is gone with what it teaches, round by round, until there is none', () => {
    const system = systemOf(`
shared a: int = 0
shared b: int = 3
thread P { loop {
  await a < b
  a = a + 1
} }
thread Q { 
  await a > b
  assert false
}`);
    let known: readonly Formula[] = [];
    for (let round = 0; round < 6; round++) {
      const found = paths(system, known);
      if (found.length === 0) break;
      const more = new Map(known.map((each) => [each.key, each]));
      for (const path of found) for (const each of taught(system, path, known)) more.set(each.key, each);
      expect(more.size).toBeGreaterThan(known.length);
      known = [...more.values()];
      const left = new Set(paths(system, known).map(({ commands }) => `${commands}`));
      expect(left.has(`${found[0]?.commands}`)).toBe(false);
    }
    expect(paths(system, known)).toEqual([]);
  });
});

describe('a path that the program has', () => {
  it('comes with first values and choices', () => {
    const system = systemOf(`
shared x: 0..9 = ?
thread P { local r: 0..20 = 0
  atomic { await x == 7 }
  r = ?
  assert r != 13
}
thread Q { x = ? }`);
    const path = first(system);
    const answer = feasibility(system, path);
    if (answer.kind !== 'real') throw new Error(answer.kind);
    expect(answer.initial[0]).toBe(7);
    expect(answer.choices.flat()).toEqual([13]);
  });
});
