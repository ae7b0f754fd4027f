/** What commands do to predicates, by cubes. */
import { describe, expect, it } from 'vitest';
import { type BooleanProgram, buildBooleanProgram } from '../../../src/engines/predicates/boolean-program.js';
import { CubeSearch } from '../../../src/logic/integer/cubes.js';
import { Prover } from '../../../src/logic/integer/prover.js';
import { flat, readText } from './support.js';

/** Of a thread with this body. */
function program(body: string, predicates: string, size = 2): BooleanProgram {
  const text = `shared x: int = 0, y: int = 0
    thread P { local r: int = 0
      ${body} }
    thread Q { atomic { x = y; y = x + 1 } }
    never P.r == 7
    predicates { ${predicates} }`;
  const read = readText(text);
  const { system, formula } = flat(read.program);
  const formulas = read.predicates.map(formula);
  const search = new CubeSearch(new Prover(system.variables), formulas);
  const building = buildBooleanProgram(system, formulas, size, search);
  for (let step = building.next(); ; step = building.next()) if (step.done === true) return step.value;
}

describe('a command', () => {
  it('assigns by the cubes that imply weakest preconditions', () => {
    const { commands } = program('r = x', 'x == 1; P.r == 1');
    const [command] = commands;
    expect(command?.updates).toEqual([{ predicate: 1, assigned: true, whenTrue: [[0]], whenFalse: [[1]] }]);
    expect(command?.blocked).toEqual([]);
  });

  it('needs cubes of two where one literal is not enough', () => {
    const { commands, cubes } = program('atomic { r = x + y }', 'x == 1; y == 2; P.r == 3');
    expect(commands[0]?.updates).toEqual([
      {
        predicate: 2,
        assigned: true,
        whenTrue: [[0, 2]],
        whenFalse: [
          [0, 3],
          [1, 2],
        ],
      },
    ]);
    expect(cubes).toEqual([
      [0, 2],
      [0, 3],
      [1, 2],
    ]);
    expect(program('atomic { r = x + y }', 'x == 1; y == 2; P.r == 3', 1).commands[0]?.updates[0]).toMatchObject({
      whenTrue: [],
      whenFalse: [],
    });
  });

  it('is blocked by what implies that its guard is false, and teaches what its guard says', () => {
    const { commands } = program('atomic { assume x >= 1; r = 0 }', 'x == 1; x >= 1; x >= 0');
    const [command] = commands;
    expect(command?.blocked).toEqual([[3], [5]]);
    // `x >= 1` and `x >= 0` are learned, whatever was known.
    const learned = command?.updates.filter(({ assigned }) => !assigned);
    expect(learned?.map(({ predicate, whenTrue }) => [predicate, whenTrue])).toEqual([
      [1, [[]]],
      [2, [[]]],
    ]);
  });

  it('that never happens says nothing more', () => {
    const { commands } = program('atomic { assume x > y && y > x; r = 1 }', 'P.r == 1; x == y');
    expect(commands[0]).toMatchObject({ blocked: [[]], updates: [] });
  });
});

it('knows pairs that contradict each other', () => {
  const { contradictions } = program('r = x', 'x == 1; x >= 3');
  expect(contradictions).toEqual([[0, 2]]);
});
