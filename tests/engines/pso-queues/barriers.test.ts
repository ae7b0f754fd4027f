/** Barriers between stores: what they keep in order, and what they let pass. */
import { describe, expect, it } from 'vitest';
import { checkCertificate } from '../../../src/evidence/store-queues/judge.js';
import type { Program, StateExpression } from '../../../src/models/program/model.js';
import { Random } from '../../random/random.js';
import { both, never, strongly } from '../../support/build.js';
import { cases } from '../../support/size.js';
import { straightLines } from '../dual-tso/programs.js';
import { randomAnySource } from '../dual-tso/random-any.js';
import { compareAny } from './any-compare.js';
import { compare, runPso, truthOf } from './compare.js';
import { randomLines, sourceWithBarriers } from './random-barriers.js';

/** Whether all threads come to their ends; what the explicit engine says as well, and a certificate that is accepted. */
function ends(...threads: readonly string[]): boolean {
  return isViolated(straightLines(...threads));
}

function isViolated(program: Program): boolean {
  const { answer } = runPso(program);
  expect(answer.verdict).not.toBe('unknown');
  expect(truthOf(program)).toBe(answer.verdict);
  if (answer.verdict === 'holds') expect(checkCertificate(answer.system, answer.certificate)).toEqual({ ok: true });
  return answer.verdict === 'violated';
}

function holdsInMemory(variable: number, value: number): StateExpression {
  const left = { kind: 'memory', variable, index: null } as const;
  return { kind: 'binary', operator: '==', left, right: { kind: 'constant', value } };
}

/** The threads at their ends, while memory holds that. */
function endsWith(memory: StateExpression, ...threads: readonly string[]): boolean {
  const program = straightLines(...threads);
  const [all] = program.never as [Program['never'][number]];
  return isViolated({ ...program, never: [never('m', both(all.condition, memory))] });
}

describe('a barrier between stores', () => {
  it('is what MP needs', () => {
    expect(ends('w x 1; w y 1', 'r y 1; r x 0')).toBe(true);
    expect(ends('w x 1; bar; w y 1', 'r y 1; r x 0')).toBe(false);
    expect(ends('bar; w x 1; w y 1; bar', 'r y 1; r x 0')).toBe(true);
  });

  it('is not what SB needs: loads pass it', () => {
    expect(ends('w x 1; bar; r y 0', 'w y 1; bar; r x 0')).toBe(true);
    expect(ends('w x 1; bar; w z 1; bar; r y 0', 'w y 1; bar; r x 0')).toBe(true);
    expect(ends('w x 1; bar; fence; r y 0', 'w y 1; bar; fence; r x 0')).toBe(false);
  });

  it('does not hide behind a later store of the same cell', () => {
    expect(ends('w y 1; bar; w y 1; w x 1', 'r x 1; r y 0')).toBe(false);
    expect(ends('w y 1; bar; w y 2; w x 1', 'r x 1; r y 1; r y 2')).toBe(true);
    expect(ends('w y 1; bar; w y 2; bar; w x 1', 'r x 1; r y 1')).toBe(false);
  });

  it('lets stores wait on both of its sides while the thread goes on', () => {
    const writer = 'w x 1; w y 1; bar; w x 2; w y 2; bar; w z 1';
    expect(ends(`${writer}; r z 1; r x 2`, 'arw z 0 2; r x 0; r z 1; r y 2; r x 2')).toBe(true);
    expect(ends(writer, 'r z 1; r x 1')).toBe(false);
    expect(ends(writer, 'r y 2; r x 0')).toBe(false);
    expect(ends(writer, 'r y 2; r x 1')).toBe(true);
    expect(ends('w x 1; w x 2; w x 1; bar; w y 1; r z 0', 'arw z 0 1; r x 0; r x 2; r x 1; r y 1')).toBe(true);
  });

  it('leaves loads of own stores alone, wherever these are', () => {
    expect(ends('w x 1; bar; r x 1; r y 0', 'w y 1; bar; r y 1; r x 0')).toBe(true);
    expect(ends('w x 1; bar; w y 1; r x 0')).toBe(false);
    expect(ends('w x 1; bar; r x 2', 'r x 1; w x 2')).toBe(true);
    expect(ends('w x 1; bar; w x 2; r x 1')).toBe(false);
  });

  it('orders loads that pass it as all others', () => {
    expect(ends('w z 1; bar; r y 1; r x 0', 'w x 1; bar; w y 1')).toBe(false);
    expect(ends('w z 1; bar; w z 2; r x 1; r y 0', 'w y 1; bar; w x 1; r z 0')).toBe(false);
    expect(ends('w z 1; bar; w z 2; r x 1; r y 1', 'w y 1; bar; w x 1; r z 0')).toBe(true);
  });
});

describe('memory is asked about', () => {
  it('while stores wait before a barrier that the thread has passed', () => {
    expect(endsWith(holdsInMemory(0, 0), 'w x 1; bar')).toBe(true);
    expect(endsWith(holdsInMemory(0, 0), 'w x 1; bar; w y 1; bar; w z 1; r z 1')).toBe(true);
    expect(endsWith(both(holdsInMemory(0, 0), holdsInMemory(1, 1)), 'w x 1; bar; w y 1')).toBe(false);
    expect(endsWith(both(holdsInMemory(0, 1), holdsInMemory(1, 0)), 'w x 1; bar; w y 1; r x 1; bar')).toBe(true);
    expect(endsWith(holdsInMemory(0, 0), 'w x 1; bar; fence; w y 1')).toBe(false);
  });

  it('of several threads that are behind', () => {
    const neither = both(holdsInMemory(0, 0), holdsInMemory(1, 0));
    expect(endsWith(neither, 'w x 1; bar; r y 0', 'w y 1; bar; r x 0')).toBe(true);
    expect(endsWith(neither, 'w x 1; bar; w z 1; r z 1', 'w y 1; bar; r z 1')).toBe(false);
  });
});

describe('programs with barriers', () => {
  it('agree with the explicit engine', () => {
    const counted = { holds: 0, violated: 0 };
    for (let seed = 0; seed < cases(120, 15); seed++) {
      const { truth, verdict, wrong } = compare(randomLines(new Random(seed)), 300);
      if (wrong !== null) expect.fail(`seed ${seed}: ${wrong}`);
      expect(verdict, `seed ${seed}`).toBe(truth);
      if (verdict !== 'unknown') counted[verdict]++;
    }
    expect(counted.holds).toBeGreaterThan(cases(120, 15) / 6);
    expect(counted.violated).toBeGreaterThan(cases(120, 15) / 6);
  });

  it('for any number of threads, too', () => {
    for (let seed = 0; seed < cases(24); seed++) {
      const random = new Random(seed);
      const source = sourceWithBarriers(random, randomAnySource(random, random.chance(0.4)));
      const { wrong } = compareAny(source, 3, 200);
      if (wrong !== null) expect.fail(`seed ${seed}: ${wrong}`);
    }
  });

  it('may not write variables that are never buffered in the same thread', () => {
    const program = straightLines('w x 1; bar; w y 1', 'r y 1; r x 0');
    const strong = { ...program, shared: program.shared.map((each, k) => (k === 1 ? strongly(each) : each)) };
    const { answer } = runPso(strong);
    expect(answer).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining('make that write atomic') });
    const reading = straightLines('w x 1; bar; w z 1; r y 0', 'r z 1; r x 0; w y 1');
    const other = { ...reading, shared: reading.shared.map((each, k) => (k === 1 ? strongly(each) : each)) };
    expect(isViolated(other)).toBe(false);
  });
});
