/** The judge of models for weak memory catches wrong answers: checkers that lie, on purpose. */

import { describe, expect, it } from 'vitest';
import { type CheckOptions, type CheckResult, check } from '../../../src/check/check.js';
import type { Outcome } from '../../../src/evidence/outcome.js';
import { memoryNamed } from '../../../src/memory/models.js';
import { replay } from '../../../src/memory/operational/replay.js';
import type { Trace } from '../../../src/memory/trace.js';
import { systemOf } from '../../memory/operational/models.js';
import { runOfTrace } from '../trace-run.js';
import { acceptedCorruption, spoiltRuns, spoiltTraces } from './corrupt.js';
import { exploreWeak } from './explore.js';
import { allQuestions, type Judged, judgeWeak, QUICK_WEAK, type WeakQuestion } from './judge.js';

const FENCED = `type place = Start | Raised | In  array At[proc] : place  weak array Flag[proc] : bool
  init (i) { At[i] = Start && Flag[i] = False }  unsafe (i j) { At[i] = In && At[j] = In }
  transition raise ([i]) requires { At[i] = Start } { At[i] := Raised; Flag[i] := True }
  transition enter ([i] j) requires { At[i] = Raised && fence() && Flag[j] = False } { At[i] := In }`;
const BROKEN = FENCED.replace('fence() && ', '');
/** A fence that the violation has to pass. */
const PASSED = `type place = Start | Wrote | In  array At[proc] : place  weak var X : bool  weak var Y : bool
  init (i) { At[i] = Start && X = False && Y = False }  unsafe (i j) { At[i] = In && j@X = True && j@Y = True }
  transition write ([i]) requires { At[i] = Start } { At[i] := Wrote; X := True; Y := True }
  transition enter ([i]) requires { At[i] = Wrote && fence() } { At[i] := In }`;

const TSO: WeakQuestion = { memory: 'tso', cubes: 'views', processes: 'any', approximate: true };

type Checker = typeof check;

function answer(change: (options: CheckOptions) => Partial<Outcome>): Checker {
  return async (_, options = {}): Promise<CheckResult> => ({
    ok: true,
    warnings: [],
    outcome: {
      verdict: 'unknown',
      memory: options.memory ?? 'tso',
      processes: 'any',
      buffer: 'unbounded',
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
      ...change(options),
    },
  });
}

function traceOf(text: string): Trace {
  const system = systemOf(text);
  const { run } = exploreWeak(system, 2, 'tso', QUICK_WEAK.exploration);
  if (run === null) throw new Error('no violation');
  const result = replay(system, run, memoryNamed('tso'));
  if (!result.ok) throw new Error(result.reason);
  return result.trace;
}

async function judgedAs(text: string, checker: Checker, questions = [TSO]): Promise<Judged['judgement'][]> {
  return (await judgeWeak(text, questions, QUICK_WEAK, checker)).map(({ judgement }) => judgement);
}

describe('the judge of models for weak memory', () => {
  it('agrees with the checker itself', async () => {
    const forms = ['views', 'events'] as const;
    const fenced = await judgedAs(FENCED, check, allQuestions(null, forms));
    expect(fenced.map(({ kind }) => kind)).not.toContain('wrong');
    const broken = await judgedAs(BROKEN, check, allQuestions(null, forms));
    expect(broken.map(({ kind }) => kind)).not.toContain('wrong');
    expect(broken[0]).toMatchObject({ kind: 'agreed', verdict: 'violated' });
  });

  it('catches a proof of a broken model and shows the run', async () => {
    const [judgement] = await judgedAs(
      BROKEN,
      answer(() => ({ verdict: 'holds' })),
    );
    expect(judgement).toMatchObject({ kind: 'wrong', fault: 'wrong holds' });
    expect(judgement?.kind === 'wrong' ? judgement.detail : '').toMatch(/Flag\[#1\] := True waits/);
  });

  it('catches traces that are no executions', async () => {
    const trace = traceOf(BROKEN);
    const good = answer(() => ({ verdict: 'violated', trace }));
    expect(await judgedAs(BROKEN, good)).toMatchObject([{ kind: 'agreed', verdict: 'violated' }]);
    const lies: (Trace | null)[] = [null, { ...trace, memory: 'sc' }, { ...trace, steps: trace.steps.slice(1) }];
    for (const lie of lies) {
      const lying = answer(() => ({ verdict: 'violated', trace: lie }));
      expect(await judgedAs(BROKEN, lying)).toMatchObject([{ kind: 'wrong', fault: 'bad trace' }]);
    }
    expect(await judgedAs(FENCED, good)).toMatchObject([{ kind: 'wrong', fault: 'bad trace' }]);
  });

  it('catches answers that contradict each other', async () => {
    const endless = `weak var X : bool  array Done[proc] : bool  init (i) { X = False && Done[i] = False }
      unsafe (i j l m) { Done[i] = True && Done[j] = True && Done[l] = True && Done[m] = True }
      transition t ([i]) { X := True }  transition u ([i]) requires { X = True } { Done[i] := True }`;
    const found = await check(endless, { memory: 'tso' });
    const trace = found.ok ? found.outcome.trace : null;
    expect(trace?.processes).toBe(4);
    const lying = answer(({ cubes }) => (cubes === 'events' ? { verdict: 'holds' } : { verdict: 'violated', trace }));
    const questions = [TSO, { ...TSO, cubes: 'events' as const }];
    expect(await judgedAs(endless, lying, questions)).toMatchObject([
      { kind: 'agreed' },
      { kind: 'wrong', fault: 'contradiction' },
    ]);
  });

  it('catches a spurious trace where every pre-image is exact', async () => {
    const lost = answer(() => ({ reasons: [{ code: 'unconfirmed', why: 'why' }] }));
    expect(await judgedAs(FENCED, lost)).toMatchObject([{ kind: 'wrong', fault: 'spurious trace' }]);
    const everybody = FENCED.replace('([i] j)', '([i])').replace('Flag[j]', 'forall_other k. Flag[k]');
    expect(await judgedAs(everybody, lost)).toMatchObject([{ kind: 'unknown', missed: false }]);
    const limit = answer(() => ({ reasons: [{ code: 'limit', limit: 'cubes', value: 3, covered: null }] }));
    expect(await judgedAs(BROKEN, limit)).toMatchObject([{ kind: 'unknown', missed: true }]);
  });

  it('asks that assumptions are named', async () => {
    const assuming = `${BROKEN} invariant (i j) { At[i] = Raised && j@Flag[i] = False }`;
    const silent = answer(() => ({ verdict: 'holds' }));
    expect(await judgedAs(assuming, silent)).toMatchObject([{ kind: 'wrong', fault: 'unnamed assumption' }]);
    const explored = answer(() => ({ verdict: 'holds', engine: 'explicit' }));
    expect(await judgedAs(assuming, explored)).toMatchObject([{ kind: 'agreed' }]);
    const honest = answer(() => ({ verdict: 'holds', assumptions: ['invariant'] }));
    expect(await judgedAs(assuming, honest)).toMatchObject([{ kind: 'agreed' }]);
    // Of what it says of local cells exploration can judge.
    const local = `${BROKEN} invariant (i) { At[i] = Start && At[i] = In }`;
    expect(await judgedAs(local, honest)).toMatchObject([{ kind: 'wrong', fault: 'wrong holds' }]);
  });

  it('counts a rejected model and a crash as wrong', async () => {
    expect(await judgedAs('init { X = 1 }', check)).toMatchObject([{ kind: 'wrong', fault: 'rejected' }]);
    const crash: Checker = async () => {
      throw new Error('impossible case');
    };
    expect(await judgedAs(FENCED, crash)).toMatchObject([{ kind: 'wrong', fault: 'crashed' }]);
  });
});

describe('spoilt executions', () => {
  it('are refused, whatever was spoilt', () => {
    const system = systemOf(PASSED);
    const trace = traceOf(PASSED);
    const spoilt = spoiltRuns(system, trace, runOfTrace(system, trace)).map(({ what }) => what);
    expect(spoilt).toContain('step 3 finds an empty buffer without the drain before it');
    expect(spoilt).toContain('#1 drains more than it wrote');
    expect(spoiltTraces(system, trace).map(({ what }) => what)).toContain('half a batch in step 1');
    expect(acceptedCorruption(system, trace)).toBeNull();
  });

  it('are told from good ones by the replay', () => {
    // Without the fence the dropped drain is no fault: the list of reasons is right not to name it.
    const loose = PASSED.replace(' && fence()', '').replace('j@X = True && j@Y = True', 'At[j] = Start');
    const system = systemOf(loose);
    const trace = traceOf(loose);
    const spoilt = spoiltRuns(system, trace, runOfTrace(system, trace)).map(({ what }) => what);
    expect(spoilt.some((what) => what.includes('without the drain'))).toBe(false);
    expect(acceptedCorruption(system, trace)).toBeNull();
  });
});
