import { describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../src/languages/shared/render.js';
import { ask, FENCED, refusal } from './ask.js';

const PETERSON = `${FENCED}ltl live: G (P(i)@wait -> F P(i)@cs)\n`;

const TEST_AND_SET = `
shared lock: 0..1
thread T[any] {
  loop {
    wait: await swap(lock, 1) == 0
    cs: skip
    lock = 0
  }
}
ltl live: G (T(0)@wait -> F T(0)@cs)
ltl busy: G F T(i)@cs
`;

const SIGNAL = `
shared x: 0..1, y: 0..1
thread W { x = 1 }
thread R { await x == 1; got: skip }
thread Other { loop { y = 1 } }
ltl seen: F R@end
`;

describe('temporal properties of a text', () => {
  it('are asked by name, with the fairness that was said', async () => {
    const starved = await ask(PETERSON, { property: 'live' });
    expect(starved).toMatchObject({ verdict: 'violated', engine: 'ltl', memory: 'tso' });
    expect(starved.asked).toEqual({
      property: 'live',
      formula: 'G (P(i)@wait -> F P(i)@cs)',
      fairThreads: false,
      fairBuffers: true,
    });
    const { cycle = -1, steps = [] } = starved.trace ?? {};
    expect(cycle).toBeGreaterThanOrEqual(0);
    expect(cycle).toBeLessThan(steps.length);
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      expect(await ask(PETERSON, { property: 'live', fairThreads: true, memory })).toMatchObject({ verdict: 'holds' });
    }
    expect((await ask(PETERSON, { memory: 'sc', property: 'live' })).asked?.fairBuffers).toBe(false);
  });

  it('are not what is asked usually', async () => {
    const outcome = await ask(PETERSON, { buffer: 3 });
    expect(outcome).toMatchObject({ verdict: 'holds', engine: 'explicit', reason: 'not asked here: `ltl live`' });
    expect(outcome.asked).toBeUndefined();
  });

  it('tell a lock that lets in everybody from one that lets in somebody', async () => {
    const options = { processes: 2, fairThreads: true } as const;
    expect(await ask(TEST_AND_SET, { ...options, property: 'live' })).toMatchObject({ verdict: 'violated' });
    const somebody = { ...options, ltl: 'G F (T(0)@cs || T(1)@cs)' };
    expect(await ask(TEST_AND_SET, somebody)).toMatchObject({ verdict: 'holds' });
    expect(await ask(TEST_AND_SET, { ...options, property: 'busy' })).toMatchObject({ verdict: 'violated' });
  });

  it('depend on writes that arrive', async () => {
    const fairThreads = true;
    expect(await ask(SIGNAL, { property: 'seen', fairThreads, buffer: 2 })).toMatchObject({
      verdict: 'holds',
      buffer: 2,
    });
    const never = await ask(SIGNAL, { property: 'seen', fairThreads, fairBuffers: false });
    expect(never).toMatchObject({ verdict: 'violated', asked: { fairBuffers: false } });
    expect(await ask(SIGNAL, { property: 'seen', memory: 'sc', fairThreads })).toMatchObject({ verdict: 'holds' });
  });

  it('are asked for buffers of any length, or of one write for each location', async () => {
    const asked = { property: 'live', fairThreads: true } as const;
    expect(await ask(PETERSON, { ...asked, buffer: 2 })).toMatchObject({ verdict: 'holds', buffer: 2 });
    expect(await ask(PETERSON, asked)).toMatchObject({ verdict: 'holds', buffer: 'unbounded' });
    expect(await ask(PETERSON, { ...asked, bufferPerLocation: 1 })).toMatchObject({ verdict: 'holds' });
  });
});

describe('a formula beside the text', () => {
  it('is read in the usual spellings, with names for conditions', async () => {
    for (const ltl of [
      'G (P(0)@wait -> F P(0)@cs)',
      '[] (P(0)@wait => <> P(0)@cs)',
      'G (wait -> F cs)',
      'not (true U (wait && ! (true U cs)))',
      'G (P(i)@wait -> F P(i)@cs)',
    ]) {
      const propositions = { wait: 'P(0)@wait', cs: 'P(0)@cs' };
      const outcome = await ask(PETERSON, { ltl, propositions, fairThreads: true });
      expect([ltl, outcome.verdict, outcome.asked?.formula]).toEqual([ltl, 'holds', ltl]);
    }
    const glued = { ltl: 'GF cs', propositions: { cs: 'P(1)@cs' }, memory: 'sc', fairThreads: true } as const;
    expect(await ask(PETERSON, glued)).toMatchObject({ verdict: 'holds' });
    expect(await ask(PETERSON, { ltl: 'F (turn == 1 && flag[0])' })).toMatchObject({ verdict: 'violated' });
  });

  it('that cannot be read is a fault of the question', async () => {
    const early = await refusal(PETERSON, { ltl: 'G (P(0)@wait ->' });
    expect(early).toMatchObject({ code: 'syntax', beside: { kind: 'formula' }, line: 1, column: 16 });
    expect(renderDiagnostics([early], PETERSON)).toMatch(
      /^formula:1:16: error\[syntax\].*\n {2}G \(P\(0\)@wait ->\n {17}\^$/,
    );
    const nowhere = await refusal(PETERSON, { ltl: 'F P(0)@nowhere' });
    expect(nowhere).toMatchObject({ code: 'unknown-name', column: 8, length: 7 });
    expect(nowhere.message).toContain('nowhere');
    const word = await refusal(COUNTER, { file: 'a.dve', ltl: 'G F both' });
    expect(word).toMatchObject({ code: 'unknown-name', column: 5, length: 4, perhapsNamed: 'both' });
    expect(await refusal(PETERSON, { ltl: 'F waiting' })).toMatchObject({ column: 3, perhapsNamed: 'waiting' });
    expect((await refusal(PETERSON, { ltl: 'F turn == waiting' })).perhapsNamed).toBeUndefined();
    const other = await refusal(PETERSON, { ltl: 'G (P(0)@wait -> F\n  flag[7])' });
    expect(other).toMatchObject({ code: 'type-mismatch', line: 2, column: 8, length: 1 });
    const named = await refusal(PETERSON, { ltl: 'G cs', propositions: { wait: 'P(0)@wait', cs: 'P(0)@cs\n|| P(0)' } });
    expect(named).toMatchObject({ code: 'syntax', beside: { kind: 'condition', name: 'cs' }, line: 2, column: 8 });
    expect((await refusal(PETERSON, { property: 'lively' })).message).toContain('there is `mutex`, `live`');
    expect(await refusal(TEST_AND_SET, { property: 'live' })).toMatchObject({ code: 'process-number' });
    expect(await refusal(PETERSON, { property: 'live', engine: 'dual-tso' })).toMatchObject({ code: 'unsupported' });
    const litmus = 'X86 SB\n{ }\nP0 ;\nMOV [x],$1 ;\nexists (x=1)';
    expect((await refusal(litmus, { file: 'a.litmus', ltl: 'F x' })).message).toContain('.fp');
  });

  it('leaves the property that is named alone, and the others out', async () => {
    const both = `${PETERSON}\nnever wrong: turn == 1`;
    expect(await ask(both, { property: 'mutex' })).toMatchObject({ verdict: 'holds' });
    expect(await ask(both, { property: 'wrong' })).toMatchObject({ verdict: 'violated' });
    expect((await refusal(both, { property: 'assert' })).message).toContain('there is `mutex`, `wrong`, `live`');
    const asserting = both.replace('cs: skip', 'cs: assert turn == me');
    expect(await ask(asserting, { property: 'assert' })).toMatchObject({ verdict: 'violated' });
    expect(await ask(asserting, { property: 'mutex' })).toMatchObject({ verdict: 'holds' });
    const stated = both.replace('never wrong: turn == 1', 'invariant right: turn == 0');
    expect(await ask(stated, { property: 'right' })).toMatchObject({ verdict: 'violated' });
    expect(await ask(stated, { property: 'mutex' })).toMatchObject({ verdict: 'holds' });
  });

  it('is picked for any number of threads, by each engine', async () => {
    const both = `${TEST_AND_SET}\nnever mutex: T(i)@cs && T(j)@cs\nnever taken: lock == 1`;
    for (const engine of ['dual-tso', 'parameterized', 'explicit'] as const) {
      expect(await ask(both, { property: 'taken', engine })).toMatchObject({ verdict: 'violated', engine });
      const mutex = await ask(both, { property: 'mutex', engine });
      expect([engine, mutex.verdict]).toEqual([engine, engine === 'explicit' ? 'unknown' : 'holds']);
    }
  });

  it('is picked in an array system, which has no temporal ones', async () => {
    const model = `
      var X : bool
      array A[proc] : bool
      init (i) { X = False && A[i] = False }
      unsafe both (i j) { A[i] = True && A[j] = True }
      unsafe () { X = True }
      transition take (i) requires { X = False } { X := True; A[i] := True }`;
    const file = 'model.cub';
    expect(await ask(model, { file })).toMatchObject({ verdict: 'violated' });
    expect(await ask(model, { file, property: 'both' })).toMatchObject({ verdict: 'holds' });
    const second = await ask(model, { file, property: 'unsafe[2]' });
    expect(second.trace?.violated.property).toBe('unsafe[2]');
    expect((await refusal(model, { file, property: 'none' })).message).toContain('there is `both`, `unsafe[2]`');
    expect(await refusal(model, { file, ltl: 'F X' })).toMatchObject({ code: 'usage', option: 'ltl' });
  });
});

const COUNTER = `
byte x = 0, y = 0;
process A { state a1, a2, a3; init a1; trans a1 -> a2 { effect x = x + 1; }, a2 -> a3 { effect y = y + 1; }; }
process B { state b1, b2, b3; init b1; trans b1 -> b2 { effect x = x + 1; }, b2 -> b3 { effect y = y + 1; }; }
system async;
`;

describe('a DVE model', () => {
  const file = 'counter.dve';

  it('is asked under SC unless said otherwise, state by state', async () => {
    const outcome = await ask(COUNTER, { file });
    expect(outcome).toMatchObject({ verdict: 'holds', memory: 'sc', engine: 'explicit', actors: 'threads' });
    expect(outcome.counts).toMatchObject({ states: 9, transitions: 12 });
  });

  it('loses updates where its writes wait', async () => {
    const ltl = 'F (x == 2 && y > 0)';
    expect(await ask(COUNTER, { file, ltl, fairThreads: true })).toMatchObject({ verdict: 'holds' });
    for (const bound of [{ bufferPerLocation: 1 }, { buffer: 2 }]) {
      const lost = await ask(COUNTER, { file, ltl, fairThreads: true, memory: 'tso', ...bound });
      expect(lost).toMatchObject({ verdict: 'violated', memory: 'tso' });
    }
  });

  it('with a property process is about that', async () => {
    const property = `
      process never { state q0, q1; init q0; accept q1;
        trans q0 -> q0 {}, q0 -> q1 { guard A.a2 and not B.b3; }, q1 -> q1 { guard not B.b3; }; }
      system async property never;`;
    const watched = COUNTER.replace('system async;', property);
    const outcome = await ask(watched, { file });
    expect(outcome).toMatchObject({ verdict: 'holds', engine: 'ltl', asked: { property: 'never' } });
    const negated = watched.replaceAll('B.b3', 'B.b2');
    expect(await ask(negated, { file })).toMatchObject({ verdict: 'violated' });
  });

  it('ends with a range error where a value does not fit', async () => {
    const overflow = 'byte x = 254;\nprocess P { state s; init s; trans s -> s { effect x = x + 1; }; }\nsystem async;';
    const outcome = await ask(overflow, { file });
    expect(outcome).toMatchObject({ verdict: 'violated', trace: { violated: { property: 'failure' } } });
    expect(outcome.trace?.violated.condition).toMatch(/255|range|fit/);
  });
});
