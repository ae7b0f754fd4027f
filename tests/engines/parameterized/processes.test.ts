/** A given number of processes: `number_procs`, named processes, and the option; against exploration of that instance. */
import { describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../../src/check/check.js';
import type { Outcome } from '../../../src/evidence/outcome.js';
import { randomModel } from '../../random/generate.js';
import { judge, QUICK } from '../../random/judge.js';
import { printModel } from '../../random/text-model.js';
import { cases, least } from '../../support/size.js';

async function outcome(text: string, options: CheckOptions = {}): Promise<Outcome> {
  const result = await check(text, options);
  if (!result.ok) throw new Error(result.diagnostics.map((d) => d.message).join('\n'));
  return result.outcome;
}

/** Broken with exactly this many processes and more. */
const broken = (count: number) => `array A[proc] : bool  var N : int
  init (i) { A[i] = False && N = 0 } unsafe { N = ${count} }
  transition t (i) requires { A[i] = False } { A[i] := True; N := N + 1 }`;

/** Fine with up to two: somebody else must be there who is neither the first nor the second. */
const THREE = `type t = Out | In  array P[proc] : t  var Turn : proc
  init (i) { P[i] = Out } unsafe (i j) { P[i] = In && P[j] = In }
  transition enter (i) requires { P[i] = Out && forall_other k. P[k] = Out } { P[i] := In }
  transition push (i j k) requires { P[i] = In && P[j] = Out && P[k] = Out } { P[j] := In }`;

describe('a given number of processes', () => {
  it('decides for that number alone', async () => {
    expect((await outcome(THREE)).verdict).toBe('violated');
    for (const [processes, verdict] of [
      [1, 'holds'],
      [2, 'holds'],
      [3, 'violated'],
      [5, 'violated'],
    ] as const) {
      const found = await outcome(THREE, { processes });
      expect(found).toMatchObject({ verdict, processes });
      if (verdict === 'violated') expect(found.trace?.processes).toBe(processes);
      expect(await outcome(`number_procs ${processes}\n${THREE}`)).toMatchObject({ verdict, processes });
    }
  });

  it('counts processes', async () => {
    for (const processes of [1, 2, 3, 4]) {
      expect((await outcome(broken(3), { processes })).verdict).toBe(processes < 3 ? 'holds' : 'violated');
    }
    expect(await outcome(broken(3), { processes: 'any' })).toMatchObject({ verdict: 'violated', processes: 'any' });
  });

  it('may be as large as the limit on processes in a cube', async () => {
    expect((await outcome(THREE, { processes: 2, maxProcesses: 2 })).verdict).toBe('holds');
    expect((await outcome(THREE, { processes: 12 })).verdict).toBe('violated');
    const cut = await outcome(THREE.replace('forall_other k. P[k] = Out', 'true'), { processes: 5, maxProcesses: 1 });
    expect(cut.verdict).not.toBe('holds');
  });

  it('that the model contradicts is a fault', async () => {
    for (const processes of [3, 'any'] as const) {
      const result = await check(`number_procs 2\n${THREE}`, { processes, file: 'three.cub' });
      expect(result.ok).toBe(false);
      if (result.ok) continue;
      const errors = result.diagnostics.filter((d) => d.severity === 'error');
      expect(errors).toMatchObject([{ code: 'process-number', file: 'three.cub' }]);
      expect(errors[0]?.message).toContain(`not ${processes}`);
    }
    expect((await outcome(`number_procs 2\n${THREE}`, { processes: 2 })).verdict).toBe('holds');
  });
});

describe('named processes', () => {
  it('are not interchangeable', async () => {
    const named = (unsafe: string) => `number_procs 3  array A[proc] : bool  var T : proc
      init (i) { A[i] = False && T = #1 } unsafe { ${unsafe} }
      transition go (i) requires { T = i && i <> #3 } { A[i] := True }
      transition pass (i j) requires { T = i && A[i] = True && i < j } { T := j }`;
    expect((await outcome(named('A[#3] = True'))).verdict).toBe('holds');
    expect((await outcome(named('A[#2] = True && A[#1] = False'))).verdict).toBe('holds');
    const { verdict, trace } = await outcome(named('A[#2] = True && T = #3'));
    expect(verdict).toBe('violated');
    expect(trace?.processes).toBe(3);
    expect(
      trace?.steps.map((s) => (s.kind === 'transition' ? `${s.transition} ${s.arguments.join(' ')}` : 'drain')),
    ).toEqual(['go 1', 'pass 1 2', 'go 2', 'pass 2 3']);
  });

  it('are ordered by their numbers, with room between them for nobody', async () => {
    const between = (low: string, high: string, only: string) => `number_procs 2  var T : proc
      init { T = #1 } unsafe (i) { ${low} < T && T < ${high}${only} } transition t () { T := ? }`;
    expect((await outcome(between('#1', '#2', ''))).verdict).toBe('violated');
    expect((await outcome(between('#1', '#2', ' && T = i'))).verdict).toBe('holds');
    expect((await outcome(between('#2', '#1', ''))).verdict).toBe('holds');
  });

  it('appear in what proves it', async () => {
    const { verdict, invariants } = await outcome(`number_procs 2  array A[proc] : bool
      init (i) { A[i] = False } unsafe { A[#2] = True } transition t (i) requires { i <> #2 } { A[i] := True }`);
    expect(verdict).toBe('holds');
    expect(invariants).toEqual(['never { A[#2] = True }']);
  });
});

describe('random models at a given size', () => {
  it.each([1, 2, 3])('agree with exploration of %i processes', async (processes) => {
    let decided = 0;
    for (let seed = 1; seed <= cases(60); seed++) {
      const model = randomModel(seed);
      if (model.processes !== null) continue;
      const text = printModel(model);
      const judgement = await judge(text, { ...QUICK, limits: { ...QUICK.limits, processes } });
      if (judgement.kind === 'wrong') throw new Error(`seed ${seed}: ${judgement.fault}\n${judgement.detail}\n${text}`);
      if (judgement.kind === 'agreed') decided++;
    }
    expect(decided).toBeGreaterThan(least(40));
  });

  it('agree with exploration when processes have names', async () => {
    let decided = 0;
    for (let seed = 1; decided < cases(12) && seed <= cases(600); seed++) {
      const model = randomModel(seed);
      const text = printModel(model);
      if (model.processes === null || !text.includes('#')) continue;
      const judgement = await judge(text, QUICK);
      if (judgement.kind === 'wrong') throw new Error(`seed ${seed}: ${judgement.fault}\n${judgement.detail}\n${text}`);
      if (judgement.kind === 'agreed') decided++;
    }
    expect(decided).toBe(cases(12));
  });
});
