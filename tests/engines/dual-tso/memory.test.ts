/** Conditions that look at memory. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { concurrentSystem } from '../../../src/engines/automata/program-system.js';
import { makeCertificate } from '../../../src/engines/dual-tso/certificate.js';
import type { DualTsoAnswer } from '../../../src/engines/dual-tso/engine.js';
import { Forward } from '../../../src/engines/dual-tso/forward.js';
import { Alphabet } from '../../../src/engines/dual-tso/order.js';
import { DUAL_TSO } from '../../../src/engines/dual-tso/taker.js';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { readLitmus } from '../../../src/languages/litmus/index.js';
import { litmusProgram } from '../../../src/languages/litmus/program.js';
import { readProgram } from '../../../src/languages/program/index.js';
import type { Program } from '../../../src/models/program/model.js';
import { Random } from '../../random/random.js';
import type { Told } from '../../support/engines.js';
import { cases, least } from '../../support/size.js';
import { shrink } from '../explicit/random-programs.js';
import { compare, runDual, truthOf } from './compare.js';
import { randomMemoryProgram } from './random-programs.js';

function fp(text: string): Program {
  const { program, diagnostics } = readProgram(text, 'test.fp');
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const made = program.instantiate(null);
  if (made.kind !== 'program') throw new Error(made.message);
  return made.program;
}

function answer(text: string): Told<DualTsoAnswer> {
  return runDual(fp(`shared x, y, z: 0..2\n${text}`)).answer;
}

/** Which the explicit engine gives as well, where it can. Certificates are checked. */
function verdict(text: string): string {
  const found = answer(text);
  const truth = truthOf(fp(`shared x, y, z: 0..2\n${text}`));
  if (truth !== null) expect(found.verdict).toBe(truth);
  if (found.verdict === 'holds') expect(checkCertificate(found.system, found.certificate)).toEqual({ ok: true });
  return found.verdict;
}

describe('what waits in a store buffer is not in memory', () => {
  it('while the thread is past its store', () => {
    expect(verdict('thread A { x = 1; done: skip }\nnever A@done && x == 0')).toBe('violated');
    expect(verdict('thread A { x = 1; fence; done: skip }\nnever A@done && x == 0')).toBe('holds');
    expect(verdict('thread A { x = 1; swap(z, 1); done: skip }\nnever A@done && x == 0')).toBe('holds');
    expect(verdict('thread A { x = 1; done: skip }\nnever A@done && x == 1')).toBe('violated');
    expect(verdict('thread A { x = 1; done: skip }\nnever A@done && x == 2')).toBe('holds');
  });

  it('and leave memory in the order in which they were issued', () => {
    const two = 'thread A { x = 1; y = 1; done: skip }\n';
    expect(verdict(`${two}never A@done && x == 0 && y == 0`)).toBe('violated');
    expect(verdict(`${two}never A@done && x == 1 && y == 0`)).toBe('violated');
    expect(verdict(`${two}never A@done && x == 0 && y == 1`)).toBe('holds');
    expect(verdict('thread A { x = 1; x = 2; done: skip }\nnever A@done && x == 1')).toBe('violated');
  });

  it('but its thread reads it', () => {
    const own = 'thread A { local r: 0..2; x = 1; r = x; done: skip }\n';
    expect(verdict(`${own}never A@done && A.r == 1 && x == 0`)).toBe('violated');
    expect(verdict(`${own}never A@done && A.r == 0`)).toBe('holds');
    expect(verdict(`${own}thread B { x = 2 }\nnever A@done && A.r == 2 && x == 0`)).toBe('holds');
    // Its own store reaches memory before it can read that of the other.
    expect(verdict(`${own}thread B { x = 2 }\nnever A@done && A.r == 2 && x == 2`)).toBe('violated');
    expect(verdict(`${own}thread B { x = 2 }\nnever A@done && A.r == 2 && x == 1`)).toBe('holds');
  });

  it('and what memory holds where nobody else writes', () => {
    const chosen = (held: number) => `thread A {
  local r: 0..2
  choose { x = 1 } or { x = 2 }
  y = 1; r = x; done: skip
}
never A@done && A.r == 1 && x == ${held} && y == 0`;
    expect(verdict(chosen(0))).toBe('violated');
    expect(verdict(chosen(1))).toBe('violated');
    expect(verdict(chosen(2))).toBe('holds');
  });

  it('also when it has read others since, and they have changed', () => {
    const past = (fence: string) => `thread A { local r: 0..2; x = 1; ${fence} r = y; done: skip }
thread B { y = 1; y = 2 }
never A@done && A.r == 1 && x == 0 && y == 2`;
    expect(verdict(past(''))).toBe('violated');
    expect(verdict(past('fence;'))).toBe('holds');
    expect(verdict(past('').replace('y == 2', 'y == 0'))).toBe('holds');
    // Two loads, the second of what is newer.
    const loads = (second: number) => `thread A { local r, s: 0..2; x = 1; r = y; s = y; done: skip }
thread B { y = 1; y = 2 }
never A@done && A.r == 1 && A.s == ${second} && x == 0`;
    expect(verdict(loads(2))).toBe('violated');
    expect(verdict(loads(0))).toBe('holds');
  });

  it('of several threads at once', () => {
    const ends = 'thread A { x = 1; done: skip }\nthread B { y = 1; done: skip }\n';
    expect(verdict(`${ends}never A@done && B@done && x == 0 && y == 0`)).toBe('violated');
    expect(verdict(`${ends}never A@done && B@done && x == 0 && y == 1`)).toBe('violated');
    expect(verdict(`${ends.replaceAll('done', 'fence; done')}never A@done && B@done && x == 0`)).toBe('holds');
  });

  it('and a violation ends with it there', () => {
    const found = answer('thread A { x = 1; y = 1; done: skip }\nnever A@done && x == 1 && y == 0');
    if (found.verdict !== 'violated') throw new Error('the second store waits');
    const drains = found.trace.steps.filter(({ kind }) => kind === 'drain');
    expect(drains).toHaveLength(1);
    expect(drains[0]).toMatchObject({ writes: [{ value: '1' }] });
    const none = answer('thread A { x = 1; y = 1; done: skip }\nnever A@done && x == 0');
    if (none.verdict !== 'violated') throw new Error('both stores wait');
    expect(none.trace.steps.map(({ kind }) => kind)).toEqual(['transition', 'transition']);
  });
});

describe('litmus tests that look at memory', () => {
  it('SB, and what memory holds in the end', () => {
    const SB = (condition: string, fence = '') => `thread A { local r: 0..2; x = 1; ${fence} r = y; fence; done: skip }
thread B { local r: 0..2; y = 1; ${fence} r = x; fence; done: skip }
never A@done && B@done && ${condition}`;
    expect(verdict(SB('A.r == 0 && B.r == 0 && x == 1 && y == 1'))).toBe('violated');
    expect(verdict(SB('A.r == 0 && B.r == 0 && x == 1 && y == 1', 'fence;'))).toBe('holds');
    expect(verdict(SB('x == 0'))).toBe('holds');
    expect(verdict(SB('x != y'))).toBe('holds');
    expect(verdict(SB('A.r + B.r == x + y'))).toBe('violated');
    expect(verdict(SB('A.r + B.r > x + y'))).toBe('holds');
  });

  it('2+2W: the final values', () => {
    const W = (end: string, condition: string) => `thread A { x = 1; y = 2; ${end} done: skip }
thread B { y = 1; x = 2; ${end} done: skip }
never A@done && B@done && ${condition}`;
    expect(verdict(W('fence;', 'x == 1 && y == 1'))).toBe('holds');
    expect(verdict(W('fence;', 'x == 2 && y == 2'))).toBe('violated');
    expect(verdict(W('fence;', 'x == 1 && y == 2'))).toBe('violated');
    expect(verdict(W('fence;', 'x == 0'))).toBe('holds');
    expect(verdict(W('', 'x == 1 && y == 1'))).toBe('violated');
  });

  const folder = fileURLToPath(new URL('../../../examples/litmus/', import.meta.url));
  const list = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) as {
    file: string;
    expected: { tso: string };
  }[];
  const expected = list.map(({ file, expected: { tso } }) => ({ file, tso }));
  it.each(readdirSync(folder).filter((name) => name.endsWith('.litmus')))('%s', (name) => {
    const { checked } = readLitmus(readFileSync(folder + name), name);
    if (checked === null) throw new Error('it is a litmus test');
    const made = litmusProgram(checked.test);
    if (made.kind === 'error') throw new Error(made.message);
    const found = runDual(made.program).answer;
    // What holds in all states is asked for as its opposite in one.
    const says = expected.find(({ file }) => file === name)?.tso;
    expect(found.verdict).toBe(says === 'Sometimes' ? 'violated' : 'holds');
    if (found.verdict === 'holds') expect(checkCertificate(found.system, found.certificate)).toEqual({ ok: true });
  });
});

describe('conditions', () => {
  it('on memory alone', () => {
    expect(verdict('thread A { y = 1; x = 1 }\nnever x == 1 && y == 0')).toBe('holds');
    expect(verdict('thread A { x = 1; y = 1 }\nnever x == 1 && y == 0')).toBe('violated');
    expect(verdict('thread A { x = 1 }\nnever x + y + z == 0')).toBe('violated');
    expect(verdict('thread A { x = 1 }\nthread B { await x == 1; y = 1 }\nnever y > x')).toBe('holds');
    expect(verdict('thread A { x = 1 }\nthread B { y = 1; await x == 1 }\nnever y > x')).toBe('violated');
  });

  it('on a loop that never stops to store', () => {
    const loop = 'thread A { loop { x = 1; y = 1; y = 0; x = 0 } }\n';
    expect(verdict(`${loop}never y == 1 && x == 0`)).toBe('holds');
    expect(verdict(`${loop}never x == 1 && y == 0`)).toBe('violated');
    const behind = 'thread A { local n: 0..2; loop { n = (n + 1) % 3; x = n; mid: skip } }\n';
    expect(verdict(`${behind}never A@mid && A.n == 1 && x == 2`)).toBe('violated');
    expect(verdict(`${behind.replace('mid', 'fence; mid')}never A@mid && A.n != x`)).toBe('holds');
  });

  it('of a lock', () => {
    const lock = (take: string) => `thread T[2] { loop { ${take} cs: y = 1; y = 0; x = 0 } }
invariant held: T(i)@cs -> x == 1
never mutex: T(i)@cs && T(j)@cs`;
    expect(verdict(lock('while (swap(x, 1) == 1) {}'))).toBe('holds');
    expect(verdict(lock('await x == 0; x = 1;'))).toBe('violated');
    expect(verdict(lock('while (swap(x, 1) == 1) {}').replace('y = 0; x = 0', 'y = 0; free: x = 0'))).toBe('holds');
    const late = 'never T(i)@cs && y == 1';
    expect(verdict(`${lock('while (swap(x, 1) == 1) {}')}\n${late}`)).toBe('holds');
    expect(verdict(`${lock('while (swap(x, 1) == 1) {}').replace('y = 0; x = 0', 'x = 0; y = 0')}\n${late}`)).toBe(
      'violated',
    );
  });

  it('on arrays, whose cells they choose by what memory and locals hold', () => {
    const array = 'shared a[3]: 0..1\nthread A { local i: 0..2; i = 2; a[i] = 1; fence; x = i; fence; done: skip }\n';
    expect(verdict(`${array}never A@done && a[x] == 0`)).toBe('holds');
    expect(verdict(`${array}never A@done && a[A.i] == 0`)).toBe('holds');
    expect(verdict(`${array}never A@done && a[(x + 1) % 3] == 0`)).toBe('violated');
    expect(verdict(`${array}never a[x] == 1`)).toBe('violated');
    expect(verdict(`${array}never x == 2 && a[2] == 0`)).toBe('holds');
  });

  it('ask for no more cells than needed', () => {
    const targets = (text: string) => {
      const system = concurrentSystem(fp(`shared a[4]: 0..2, x, y: 0..2\n${text}`), DUAL_TSO);
      if ('refused' in system) throw new Error(system.refused);
      return system.targets.map(({ memory }) => memory.map(({ cell, value }) => `${cell}=${value}`).join(' '));
    };
    const writer = (...cells: string[]) =>
      `thread A { ${cells.map((cell) => `choose { ${cell} = 1 } or { ${cell} = 2 };`).join(' ')} done: skip }\n`;
    expect(targets(`${writer('x', 'y')}never A@done && x == 1`)).toEqual(['4=1']);
    expect(targets(`${writer('x', 'y')}never A@done && x >= 0`)).toEqual(['']);
    expect(targets(`${writer('x', 'y')}never x != 1`)).toEqual(['4=0', '4=2']);
    expect(targets(`${writer('x', 'y')}never x + y == 1`)).toEqual(['4=0 5=1', '4=1 5=0']);
    // Never written: known before.
    expect(targets(`${writer('x')}never x == 2 && y == 0`)).toEqual(['4=2']);
    const all = writer('a[0]', 'a[1]', 'a[2]', 'x');
    expect(targets(`${all}never a[x] == 1`)).toEqual(['4=0 0=1', '4=1 1=1', '4=2 2=1']);
  });

  it('tell threads apart that could be exchanged', () => {
    const automata = (condition: string) => {
      const text = `shared x: 0..1\nthread P[2] { x = 1; l: skip }\nnever ${condition}`;
      const system = concurrentSystem(fp(text), DUAL_TSO);
      if ('refused' in system) throw new Error(system.refused);
      return system.threads;
    };
    expect(automata('P(0)@l && x == 1')).toEqual([0, 1]);
    expect(automata('P(i)@l && x == 1')).toEqual([0, 0]);
    expect(automata('x == 1')).toEqual([0, 0]);
    expect(automata('P(0)@l && x == 1 || P(1)@l && x == 0')).toEqual([0, 1]);
  });

  it('are refused with too many cases, or without a value', () => {
    const cells = [...Array(8).keys()].map((k) => `a[${k}]`);
    const written = `shared a[8]: 0..9\nthread A { ${cells.map((cell) => `${cell} = ?;`).join(' ')} }\n`;
    expect(answer(`${written}never sum: ${cells.join(' + ')} == 7`)).toEqual({
      verdict: 'unknown',
      reason: 'the condition of sum has too many cases: look at fewer cells, or smaller ones',
    });
    const refusal = { verdict: 'unknown', reason: 'the condition of odd may have no value: division by zero' };
    expect(answer('thread A { x = 1 }\nnever odd: 1 / x == 1')).toEqual(refusal);
  });
});

describe('certificates', () => {
  const proof = (text: string) => {
    const found = answer(text);
    if (found.verdict !== 'holds') throw new Error('it holds');
    return found;
  };
  const FENCED = 'thread A { x = 1; fence; done: skip }\nthread B { await x == 1; x = 2 }\nnever A@done && x == 0';

  it.each([
    [FENCED],
    ['thread A { x = 1; y = 1; done: skip }\nthread B { await y == 1; x = 2 }\nnever A@done && x == 2 && y == 0'],
    ['thread A { y = 1; x = 1 }\nthread B { await x == 1; z = 1; done: skip }\nnever B@done && y == 0 && z == 0'],
  ])('are rejected without one of their configurations: %s', (text) => {
    const { system, certificate } = proof(text);
    expect(certificate.configurations.length).toBeGreaterThan(0);
    expect(checkCertificate(system, certificate)).toEqual({ ok: true });
    for (const k of certificate.configurations.keys()) {
      const configurations = certificate.configurations.toSpliced(k, 1);
      expect(checkCertificate(system, { ...certificate, configurations }).ok).toBe(false);
    }
  });

  it.each(['', 'await y == 0;'])('that forget what waits are rejected: x = 1; %s', (load) => {
    // When the thread is done, memory in the dual semantics holds 1: that it holds 0 is covered by nothing.
    const text = `shared x, y: 0..1\nthread A { x = 1; ${load} done: skip }\nthread B { y = 1 }\nnever A@done && x == 0`;
    const system = concurrentSystem(fp(text), DUAL_TSO);
    if ('refused' in system) throw new Error(system.refused);
    const alphabet = new Alphabet(system.domains);
    const alone = system.automata.map((_, automaton) => Forward.of(system, automaton, alphabet) as Forward);
    const certificate = makeCertificate(system, alphabet, alone, []);
    expect(checkCertificate(system, certificate)).toEqual({ ok: false, reason: 'a target is not covered' });
    const drained = system.targets.map((target) => ({ ...target, memory: [{ cell: 0, value: 1 }] }));
    expect(checkCertificate({ ...system, targets: drained }, certificate).ok).toBe(false);
    expect(checkCertificate({ ...system, targets: [] }, certificate)).toEqual({ ok: true });
  });

  it('prove nothing about other memory', () => {
    const { system, certificate } = proof(FENCED);
    const other = system.targets.map(({ threads }) => ({ threads, memory: [{ cell: 0, value: 1 }] }));
    expect(checkCertificate({ ...system, targets: other }, certificate).ok).toBe(false);
    const any = system.targets.map(({ threads }) => ({ threads, memory: [] }));
    expect(checkCertificate({ ...system, targets: any }, certificate).ok).toBe(false);
  });
});

describe('random programs with conditions on memory', () => {
  it('have the verdict that the explicit engine gives; violations replay', () => {
    const agreed = { holds: 0, violated: 0 };
    for (let seed = 0; seed < cases(150); seed++) {
      const program = randomMemoryProgram(new Random(seed));
      const { truth, verdict, wrong } = compare(program, 40);
      if (wrong !== null) {
        const small = shrink(program, (smaller: Program) => compare(smaller, 40).wrong !== null);
        expect.fail(`seed ${seed}: ${compare(small, 40).wrong}\n${JSON.stringify(small)}`);
      }
      if (truth !== null && truth === verdict) agreed[truth]++;
    }
    expect(agreed.holds).toBeGreaterThan(least(40));
    expect(agreed.violated).toBeGreaterThan(least(70));
  });
});
