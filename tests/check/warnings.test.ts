/** What answers tell beside the verdict: where threads get stuck, what no run reaches, what says nothing. */
import { describe, expect, it } from 'vitest';
import { certify } from '../../src/check/certify.js';
import { check } from '../../src/check/check.js';
import { compare } from '../../src/check/compare.js';
import type { CheckOptions } from '../../src/check/options.js';
import type { Warning } from '../../src/engines/warnings.js';
import { auditProgram } from '../../src/evidence/audit.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import { readProgram } from '../../src/languages/program/index.js';
import { SC } from '../../src/memory/models.js';
import { type ProgramRun, replayProgram } from '../../src/memory/operational/program/replay.js';
import { DASHED } from '../../src/report/remarks.js';
import { warningText } from '../../src/report/warnings.js';

async function outcomeOf(text: string, options: CheckOptions = {}): Promise<Outcome> {
  const result = await check(text, { language: 'program', memory: 'sc', ...options });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result.outcome;
}

async function sentences(text: string, options: CheckOptions = {}): Promise<readonly string[] | null> {
  const { warnings } = await outcomeOf(text, options);
  return warnings?.map((warning) => warningText(warning, DASHED)) ?? null;
}

const AB_BA = `shared a, b: bool = false
thread P { await !a; a = true
  await !b; b = true; b = false; a = false }
thread Q { await !b; b = true
  await !a; a = true; a = false; b = false }
`;

describe('threads that get stuck', () => {
  it('are told, with the place of each', async () => {
    expect(await sentences(AB_BA)).toEqual([
      'P at line 3 (await !b), Q at line 5 (await !a): stuck for ever, after 4 steps; --show deadlock shows the run',
    ]);
  });

  it('are shown on the machine, when that is asked for', async () => {
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      const { verdict, deadlock } = await outcomeOf(AB_BA, { memory, show: 'deadlock' });
      expect(verdict).toBe('holds');
      expect(deadlock?.violated.property).toBe('deadlock');
      expect(deadlock?.violated.condition).toContain('stuck: P at line 3 (await !b), Q at line 5 (await !a)');
      expect(deadlock?.steps.length).toBe(memory === 'sc' ? 4 : 6);
    }
    expect((await outcomeOf('shared x: bool; thread P { x = true }', { show: 'deadlock' })).deadlock).toBeNull();
  });

  it('also wait where an await writes as it looks', async () => {
    const locks = AB_BA.replaceAll(/await !(\w); \w = true/g, 'await !swap($1, true)');
    for (const memory of ['sc', 'tso'] as const) {
      const [first] = (await outcomeOf(locks, { memory })).warnings ?? [];
      expect(first?.code).toBe('stuck');
    }
  });

  it('are none that have ended, that an assume stops, or that spin', async () => {
    expect(await sentences('shared x: bool; thread P { x = true } thread Q { x = false }')).toEqual([]);
    expect(await sentences('shared x: bool; thread P { assume x }')).toEqual([]);
    expect(await sentences('shared x: bool; thread P { x = false; assume x } thread Q { await !x }')).toEqual([]);
    expect(await sentences('shared x: bool; thread P { loop { x = !x } }')).toEqual([]);
  });

  it('are found under the names that the run has, where threads are interchangeable', async () => {
    const text = `shared fork[3]: bool = false
      thread P(me: 0..2) { await !fork[me]; fork[me] = true
        await !fork[(me + 1) % 3]; fork[(me + 1) % 3] = true; fork[me] = false; fork[(me + 1) % 3] = false }`;
    const { warnings, deadlock } = await outcomeOf(text, { show: 'deadlock' });
    const [first] = warnings ?? [];
    expect(first?.code === 'stuck' ? first.threads.map(({ thread }) => thread) : []).toEqual(['P(0)', 'P(1)', 'P(2)']);
    expect(deadlock?.steps).toHaveLength(6);
  });
});

describe('never deadlock', () => {
  it('is violated by a shortest run to one', async () => {
    const { verdict, trace, warnings } = await outcomeOf(`${AB_BA} never deadlock`);
    expect([verdict, trace?.violated.property, trace?.steps.length]).toEqual(['violated', 'deadlock', 4]);
    expect(warnings).toBeNull();
  });

  it('has a name where one is given, and can be asked of any program', async () => {
    expect((await outcomeOf(`${AB_BA} never hangs: deadlock`)).trace?.violated.property).toBe('hangs');
    expect((await outcomeOf(AB_BA, { property: 'deadlock' })).verdict).toBe('violated');
    expect((await outcomeOf('shared x: bool; thread P { x = true }', { property: 'deadlock' })).verdict).toBe('holds');
  });

  it('means a variable of that name where there is one', async () => {
    const text = 'shared deadlock: bool = false; thread P { await deadlock } never deadlock';
    expect((await outcomeOf(text)).verdict).toBe('holds');
  });

  it('is refused by engines that cannot tell', async () => {
    for (const engine of ['dual-tso', 'predicates'] as const) {
      const result = await check(`${AB_BA} never deadlock`, { language: 'program', engine });
      expect(result.ok ? '' : result.diagnostics[0]?.message).toContain('does not look for deadlocks');
    }
    const any = 'shared x: bool; thread P[any] { await x } never deadlock';
    expect((await outcomeOf(any, { memory: 'tso' })).verdict).toBe('violated');
    const free = any.replace('await x', 'x = true');
    expect((await outcomeOf(free, { memory: 'tso' })).verdict).toBe('unknown');
  });

  it('is certified by all states again', async () => {
    const result = await certify('shared x: bool; thread P { await !x; x = true } never deadlock', { memory: 'sc' });
    expect(result.ok && result.certificate.kind === 'audit' ? result.certificate.audit.refuted : '?').toBeNull();
  });

  it('is judged by the machine: a run that can go on is no deadlock', () => {
    const made = readProgram(`${AB_BA} never deadlock`, 'f.fp').program?.instantiate(null);
    if (made?.kind !== 'program') throw new Error('not read');
    const initial = { memory: [0, 0], locals: [[], []] };
    const steps: ProgramRun['steps'] = [0, 0, 1, 1].map((thread, k) => {
      return { kind: 'edge', thread, edge: k % 2, choices: [] } as const;
    });
    expect(replayProgram(made.program, { initial, steps }, SC)).toMatchObject({ ok: true });
    for (const length of [0, 1, 2, 3])
      expect(replayProgram(made.program, { initial, steps: steps.slice(0, length) }, SC)).toMatchObject({ ok: false });
    const { noDeadlock: _, ...unasked } = made.program;
    expect(replayProgram(unasked, { initial, steps }, SC)).toMatchObject({ ok: false });
  });
});

const DEAD = `shared x: 0..3 = 0
thread P(me: 0..1) {
  x = 1
  if (x == 3) {
    x = 2
    cs: skip
  }
}
`;

describe('places that no run reaches', () => {
  it('are told once, with the labels among them', async () => {
    expect(await sentences(DEAD)).toEqual(['no run reaches line 5 of P: x = 2, so nobody is ever at `P@cs`']);
  });

  it('are those of the loop that is never entered, and behind one that is never left', async () => {
    const text = `shared x: bool = false
      thread P { while (x) { x = false } }
      thread Q { loop { if (x) { break }
        x = false }
        done: skip }`;
    expect(await sentences(text)).toEqual([
      'no run reaches line 2 of P: x = false',
      'no run reaches line 3 of Q: break',
      'no run reaches line 5 of Q: skip, so nobody is ever at `Q@done`',
    ]);
  });

  it('are none that some thread reaches, and none that the text forbids', async () => {
    const some = 'shared x: bool; thread P(me: 0..1) { if (me == 1) { x = true } }';
    expect(await sentences(some)).toEqual([]);
    const forbidden = 'shared x: bool; thread P { if (x) { bad: skip } if (x) { assert false } } never P@bad';
    expect(await sentences(forbidden)).toEqual([]);
  });

  it('are not those of a wait, which a thread comes to', async () => {
    const warnings = (await outcomeOf('shared x: bool; thread P { skip; await x; x = false }')).warnings;
    expect(warnings?.map(({ code }) => code)).toEqual(['stuck', 'unreached']);
    expect(warnings?.[1]).toMatchObject({ statement: 'x = false' });
  });

  it('are told for the store buffers that were looked at', async () => {
    const text = 'shared x: 0..3; thread P { loop { x = 1; x = 2 } } thread Q { if (x == 3) { x = 0 } }';
    const { warnings, buffer } = await outcomeOf(text, { memory: 'tso', buffer: 2 });
    expect(buffer).toBe(2);
    expect(warnings).toMatchObject([{ code: 'unreached', buffer: 2 }]);
  });
});

describe('properties that say nothing', () => {
  it('are those whose left side never happens', async () => {
    const text = `${DEAD}
      never mutex: P(i)@cs && P(j)@cs
      invariant large: x == 3 -> P(0)@cs
      invariant said: x == 1 -> x != 3`;
    const vacuous = (await outcomeOf(text, { reduce: false })).warnings?.filter(({ code }) => code === 'vacuous');
    expect(vacuous?.map((each) => (each as Warning & { code: 'vacuous' }).condition)).toEqual(['P(i)@cs', 'x == 3']);
  });

  it('are also said in other ways', async () => {
    const text = 'shared x, y: 0..3 = 0; thread P { x = 1; cs: y = 2 }';
    const said = async (property: string, options: CheckOptions = {}) =>
      (await outcomeOf(`${text} ${property}`, options)).warnings?.map((each) =>
        each.code === 'vacuous' ? each.condition : each.code,
      );
    expect(await said('invariant q: !(x == 3) || y == 1')).toEqual(['x == 3']);
    expect(await said('invariant q: !(x == 1) || y != 3')).toEqual([]);
    expect(await said('never q: x == 3 && y == 1')).toEqual(['x == 3']);
    expect(await said('never q: x == 1 && y == 3')).toEqual([]);
    for (const memory of ['sc', 'tso'] as const) {
      expect(await said('ltl q: G (x == 3 -> y == 1)', { memory, property: 'q' })).toEqual(['x == 3']);
      expect(await said('ltl q: G (x == 1 -> y != 1)', { memory, property: 'q' })).toEqual([]);
    }
  });

  it('are the same with and without reductions', async () => {
    const text = `${DEAD}
      never mutex: P(i)@cs && P(j)@cs
      invariant high: x == 3 -> x != 3
      invariant said: x == 1 -> x != 3`;
    for (const memory of ['sc', 'tso', 'pso'] as const)
      expect(await sentences(text, { memory })).toEqual(await sentences(text, { memory, reduce: false }));
  });
});

describe('temporal properties that say nothing', () => {
  const text = `${DEAD}
    ltl nothing: G (x == 3 -> F x == 0)
    ltl something: G (x == 1 -> F x == 0)
    ltl some: G (P(i)@end -> F x == 1)`;

  it('are those whose premise never happens, where all states were looked at', async () => {
    const vacuous = async (options: CheckOptions) =>
      (await outcomeOf(text, options)).warnings?.filter(({ code }) => code === 'vacuous');
    for (const memory of ['sc', 'tso'] as const) {
      expect(await vacuous({ memory, property: 'nothing' })).toMatchObject([
        { property: 'nothing', condition: 'x == 3' },
      ]);
      expect((await vacuous({ memory, property: 'some' })) ?? []).toEqual([]);
      expect(await sentences(text, { memory, property: 'something' })).toBeNull();
    }
  });

  it('come with what the search has seen of states', async () => {
    expect(await sentences(text, { property: 'nothing' })).toEqual([
      'no run reaches line 5 of P: x = 2, so nobody is ever at `P@cs`',
      '`nothing` at line 10 says nothing: no run reaches `x == 3`',
    ]);
    const stuck = await outcomeOf(AB_BA, { ltl: 'G (P@end && Q@end -> F (!a && !b))', show: 'deadlock' });
    expect([stuck.verdict, stuck.warnings?.[0]?.code, stuck.deadlock?.steps.length]).toMatchObject([
      'holds',
      'stuck',
      4,
    ]);
  });
});

describe('the run to a deadlock', () => {
  it('is not shown where warnings are switched off', async () => {
    const result = await check(AB_BA, { language: 'program', show: 'deadlock', warnings: false });
    expect(result.ok ? [] : result.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['usage', 'warnings are switched off, and a warning tells of the deadlock that is shown'],
    ]);
  });

  it('is what a word that is nearly `deadlock` probably means', async () => {
    for (const word of ['deadlok', 'Deadlock', 'deadlocks']) {
      const result = await check(`${AB_BA} never ${word}`, { language: 'program' });
      expect(result.ok ? '' : result.diagnostics[0]?.message).toContain('did you mean `deadlock`?');
    }
    const result = await check(`${AB_BA} never deadlok && a`, { language: 'program' });
    expect(result.ok ? '' : result.diagnostics[0]?.message).not.toContain('did you mean');
  });
});

describe('warnings', () => {
  it('are absent where nobody knows, and where they are switched off', async () => {
    expect(await sentences(DEAD, { warnings: false })).toBeNull();
    expect(await sentences(`${DEAD} never x == 1`)).toBeNull();
    expect(await sentences(DEAD, { maxStates: 2 })).toBeNull();
  });

  it('do not change what is counted', async () => {
    const [with_, without] = [await outcomeOf(AB_BA), await outcomeOf(AB_BA, { warnings: false })];
    expect(with_.counts).toEqual(without.counts);
  });

  it('are told under each memory model', async () => {
    const result = await compare(AB_BA, { language: 'program' });
    const codes = result.ok ? result.comparison.outcomes.map(({ warnings }) => warnings?.map(({ code }) => code)) : [];
    expect(codes).toEqual([['stuck'], ['stuck'], ['stuck']]);
  });
});

const SPINNING = `${AB_BA}thread R { loop { spins = !spins } }
shared spins: bool = false
`;

describe('threads that get stuck while others go on', () => {
  it('are told, with the place of each and a run that is judged on the machine', async () => {
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      const { verdict, warnings, deadlock, stuckThreads } = await outcomeOf(SPINNING, {
        memory,
        buffer: memory === 'sc' ? undefined : 2,
        show: 'deadlock',
      } as CheckOptions);
      expect([verdict, stuckThreads]).toEqual(['holds', 'all']);
      expect(warnings).toMatchObject([{ code: 'stuck', others: true, threads: [{ thread: 'P' }, { thread: 'Q' }] }]);
      expect(deadlock?.violated.condition).toContain('some thread never steps again');
    }
    expect(await sentences(SPINNING)).toEqual([
      'P at line 3 (await !b), Q at line 5 (await !a): stuck for ever while other threads go on, after 4 steps; --show deadlock shows the run',
    ]);
  });

  it('wait for a flag that nobody sets', async () => {
    const text = 'shared x, y: bool; thread P { await x } thread Q { loop { y = !y } }';
    expect((await outcomeOf(text)).warnings?.[0]).toMatchObject({ code: 'stuck', others: true, steps: 0 });
    const block = text.replace('await x', 'atomic { await x; y = x }');
    expect((await outcomeOf(block)).warnings?.[0]).toMatchObject({ code: 'stuck', others: true });
  });

  it('wait for what the text says is never so', async () => {
    const text = 'const N = 2; shared y: bool; thread P { y = true; await N > 2 }';
    expect(await sentences(text)).toEqual([
      'P at line 1 (await N > 2): stuck for ever, after 1 step; --show deadlock shows the run',
    ]);
    expect((await outcomeOf(`${text} thread Q { loop { y = !y } }`, { show: 'deadlock' })).warnings).toMatchObject([
      { code: 'stuck', others: true },
    ]);
    expect((await outcomeOf(`${text} never deadlock`)).verdict).toBe('violated');
    expect(await sentences('shared y: bool; thread P { y = true; loop { skip } }')).toEqual([]);
  });

  it('are none whose await may still be satisfied, also by a write that waits in a buffer', async () => {
    const later = 'shared x, y: bool; thread P { await x } thread Q { loop { choose { y = !y } or { x = true } } }';
    expect(await sentences(later)).toEqual([]);
    const buffered = 'shared x, y: bool; thread P { await x } thread Q { x = true; loop { await y; fence } }';
    for (const memory of ['tso', 'pso'] as const) {
      const { warnings } = await outcomeOf(buffered, { memory });
      const stuck = warnings?.flatMap((each) => (each.code === 'stuck' ? each.threads : [])) ?? [];
      // Q waits for y, which nobody sets; P waits for what Q has written.
      expect(stuck.map(({ thread }) => thread)).toEqual(['Q']);
    }
  });

  it('are none that have ended, and none that an assume stops', async () => {
    expect(await sentences('shared y: bool; thread P { y = true } thread Q { loop { y = !y } }')).toEqual([]);
    expect(await sentences('shared x, y: bool; thread P { assume x } thread Q { loop { y = !y } }')).toEqual([]);
    const ended =
      'shared x, y: bool; thread P { await x } thread Q { loop { y = !y } } thread R { y = false; assume x }';
    expect(await sentences(ended)).toEqual([]);
  });

  it('are found among threads that are interchangeable', async () => {
    const text = `shared lock, y: bool = false
      thread P[3] { await !swap(lock, true)
        cs: skip }
      thread R { loop { y = !y } }`;
    for (const reduce of [true, false]) {
      const { warnings } = await outcomeOf(text, { reduce });
      const [first] = warnings ?? [];
      expect(first).toMatchObject({ code: 'stuck', others: true });
      expect(first?.code === 'stuck' ? first.threads.length : 0).toBe(2);
    }
  });

  it('violate `never deadlock`, and a proof of it is certified by all states again', async () => {
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      const { verdict, trace } = await outcomeOf(`${SPINNING} never deadlock`, { memory });
      expect([verdict, trace?.violated.property]).toEqual(['violated', 'deadlock']);
      expect(trace?.violated.condition).toContain('stuck: P at line 3 (await !b), Q at line 5 (await !a)');
    }
    const fine =
      'shared x, y: bool; thread P { loop { await x; x = false } } thread Q { loop { x = true } } never deadlock';
    const result = await certify(fine, { memory: 'sc' });
    expect(result.ok && result.outcome.verdict).toBe('holds');
    expect(result.ok && result.certificate.kind).toBe('audit');
  });

  it('are refuted by the audit, should a search miss them', async () => {
    const made = readProgram(`${SPINNING} never deadlock`, 'f.fp').program?.instantiate(null);
    if (made?.kind !== 'program') throw new Error('not read');
    const steps = auditProgram(made.program, SC, null, 10_000);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value.refuted).toBe('a thread never steps again');
  });

  it('are not looked for where there are many states, and the answer says so', async () => {
    const many = `shared x, y: bool; shared a, b, c: 0..63
      thread P { await x } thread Q { loop { a = (a + 1) % 64 } } thread R { loop { b = (b + 1) % 64 } }
      thread S { loop { c = (c + 1) % 64 } }`;
    const { warnings, stuckThreads, counts } = await outcomeOf(many);
    expect(counts.states).toBeGreaterThan(200_000);
    expect([warnings, stuckThreads]).toEqual([[], 'some']);
  });
});
