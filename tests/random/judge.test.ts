/** The judge catches wrong answers: checkers that lie, on purpose. */
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/check/check.js';
import { outside } from '../../src/engines/remarks.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import { replay } from '../../src/memory/operational/replay.js';
import type { Trace } from '../../src/memory/trace.js';
import { systemOf } from '../memory/operational/models.js';
import { explore } from './explore.js';
import { judge, QUICK } from './judge.js';

const BROKEN = `array In[proc] : bool var Count : int
  init (i) { In[i] = False && Count = 0 } unsafe (i j) { In[i] = True && In[j] = True }
  transition enter (i) requires { Count < 2 } { In[i] := True; Count := Count + 1 }`;
const SOUND = BROKEN.replace('Count < 2', 'Count < 1');

function answer(change: Partial<Outcome>): () => Promise<CheckResult> {
  const outcome: Outcome = {
    verdict: 'unknown',
    memory: 'sc',
    processes: 'any',
    buffer: null,
    actors: 'processes',
    engine: 'parameterized',
    seconds: 0,
    counts: {},
    trace: null,
    invariants: [],
    warnings: null,
    run: null,
    stuckThreads: null,
    assumptions: [],
    reasons: [],
    notes: [],
    ...change,
  };
  return async () => ({ ok: true, outcome, warnings: [] });
}

function traceOf(text: string): Trace {
  const system = systemOf(text);
  const { run } = explore(system, 2, QUICK.exploration);
  if (run === null) throw new Error('no violation');
  const result = replay(system, run);
  if (!result.ok) throw new Error(result.reason);
  return result.trace;
}

describe('the judge', () => {
  it('agrees with true answers', async () => {
    expect(await judge(SOUND, QUICK, answer({ verdict: 'holds' }))).toMatchObject({ kind: 'agreed', verdict: 'holds' });
    const right = answer({ verdict: 'violated', trace: traceOf(BROKEN) });
    expect(await judge(BROKEN, QUICK, right)).toMatchObject({ kind: 'agreed', verdict: 'violated', depth: 2 });
    const lost = answer({ reasons: [outside('out of cubes')] });
    expect(await judge(BROKEN, QUICK, lost)).toEqual({ kind: 'unknown', reason: 'out of cubes', missed: true });
    expect(await judge(SOUND, QUICK, lost)).toMatchObject({ kind: 'unknown', missed: false });
  });

  it('catches a proof of a broken model and shows the run', async () => {
    const judgement = await judge(BROKEN, QUICK, answer({ verdict: 'holds' }));
    expect(judgement).toMatchObject({ kind: 'wrong', fault: 'wrong holds' });
    expect(judgement.kind === 'wrong' ? judgement.detail : '').toMatch(
      /2 processes: .*-> enter\(#1\).*-> enter\(#2\)/s,
    );
  });

  it('catches traces that are no executions', async () => {
    const trace = traceOf(BROKEN);
    const lies: (Trace | null)[] = [
      null,
      { ...trace, steps: trace.steps.slice(1) },
      { ...trace, initial: trace.initial.map(({ cell }) => ({ cell, value: cell === 'Count' ? '1' : 'False' })) },
      { ...trace, violated: { ...trace.violated, arguments: [2, 2] } },
      { ...trace, initial: trace.initial.slice(1) },
    ];
    for (const lie of lies) {
      const judgement = await judge(BROKEN, QUICK, answer({ verdict: 'violated', trace: lie }));
      expect(judgement).toMatchObject({ kind: 'wrong', fault: 'bad trace' });
    }
    const foreign = await judge(SOUND, QUICK, answer({ verdict: 'violated', trace }));
    expect(foreign).toMatchObject({ kind: 'wrong', fault: 'bad trace' });
  });

  it('counts a rejected model and a crash as wrong', async () => {
    expect(await judge('init { X = 1 }', QUICK)).toMatchObject({ kind: 'wrong', fault: 'rejected' });
    const crash = async (): Promise<CheckResult> => {
      throw new Error('impossible case');
    };
    expect(await judge(SOUND, QUICK, crash)).toMatchObject({ kind: 'wrong', fault: 'crashed' });
  });
});
