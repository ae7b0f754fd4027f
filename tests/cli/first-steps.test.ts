/** What a newcomer types first: `init`, `examples`, and the tour without options. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { commandOf, TOPICS } from '../../src/cli/topics.js';
import { check } from '../../src/index.js';
import { run } from './world.js';

const examples = path.resolve(import.meta.dirname, '..', '..', 'examples');
const LIST = [
  { file: 'weak/a.cub', title: 'a lock', expected: { tso: 'holds' } },
  { file: 'a.cub', title: 'another lock', expected: { sc: 'holds' } },
  { file: 'programs/q.fp', title: 'a queue', expected: { sc: 'holds', tso: 'violated' } },
];
const FILES = {
  '/package/examples/expected.json': JSON.stringify(LIST),
  '/package/examples/weak/a.cub': 'holds',
  '/package/examples/a.cub': 'holds',
  '/package/examples/programs/q.fp': 'violated',
};

describe('fencepost init', () => {
  test('writes a model that TSO breaks and SC does not', async () => {
    const { status, output, written } = await run(['init']);
    expect(status).toBe(0);
    expect(output).toMatch(/^lock\.fp: written\. Next:\n {2}fencepost check lock\.fp +\S/);
    const text = written['lock.fp'] ?? '';
    for (const [memory, verdict] of [
      ['sc', 'holds'],
      ['tso', 'violated'],
    ] as const) {
      const result = await check(text, { file: 'lock.fp', memory });
      expect(result.ok && result.outcome.verdict).toBe(verdict);
    }
    const live = await check(text, { file: 'lock.fp', memory: 'sc', property: 'gets_in', fairThreads: true });
    expect(live.ok && live.outcome.verdict).toBe('holds');
  });

  test('takes a name, which its comments know, and overwrites nothing', async () => {
    const named = await run(['init', 'mine.fp', '--quiet']);
    expect([named.status, named.output]).toEqual([0, '']);
    expect(named.written['mine.fp']).toContain('fencepost check mine.fp');
    const again = await run(['init', 'mine.fp'], { files: { 'mine.fp': 'precious' } });
    expect([again.status, again.errors]).toEqual([2, 'mine.fp: error[io]: is there already, and is not overwritten\n']);
    expect(again.written).toEqual({});
  });
});

describe('fencepost examples', () => {
  test('tells what people come for; every file is there and every command is one', async () => {
    const { output } = await run(['examples'], { files: FILES });
    expect(output).toMatch(/^I want to \.\.\.\n/);
    expect(output).toContain('There are 3 examples.');
    for (const topic of TOPICS) {
      expect(output).toContain(`  ${topic.want}: ${topic.file}\n      ${commandOf(topic)}\n`);
      expect(existsSync(path.join(examples, topic.file))).toBe(true);
      const [, name, ...words] = commandOf(topic).split(' ');
      expect(COMMANDS.find((command) => command.name === name)?.read(words).kind).toBe('run');
    }
  });

  test('lists by a word in the name or the title', async () => {
    const { output } = await run(['examples', 'LOCK'], { files: FILES });
    expect(output.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['weak/a.cub', 'a lock', 'TSO holds'],
      ['a.cub', 'another lock', 'SC holds'],
      [''],
    ]);
    const none = await run(['examples', 'zebra'], { files: FILES });
    expect([none.status, none.errors]).toEqual([2, expect.stringContaining("no example is about 'zebra'")]);
  });

  test('copies, but overwrites nothing and does not guess', async () => {
    const copied = await run(['examples', 'queue', '--copy', 'mine'], { files: FILES });
    expect(copied.written).toEqual({ 'mine/q.fp': 'violated' });
    expect(copied.output).toBe('mine/q.fp: a queue\n');
    const there = await run(['examples', 'queue', '--copy', '.'], { files: { ...FILES, 'q.fp': 'precious' } });
    expect([there.status, there.written]).toEqual([2, {}]);
    expect(there.errors).toContain('q.fp: error[io]: is there already');
    const twice = await run(['examples', 'lock', '--copy', '.'], { files: FILES });
    expect([twice.status, twice.written]).toEqual([2, {}]);
    expect(twice.errors).toContain('several examples have one name: weak/a.cub, a.cub');
    const one = await run(['examples', 'weak/a.cub', '--copy', '.'], { files: FILES });
    expect(one.written).toEqual({ 'a.cub': 'holds' });
    expect((await run(['examples', '--copy', '.'], { files: FILES })).errors).toContain('--copy needs a WORD');
  });

  test('the index stands in the README of the examples', () => {
    const readme = readFileSync(path.join(examples, 'README.md'), 'utf8');
    for (const topic of TOPICS) expect(readme).toContain(topic.want);
  });
});

describe('the tour of a newcomer', () => {
  test('greets, then has a line for each folder', async () => {
    const greeted = { ...FILES, '/package/examples/programs/peterson.fp': 'violated' };
    const { status, output } = await run(['tour'], { files: greeted });
    expect(status).toBe(1);
    expect(output).toMatch(/^Fencepost proves /);
    expect(output).toContain('examples/programs/peterson.fp: violated');
    const table = output.slice(output.indexOf('Now all examples, 4 answers')).split('\n').slice(2);
    expect(table[0]).toMatch(/^folder +what +examples +answers +as expected +time$/);
    expect(table[1]).toMatch(/^weak +\S.* 1 +1 +1 +[\d.]+ s$/);
    expect(table[2]).toMatch(/^\. +\S.* 1 +1 +1 +[\d.]+ s$/);
    // What is not as expected is shown, and counted.
    expect(table[3]).toMatch(/^programs\/q\.fp +/);
    expect(table[4]).toContain('not as expected under SC: violated, expected holds');
    expect(table[5]).toMatch(/^programs +\S.* 1 +2 +1 +[\d.]+ s$/);
    expect(output).toMatch(/\n3 of 4 answers as expected\n$/);
  });

  test('quiet tells what is not as expected, and the sum', async () => {
    const { output } = await run(['tour', '--quiet'], { files: FILES });
    expect(output).toMatch(/^programs\/q\.fp .*\n {2}not as expected .*\n3 of 4 answers as expected\n$/);
  });
});
