/**
 * Rankings of families of configurations, for integers that grow without end: they are accepted for what holds, and never for what does
 * not, whatever was changed in them.
 */
import { describe, expect, it } from 'vitest';
import { certify } from '../../../src/check/certify.js';
import { type CheckOptions, check } from '../../../src/check/check.js';
import { judgeCertificate } from '../../../src/check/judge.js';
import type { RunsQuestion } from '../../../src/evidence/runs/certificate.js';
import { read as readExample } from '../../examples/models.js';
import { counterCase } from '../../random/ltl/counters.js';
import { Random } from '../../random/random.js';
import { cases, sized } from '../../support/size.js';
import { judged, rankingOf, read, runsQuestionOf, type Written, written } from './ask.js';

/** One row in so many is changed. */
const STRIDE = sized(5, 1);
const MEMORIES = ['sc', 'tso', 'pso'] as const;
const TICKETS = readExample('liveness/tickets.fp');
const LIVE = { file: 'tickets.fp', property: 'live', fairThreads: true } as const;

async function questionOf(text: string, options: CheckOptions): Promise<RunsQuestion> {
  const question = await runsQuestionOf(text, options);
  if (question === null) throw new Error('no temporal question');
  return question;
}

/** Where values stand in the text of a family, of so many threads. */
function placesOf(text: string, threads: number): { readonly from: number; readonly to: number }[] {
  const [memory = '', locations = ''] = text.split('|', 2);
  const locals = text
    .split('|')
    .slice(2, 2 + threads)
    .join('|');
  const begin = memory.length + locations.length + 2;
  const ends = begin + locals.length;
  const places: { from: number; to: number }[] = [];
  for (const { index, 0: value } of text.matchAll(/<?[a-z]\d*(?:[+-]\d+)?|<?-?\d+|_/g)) {
    const isValue = index < memory.length || (index >= begin && index < ends) || text[index - 1] === '=';
    if (isValue) places.push({ from: index, to: index + value.length });
  }
  return places;
}

const VALUES = [
  '_',
  'a',
  'a+1',
  'a-1',
  'b',
  '0',
  '1',
  '-1',
  '<a',
  '<a+1',
  '<a-1',
  '<3',
  'z',
  'a+4294967296',
  '4294967296',
  '?',
  '',
];

describe('the ranking of a ticket lock', () => {
  it.each(MEMORIES)('is accepted from its text under %s, and needs each of its families', async (memory) => {
    const result = await certify(TICKETS, { ...LIVE, memory });
    if (!result.ok || result.certificate.kind !== 'ranking') throw new Error(JSON.stringify(result));
    const text = [...result.certificate.chunks()].join('');
    const content = JSON.parse(text) as { schema: string; configurations: string[] };
    expect(content.schema).toBe('fencepost-temporal-certificate/2');
    const verdict = async (configurations: string[], schema = content.schema) => {
      const judgement = await judgeCertificate(TICKETS, JSON.stringify({ ...content, schema, configurations }), {
        ...LIVE,
        memory,
      });
      return judgement.ok ? judgement.judgement.verdict : 'no question';
    };
    const { configurations } = content;
    expect(result.certificate).toMatchObject({ configurations: configurations.length, counted: 'families' });
    expect(await judgeCertificate(TICKETS, text, { ...LIVE, memory })).toMatchObject({
      judgement: { verdict: 'accepted', configurations: configurations.length, counted: 'families' },
    });
    expect(configurations.length).toBe(memory === 'sc' ? 31 : 46);
    expect(await verdict(configurations)).toBe('accepted');
    expect(await verdict(configurations.toReversed())).toBe('accepted');
    // Another letter, and another member to count from, are the same family.
    expect(await verdict(configurations.map((row) => row.replaceAll(/\ba\b/g, 'q7')))).toBe('accepted');
    const later = (row: string) => row.replaceAll(/\ba([+-]\d+)?/g, (_, by = '0') => `a+${Number(by) + 9}`);
    expect(await verdict(configurations.map(later))).toBe('accepted');
    expect(await verdict(configurations, 'fencepost-temporal-certificate/1')).toBe('refused');
    for (let number = 0; number < configurations.length; number += STRIDE)
      expect(await verdict(configurations.toSpliced(number, 1)), `without ${number}`).toBe('refused');
  });

  it('is refused when one value is another number, or a parameter of its own', async () => {
    const question = await questionOf(TICKETS, { ...LIVE, memory: 'tso' });
    const ranking = rankingOf(question, 2, true);
    expect(judged(question, ranking).refused).toBeNull();
    const rows = [...ranking.configurations];
    let tried = 0;
    for (const [row, text] of rows.entries()) {
      if (row % STRIDE !== 0) continue;
      for (const { from, to } of placesOf(text, 3)) {
        const old = text.slice(from, to);
        if (old === '_') continue;
        for (const value of old.startsWith('a') ? ['z', '7', '<a', `${old === 'a' ? 'a+5' : 'a'}`] : ['7', 'z']) {
          const copy = written(ranking);
          (copy.rows[row] as Written['rows'][number]).configuration = text.slice(0, from) + value + text.slice(to);
          const said = judged(question, read(copy, ranking.columns, true)).refused;
          // A number that is a thread's own never changes, so a family of all of them has the same steps, or is refused.
          if (value !== 'z' || old.startsWith('a')) expect(said, `${text}: ${value} at ${from}`).not.toBeNull();
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(500 / STRIDE);
  });

  it('is no proof for the lock that forgets to call, nor without fairness', async () => {
    const turns = await questionOf(TICKETS, { ...LIVE, property: 'turns', memory: 'tso' });
    const fair = rankingOf(turns, 2, true);
    expect(judged(turns, fair).refused).toBeNull();
    expect(judged({ ...turns, fairThreads: false }, fair).refused).not.toBeNull();
    const ranking = rankingOf(await questionOf(TICKETS, { ...LIVE, memory: 'tso' }), 2, true);
    const forgotten = await questionOf(readExample('liveness/tickets-forgotten.fp'), { ...LIVE, memory: 'tso' });
    expect(judged(forgotten, ranking).refused).not.toBeNull();
  });

  it('has no parameters where integers wrap', async () => {
    const question = await questionOf(TICKETS, { ...LIVE, memory: 'sc' });
    const ranking = rankingOf(question, 1, true);
    const wrapping = { ...question, program: { ...question.program, wraps: true as const } };
    expect(judged(wrapping, ranking).refused).toBe('integers that wrap have no parameters');
  });
});

describe('rankings of families for random programs with counters', () => {
  const SEEDS = cases(300, 30);

  it('are accepted for what holds, and refused for what is violated, however they are changed', async () => {
    let [accepted, families, refusals] = [0, 0, 0];
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = new Random(760_000 + seed);
      const { text } = counterCase(random);
      const memory = random.pick(MEMORIES);
      const buffer = memory === 'sc' ? {} : { buffer: 1 };
      const fair = random.chance(0.5) ? { fairThreads: true } : {};
      const options = { file: 'a.fp', memory, property: 'p', maxStates: 2000, warnings: false, ...buffer, ...fair };
      const result = await check(text, options);
      if (!result.ok) throw new Error(result.diagnostics[0]?.message);
      const { verdict } = result.outcome;
      if (verdict === 'unknown') continue;
      const question = await questionOf(text, options);
      // For automata that accept nothing there is a ranking in any case, of the same families.
      const marked = question.parts.map(({ automaton, ...part }) => {
        const transitions = automaton.transitions.map((each) => ({ ...each, marks: 0 }));
        return { ...part, automaton: { ...automaton, sets: 1, transitions } };
      });
      const asked = verdict === 'holds' ? question : { ...question, parts: marked };
      let ranking: ReturnType<typeof rankingOf>;
      try {
        ranking = rankingOf(asked, 1, true);
      } catch {
        continue;
      }
      if (verdict === 'holds') {
        expect(judged(question, ranking).refused, `seed ${seed}: ${text}`).toBeNull();
        accepted++;
        families += [...ranking.configurations].some((row) => /[a-z<]/.test(row)) ? 1 : 0;
        continue;
      }
      for (let k = 0; k < 12; k++) {
        const copy = changed(random, written(ranking));
        expect(judged(question, read(copy, ranking.columns, true)).refused, `seed ${seed}: ${text}`).not.toBeNull();
        refusals++;
      }
    }
    expect(accepted).toBeGreaterThan(SEEDS / 8);
    expect(families).toBeGreaterThan(SEEDS / 10);
    expect(refusals).toBeGreaterThan(SEEDS);
  });
});

/** Other ranks, and families that have more members, or others. */
function changed(random: Random, copy: Written): Written {
  const names = ['until 0', 'thread 0', 'thread 1', 'buffer 0', 'buffer 1', 'step'];
  const most = random.between(0, 2);
  copy.avoided = copy.avoided.map(() => Array.from({ length: most + 1 }, () => random.pick(names)));
  const level = random.chance(0.5);
  for (const row of copy.rows)
    row.ranks = row.ranks.map((rank) => (rank < 0 ? rank : level ? 0 : random.between(0, most)));
  for (let k = random.between(0, 3); k > 0; k--) {
    const row = random.pick(copy.rows);
    const places = placesOf(row.configuration, 2);
    if (places.length === 0) continue;
    const { from, to } = random.pick(places);
    row.configuration = row.configuration.slice(0, from) + random.pick(VALUES) + row.configuration.slice(to);
  }
  return {
    ...copy,
    rows: copy.rows.filter((row, at) => copy.rows.findIndex((each) => each.configuration === row.configuration) === at),
  };
}
