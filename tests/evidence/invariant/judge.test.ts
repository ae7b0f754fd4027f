/** What the judge says of proofs that are right, and of others. */
import { afterAll, describe, expect, it } from 'vitest';
import type { PredicateCertificate } from '../../../src/evidence/invariant/certificate.js';
import { judgePredicates } from '../../../src/evidence/invariant/judge.js';
import { predicateObligations } from '../../../src/evidence/invariant/obligations.js';
import { findSolvers } from '../../../src/evidence/solvers/programs.js';
import { closeZ3, evaluateSmtLib } from '../../../src/evidence/solvers/z3.js';
import type { Configuration } from '../../../src/memory/operational/program/machine.js';
import type { Expression, Program } from '../../../src/models/program/model.js';
import { counter, filterLock, messagePassing, peterson } from '../../engines/explicit/programs.js';
import {
  apply,
  array,
  assign,
  edge,
  failing,
  INT,
  local,
  location,
  never,
  number,
  shared,
  sharing,
} from '../../support/build.js';
import { certificateOf, reachable } from './explicit.js';
import { atLeast, atMost, claim, compare, computing, equals, indexed, single, upwards, X } from './programs.js';

afterAll(closeZ3);

/** Z3 as a library alone. */
const LIBRARY = { programs: [] };

function explicit(program: Program): PredicateCertificate {
  return certificateOf(program, reachable(program, 1000) as readonly Configuration[]);
}

async function verdict(program: Program, certificate: PredicateCertificate): Promise<string> {
  const { verdict: said, reason } = await judgePredicates(program, certificate, LIBRARY);
  return reason === null ? said : `${said}: ${reason}`;
}

describe('explicit states', () => {
  const programs = {
    peterson: peterson(true),
    filter: filterLock(2),
    passing: messagePassing(),
    counter: counter(2, 2, true),
  };

  it.each(Object.entries(programs))('of %s are accepted', async (_, program) => {
    const certificate = explicit(program);
    const judged = await judgePredicates(program, certificate, LIBRARY);
    expect(judged).toMatchObject({ verdict: 'accepted', reason: null });
    expect(judged.proved).toBe(judged.obligations);
  });

  it('are refused without a cube, whichever it is', async () => {
    const program = messagePassing();
    const certificate = explicit(program);
    const verdicts: string[] = [];
    for (const [s, { cubes, ...rest }] of certificate.states.entries()) {
      for (const [c] of cubes.entries()) {
        const states = certificate.states.with(s, { ...rest, cubes: cubes.toSpliced(c, 1) });
        verdicts.push((await judgePredicates(program, { ...certificate, states }, LIBRARY)).verdict);
      }
    }
    expect(verdicts.length).toBe(5);
    expect(new Set(verdicts)).toEqual(new Set(['refused']));
  });

  it('are refused at another location, and with a state where both are in the critical section', async () => {
    const program = peterson(true);
    const certificate = explicit(program);
    const moved = certificate.states.map((each) =>
      `${each.locations}` === '5,0' ? { ...each, locations: [5, 5] } : each,
    );
    expect(await verdict(program, { ...certificate, states: moved })).toMatch(/^refused: at /);
    const [first] = certificate.states;
    const bad = [...certificate.states, { locations: [5, 5], cubes: first?.cubes ?? [] }];
    expect(await verdict(program, { ...certificate, states: bad })).toBe('refused: at (5, 5): never mutex');
  });

  it('are accepted by the programs on this machine', async () => {
    const program = filterLock(2);
    const certificate = explicit(program);
    const [vector, ...others] = certificate.states;
    const wrong = { ...certificate, states: others };
    expect(vector?.locations).toEqual([0, 0]);
    for (const solver of await findSolvers()) {
      expect(await judgePredicates(program, certificate, { programs: [solver] })).toMatchObject({
        verdict: 'accepted',
      });
      const refused = await judgePredicates(program, wrong, { programs: [solver] });
      expect(refused).toMatchObject({ verdict: 'refused', reason: 'at (0, 0): an initial state' });
    }
  });
});

describe('invariants of integers', () => {
  const program = upwards();

  it('need no enumeration', async () => {
    expect(await verdict(program, claim([atLeast('x', 0)], [[0]]))).toBe('accepted');
    expect(await verdict(program, claim([atMost('x', -1)], [[1]]))).toBe('accepted');
    const both = { and: [atLeast('x', 0), { not: { or: [atMost('x', -5), equals('x', -3)] } }] };
    expect(await verdict(program, claim([both], [[0]]))).toBe('accepted');
  });

  it('are refused where a step leaves them, where they do not begin, and where they admit a bad state', async () => {
    const step = 'refused: at (0): P, x = x + 1';
    expect(await verdict(program, claim([atLeast('x', 0), atMost('x', 9)], [[0, 2]]))).toBe(step);
    const initial = 'refused: at (0): an initial state';
    expect(await verdict(program, claim([atLeast('x', 1)], [[0]]))).toBe(initial);
    expect(await verdict(program, claim([atLeast('x', 0)]))).toBe(initial);
    expect(await verdict(program, claim([atLeast('x', -1)], [[0]]))).toBe('refused: at (0): never negative');
    expect(await verdict(program, claim([], [[]]))).toBe('refused: at (0): never negative');
  });

  it('speak of single cells of arrays, before and after a write to one of them', async () => {
    // The read in the same step is of the value before it, which is 0.
    const zero = (p: number) => 2 * p;
    const cells = [equals('a[0]', 0), equals('a[1]', 0), equals('a[2]', 0), equals('x', 1)];
    const begin = [[zero(0), zero(1), zero(2)]];
    expect(await verdict(indexed(), claim(cells, begin, [[zero(3)]]))).toBe('accepted');
    const oneWritten = [0, 1, 2].map((k) => [zero(3), ...[0, 1, 2].map((p) => (p === k ? 2 * p + 1 : 2 * p))]);
    expect(await verdict(indexed(), claim(cells, begin, oneWritten))).toBe('accepted');
    expect(await verdict(indexed(), claim(cells, begin, oneWritten.slice(1)))).toBe('refused: at (0): P, a[k] = 2');
    expect(await verdict(indexed(), claim(cells, [[zero(0), zero(1)]], [[zero(3)]]))).toMatch(
      'refused: at (0): P, a[k] = 2',
    );
  });

  it('count the last of two updates of one cell', async () => {
    const program = single([
      edge(0, 0, { updates: [assign(local(0), 'any')], text: 'k = any' }),
      edge(0, 1, {
        guard: apply(local(0), '<', 3),
        updates: [assign(shared(1, number(0)), 1), assign(shared(1, local(0)), 2)],
        text: 'a[0] = 1, a[k] = 2',
      }),
    ]);
    const predicates = [equals('P.k', 0), equals('a[0]', 1), equals('a[0]', 2)];
    expect(
      await verdict(
        program,
        claim(
          predicates,
          [[]],
          [
            [0, 4],
            [1, 2],
          ],
        ),
      ),
    ).toBe('accepted');
    const step = 'refused: at (0): P, a[0] = 1, a[k] = 2';
    expect(
      await verdict(
        program,
        claim(
          predicates,
          [[]],
          [
            [0, 2],
            [1, 2],
          ],
        ),
      ),
    ).toBe(step);
    expect(await verdict(program, claim(predicates, [[]], [[0, 4]]))).toBe(step);
  });
});

describe('steps that fail', () => {
  const anything = claim([], [[]], [[]]);
  const fails = (text: string) => `refused: at (0): P, ${text}: fails`;

  it('are found: division by zero, an index, a value that does not fit', async () => {
    // Nobody writes k, so it is 0.
    expect(await verdict(computing(apply(number(1), '/', local(0))), anything)).toBe(fails('x = ...'));
    expect(await verdict(computing(shared(1, local(0))), anything)).toBe('accepted');
    const open = (value: Expression): Program =>
      single([
        edge(0, 0, { updates: [assign(local(0), 'any')], text: 'k = any' }),
        edge(0, 1, { updates: [assign(shared(0), value)], text: 'x = ...' }),
      ]);
    expect(await verdict(open(apply(number(1), '/', local(0))), anything)).toBe(fails('x = ...'));
    expect(await verdict(open(apply(number(1), '%', local(0))), anything)).toBe(fails('x = ...'));
    expect(await verdict(open(shared(1, local(0))), anything)).toBe(fails('x = ...'));
    const needed = apply(apply(local(0), '!=', 0), '&&', apply(number(1), '/', local(0)));
    expect(await verdict(open(needed), anything)).toBe('accepted');
  });

  it('are no steps where the program says that values which do not fit disable them', async () => {
    const edges = [edge(0, 0, { updates: [assign(local(0), apply(local(0), '+', 1))], text: 'k = k + 1' })];
    expect(await verdict(single(edges), claim([], [[]]))).toBe(fails('k = k + 1'));
    expect(await verdict(single(edges, { outOfRange: 'disabled' }), claim([], [[]]))).toBe('accepted');
    // Then bounds are kept, and so is what follows from them.
    const three = single(edges, {
      outOfRange: 'disabled',
      never: [never('four', compare({ kind: 'localOf', thread: 0, variable: 0, index: null }, '==', 4))],
    });
    expect(await verdict(three, claim([], [[]]))).toBe('accepted');
  });

  it('include locations of failure and conditions without a value', async () => {
    const program = single([
      edge(0, 1, { guard: apply(shared(0), '==', 1) }),
      edge(0, 0, { updates: [assign(shared(0), 2)] }),
    ]);
    const [first] = program.templates;
    const asserting = {
      ...program,
      templates: [{ ...(first as NonNullable<typeof first>), locations: [location(), failing('no')] }],
    };
    expect(await verdict(asserting, claim([equals('x', 0), equals('x', 2)], [[0], [2]]))).toBe('accepted');
    expect(await verdict(asserting, claim([equals('x', 0), equals('x', 2)], [[0], [2]], [[]]))).toBe(
      'refused: at (1): P fails, no',
    );
    expect(await verdict(asserting, claim([], [[]]))).toBe('refused: at (0): P, 0 to 1');
    const undefined_ = { ...program, never: [never('quotient', compare(X, '/', 0))] };
    expect(await verdict(undefined_, claim([], [[]], [[]]))).toBe('refused: at (0): never quotient');
  });

  it('include first values out of range', async () => {
    const program = single([], { threads: [{ name: 'P', template: 0, initial: [[7]] }] });
    expect(await verdict(program, claim([], [[]]))).toBe('refused: at (0): an initial state');
    const written = single([edge(0, 1, { updates: [assign(local(0), 1)] })], { threads: program.threads });
    expect(await verdict(written, claim([], [[]], [[]]))).toBe('refused: at (0): an initial state');
  });
});

describe('values of expressions', () => {
  const pairs = [
    [7, 2],
    [-7, 2],
    [7, -2],
    [-7, -2],
    [6, 3],
    [-6, 3],
    [-1, 5],
    [0, -5],
  ] as const;

  it.each(['/', '%'] as const)('of %s truncate, whatever the signs', async (operator) => {
    // The dividends are variables, so the solver computes; all quotients in one step.
    const cells = { ...sharing(array('n', INT, pairs.length)), initial: pairs.map(([dividend]) => dividend) };
    const updates = pairs.map(([, divisor], k) => {
      return assign(shared(0, number(k)), apply(shared(0, number(k)), operator, divisor));
    });
    const program = single([edge(0, 1, { updates, text: 'divide' })], { shared: [cells] });
    const before = pairs.map(([dividend], k) => equals(`n[${k}]`, dividend));
    const results = pairs.map(([one, other]) => (operator === '/' ? Math.trunc(one / other) : one % other) + 0);
    const after = results.map((result, k) => equals(`n[${k}]`, result));
    const begin = [pairs.map((_, k) => 2 * k)];
    const end = pairs.map((_, k) => 2 * (pairs.length + k));
    expect(await verdict(program, claim([...before, ...after], begin, [end]))).toBe('accepted');
    const other = [...before, ...after.with(3, equals('n[3]', 9))];
    expect(await verdict(program, claim(other, begin, [end]))).toBe('refused: at (0): P, divide');
  });
});

describe('what cannot be judged', () => {
  it('is unknown: bits, numbers that wrap', async () => {
    const bits = computing(apply(shared(0), '&', 3));
    expect(await verdict(bits, claim([], [[]], [[]]))).toMatch(/^unknown: .* operators on bits \(&\)$/);
    expect(await verdict({ ...upwards(), wraps: true }, claim([], [[]]))).toMatch(/^unknown: .* wrap$/);
  });

  it('is unknown when it is stopped', async () => {
    const options = { ...LIBRARY, signal: AbortSignal.abort() };
    const judged = await judgePredicates(upwards(), claim([atLeast('x', 0)], [[0]]), options);
    expect(judged).toMatchObject({ verdict: 'unknown', reason: 'z3-solver: stopped after 0 of 3 obligations' });
  });

  it('is refused when it does not fit the program', async () => {
    const program = upwards();
    expect(await verdict(program, claim([atLeast('y', 0)], [[0]]))).toBe(
      'refused: predicate 0: there is no variable "y"',
    );
    expect(await verdict(program, claim([], [[0]]))).toBe('refused: (0): there is no predicate for 0');
    expect(await verdict(program, claim([], [], [], [[]]))).toBe('refused: (2): there is no such location');
    const twice = claim([], [[]]);
    expect(await verdict(program, { ...twice, states: [...twice.states, ...twice.states] })).toBe(
      'refused: (0) is there twice',
    );
    expect(await verdict(program, { ...twice, bound: 2 })).toMatch('refused: store buffers');
  });
});

describe('the text', () => {
  const program = peterson(true);
  const certificate = explicit(program);

  it('has every answer unsat', async () => {
    const made = predicateObligations(program, certificate);
    if (!('groups' in made)) throw new Error('the lock can be put to a solver');
    const lines = (await evaluateSmtLib([...made.chunks()].join(''))).trim().split('\n');
    expect(lines.filter((line) => line === 'unsat').length).toBe(made.obligations);
    expect(lines.length).toBe(2 * made.obligations + [...made.groups].length);
  });

  it('takes the cubes of a vector apart where there are too many', async () => {
    const made = predicateObligations(program, certificate, 1);
    if (!('groups' in made)) throw new Error('the lock can be put to a solver');
    expect([...made.groups].length).toBeGreaterThan(certificate.states.length + 1);
    const lines = (await evaluateSmtLib([...made.chunks()].join(''))).trim().split('\n');
    expect(lines.filter((line) => line === 'unsat').length).toBe(made.obligations);
    expect(lines.length).toBe(2 * made.obligations + [...made.groups].length);
  });
});
