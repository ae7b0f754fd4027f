import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  foundQuestions,
  PREDICATES_FOLDER,
  type PredicatesQuestion,
  paperQuestions,
  withoutPredicates,
} from '../../bench/predicates/rows.js';
import { isAmiss, type Measured, measure, type PredicatesRow } from '../../bench/predicates/run.js';
import { meanRatio, predicatesTables } from '../../bench/predicates-table.js';
import { readProgram } from '../../src/languages/program/index.js';

/** For each engine: as long as it takes. */
const SECONDS = 1_000_000;
const PAPER = paperQuestions();
const FOUND = foundQuestions();
/** Half a second and more: `npm run bench:predicates` asks them. */
const LONG = /^(Bakery|Queue tso|Queue pso CE|Dekker tso|Peterson tso)/;

function nameOf({ program, memory, method }: PredicatesQuestion): string {
  return `${program} ${memory} ${method}`;
}

function questionOf(name: string): PredicatesQuestion {
  const found = [...PAPER, ...FOUND].find((question) => nameOf(question) === name);
  if (found === undefined) throw new Error(`there is no row ${name}`);
  return found;
}

function predicatesIn({ text, file }: PredicatesQuestion): number {
  const { program, diagnostics } = readProgram(text, file);
  expect(diagnostics).toEqual([]);
  const made = program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`${file} is no program`);
  return made.predicates.length;
}

describe('the questions', () => {
  test('are the rows of the tables, and each file is used', () => {
    expect(PAPER.filter(({ table }) => table === 1)).toHaveLength(12);
    expect(PAPER.filter(({ table }) => table === 2)).toHaveLength(15);
    expect(new Set(PAPER.map(nameOf)).size).toBe(27);
    const files = readdirSync(PREDICATES_FOLDER).filter((file) => !/^(unsound|ring-buffer)/.test(file));
    expect([...new Set(PAPER.map(({ file }) => file))].sort()).toEqual(files.sort());
    expect(FOUND.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  test('give predicates, or none at all', () => {
    for (const question of PAPER) expect([question.file, predicatesIn(question) > 0]).toEqual([question.file, true]);
    for (const question of FOUND) expect([question.file, predicatesIn(question)]).toEqual([question.file, 0]);
  });

  test('differ in nothing but the section that is taken out', () => {
    expect(withoutPredicates('a\n\npredicates {\n  x == 0;\n  y;\n}\n')).toBe('a\n\n');
    expect(withoutPredicates('predicates = 1\n')).toBe('predicates = 1\n');
  });

  test('have the sums of the seconds of the paper, and none where it has none', () => {
    const seconds = (name: string) => questionOf(name).paperSeconds;
    expect(seconds('Dekker sc traditional')).toBe(1.1);
    expect(seconds('Szymanski tso PE')).toBe(40);
    expect(seconds('Queue pso PE')).toBe(1476);
    expect(seconds('Bakery pso CE')).toBe(1877);
    expect(seconds('Ticket tso CE')).toBe(2063);
    const none = PAPER.filter(({ paperSeconds }) => paperSeconds === null).map(nameOf);
    expect(none).toEqual([
      ...['Bakery sc traditional', 'Bakery tso PE', 'Bakery pso PE'],
      ...['Ticket sc traditional', 'Ticket tso PE', 'Ticket pso PE'],
    ]);
    expect(FOUND.every(({ paperSeconds }) => paperSeconds === null)).toBe(true);
  });
});

describe('verdicts', () => {
  const asked = [...PAPER, ...FOUND].filter((question) => !LONG.test(nameOf(question)));

  test.each(asked.map((question) => [nameOf(question), question] as const))('%s', async (_, question) => {
    const measured = await measure(question, SECONDS, false);
    expect([measured.row.verdict, measured.reason]).toEqual(['holds', null]);
    expect(isAmiss(measured)).toBe(false);
    expect(measured.row.predicates).toBeGreaterThan(0);
    expect(measured.row.states).toBeGreaterThan(0);
    if (question.method === 'found') expect(measured.row.refinements).toBeGreaterThan(0);
  });

  test('need what the program says: without its waiting the ticket lock is violated', async () => {
    const question = questionOf('Ticket tso PE');
    const text = question.text.replace('    await serving == ticket\n', '');
    expect(text).not.toBe(question.text);
    const measured = await measure({ ...question, text }, SECONDS, true);
    expect(measured.row).toMatchObject({ verdict: 'violated', certificate: 'none' });
    expect(isAmiss(measured)).toBe(true);
  });
});

describe('rows', () => {
  const ticket = questionOf('Ticket tso CE');

  test('have exactly the promised fields, and a certificate where that is asked for', async () => {
    const { row } = await measure(ticket, SECONDS, true);
    expect(row.certificate).toBe('accepted');
    const fields = ['program', 'memory', 'method', 'verdict', 'predicates', 'cubes', 'solverCalls', 'states'];
    const more = ['seconds', 'paperSeconds', 'refinements', 'paperPredicates'];
    expect(Object.keys(row)).toEqual([...fields, ...more, 'certificate']);
    expect(Object.keys((await measure(ticket, SECONDS, false)).row)).toEqual([...fields, ...more]);
  });

  const row: PredicatesRow = {
    program: 'Ticket',
    memory: 'tso',
    method: 'CE',
    verdict: 'holds',
    predicates: 36,
    cubes: 9,
    solverCalls: 3297,
    states: 57,
    seconds: 0.5,
    paperSeconds: 2063,
    refinements: 3,
    paperPredicates: 622,
  };
  const measured: Measured = { question: ticket, row, reason: null, doubt: null };

  test('stand in tables, beside the paper', () => {
    const other = { ...measured, question: questionOf('Dekker sc traditional'), row: { ...row, paperSeconds: 2 } };
    const found = { ...row, method: 'found', paperPredicates: null, paperSeconds: null } as const;
    const lines = predicatesTables([
      measured,
      other,
      { ...measured, question: questionOf('Ticket tso found'), row: found },
    ]);
    expect(lines[0]).toBe('Table 1');
    expect(lines[4]).toBe('Table 2');
    expect(lines[6]).toMatch(/^Ticket +TSO +CE +holds +36 +622 +9 +3 297 +57 +3 +0\.50 +2063 +4 126$/);
    expect(lines[10]).toMatch(/^Ticket +TSO +found +holds +36 +9 +3 297 +57 +3 +0\.50$/);
    expect(lines.join('\n')).toContain('all: 128.5 over 2 rows; table 1: 4.0 over 1 row; table 2: 4126.0 over 1 row');
    expect(lines.join('\n')).toContain('the machines differ');
  });

  test('that are not proved, for one write only, or not accepted are marked, and do not count', () => {
    const unknown: Measured = { ...measured, row: { ...row, verdict: 'unknown' }, reason: 'too much' };
    expect(meanRatio([unknown])).toBe(null);
    expect(predicatesTables([unknown]).join('\n')).toMatch(/unknown \(!\)[\s\S]*Ticket under TSO, CE: too much/);
    expect(isAmiss({ ...measured, reason: 'a buffer of 1 was full' })).toBe(true);
    expect(isAmiss({ ...measured, row: { ...row, certificate: 'accepted' } })).toBe(false);
    const refused: Measured = { ...measured, row: { ...row, certificate: 'refused' }, doubt: 'at (0, 0)' };
    expect(isAmiss(refused)).toBe(true);
    expect(predicatesTables([refused]).join('\n')).toMatch(
      /holds \(!\).* refused\n[\s\S]*Ticket under TSO, CE: at \(0, 0\)/,
    );
  });
});
