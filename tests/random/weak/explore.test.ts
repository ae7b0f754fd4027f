/** The oracle itself: on models whose answer is known, and against the one for sequential consistency. */

import { describe, expect, it } from 'vitest';
import { TSO } from '../../../src/memory/models.js';
import { replay } from '../../../src/memory/operational/replay.js';
import { systemOf } from '../../memory/operational/models.js';
import { explore } from '../explore.js';
import { printModel } from '../text-model.js';
import { exploreWeak, type WeakLimits } from './explore.js';
import { randomWeakModel } from './generate.js';

const LIMITS: WeakLimits = { configurations: 1000, initial: 300, numbers: 5, bound: 3 };

const RAISED = `type place = Start | Raised | In  array At[proc] : place  weak array Flag[proc] : bool
  init (i) { At[i] = Start && Flag[i] = False }  unsafe (i j) { At[i] = In && At[j] = In }
  transition raise ([i]) requires { At[i] = Start } { At[i] := Raised; Flag[i] := True }
  transition enter ([i]) requires { At[i] = Raised && fence() && forall_other k. Flag[k] = False } { At[i] := In }`;
const UNFENCED = RAISED.replace('fence() && ', '');

describe('exploration with store buffers', () => {
  it('finds a shortest run, which replays', () => {
    const system = systemOf(UNFENCED);
    expect(exploreWeak(system, 2, 'sc', LIMITS).verdict).toBe('safe');
    const found = exploreWeak(system, 2, 'tso', LIMITS);
    expect(found).toMatchObject({ verdict: 'violated', depth: 4 });
    expect(found.run === null ? null : replay(system, found.run, TSO).ok).toBe(true);
  });

  it('sees everything when buffers never fill', () => {
    const system = systemOf(RAISED);
    for (const processes of [1, 2, 3]) expect(exploreWeak(system, processes, 'tso', LIMITS).verdict).toBe('safe');
  });

  it('says when something was cut', () => {
    const writer = systemOf(`weak var X : bool  array Done[proc] : bool  init (i) { X = False && Done[i] = False }
      unsafe (i) { Done[i] = True }  transition t ([i]) { X := True }`);
    expect(exploreWeak(writer, 1, 'tso', LIMITS).verdict).toBe('incomplete');
    expect(exploreWeak(writer, 1, 'sc', LIMITS).verdict).toBe('safe');
    expect(exploreWeak(systemOf(RAISED), 3, 'tso', { ...LIMITS, configurations: 10 }).verdict).toBe('incomplete');
    const counter = systemOf(`weak var X : int  init { X = 0 }  unsafe (i) { i@X < 0 }
      transition t ([i]) { X := X + 1 }`);
    expect(exploreWeak(counter, 1, 'tso', LIMITS).verdict).toBe('incomplete');
  });

  it('agrees with the machine of sequential consistency', () => {
    const verdicts = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const text = printModel(randomWeakModel(seed));
      const system = systemOf(text);
      const processes = system.processes ?? 2;
      const plain = explore(system, processes, { ...LIMITS, states: LIMITS.configurations });
      const weak = exploreWeak(system, processes, 'sc', LIMITS);
      expect([weak.verdict, weak.states, weak.depth], text).toEqual([plain.verdict, plain.states, plain.depth]);
      verdicts.add(plain.verdict);
    }
    expect(verdicts).toContain('safe');
    expect(verdicts).toContain('violated');
  });

  it('finds no more under sequential consistency than under TSO', () => {
    let weaker = 0;
    for (let seed = 500; seed < 600; seed++) {
      const text = printModel(randomWeakModel(seed));
      const system = systemOf(text);
      const processes = system.processes ?? 2;
      const strong = exploreWeak(system, processes, 'sc', LIMITS).verdict;
      const weak = exploreWeak(system, processes, 'tso', LIMITS).verdict;
      if (strong === 'violated') expect(weak, text).not.toBe('safe');
      if (strong === 'safe' && weak === 'violated') weaker++;
    }
    // The generator makes models that notice.
    expect(weaker).toBeGreaterThan(2);
  });
});
