/** A quick look for warnings against the search that tells them. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.js';
import { type Look, lookAtInstance } from '../../../src/engines/parameterized/forward/quiet.js';
import { systemOf } from '../../memory/operational/models.js';
import { randomModel } from '../../random/generate.js';
import { printModel } from '../../random/text-model.js';
import { cases, least } from '../../support/size.js';

const STATES = 2_000;

function look(text: string, processes = 2): Look {
  const steps = lookAtInstance(systemOf(text), processes, STATES);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const LOCK = `
type place = Out | In | Lost
var Free : bool
array At[proc] : place
init (i) { At[i] = Out && Free = True }
unsafe (i j) { At[i] = In && At[j] = In }
transition enter (i) requires { At[i] = Out && Free = True } { At[i] := In; Free := False }
transition leave (i) requires { At[i] = In } { At[i] := Out; Free := True }
`;

describe('a quick look at all states', () => {
  it('finds nothing to warn of in a lock', () => {
    expect(look(LOCK)).toBe('quiet');
  });

  it.each([
    ['a transition that nobody takes', 'transition never (i) requires { At[i] = In && Free = True } { Free := False }'],
    ['a part of what is unsafe that is never true', 'unsafe (i) { At[i] = Lost && Free = True }'],
  ])('sees %s', (_, line) => {
    expect(look(`${LOCK}${line}\n`)).toBe('idle');
  });

  it('does not guess at what nothing depends on', () => {
    const noted = LOCK.replace('array At', 'array Seen[proc] : bool\narray At').replace(
      'Free = True }',
      'Free = True && Seen[i] = False }',
    );
    expect(look(`${noted}unsafe (i) { Seen[i] = True && Seen[i] = False }\n`)).toBe('idle');
  });

  it('sees a state in which nothing is possible', () => {
    expect(look(LOCK.replace('Free := True }', 'Free := False }'))).toBe('stuck');
  });

  it('has no patience with numbers that grow', () => {
    const counts = LOCK.replace('var Free', 'var N : int\nvar Free').replace('{ At[i] = Out', '{ N = 0 && At[i] = Out');
    const grows = counts.replace('Free := False', 'Free := False; N := N + 1');
    expect(look(grows.replace('At[i] = In }', 'At[i] = In && 0 < N }'))).toBe('many');
  });

  it('knows that an open cell may name nobody', () => {
    const named = LOCK.replace('var Free', 'var Who : proc\nvar Free');
    expect(look(named.replace('At[i] = In }', 'At[i] = In && Who = i }'))).toBe('stuck');
  });

  it('agrees with the search of all states about random models', async () => {
    let quiet = 0;
    let telling = 0;
    for (let seed = 1; seed <= cases(400); seed++) {
      const text = printModel({ ...randomModel(seed), invariants: [], processes: null });
      const found = await check(text, { engine: 'explicit', processes: 2, maxStates: STATES });
      if (!found.ok || found.outcome.verdict !== 'holds' || found.outcome.warnings === null) continue;
      const seen = look(text);
      if (seen === 'quiet') expect([seed, found.outcome.warnings]).toEqual([seed, []]);
      if (seen === 'quiet') quiet++;
      if (seen === 'idle' || seen === 'stuck') telling++;
    }
    expect(quiet).toBeGreaterThan(least(5));
    expect(telling).toBeGreaterThan(least(20));
  });
});
