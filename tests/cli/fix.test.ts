import { describe, expect, test } from 'vitest';
import { run } from './world.js';

const DEKKER = `shared flag[2]: bool = false
thread P(me: 0..1) {
  local other = 1 - me
  flag[me] = true
  await !flag[other]
  cs: skip
}
never mutex: P(0)@cs && P(1)@cs
never odd: flag[0] && flag[1]
`;
const FILES = {
  'dekker.fp': DEKKER,
  'fenced.fp': DEKKER.replace('flag[me] = true\n', 'flag[me] = true\n  fence\n'),
  'wrong.fp': 'shared x: 0..1\nthread P { y = 1 }\n',
};

describe('fix', () => {
  test('prints the places, why no fewer will do, and the patch', async () => {
    const { status, output, written } = await run(['fix', 'dekker.fp', '--property', 'mutex'], { files: FILES });
    expect(status).toBe(0);
    expect(output).toContain('dekker.fp: repaired under TSO by 1 fence (2 over all threads), and no fewer will do');
    expect(output).toContain('after line 4 (P, each of 2 threads): flag[me] = true');
    expect(output).toMatch(/^ {2}\+ {2}fence$/m);
    expect(output).toContain('the repaired text was checked again: holds');
    expect(written).toEqual({});
  });

  test('--output writes the repaired text, which is right as it is', async () => {
    const { written, status } = await run(['fix', 'dekker.fp', '--property', 'mutex', '--output', 'new.fp'], {
      files: FILES,
    });
    expect(status).toBe(0);
    expect(written['new.fp']).toBe(FILES['fenced.fp']);
    const again = await run(['fix', 'fenced.fp', '--property', 'mutex'], { files: FILES });
    expect(again.status).toBe(0);
    expect(again.output).toContain('fenced.fp: right as it is under TSO');
    expect(again.output).toContain('checked as it is: holds');
    const shown = await run(['fix', 'dekker.fp', '--property', 'mutex', '--output', '-'], { files: FILES });
    expect(shown.output).toBe(FILES['fenced.fp']);
    expect(shown.errors).toContain('repaired under TSO');
  });

  test('says what cannot be repaired, with a run', async () => {
    const { status, output } = await run(['fix', 'dekker.fp', '--property', 'odd'], { files: FILES });
    expect(status).toBe(1);
    expect(output).toContain('not repaired under TSO: no fences will do');
    expect(output).toContain('it is violated under sequential consistency, too');
    expect(output).toContain('flag[me] = true');
  });

  test('--json has all of it', async () => {
    const words = ['fix', 'dekker.fp', '--property', 'mutex', '--with', 'atomic-writes', '--all', '--json'];
    const { output } = await run(words, { files: FILES });
    const answer = JSON.parse(output) as { sets: { places: object[]; text: string }[] };
    expect(answer).toMatchObject({
      schema: 1,
      file: 'dekker.fp',
      status: 'repaired',
      memory: 'tso',
      with: 'atomic-writes',
      minimal: 'proved',
      complete: true,
      lowerBound: 1,
      outcome: { verdict: 'holds' },
    });
    expect(answer.sets).toHaveLength(1);
    expect(answer.sets[0]?.places).toEqual([
      { line: 4, where: 'at', statement: 'flag[me] = true', thread: 'P', threads: 2 },
    ]);
  });

  test('tells faults as the other commands do', async () => {
    const wrong = await run(['fix', 'wrong.fp'], { files: FILES });
    expect(wrong).toMatchObject({ status: 2 });
    expect(wrong.errors).toContain('wrong.fp:2:12: error[unknown-name]');
    expect((await run(['fix', 'none.fp'], { files: FILES })).status).toBe(2);
    expect((await run(['fix', 'dekker.fp', '--json', '--output', '-'], { files: FILES })).status).toBe(2);
    expect((await run(['fix', 'dekker.fp', '--where', 'x'], { files: FILES })).status).toBe(2);
    const both = ['fix', 'dekker.fp', '--fair-buffers', '--no-fair-buffers'];
    expect((await run(both, { files: FILES })).status).toBe(2);
    expect((await run(['fix', 'dekker.fp', '--property', 'none'], { files: FILES })).status).toBe(2);
  });
});
