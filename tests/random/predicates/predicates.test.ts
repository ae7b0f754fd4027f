/** A seeded share of `npm run fuzz -- --kind predicates`, and that its judge and its shrinking are worth something. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import type { StateExpression } from '../../../src/models/program/model.js';
import { peterson, storeBuffering } from '../../engines/explicit/programs.js';
import { readText } from '../../engines/predicates/support.js';
import { cases, isLong, sized } from '../../support/size.js';
import { judgeShare } from '../share.js';
import { predicateCampaign, shrunkText } from './campaign.js';
import type { Question } from './generate.js';
import { type Ask, ask, judgeQuestion, QUICK } from './judge.js';
import { readPredicateRegression } from './text.js';

const SEEDS = cases(30, 8);
const FIRST_SEED = 600_200;

afterAll(closeZ3);

describe('random questions', () => {
  it('are answered as the explicit engine answers them, with certificates', async () => {
    const counted = await judgeShare(predicateCampaign(0, QUICK), FIRST_SEED, SEEDS);
    for (const kind of ['holds', 'violated']) expect(counted(kind), kind).toBeGreaterThan(sized(0, SEEDS / 4));
    expect(counted('unknown')).toBeLessThan(SEEDS / 3);
  });
});

const QUESTION: Question = {
  program: peterson(true),
  predicates: [],
  memory: 'tso',
  bound: 1,
  maxBound: 2,
  extrapolation: 'predicates',
};

/** An engine that is asked another question. */
function asking(change: (question: Question) => Question): Ask {
  return (question, limits) => ask(change(question), limits);
}

/** An engine whose proofs are changed. */
function proving(change: (said: ReturnType<Ask>) => ReturnType<Ask>): Ask {
  return (question, limits) => change(ask(question, limits));
}

/** Certificates of whole algorithms as well. */
const LARGER = { ...QUICK, cubes: 1000 };

describe('the judge', () => {
  const judge = async (question: Partial<Question>, solver: boolean, asked?: Ask) => {
    const result = await judgeQuestion({ ...QUESTION, ...question }, LARGER, solver, asked);
    return result.kind === 'wrong' ? result.fault : result.kind === 'agreed' ? result.verdict : result.kind;
  };

  it('agrees where nothing is wrong', async () => {
    expect(await judge({}, true)).toBe('holds');
    expect(await judge({ program: peterson(false) }, true)).toBe('violated');
    if (isLong) expect(await judge({ program: peterson(false), memory: 'sc' }, true)).toBe('holds');
  });

  it('catches an engine that forgets store buffers, or sees too many', async () => {
    const strong = asking((question) => ({ ...question, memory: 'sc' }));
    expect(await judge({ program: storeBuffering(false) }, false, strong)).toBe('wrong scope');
    const fenced = asking((question) => ({ ...question, program: peterson(true) }));
    expect(await judge({ program: peterson(false) }, false, fenced)).toBe('it does not hold');
    const open = asking((question) => ({ ...question, program: peterson(false) }));
    expect(await judge({}, false, open)).toBe('it is not violated');
  });

  it('catches a scope that is too wide', async () => {
    const { program } = readText('shared x: 0..2 = 0\nthread P { x = 1\n x = 2 }\nnever x == 0 && false');
    const question = { program, bound: 1, maxBound: 1 };
    const wider = proving(({ answer, bound }) => {
      return { bound, answer: answer.verdict === 'holds' ? { ...answer, buffer: 'unbounded' } : answer };
    });
    expect(await judge(question, true)).toBe('holds');
    expect(await judge(question, false, wider)).toBe('a buffer is full');
  });

  it('catches states that are missing in a certificate, and with a solver what is no invariant', async () => {
    const fewer = proving(({ answer, bound }) => {
      if (answer.verdict !== 'holds') return { answer, bound };
      const [first, ...rest] = answer.proof.reached;
      if (first === undefined) throw new Error('nothing is reached');
      return { bound, answer: { ...answer, proof: { ...answer.proof, reached: rest } } };
    });
    expect(await judge({}, false, fewer)).toBe('a state is not in the certificate');
    const wider = proving(({ answer, bound }) => {
      if (answer.verdict !== 'holds') return { answer, bound };
      const reached = answer.proof.reached.map((place, k) => (k === 1 ? { ...place, cubes: [[]] } : place));
      return { bound, answer: { ...answer, proof: { ...answer.proof, reached } } };
    });
    expect(await judge({}, false, wider)).toBe('holds');
    expect(await judge({}, true, wider)).toBe('the certificate is refused');
  });

  it('tells of an engine that breaks', async () => {
    const broken: Ask = () => {
      throw new Error('it breaks');
    };
    expect(await judge({}, false, broken)).toBe('engine breaks');
  });
});

describe('shrinking', () => {
  it.runIf(isLong)('makes a program small that an engine is wrong about, and the predicates with it', async () => {
    const strong: Ask = (question, limits) => {
      const said = ask({ ...question, memory: 'sc' }, limits);
      const { answer } = said;
      return answer.verdict === 'holds' ? { bound: 1, answer: { ...answer, buffer: 'unbounded' } } : said;
    };
    const memory = (variable: number): StateExpression => ({ kind: 'memory', variable, index: null });
    const question = { ...QUESTION, program: peterson(false), predicates: [memory(1), memory(0)] };
    const again = (smaller: Question) => judgeQuestion(smaller, QUICK, false, strong);
    const found = await again(question);
    expect(found).toMatchObject({ kind: 'wrong', fault: 'it does not hold' });
    const regression = readPredicateRegression(await shrunkText(question, found, again));
    expect(regression.about).toContain('tso, buffers of 1 to 2, predicates: it does not hold');
    expect(regression.expect).toMatchObject({ sc: 'holds', tso: 'violated' });
    expect(regression.predicates).toEqual([]);
    const edges = (program: Question['program']) => program.templates.flatMap((template) => template.edges).length;
    expect(edges(regression.program)).toBeLessThan(edges(question.program));
  });

  it('keeps a predicate that matters', async () => {
    const breaks: Ask = (question, limits) => {
      if (question.predicates.length > 0) throw new Error('it breaks');
      return ask(question, limits);
    };
    const predicates: StateExpression[] = [0, 1].map((value) => ({ kind: 'constant', value }));
    const again = (smaller: Question) => judgeQuestion(smaller, QUICK, false, breaks);
    const question = { ...QUESTION, predicates };
    const regression = readPredicateRegression(await shrunkText(question, await again(question), again));
    expect(regression.predicates).toHaveLength(1);
    expect(regression.program.templates.flatMap(({ edges }) => edges)).toEqual([]);
  });
});
