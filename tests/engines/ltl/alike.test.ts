/** Questions for each thread of which one is enough. */
import { describe, expect, it } from 'vitest';
import { firstAlike } from '../../../src/engines/ltl/alike.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { formulaProperty } from '../../../src/models/program/temporal.js';

/** By question, the first one that has the same answer. */
function firstsOf(text: string): number[] {
  const made = readProgram(text, 'alike.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`this is no program:\n${text}`);
  const [read] = made.ltl;
  if (read === undefined) throw new Error('there is a formula');
  const conditions = read.propositions.map(({ condition }) => condition);
  const questions = formulaProperty(read.name, read.text, read.formula, conditions).questions();
  if ('refused' in questions) throw new Error(questions.refused);
  return firstAlike(made.program, questions);
}

const lock = (first: string, wait: string, more = '') => `
  shared owner: 0..3 = ${first}
  thread T[3] { loop { wait: atomic { await ${wait}; owner = self + 1 } cs: owner = 0 } }
  ${more}
  ltl live: G (T(i)@wait -> F T(i)@cs)`;

describe('questions that differ in names of threads', () => {
  it('are one where threads are interchangeable', () => {
    expect(firstsOf(lock('0', 'owner == 0'))).toEqual([0, 0, 0]);
    const pairs = lock('0', 'owner == 0').replace('T(i)@cs)', '(T(i)@cs || T(j)@cs))');
    expect(new Set(firstsOf(pairs)).size).toBeLessThan(3);
    // Another thread that names one of them leaves the others.
    expect(firstsOf(lock('0', 'owner == 0', 'thread Q { await owner == 2; owner = 2 }'))).toEqual([0, 1, 0]);
  });

  it('are several where they are not', () => {
    // The first owner is one of them.
    expect(firstsOf(lock('2', 'owner == 0'))).toEqual([0, 1, 0]);
    expect(firstsOf(lock('0', 'owner <= self'))).toEqual([0, 1, 2]);
    expect(firstsOf(lock('0', 'owner == 0').replace('F T(i)@cs', 'F (T(i)@cs || T(0)@cs)'))).toEqual([0, 1, 1]);
  });
});
