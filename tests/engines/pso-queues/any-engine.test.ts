import { describe, expect, it } from 'vitest';
import { type AnySource, anySource } from '../../../src/engines/automata/any-source.js';
import { PSO_QUEUES } from '../../../src/engines/pso-queues/taker.js';
import { checkCertificate } from '../../../src/evidence/store-queues/judge.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { runAny } from './any-compare.js';

function sourceOf(text: string): AnySource | { readonly refused: string } {
  const { program, diagnostics } = readProgram(text, 'test.fp');
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return anySource(program, PSO_QUEUES);
}

/** The verdict, with the number of threads of a violation. */
function verdict(text: string): string {
  const source = sourceOf(text);
  if ('refused' in source) return source.refused;
  const { answer } = runAny(source);
  if (answer.verdict === 'holds') expect(checkCertificate(answer.system, answer.certificate)).toEqual({ ok: true });
  if (answer.verdict === 'unknown') return answer.reason;
  return answer.verdict === 'violated' ? `violated with ${answer.count}` : answer.verdict;
}

const LOCK = (acquire: string, release: string) => `shared lock: 0..1, data: 0..1
thread T[any] {
  loop {
    ${acquire}
    cs: skip
    ${release}
  }
}
never mutex: T(i)@cs && T(j)@cs`;

describe('any number of threads under PSO', () => {
  it('locks', () => {
    expect(verdict(LOCK('await swap(lock, 1) == 0', 'lock = 0'))).toBe('holds');
    expect(verdict(LOCK('while (swap(lock, 1) == 1) { while (lock == 1) {} }', 'lock = 0'))).toBe('holds');
    expect(verdict(LOCK('await lock == 0; lock = 1; fence', 'lock = 0'))).toBe('violated with 2');
  });

  it('the store that frees a lock overtakes that of the data, unless there is a fence', () => {
    const text = (fence: string) => `shared lock: 0..1, data: 0..1
thread T[any] {
  await swap(lock, 1) == 0
  data = 1
  ${fence}
  lock = 0
}
thread R { await swap(lock, 1) == 0; await data == 0; await data == 1; bad: skip }
never seen: R@bad`;
    expect(verdict(text(''))).toBe('violated with 1');
    expect(verdict(text('fence'))).toBe('holds');
  });

  it('a thread that comes in may have done something between a store and its flush that no other could', () => {
    expect(
      verdict(`shared x: 0..1, y: 0..1, z: 0..1
thread T[any] { await swap(z, 1) == 0; x = 1; y = 1 }
thread R { await y == 1; await x == 0; await x == 1; bad: skip }
never R@bad`),
    ).toBe('violated with 1');
  });

  it('several kinds of them, and conditions on memory', () => {
    const text = (fence: string) => `shared x: 0..1, y: 0..1
thread A[any] { x = 1 ${fence} await y == 0; done: skip }
thread B[any] { y = 1 ${fence} await x == 0; done: skip }
never both: A(i)@done && B(j)@done && x == 1`;
    expect(verdict(text(';'))).toBe('violated with 1');
    expect(verdict(text('; fence;'))).toBe('holds');
  });

  it('refuses threads that know their number', () => {
    const text = 'shared x: 0..3\nthread T[any] { x = self; bad: skip }\nnever T(i)@bad && T(j)@bad';
    expect(verdict(text)).toBe('T looks at its own number: the PSO engine is for threads that do not');
  });
});
