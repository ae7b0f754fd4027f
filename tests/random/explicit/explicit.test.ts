/** A seeded share of `npm run fuzz -- --kind explicit`, and that its judge and its shrinking are worth something. */

import { describe, expect, it } from 'vitest';
import { SC, TSO } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { runEngine } from '../../engines/explicit/compare.js';
import { peterson, storeBuffering } from '../../engines/explicit/programs.js';
import { cases, sized } from '../../support/size.js';
import type { Result } from '../campaigns.js';
import { judgeShare } from '../share.js';
import { explicitCampaign, verdictOf } from './campaign.js';
import { randomCase } from './generate.js';
import { type Engine, judgeEnds, judgeProgram } from './judge.js';
import { plainProgram, shrinkProgram, smallerPrograms } from './shrink.js';
import { readRegression, writeRegression } from './text.js';

const SEEDS = cases(45);
const FIRST_SEED = 500_000;
const SOME_STATES = 800;
const FEW_STATES = 300;

describe('random programs', () => {
  it('are the same to kernels, interpreter and axioms', async () => {
    const counted = await judgeShare(explicitCampaign(SOME_STATES), FIRST_SEED, SEEDS);
    for (const kind of ['holds', 'violated', 'same ends']) expect(counted(kind), kind).toBeGreaterThan(SEEDS / 4);
    expect(counted('unknown')).toBeLessThan(SEEDS / 4);
  });
});

/** An engine that is asked another question. */
function asking(change: (question: Parameters<Engine>[0]) => Parameters<Engine>[0]): Engine {
  return (question) => runEngine(change(question));
}

function faultOf(result: Result): string {
  return result.kind === 'wrong' ? result.fault : result.kind;
}

describe('the judge', () => {
  const judge = (program: Program, engine?: Engine) => judgeProgram(program, 'tso', 2, FEW_STATES, engine);

  it('agrees where nothing is wrong, and does not know where there is too much', () => {
    expect(judge(peterson(true))).toMatchObject({ kind: 'agreed', verdict: 'holds' });
    expect(judge(peterson(false))).toMatchObject({ kind: 'agreed', verdict: 'violated' });
    expect(judgeProgram(peterson(true), 'pso', 3, 10)).toMatchObject({ kind: 'unknown', missed: false });
  });

  it('catches kernels that are wrong or differ, and wrong reductions', () => {
    const strong = asking((question) => ({ ...question, memory: SC }));
    expect(faultOf(judge(storeBuffering(false), strong))).toBe('wrong kernels');
    const small = asking((question) => (question.kernel === 'javascript' ? { ...question, buffer: 1 } : question));
    expect(faultOf(judge(peterson(true), small))).toBe('kernels differ');
    const reduced = asking((question) => (question.kernel === undefined ? { ...question, memory: SC } : question));
    expect(faultOf(judge(storeBuffering(false), reduced))).toBe('wrong reduction');
    const broken: Engine = () => {
      throw new Error('it breaks');
    };
    expect(faultOf(judge(storeBuffering(false), broken))).toBe('wasm breaks');
  });

  it('catches ends that the axioms do not know, and those that are missing', () => {
    const source = {
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
    } as const;
    expect(judgeEnds(source, 'tso')).toMatchObject({ kind: 'agreed', size: 4 });
    expect(
      faultOf(
        judgeEnds(
          source,
          'tso',
          asking((question) => ({ ...question, memory: SC })),
        ),
      ),
    ).toBe('missing end');
    expect(
      faultOf(
        judgeEnds(
          source,
          'sc',
          asking((question) => ({ ...question, memory: TSO })),
        ),
      ),
    ).toBe('another end');
  });
});

describe('shrinking', () => {
  const atomic = ({ templates, threads }: Program) =>
    threads.some(({ template }) => templates[template]?.edges.some((edge) => edge.atomic));

  it('keeps what makes a program fail and drops the rest', () => {
    let tried = 0;
    for (let seed = 0; seed < 30; seed++) {
      const { program } = randomCase(seed);
      if (!atomic(program)) continue;
      tried++;
      const small = shrinkProgram(program, atomic);
      expect(small.threads).toHaveLength(1);
      expect(small.templates).toHaveLength(1);
      expect([small.shared, small.never, small.templates[0]?.locals]).toEqual([[], [], []]);
      expect(small.templates[0]?.edges).toMatchObject([{ atomic: true, fence: false, guard: null, updates: [] }]);
    }
    expect(tried).toBeGreaterThan(5);
  });

  it('leaves programs that can be run, down to the smallest', () => {
    for (let seed = 0; seed < sized(2, 6); seed++) {
      let { program } = randomCase(seed);
      for (let round = 0; round < 20; round++) {
        const smaller = [...smallerPrograms(program)];
        const chosen = smaller[(seed * 7 + round * 13) % Math.max(1, smaller.length)];
        if (chosen === undefined) break;
        expect(faultOf(judgeProgram(chosen, 'pso', 1, FEW_STATES))).not.toMatch(/wrong|differ|breaks/);
        program = chosen;
      }
    }
  });

  it('finds what a weaker memory shows', () => {
    const weaker = (program: Program) =>
      verdictOf(program, 'sc') === 'holds' && verdictOf(program, 'tso') === 'violated';
    const small = shrinkProgram(peterson(false), weaker);
    expect(weaker(small)).toBe(true);
    const count = ({ templates }: Program) => templates.reduce((sum, { edges }) => sum + edges.length, 0);
    expect(count(small)).toBeLessThanOrEqual(count(peterson(false)));
  });
});

describe('programs as text', () => {
  it('are read as they were written', () => {
    const program = plainProgram(randomCase(3).program);
    const regression = { about: 'nothing', expect: { sc: 'holds', tso: 'holds', pso: 'holds' }, program };
    expect(readRegression(writeRegression(regression))).toEqual(regression);
  });
});
