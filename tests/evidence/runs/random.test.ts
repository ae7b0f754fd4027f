/**
 * Random questions: each that holds by brute force gets a ranking that is accepted, and no ranking is ever accepted for one that
 * does not: not one that was changed, not one for another question, not one that was made up.
 */
import { describe, expect, it } from 'vitest';
import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import type { Ranking } from '../../../src/evidence/runs/certificate.js';
import { memoryNamed } from '../../../src/memory/models.js';
import { bruteForce } from '../../engines/ltl/brute.js';
import { randomQuestion } from '../../engines/ltl/random-questions.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';
import { judged, rankingOf, read, runsQuestion, type Written, written } from './ask.js';

const FIRST_SEED = 910_000;
const SEEDS = cases(120, 30);
const FEW_NODES = 300;

/** Brute force says that it holds; null when it does not come to an end. */
function holds(question: LtlQuestion): boolean | null {
  const expected = bruteForce({ ...question, program: { ...question.program, never: [] } }, FEW_NODES);
  return expected === null ? null : expected.kinds.has('holds');
}

function withoutNever(question: LtlQuestion): LtlQuestion {
  return { ...question, program: { ...question.program, never: [] } };
}

function corrupted(random: Random, ranking: Ranking): Written {
  const copy = written(ranking);
  const row = random.between(0, copy.rows.length - 1);
  const column = random.between(0, ranking.columns - 1);
  const names = ['step', 'until 0', 'until 1', 'thread 0', 'thread 1', 'buffer 0', 'buffer 1', 'buffer 0 0'];
  const ranks = copy.rows[row]?.ranks ?? [];
  switch (random.between(0, 3)) {
    case 0:
      copy.rows.splice(row, 1);
      break;
    case 1:
      ranks[column] = random.between(-1, 3);
      break;
    case 2: {
      const [first = []] = copy.avoided;
      first[random.between(0, first.length)] = random.pick(names);
      break;
    }
    default:
      for (const each of copy.rows) each.ranks = each.ranks.map((rank) => (rank < 0 ? rank : Math.max(0, rank - 1)));
  }
  return copy;
}

/** Something about the question changed, and with it perhaps the answer. */
function another(random: Random, question: LtlQuestion): LtlQuestion {
  const { automaton, memory, buffer, fairThreads, fairBuffers } = question;
  switch (random.between(0, 4)) {
    case 0:
      return { ...question, fairThreads: !fairThreads };
    case 1:
      return { ...question, fairBuffers: !fairBuffers };
    case 2:
      return { ...question, memory: random.pick((['sc', 'tso', 'pso'] as const).map(memoryNamed)), perLocation: false };
    case 3:
      return { ...question, buffer: buffer === 1 ? 2 : 1, memory };
    default: {
      const changed = random.between(0, automaton.transitions.length - 1);
      const transitions = automaton.transitions.map((each, number) =>
        number === changed ? { ...each, positive: 0, negative: 0, marks: 2 ** automaton.sets - 1 } : each,
      );
      return { ...question, automaton: { ...automaton, transitions } };
    }
  }
}

describe('rankings of random questions', () => {
  it('are accepted where brute force says that it holds, with and without a bound', () => {
    let accepted = 0;
    let ranks = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      const question = withoutNever(randomQuestion(seed));
      const expected = bruteForce(question, FEW_NODES);
      if (expected === null || !expected.kinds.has('holds')) continue;
      const asked = runsQuestion(question);
      const ranking = rankingOf(asked, question.buffer);
      expect(judged(asked, ranking).refused, `seed ${seed}`).toBeNull();
      expect(ranking.rank(0, 0), `seed ${seed}`).toBeGreaterThanOrEqual(-1);
      if (!expected.full) expect(judged(runsQuestion(question, null), ranking).refused, `seed ${seed}`).toBeNull();
      accepted++;
      ranks = Math.max(ranks, ...ranking.avoided.map(({ length }) => length));
    }
    expect(accepted).toBeGreaterThan(SEEDS / 8);
    expect(ranks).toBeGreaterThan(2);
  });

  it('are refused when they are changed so that they prove what does not hold', () => {
    const random = new Random(5);
    let refused = 0;
    let wrong = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      const question = withoutNever(randomQuestion(seed));
      if (holds(question) !== true) continue;
      const asked = runsQuestion(question);
      const ranking = rankingOf(asked, question.buffer);
      // What was changed may still be a proof, but of what holds.
      for (let k = 0; k < 6; k++) {
        if (judged(asked, read(corrupted(random, ranking), ranking.columns)).refused !== null) refused++;
      }
      for (let k = 0; k < 6; k++) {
        const other = another(random, question);
        const truth = holds(other);
        if (truth === null) continue;
        const judgement = judged(runsQuestion(other), ranking);
        if (truth) continue;
        wrong++;
        expect(judgement.refused, `seed ${seed}: ${JSON.stringify(other)}`).not.toBeNull();
      }
    }
    expect(refused).toBeGreaterThan(SEEDS / 4);
    expect(wrong).toBeGreaterThan(SEEDS / 20);
  });

  it('are refused when they are made up for what does not hold', () => {
    const random = new Random(6);
    let tried = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      const question = withoutNever(randomQuestion(seed));
      if (holds(question) !== false) continue;
      // For an automaton that accepts nothing all pairs are ranked; those ranks are then shuffled.
      const never = {
        ...question,
        fairThreads: true,
        fairBuffers: true,
        automaton: { ...question.automaton, sets: 1, transitions: question.automaton.transitions.map(unmarked) },
      };
      if (holds(never) !== true) continue;
      const ranking = rankingOf(runsQuestion(never), question.buffer);
      const names = ['until 0', 'thread 0', 'thread 1', 'buffer 0', 'buffer 1', 'step'];
      for (let k = 0; k < 8; k++) {
        const copy = written(ranking);
        const most = random.between(0, 2);
        copy.avoided = [Array.from({ length: most + 1 }, () => random.pick(names))];
        for (const row of copy.rows) row.ranks = row.ranks.map((rank) => (rank < 0 ? rank : random.between(0, most)));
        expect(judged(runsQuestion(question), read(copy, ranking.columns)).refused, `seed ${seed}`).not.toBeNull();
        tried++;
      }
      for (const name of names) expect(judgedWith(question, ranking, [name]), `seed ${seed}: ${name}`).not.toBeNull();
    }
    expect(tried).toBeGreaterThan(SEEDS);
  });
});

function unmarked<T>(transition: T): T & { marks: number } {
  return { ...transition, marks: 0 };
}

/** With all pairs in one rank that avoids this set. */
function judgedWith(question: LtlQuestion, ranking: Ranking, avoided: string[]): string | null {
  const copy = written(ranking);
  copy.avoided = [avoided];
  for (const row of copy.rows) row.ranks = row.ranks.map((rank) => Math.min(rank, 0));
  return judged(runsQuestion(question), read(copy, ranking.columns)).refused;
}
