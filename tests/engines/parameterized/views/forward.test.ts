/** What guesses under TSO are made from can be reached, and what lingers is said to. */
import { describe, expect, it } from 'vitest';
import { systemOf } from '../../../memory/operational/models.js';
import { Random } from '../../../random/random.js';
import { cases, least } from '../../../support/size.js';
import { eachModel } from './each-model.js';
import { followLingering, followViewMachine } from './examine-forward.js';

/** Nobody ever writes X: the buffers stay empty, and nobody passes the second transition. */
const NOTHING_WRITTEN = `type loc = A | B | C  weak var X : bool  array P[proc] : loc
  init (i) { P[i] = A && X = False } unsafe (i) { P[i] = C }
  transition nothing ([i]) requires { P[i] = A } { P[i] := B; X := case | P[i] = C : True }
  transition held ([i]) requires { P[i] = B && not fence() } { P[i] := C }`;

/** The name that was written last, and who reads it. */
const NAMES = `type loc = A | B | C  weak var X : proc  weak var Y : proc  array P[proc] : loc
  init (i) { P[i] = A } unsafe (i) { P[i] = C && i@X = i }
  transition name ([i]) requires { P[i] = A } { X := i; P[i] := B }
  transition own ([i]) requires { P[i] = B && X = i } { Y := i; P[i] := C }
  transition other ([i]) requires { P[i] = B && fence() && X <> i } { P[i] := A }
  transition again ([i]) requires { P[i] = C && X = Y } { P[i] := A }`;

describe('exploration for guesses under TSO', () => {
  it('does not take a case that matches nothing for a write', () => {
    const total = { states: 0, steps: 0, lagging: 0 };
    followViewMachine(systemOf(NOTHING_WRITTEN), 2, 100, total);
    expect(total.states).toBeGreaterThan(0);
  });

  it('reaches only what the view machine reaches', () => {
    const total = { states: 0, steps: 0, lagging: 0 };
    for (const kind of ['dense', 'general'] as const) {
      eachModel(kind, cases(20), ({ system }, seed) =>
        followViewMachine(system, system.processes ?? (seed % 8 === 0 ? 3 : 2), 60, total),
      );
    }
    expect(total.states).toBeGreaterThan(least(900));
    expect(total.steps).toBeGreaterThan(least(2200));
    expect(total.lagging).toBeGreaterThan(least(700));
  });

  it('knows every value that could still be read', () => {
    const total = { states: 0, present: 0, older: 0, fenced: 0 };
    for (const kind of ['dense', 'general'] as const) {
      eachModel(kind, cases(20, 5), ({ system, random }, seed) => {
        followLingering(system, system.processes ?? 2 + (seed % 2), 6, random, total);
      });
    }
    expect(total.states).toBeGreaterThan(least(400));
    expect(total.present).toBeGreaterThan(least(4000));
    expect(total.older).toBeGreaterThan(least(2200));
    expect(total.fenced).toBeGreaterThan(least(1000));
  });

  it('knows every process that could still be read', () => {
    const total = { states: 0, present: 0, older: 0, fenced: 0 };
    followLingering(systemOf(NAMES), 3, 40, new Random(1), total);
    expect(total.older).toBeGreaterThan(300);
    expect(total.fenced).toBeGreaterThan(100);
  });
});
