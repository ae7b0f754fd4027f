/** Lemmas: which candidates are kept, that nothing kept is ever true, and what is proved with them. */
import { describe, expect, it } from 'vitest';
import { inductive } from '../../../src/engines/parameterized/lemmas/inductive.js';
import { orderLemmas } from '../../../src/engines/parameterized/lemmas/orders.js';
import { propertyOf } from '../../../src/engines/parameterized/plain/describe.js';
import type { Literal } from '../../../src/logic/literals.js';
import { normalForm } from '../../../src/models/array-system/normal-form.js';
import { showFormula } from '../../../src/models/array-system/show.js';
import { systemOf } from '../../memory/operational/models.js';
import { explore } from '../../random/explore.js';
import { randomModel } from '../../random/generate.js';
import { printModel } from '../../random/text-model.js';
import { outcomeOf } from '../../support/ask.js';
import { cases, least } from '../../support/size.js';
import { workshop } from './cubes.js';

/** The unsafe conditions of a text that prove each other. */
function kept(text: string) {
  const system = systemOf(text);
  const { cubes, literals } = workshop(system);
  const candidates = cubes.unsafe().map(({ cube }) => cube);
  const sifting = inductive(cubes, candidates, () => []);
  let step = sifting.next();
  while (!step.done) step = sifting.next();
  return { system, properties: step.value.map((cube) => propertyOf(system, literals, cube, null)) };
}

const TICKETS = `type place = Outside | Waiting | Critical
var Next : int  var Serving : int
array At[proc] : place  array Number[proc] : int
init (p) { Next = 0 && Serving = 0 && At[p] = Outside && Number[p] = 0 }
transition draw (p) requires { At[p] = Outside } { Number[p] := Next; Next := Next + 1; At[p] := Waiting }
transition enter (p) requires { At[p] = Waiting && Number[p] = Serving } { At[p] := Critical }
transition leave (p) requires { At[p] = Critical } { Serving := Serving + 1; At[p] := Outside }
`;
/** Explored states are enough to find lemmas by. */
const FEW = { maxStates: 5_000 };
const SAME = 'unsafe (p q) { At[p] = Waiting && At[q] = Waiting && Number[p] = Number[q] }\n';
const AHEAD = 'unsafe (p) { At[p] = Waiting && Next <= Number[p] }\n';

describe('candidates', () => {
  const shown = (text: string) => kept(text).properties.map(({ formula }) => showFormula(formula));

  it('that prove each other are kept', () => {
    expect(shown(TICKETS + SAME + AHEAD)).toHaveLength(2);
  });

  it('that lean on what is missing are given up', () => {
    expect(shown(TICKETS + SAME)).toEqual([]);
    expect(shown(TICKETS + AHEAD)).toHaveLength(1);
  });

  it('that are reachable are given up, with those that lean on them', () => {
    expect(shown(`${TICKETS}unsafe (p) { At[p] = Critical }\nunsafe (p) { At[p] = Waiting }\n${SAME}${AHEAD}`)).toEqual(
      shown(TICKETS + SAME + AHEAD),
    );
  });

  it('that meet an initial state are none', () => {
    expect(shown(`${TICKETS}unsafe (p) { At[p] = Outside }`)).toEqual([]);
  });

  it('that are kept are true of no state of small instances', () => {
    let lemmas = 0;
    for (let seed = 1; seed <= cases(400); seed++) {
      const text = printModel(randomModel(seed));
      const { system, properties } = kept(text);
      if (properties.length === 0 || system.invariants.length > 0) continue;
      const question = { ...system, unsafe: properties };
      for (const processes of system.processes === null ? [1, 2, 3] : [system.processes]) {
        const { verdict } = explore(question, processes, { states: 300, initial: 2000, numbers: 20 });
        expect([seed, verdict]).not.toEqual([seed, 'violated']);
      }
      lemmas += properties.length;
    }
    expect(lemmas).toBeGreaterThan(least(20));
  });
});

/** The orders of numbers that always hold. */
function orders(text: string) {
  const system = systemOf(text);
  const { cubes, literals } = workshop(system);
  const cubeOf = (conjunction: readonly Literal[]) => {
    const processes = conjunction.some((l) => literals.processes[l] !== 0) ? 1 : 0;
    return { processes, literals: Int32Array.from(conjunction), universals: [] };
  };
  const sifting = orderLemmas(cubes, cubeOf, normalForm(system), literals);
  let step = sifting.next();
  while (!step.done) step = sifting.next();
  return { system, properties: step.value.map((cube) => propertyOf(system, literals, cube, null)) };
}

const CLOCK = `type place = Outside | Asking | Critical
const Tick : real  var Now : real
array At[proc] : place  array Stamp[proc] : real  array Last[proc] : real
init (p) { Now = 1.0 && At[p] = Outside && Stamp[p] = 0.0 && Last[p] = 0.0 }
transition ask (p) requires { At[p] = Outside && 0.0 < Tick } { Stamp[p] := Now; Now := Now + Tick; At[p] := Asking }
transition leave (p) requires { At[p] = Asking } { Last[p] := Stamp[p]; At[p] := Outside }
unsafe (p) { At[p] = Critical }
`;

const LOOP = `type place = Counting | Done | Bad
array X[proc] : int  array Y[proc] : int  array At[proc] : place
init (p) { X[p] = 0 && Y[p] = 1 && At[p] = Counting }
unsafe (p) { At[p] = Bad }
transition count (p) requires { At[p] = Counting && X[p] < 10000 } { X[p] := X[p] + 1; Y[p] := Y[p] + 3 }
transition stop (p) requires { At[p] = Counting && X[p] = 10000 } { At[p] := Done }
transition differ (p) requires { At[p] = Done && Y[p] <> 30001 } { At[p] := Bad }
`;

describe('a loop that counts to a large number', () => {
  it('is proved without being followed', async () => {
    const outcome = await outcomeOf(LOOP);
    expect(outcome.verdict).toBe('holds');
    expect(outcome.counts.cubes).toBeLessThan(200);
  });

  it('is proved when it could only be overrun from beyond its limit', async () => {
    const overrun = LOOP.replace('X[p] < 10000', 'X[p] <> 10000').replace('Y[p] <> 30001', 'X[p] = 20000');
    expect(await outcomeOf(overrun)).toMatchObject({ verdict: 'holds' });
  });

  it('is broken when it ends elsewhere', async () => {
    const short = LOOP.replaceAll('10000', '20');
    expect(await outcomeOf(short)).toMatchObject({ verdict: 'violated' });
  });
});

describe('orders', () => {
  const shown = (text: string) => orders(text).properties.map(({ formula }) => showFormula(formula));

  it('of a clock and what was taken from it are found without a look at states', () => {
    const found = shown(CLOCK);
    for (const order of ['Now <= Stamp[z1]', 'Now <= Last[z1]', 'Stamp[z1] < Last[z1]', 'Stamp[z1] < 0.0']) {
      expect(found).toContain(order);
    }
  });

  it('are none when the clock may stand still, or run backwards', () => {
    expect(shown(CLOCK.replace('0.0 < Tick', '0.0 <= Tick'))).not.toContain('Now <= Stamp[z1]');
    expect(shown(CLOCK.replace(' && 0.0 < Tick', ''))).not.toContain('Now < Stamp[z1]');
  });

  it('are proportions, too, of numbers that are raised together', () => {
    const found = shown(LOOP);
    const proportion = ['3 * X[z1] <= Y[z1] - 2', 'Y[z1] <= 3 * X[z1]'];
    expect(found).toEqual(expect.arrayContaining(proportion));
    const crooked = shown(
      `${LOOP}transition once_more (p) requires { At[p] = Counting } { Y[p] := Y[p] + 2 }\ntransition less (p) requires { At[p] = Counting } { Y[p] := Y[p] - 2 }\n`,
    );
    for (const each of proportion) expect(crooked).not.toContain(each);
  });

  it('are true of no state of small instances', () => {
    let found = 0;
    for (let seed = 1; seed <= cases(400); seed++) {
      const { system, properties } = orders(printModel(randomModel(seed)));
      if (properties.length === 0 || system.invariants.length > 0) continue;
      for (const processes of system.processes === null ? [1, 2, 3] : [system.processes]) {
        const question = { ...system, unsafe: properties };
        const { verdict } = explore(question, processes, { states: 300, initial: 2000, numbers: 20 });
        expect([seed, verdict]).not.toEqual([seed, 'violated']);
      }
      found += properties.length;
    }
    expect(found).toBeGreaterThan(least(20));
  });
});

describe('a ticket lock', () => {
  const UNSAFE = 'unsafe (p q) { At[p] = Critical && At[q] = Critical }';

  it('is proved without a word about numbers', async () => {
    const outcome = await outcomeOf(TICKETS + UNSAFE, FEW);
    expect(outcome).toMatchObject({ verdict: 'holds', counts: { lemmas: 19 } });
    expect(outcome.invariants.length).toBeLessThan(10);
  });

  it('that calls two numbers at once is not', async () => {
    const text = TICKETS.replace('Serving + 1', 'Serving + 2').replace(
      'Number[p] = Serving }',
      'Number[p] <= Serving }',
    );
    expect(await outcomeOf(text + UNSAFE, FEW)).toMatchObject({ verdict: 'violated' });
  });

  it('is not proved without guesses, which lemmas are a part of', async () => {
    const outcome = await outcomeOf(TICKETS + UNSAFE, { approximate: false, maxCubes: 300 });
    expect(outcome.verdict).toBe('unknown');
  });
});

describe('a queue lock (CLH) in which each process goes through once', () => {
  const CLH = `type place = Outside | Swap | Spin | Critical | Done
const Nobody : proc  var Tail : proc
array At[proc] : place  array Before[proc] : proc  array Locked[proc] : bool
init (p) { Nobody <> p && Tail = Nobody && At[p] = Outside && Before[p] = Nobody && Locked[p] = False }
unsafe (p q) { At[p] = Critical && At[q] = Critical }
transition prepare (p) requires { At[p] = Outside } { Locked[p] := True; At[p] := Swap }
transition swap (p) requires { At[p] = Swap } { Before[p] := Tail; Tail := p; At[p] := Spin }
transition enter_free (p) requires { At[p] = Spin && Before[p] = Nobody } { At[p] := Critical }
transition enter (p q) requires { At[p] = Spin && Before[p] = q && Locked[q] = False } { At[p] := Critical }
transition leave (p) requires { At[p] = Critical } { Locked[p] := False; At[p] := Done }`;

  it('is proved by lemmas about who owns what', async () => {
    expect(await outcomeOf(CLH)).toMatchObject({ verdict: 'holds', counts: { cubes: 106, lemmas: 12 } });
  });

  it('is broken when a process marks itself too late', async () => {
    const late = CLH.replace('Locked[p] := True; ', '');
    expect(await outcomeOf(late)).toMatchObject({ verdict: 'violated' });
  });
});

describe('a queue lock (MCS) in which processes go through again and again', () => {
  const MCS = `type place = Outside | Swap | Link | Spin | Critical | Await_link | Hand_over
const Nobody : proc  var Tail : proc
array At[proc] : place  array Next[proc] : proc  array Before[proc] : proc  array Must_wait[proc] : bool
init (p) { Nobody <> p && Tail = Nobody && At[p] = Outside && Next[p] = Nobody && Before[p] = Nobody && Must_wait[p] = False }
unsafe (p q) { At[p] = Critical && At[q] = Critical }
transition prepare (p) requires { At[p] = Outside } { Next[p] := Nobody; Must_wait[p] := True; At[p] := Swap }
transition swap_free (p) requires { At[p] = Swap && Tail = Nobody } { Tail := p; At[p] := Critical }
transition swap_behind (p) requires { At[p] = Swap && Tail <> Nobody } { Before[p] := Tail; Tail := p; At[p] := Link }
transition link (p q) requires { At[p] = Link && Before[p] = q } { Next[q] := p; At[p] := Spin }
transition enter (p) requires { At[p] = Spin && Must_wait[p] = False } { At[p] := Critical }
transition see_successor (p) requires { At[p] = Critical && Next[p] <> Nobody } { At[p] := Hand_over }
transition see_no_successor (p) requires { At[p] = Critical && Next[p] = Nobody } { At[p] := Await_link }
transition free_lock (p) requires { At[p] = Await_link && Tail = p } { Tail := Nobody; At[p] := Outside }
transition link_appears (p) requires { At[p] = Await_link && Next[p] <> Nobody } { At[p] := Hand_over }
transition hand_over (p q) requires { At[p] = Hand_over && Next[p] = q } { Must_wait[q] := False; At[p] := Outside }`;

  it('is proved by lemmas that are made where they are needed', async () => {
    const outcome = await outcomeOf(MCS);
    expect(outcome.verdict).toBe('holds');
    expect(outcome.counts.lemmas).toBeGreaterThan(10);
    expect(outcome.invariants.length).toBeLessThan(30);
  });

  it('is broken when a process links itself before it is told to wait', async () => {
    const late = MCS.replace('Must_wait[p] := True; ', '');
    expect(await outcomeOf(late)).toMatchObject({ verdict: 'violated' });
  });
});

describe('lemmas of a text', () => {
  const UNSAFE = 'unsafe (p q) { At[p] = Critical && At[q] = Critical }\n';
  const DISTINCT = 'lemma distinct (p q) { At[p] = Waiting && At[q] = Waiting && Number[p] = Number[q] }\n';

  it('are used when they are right', async () => {
    const ahead = 'lemma (p) { At[p] = Waiting && Next <= Number[p] }\n';
    const outcome = await outcomeOf(TICKETS + UNSAFE + DISTINCT + ahead, FEW);
    expect(outcome).toMatchObject({ verdict: 'holds', notes: [] });
    expect(outcome.counts.lemmas).toBeGreaterThan(1);
  });

  it('are told with a run when they are wrong, and the question is answered', async () => {
    const wrong = 'lemma late (p) { At[p] = Critical && Number[p] = 1 }\n';
    const outcome = await outcomeOf(TICKETS + UNSAFE + wrong + DISTINCT, FEW);
    expect(outcome.verdict).toBe('holds');
    expect(outcome.notes).toEqual([
      {
        code: 'lemma refuted',
        lemma: 'lemma late (p) { At[p] = Critical && Number[p] = 1 }',
        line: 9,
        steps: 5,
        run: expect.stringMatching(/^fp1\.sc\./),
      },
    ]);
  });

  it('do not hide a violation', async () => {
    const broken = TICKETS.replace('Number[p] = Serving }', 'Number[p] <= Serving + 1 }');
    const lemma = 'lemma (p q) { At[p] = Critical && At[q] = Critical }\n';
    expect(await outcomeOf(broken + UNSAFE + lemma, FEW)).toMatchObject({
      verdict: 'violated',
      notes: [{ code: 'lemma refuted' }],
    });
  });

  it('of a program are about its threads', async () => {
    const text = `shared next: int = 0
shared owner: int = 0
thread T[any] {
  local t: int
  loop {
    t = fetch_add(next, 1)
    wait: await owner == t
    cs: skip
    owner = t + 1
  }
}
never mutex: T(i)@cs && T(j)@cs
lemma distinct: !(T(i)@wait && T(j)@wait && T(i).t == T(j).t)
lemma T(i)@cs -> owner == 0
`;
    const outcome = await outcomeOf(text, { ...FEW, memory: 'tso' });
    expect(outcome.verdict).toBe('holds');
    expect(outcome.notes).toContainEqual(
      expect.objectContaining({ code: 'lemma refuted', lemma: 'lemma T(i)@cs -> owner == 0', line: 14 }),
    );
  });
});
