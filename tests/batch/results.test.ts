import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BatchQuestion } from '../../src/batch/question.js';
import { isKept, NotResults, ResultsFile } from '../../src/batch/results.js';
import { rowOf } from '../../src/batch/row.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'fencepost-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const QUESTION: BatchQuestion = {
  key: 'k1',
  kind: 'check',
  file: 'a.fp',
  text: 'x',
  memory: 'tso',
  processes: null,
  asked: {},
  expected: null,
  limits: { timeout: 1, maxMemory: 100 },
};
const row = (key: string) => {
  const made = rowOf({ ...QUESTION, key }, { kind: 'failed', message: 'm', seconds: 0 }, '1');
  if (made === null) throw new Error('it has a row');
  return made;
};

describe('the file of results', () => {
  test('has a line for each answer, and is not overwritten', () => {
    const file = path.join(folder, 'a.jsonl');
    const results = ResultsFile.open(file, false);
    results.add(row('one'));
    results.add(row('two'));
    results.close();
    expect(readFileSync(file, 'utf8').split('\n').length).toBe(3);
    expect(() => ResultsFile.open(file, false)).toThrow(/EEXIST/);
  });

  test.each(['{"schema":1,"kind":"ans', JSON.stringify(row('three')), '\u00e9'.slice(0, 1)])(
    'is cut off after its last whole line: %s',
    (torn) => {
      const file = path.join(folder, 'torn.jsonl');
      writeFileSync(file, `${JSON.stringify(row('one'))}\n`);
      appendFileSync(file, torn);
      const results = ResultsFile.open(file, true);
      expect(results.earlier.map(({ question }) => question)).toEqual(['one']);
      expect(results.cut).toBe(Buffer.byteLength(torn));
      results.add(row('two'));
      results.close();
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { question: string }).question)).toEqual(['one', 'two']);
    },
  );

  test('is begun when it is not there, and refused when it is something else', () => {
    const file = path.join(folder, 'new.jsonl');
    expect(ResultsFile.open(file, true).earlier).toEqual([]);
    writeFileSync(file, `${JSON.stringify(row('one'))}\n{"other": 1}\n`);
    expect(() => ResultsFile.open(file, true)).toThrow(NotResults);
    expect(readFileSync(file, 'utf8')).toContain('other');
  });

  test('an answer is kept if it is a verdict, or if the limits are the same', () => {
    const { limits } = QUESTION;
    const crashed = { ...row('k'), ended: 'crashed', verdict: 'unknown' } as const;
    expect(isKept(crashed, limits)).toBe(true);
    expect(isKept(crashed, { ...limits, timeout: 2 })).toBe(false);
    expect(isKept({ ...crashed, ended: 'answered', verdict: 'holds' }, { ...limits, timeout: 2 })).toBe(true);
    expect(isKept(row('k'), limits)).toBe(false);
  });
});
