import { describe, expect, test } from 'vitest';
import { Answers } from '../../../src/evidence/solvers/answers.js';

/** A group with two obligations, and what a solver printed. */
function heard(output: readonly string[], { stopped = false, conclusive = true } = {}): Answers {
  const answers = new Answers();
  answers.expectGroup('group');
  answers.expectObligation('first', conclusive);
  answers.expectObligation('second', conclusive);
  for (const line of output) answers.line(line);
  answers.end(stopped);
  return answers;
}

describe('answers', () => {
  test('every label followed by unsat is a proof', () => {
    const { failed, answered, proved } = heard(['group', 'first', 'unsat', 'second', 'unsat']);
    expect({ failed, answered, proved }).toEqual({ failed: [], answered: 2, proved: 2 });
  });

  test('quotes around an echoed text, blanks and empty lines do not matter', () => {
    expect(heard(['"group"', '"first"', 'unsat\r', '', '"second"', ' unsat']).failed).toEqual([]);
  });

  test('another answer fails its obligation', () => {
    const { failed, proved } = heard(['group', 'first', 'sat', 'second', 'unsat']);
    expect({ failed, proved }).toEqual({ failed: [{ label: 'first', answer: 'sat' }], proved: 1 });
  });

  test('sat refutes nothing when too little was assumed', () => {
    const [failure] = heard(['group', 'first', 'sat', 'second', 'unsat'], { conclusive: false }).failed;
    expect(failure).toMatchObject({
      label: 'first',
      answer: expect.stringMatching(/^unknown: not the negations of all cubes/),
    });
  });

  test('an error beside unsat is a failure', () => {
    expect(heard(['group', 'first', '(error "unknown constant x")', 'unsat', 'second', 'unsat']).failed).toEqual([
      { label: 'first', answer: '(error "unknown constant x")\nunsat' },
    ]);
    expect(heard(['group', '(error "sort")', 'first', 'unsat', 'second', 'unsat']).failed).toEqual([
      { label: 'group', answer: '(error "sort")' },
    ]);
    expect(heard(['(error "logic")', 'group', 'first', 'unsat', 'second', 'unsat']).failed).toEqual([
      { label: 'the head of the text', answer: '(error "logic")' },
    ]);
  });

  test('one unsat too many is a failure', () => {
    expect(heard(['group', 'first', 'unsat', 'unsat', 'second', 'unsat']).failed).toHaveLength(1);
    expect(heard(['group', 'first', 'unsat', 'second', 'unsat', 'unsat']).failed).toHaveLength(1);
  });

  test('a missing answer is a failure, wherever it is missing', () => {
    expect(heard(['group', 'first', 'second', 'unsat']).failed).toEqual([{ label: 'first', answer: 'no answer' }]);
    expect(heard(['group', 'first', 'unsat', 'second']).failed).toEqual([{ label: 'second', answer: 'no answer' }]);
    expect(heard(['group', 'first', 'unsat']).failed).toEqual([{ label: 'second', answer: 'no answer' }]);
    expect(heard([]).failed.map(({ label }) => label)).toEqual(['group', 'first', 'second']);
  });

  test('answers out of order do not count', () => {
    const { failed, proved } = heard(['group', 'second', 'unsat', 'first', 'unsat']);
    expect(proved).toBe(1);
    expect(failed.map(({ label }) => label)).toEqual(['group', 'second']);
  });

  test('answers without labels prove nothing', () => {
    expect(heard(['unsat', 'unsat', 'unsat']).proved).toBe(0);
  });

  test('a check that was stopped leaves the rest unknown', () => {
    const { failed, answered } = heard(['group', 'first', 'unsat', 'second'], { stopped: true });
    expect({ failed, answered }).toEqual({ failed: [], answered: 1 });
    expect(heard(['group', 'first', 'sat'], { stopped: true }).failed).toEqual([{ label: 'first', answer: 'sat' }]);
  });

  test('thousands of answers are matched', () => {
    const answers = new Answers();
    for (let index = 0; index < 10_000; index++) answers.expectObligation(`number ${index}`, true);
    for (let index = 0; index < 10_000; index++) {
      answers.line(`number ${index}`);
      answers.line(index === 7000 ? 'unknown' : 'unsat');
    }
    answers.end(false);
    expect(answers.proved).toBe(9999);
    expect(answers.failed).toEqual([{ label: 'number 7000', answer: 'unknown' }]);
  });
});
