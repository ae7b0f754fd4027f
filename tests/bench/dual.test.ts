import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  DUAL_FOLDER,
  type DualQuestion,
  instanceOf,
  PAPER_PROGRAMS,
  questionsAbout,
  sourceOf,
} from '../../bench/dual/rows.js';
import { contradicts, type DualRow, dualRow, type Engine } from '../../bench/dual/run.js';
import { dualTables } from '../../bench/dual-table.js';
import { outside, type Reason } from '../../src/engines/remarks.js';
import { readProgram } from '../../src/languages/program/index.js';
import { share } from '../support/size.js';

/** For each engine: as long as it takes. */
const SECONDS = 1_000_000;
const QUESTIONS = PAPER_PROGRAMS.flatMap(questionsAbout);

/** What TSO allows without fences. */
const FENCED =
  /^(SB|RWC|W\+RWC|Dekker|Dekker_simple|Peterson|Peterson_loop|Szymanski|Bakery|Dijkstra|Lamport_fast|Burns)$/;
/** Half a second and more: `npm run bench:dual` asks them. */
const LONG = /^(Lamport_fast|Burns|Bakery, )/;

function named(question: DualQuestion): [string, DualQuestion] {
  return [`${question.program}, ${question.paper.processes} threads`, question];
}

function fences(question: DualQuestion): number {
  const { templates } = instanceOf(sourceOf(question), question.paper.instance);
  return templates.flatMap(({ edges }) => edges).filter(({ fence }) => fence).length;
}

describe('the programs', () => {
  test('are those of the tables, each in a file that is used once', () => {
    const files = readdirSync(DUAL_FOLDER).filter((file) => file.endsWith('.fp'));
    expect(PAPER_PROGRAMS.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(PAPER_PROGRAMS.filter(({ table }) => table === 1)).toHaveLength(20);
    expect(PAPER_PROGRAMS.filter(({ table }) => table === 2)).toHaveLength(8);
  });

  test.each(QUESTIONS.map(named))('%s: read without a word, and with the threads of the paper', (_, question) => {
    const { paper, text } = question;
    expect(readProgram(text, paper.file).diagnostics).toEqual([]);
    const source = sourceOf(question);
    expect(source.anyThreads).toEqual(paper.processes === 'any' ? ['T'] : []);
    expect(instanceOf(source, paper.instance).threads).toHaveLength(paper.instance ?? (paper.processes as number));
  });

  test('are asked with and without fences where they have some', () => {
    for (const [asIs, plain] of PAPER_PROGRAMS.map(questionsAbout)) {
      if (asIs === undefined) throw new Error('there is a question about each program');
      expect(fences(asIs) > 0).toBe(FENCED.test(asIs.program));
      expect(plain === undefined).toBe(fences(asIs) === 0);
      if (plain !== undefined) expect(fences(plain)).toBe(0);
    }
  });
});

describe('verdicts', () => {
  const asked = QUESTIONS.filter(({ program }) => !LONG.test(program));

  test.each(share(asked, 14).map(named))('%s: both engines say what is known', async (_, question) => {
    const row = await dualRow(question, SECONDS);
    const known = question.program.endsWith('without fences') ? 'violated' : 'holds';
    expect(row.expected).toBe(known);
    expect(row.verdict).toBe(known);
    expect(row.reason).toBe(null);
    expect(row.configurations).toBeGreaterThan(0);
    expect(row.generated).toBeGreaterThanOrEqual(row.configurations as number);
  });

  /** Without this line, what holds does not. */
  const NEEDED: Readonly<Record<string, RegExp>> = {
    'lb.fp': /&& P\(2\)\.seen/,
    'wrc.fp': / *assume passed\[N - 1\]\n/,
    'isa2.fp': / *assume z\n/,
    'iriw.fp': / *assume x\n/,
    'mp.fp': / *assume flag\n/,
    'nbw-w-wr.fp': / *version = 1\n/,
    'sense-rev-bar.fp': / *await .*\n/,
    'ticket-spin-lock.fp': / *await .*\n/,
    'any-lb.fp': / *await cas\(first, false, true\)\n/,
    'any-mp.fp': / *assume flag\n/,
    'any-wrc.fp': / *assume y\n/,
    'any-isa2.fp': / *assume z\n/,
    'any-iriw.fp': / *assume x\n/,
  };
  const withoutFences = QUESTIONS.filter(({ program, paper }) => program === paper.program && !FENCED.test(program));

  test.each(withoutFences.map(named))('%s: it does not hold by mistake', async (_, question) => {
    const needed = NEEDED[question.paper.file];
    if (needed === undefined) throw new Error('say what makes it hold');
    const text = question.text.replace(needed, '');
    expect(text).not.toBe(question.text);
    const row = await dualRow({ ...question, text }, SECONDS);
    expect(row.expected).toBe('violated');
    expect(row.verdict).toBe('violated');
  });
});

describe('rows', () => {
  const [, sb] = QUESTIONS.filter(({ paper }) => paper.file === 'any-sb.fp');
  if (sb === undefined) throw new Error('SB is in table 2');

  function engineSaying(answer: { readonly verdict: 'holds' | 'unknown'; readonly reason?: Reason }): Engine {
    return {
      counts: () => ({ configurations: 12, generated: 34 }),
      *run() {
        yield { phase: 'backward', cubes: 1, depth: 1, queue: 1, states: 1, restarts: 0 };
        return answer;
      },
    };
  }

  test('have the counts of the engine and its reason', async () => {
    const row = await dualRow(sb, SECONDS, () => engineSaying({ verdict: 'unknown', reason: outside('too many') }));
    expect({ ...row, seconds: 0 }).toEqual({
      table: 2,
      program: 'SB, without fences',
      processes: 'any',
      verdict: 'unknown',
      reason: 'too many',
      expected: 'violated',
      configurations: 12,
      generated: 34,
      paperConfigurations: 147,
      seconds: 0,
      paperSeconds: 0,
    });
  });

  test('of a program that no engine takes are unknown', async () => {
    const numbered = { ...sb, text: sb.text.replace('x = true', 'x = self == 0') };
    const row = await dualRow(numbered, SECONDS);
    expect(row.verdict).toBe('unknown');
    expect(row.reason).toMatch(/number/);
    expect([row.configurations, row.generated, row.seconds]).toEqual([null, null, null]);
  });

  test('with a verdict that the explicit engine does not confirm are marked', async () => {
    const row = await dualRow(sb, SECONDS, () => engineSaying({ verdict: 'holds' }));
    expect(contradicts(row)).toBe(true);
    expect(contradicts({ ...row, verdict: 'violated' })).toBe(false);
    expect(contradicts({ ...row, verdict: 'unknown' })).toBe(false);
    expect(contradicts({ ...row, expected: 'unknown' })).toBe(false);
    expect(dualTables([row])[2]).toMatch(/^SB, without fences +any +holds \(!\) +violated +12 +34 +147 /);
  });

  test('stand in two tables, and each reason is told once', () => {
    const row: DualRow = {
      table: 1,
      program: 'Burns',
      processes: 4,
      verdict: 'violated',
      reason: null,
      expected: 'violated',
      configurations: 19_602,
      generated: 59_012,
      paperConfigurations: 2_762_578,
      seconds: 0.344,
      paperSeconds: 124.3,
    };
    const nothing = {
      verdict: 'unknown',
      reason: 'no engine',
      configurations: null,
      generated: null,
      seconds: null,
    } as const;
    const any = { ...row, ...nothing, table: 2, processes: 'any' } as const;
    const lines = dualTables([row, { ...any, program: 'SB' }, { ...any, program: 'LB' }]);
    expect(lines.filter((line) => line.startsWith('Table'))).toEqual(['Table 1', 'Table 2']);
    expect(lines[2]).toMatch(/^Burns +4 +violated +violated +19 602 +59 012 +2 762 578 +0.34 +124.3$/);
    expect(lines[6]).toMatch(/^SB +any +unknown +violated +2 762 578 +124.3$/);
    expect(lines).toContain('unknown: no engine: SB (any); LB (any)');
  });
});
