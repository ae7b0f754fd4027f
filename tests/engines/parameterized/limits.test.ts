/** Limits end in `unknown`, say which and what to do about it, and never make an answer of a search that was cut. */
import { describe, expect, it } from 'vitest';
import { outcomeOf as outcome } from '../../support/ask.js';

const LOCK = `type loc = Idle | Wait | Crit
  var Lock : bool  array PC[proc] : loc
  init (i) { PC[i] = Idle && Lock = False } unsafe (i j) { PC[i] = Crit && PC[j] = Crit }
  transition want (i) requires { PC[i] = Idle } { PC[i] := Wait }
  transition enter (i) requires { PC[i] = Wait && Lock = False } { PC[i] := Crit; Lock := True }
  transition leave (i) requires { PC[i] = Crit } { PC[i] := Idle; Lock := False }`;

/** Odd numbers never lead to an initial state, and there is always a further one. */
const ENDLESS =
  'var X : int init { X = 0 } unsafe { X = 11 } transition up () { X := X + 2 } transition down () { X := X - 2 }';

/** Broken, with four processes and after many steps. */
const BROKEN = `array A[proc] : bool  var Count : int
  init (i) { A[i] = False && Count = 0 } unsafe { Count = 4 }
  transition t (i) requires { A[i] = False } { A[i] := True; Count := Count + 1 }`;

/** Each step back names one more process; where the counter begins is open. */
const CROWD = `type t = A | B  array P[proc] : t  var N : int  var Go : bool
  init (i) { P[i] = A && 0 <= N && Go = False } unsafe { Go = True && N < 0 }
  transition add (i) requires { P[i] = A } { P[i] := B; N := N + 1 }
  transition go (i) requires { P[i] = B } { Go := True; P[i] := A; N := N - 1 }`;

describe('limits', () => {
  it.each([1, 2])('on cubes: %i', async (maxCubes) => {
    const { verdict, reason, counts, invariants } = await outcome(LOCK, { maxCubes, approximate: false });
    expect(verdict).toBe('unknown');
    expect(reason).toMatch(
      new RegExp(`^the limit of ${maxCubes} cubes was reached: .*a larger --max-cubes may help(;|$)`),
    );
    expect(counts.cubes).toBe(maxCubes);
    expect(invariants).toEqual([]);
  });

  it('on steps', async () => {
    const alone = { approximate: false };
    const { verdict, counts } = await outcome(LOCK, alone);
    expect(verdict).toBe('holds');
    const needed = counts.depth as number;
    expect(needed).toBe(2);
    expect(await outcome(LOCK, { ...alone, maxDepth: needed })).toMatchObject({ verdict: 'holds', reason: null });
    for (const maxDepth of [0, 1]) {
      const cut = await outcome(LOCK, { ...alone, maxDepth });
      expect(cut.verdict).toBe('unknown');
      expect(cut.reason).toMatch(
        new RegExp(`^the limit of ${maxDepth} steps back was reached: .*a larger --max-depth may help(;|$)`),
      );
      expect(cut.counts.depth).toBe(maxDepth);
    }
  });

  it('on processes', async () => {
    for (const maxProcesses of [1, 2]) {
      const { verdict, reason, invariants } = await outcome(LOCK, { maxProcesses });
      expect(verdict).toBe('unknown');
      expect(reason).toMatch(
        new RegExp(
          `^the search needs more than ${maxProcesses} processes at once: .*a larger --max-processes may help(;|$)`,
        ),
      );
      expect(invariants).toEqual([]);
    }
    expect(await outcome(LOCK, { maxProcesses: 3 })).toMatchObject({ verdict: 'holds' });
    expect((await outcome(CROWD, { maxProcesses: 4, maxCubes: 2000 })).verdict).toBe('unknown');
  });

  it('on processes that no cube has room for', async () => {
    const { verdict, reason } = await outcome(CROWD, { engine: 'parameterized', maxProcesses: 99, processes: 60 });
    expect(verdict).toBe('unknown');
    expect(reason).toMatch(/^60 processes are more than can be told apart/);
  });

  it('that are reached do not hide a violation that was found before, nor make one up', async () => {
    for (const options of [
      { maxCubes: 3 },
      { maxDepth: 2 },
      { maxProcesses: 3 },
      { maxStates: 1 },
      { maxStates: 10 },
    ]) {
      for (const approximate of [true, false]) {
        const { verdict, trace } = await outcome(BROKEN, { ...options, approximate });
        expect(verdict).not.toBe('holds');
        if (verdict === 'violated') expect(trace?.steps).toHaveLength(4);
      }
    }
    for (const maxStates of [1, 2, 5]) {
      expect((await outcome(LOCK, { maxStates })).verdict).toBe('holds');
    }
  });

  it('on time', async () => {
    const { verdict, reason } = await outcome(ENDLESS, { timeout: 0.2 });
    expect(verdict).toBe('unknown');
    expect(reason).toMatch(/^the time limit of 0\.2 s was reached: .*a larger --timeout may help(;|$)/);
  });

  it('on memory', async () => {
    const { verdict, reason } = await outcome(ENDLESS, { maxMemory: 1 });
    expect(verdict).toBe('unknown');
    expect(reason).toMatch(/^the memory limit of 1 MB was reached: .*a larger --max-memory may help(;|$)/);
  });

  it('on patience', async () => {
    const controller = new AbortController();
    let calls = 0;
    const onProgress = () => {
      if (++calls === 2) controller.abort();
    };
    const { verdict, reason, trace } = await outcome(ENDLESS, { signal: controller.signal, onProgress });
    expect(verdict).toBe('unknown');
    expect(reason).toMatch(/^interrupted: \d+ cubes up to depth \d+ were visited/);
    expect(trace).toBeNull();
    expect(calls).toBe(2);
  });

  it('on the size of conditions in disjunctive form', async () => {
    const pairs = Array.from({ length: 16 }, (_, k) => `(X${k} = 1 || Y${k} = 2)`).join(' && ');
    const variables = Array.from({ length: 16 }, (_, k) => `var X${k} : int var Y${k} : int`).join('\n');
    const { verdict, reason } = await outcome(`${variables} init { X0 = 0 } unsafe { ${pairs} }`, {});
    expect(verdict).toBe('unknown');
    expect(reason).toMatch(/disjunctive form/);
  });
});
