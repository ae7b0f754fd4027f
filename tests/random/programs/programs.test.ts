/** A seeded share of `npm run fuzz -- --kind programs`: axioms, store-buffer machine and engine against one another. */

import { describe, expect, it } from 'vitest';
import { type CheckResult, type check, settleAnyway } from '../../../src/check/check.js';
import { memoryNamed } from '../../../src/memory/models.js';
import { cases } from '../../support/size.js';
import { finalStates, type Program } from '../../support/straight-line.js';
import { randomProgram } from './generate.js';
import { exploreProgram, type JudgedProgram, judgeProgram, type ProgramJudgeOptions, randomQuestion } from './judge.js';
import { smallerPrograms } from './shrink.js';
import { programText, type Question } from './text.js';

const OPTIONS: ProgramJudgeOptions = { forms: ['views', 'events'] };
const CONFIGURATIONS = 3000;
const SEEDS = cases(60, 8);

const STORE_BUFFERING: Program = {
  threads: [
    [
      { kind: 'store', location: 'x', value: 1 },
      { kind: 'load', location: 'y', register: 'a' },
    ],
    [
      { kind: 'store', location: 'y', value: 1 },
      { kind: 'load', location: 'x', register: 'a' },
    ],
  ],
};
const ENDS = exploreProgram(STORE_BUFFERING, CONFIGURATIONS);
const BOTH_MISS: Question = {
  claims: [0, 1].map((thread) => ({ kind: 'register', thread, register: 'a', value: 0 })),
  closed: false,
  parameters: true,
};

describe('random straight-line programs', () => {
  it('end alike by the axioms and on the machine, and the engine knows their ends', async () => {
    const judged: JudgedProgram[] = [];
    let weaker = 0;
    let weakest = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const { program, random } = randomProgram(seed);
      const reached = exploreProgram(program, CONFIGURATIONS);
      const question = randomQuestion(random, program, reached);
      for (const one of await judgeProgram(program, reached, question, OPTIONS)) {
        const { way, judgement } = one;
        if (judgement.kind === 'wrong') {
          const text = programText(program, question);
          expect.fail(`seed ${seed}, ${way}: ${judgement.fault}: ${judgement.detail}\n${text}`);
        }
        judged.push(one);
      }
      const [sc, tso, pso] = (['sc', 'tso', 'pso'] as const).map(
        (memory) => finalStates(program, memoryNamed(memory)).length,
      );
      if (tso !== sc) weaker++;
      if (pso !== tso) weakest++;
    }
    expect(weaker).toBeGreaterThan(SEEDS / 15);
    expect(weakest).toBeGreaterThan(SEEDS / 15);
    for (const verdict of ['holds', 'violated', 'equal']) {
      const such = judged.filter(({ judgement }) => judgement.kind === 'agreed' && judgement.verdict === verdict);
      expect(such.length, verdict).toBeGreaterThan(SEEDS / 4);
    }
  });
});

describe('the judge of programs', () => {
  it('knows store buffering', async () => {
    const judged = await judgeProgram(STORE_BUFFERING, ENDS, BOTH_MISS, OPTIONS);
    expect(
      judged.map(({ way, judgement }) => [way, judgement.kind === 'agreed' ? judgement.verdict : judgement]),
    ).toEqual([
      ['states under sc', 'equal'],
      ['states under tso', 'equal'],
      ['states under pso', 'equal'],
      ['engine, tso, views', 'violated'],
      ['engine, tso, events', 'violated'],
      ['engine, sc', 'holds'],
    ]);
  });

  it('catches wrong answers of the engine', async () => {
    const swapped: typeof check = (text, options = {}): Promise<CheckResult> =>
      settleAnyway(text, { ...options, memory: options.memory === 'sc' ? 'tso' : 'sc' });
    const judged = await judgeProgram(STORE_BUFFERING, ENDS, BOTH_MISS, OPTIONS, swapped);
    expect(judged.slice(3).map(({ judgement }) => (judgement.kind === 'wrong' ? judgement.fault : judgement))).toEqual([
      'wrong holds',
      'wrong holds',
      'wrong violated',
    ]);
  });

  it('makes programs smaller', () => {
    const smaller = [...smallerPrograms({ program: STORE_BUFFERING, question: BOTH_MISS })];
    expect(smaller).toHaveLength(6);
    const lengths = smaller.map(({ program, question }) => program.threads.flat().length + question.claims.length);
    expect(new Set(lengths)).toEqual(new Set([5]));
  });
});
