import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OwnRun } from '../../bench/own-process.js';
import { readPan, sizesFor } from '../../bench/pan.js';
import { geometricMean } from '../../bench/result.js';
import { spinRow, spinSummary, spinTable, type TwinRuns } from '../../bench/spin-table.js';
import { TWINS, TWINS_FOLDER, twinProgram, twinText } from '../../bench/twins.js';
import { ExplicitEngine } from '../../src/engines/explicit/engine.js';
import { readProgram } from '../../src/languages/program/index.js';
import { type MemoryName, memoryNamed } from '../../src/memory/models.js';

/** As `pan` prints it, shortened. */
function panOutput(errors = 0, more = ''): string {
  return `${more}
(Spin Version 6.5.2 -- 6 December 2019)

Full statespace search for:
	never claim         	- (none specified)
	assertion violations	+

State-vector 44 byte, depth reached 75786, errors: ${errors}
   514424 states, stored
  1543273 states, matched
  2057697 transitions (= stored+matched)
        0 atomic steps
hash conflicts:    121212 (resolved)

pan: elapsed time 1.21 seconds
pan: rate  425143.8 states/second
`;
}

describe('what a searcher of SPIN prints', () => {
  test('has states, transitions without the one to the initial state, and depth', () => {
    expect(readPan(panOutput())).toEqual({ states: 514424, transitions: 2057696, depth: 75786 });
  });

  test('is no complete search after an error', () => {
    const text = panOutput(1, 'pan:1: invalid end state (at depth 27)\npan: wrote model.pml.trail\n');
    expect(readPan(text)).toBe('invalid end state (at depth 27)');
    expect(readPan(panOutput(2))).toBe('the searcher found an error');
  });

  test('is no complete search when the stack or memory was too small', () => {
    expect(readPan(panOutput(0, 'error: max search depth too small\n'))).toBe('max search depth too small');
    expect(readPan(panOutput(0, 'pan: reached -DMEMLIM bound\n'))).toBe('reached -DMEMLIM bound');
    expect(readPan('Killed\n')).toBe('the searcher printed no counts');
  });

  test('says how large the table and the stack have to be', () => {
    expect(sizesFor({ states: 1000, transitions: 5000, depth: 77 })).toBe('-m87 -w11');
    expect(sizesFor({ states: 1500, transitions: 5000, depth: 77 })).toBe('-m87 -w12');
  });
});

/** Names and values of `const N = 4` or `#define N 4`. */
function numbersIn(text: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name, value]) => [name, value]));
}

/** Labels, those of fences and of a thread's beginning too. */
function labelsIn(text: string): string[] {
  return [...text.matchAll(/^ *([a-z]+\d*): /gm)].map(([, label]) => label ?? '').sort();
}

describe('the twins', () => {
  test('are at least four programs', () => {
    expect(new Set(TWINS.map(({ file }) => file)).size).toBeGreaterThanOrEqual(4);
  });

  for (const { file, promela } of TWINS) {
    test(`${promela}: nothing is wrong with the program, and labels and constants are those of its twin`, () => {
      const text = twinText(file);
      const twin = readFileSync(path.join(TWINS_FOLDER, `${promela}.pml`), 'utf8');
      expect(readProgram(text, file).diagnostics).toEqual([]);
      expect(numbersIn(twin, /^#define (N|LAST|NOBODY) (\w+)$/gm)).toEqual(numbersIn(text, /^const (\w+) = (\w+)$/gm));
      expect(labelsIn(twin)).toEqual(labelsIn(text));
      expect(labelsIn(text)).toContain('cs');
    });
  }

  test('take other constants, if they declare them', () => {
    expect(twinProgram('filter.fp', { N: 2 }).threads.length).toBe(2);
    expect(() => twinText('filter.fp', { LAST: 2 })).toThrow('filter.fp declares no constant LAST');
  });

  // SPIN has the same, with these constants in the Promela texts.
  const small: readonly [
    file: string,
    constants: Record<string, number>,
    MemoryName,
    states: number,
    transitions: number,
  ][] = [
    ['dijkstra.fp', { N: 3 }, 'sc', 10_227, 30_681],
    ['filter.fp', { N: 3 }, 'sc', 8_623, 25_869],
    ['filter.fp', { N: 3 }, 'tso', 23_365, 78_559],
    ['lamport-fast.fp', { N: 2 }, 'sc', 1_474, 2_804],
    ['mcs.fp', { N: 3 }, 'tso', 5_950, 17_018],
    ['szymanski.fp', { N: 3 }, 'tso', 15_828, 43_948],
    ['bakery.fp', { N: 2, LAST: 3 }, 'tso', 2_567, 5_386],
  ];
  for (const [file, constants, memory, states, transitions] of small) {
    test(`${file}, small, ${memory}: ${states} states`, () => {
      for (const kernel of ['wasm', 'javascript'] as const) {
        const engine = new ExplicitEngine({
          program: twinProgram(file, constants),
          memory: memoryNamed(memory),
          buffer: 2,
          limits: { maxStates: 100_000, maxMegabytes: 64 },
          kernel,
          zeroDead: false,
          symmetry: false,
        });
        const work = engine.run();
        let step = work.next();
        while (step.done !== true) step = work.next();
        expect(step.value.verdict).toBe('holds');
        expect(engine.counts()).toMatchObject({ states, transitions });
      }
    });
  }
});

function runOf(seconds: number, counts = { states: 1000, transitions: 3000, bytesPerState: 8, megabytes: 1 }): OwnRun {
  return { verdict: 'holds', counts, seconds, processSeconds: seconds + 0.1, peakMegabytes: 60 };
}

function runsOf(spinSeconds: readonly number[], wasm: readonly OwnRun[], javascript: readonly OwnRun[]): TwinRuns {
  const twin = { program: 'a lock', file: 'lock.fp', promela: 'lock-tso', memory: 'tso', buffer: 2 } as const;
  const spin = { states: 1000, transitions: 3000, depth: 10 };
  return { twin, spin, makingSeconds: 1.25, spinSeconds, wasm, javascript };
}

describe('the table beside SPIN', () => {
  test('takes the best of the runs', () => {
    const row = spinRow(runsOf([0.5, 0.4, 0.6], [runOf(0.3), runOf(0.1), runOf(0.2)], [runOf(0.2), runOf(0.5)]));
    expect(JSON.parse(JSON.stringify(row))).toEqual({
      program: 'a lock',
      memory: 'tso',
      buffer: 2,
      verdict: 'holds',
      states: 1000,
      spinStates: 1000,
      transitions: 3000,
      spinTransitions: 3000,
      equal: true,
      spinMakingSeconds: 1.25,
      spinSeconds: 0.4,
      seconds: 0.1,
      javascriptSeconds: 0.2,
      processSeconds: 0.2,
      spinStatesPerSecond: 2500,
      statesPerSecond: 10000,
      ratio: 4,
      bytesPerState: 8,
      megabytes: 1,
    });
  });

  test('says when counts differ, of states or transitions, in any run', () => {
    const fewer = (change: Record<string, number>) =>
      runOf(0.1, { states: 1000, transitions: 3000, bytesPerState: 8, megabytes: 1, ...change });
    const rows = [
      spinRow(runsOf([0.4], [fewer({ states: 999 })], [runOf(0.1)])),
      spinRow(runsOf([0.4], [runOf(0.1)], [runOf(0.1), fewer({ transitions: 2999 })])),
    ];
    expect(rows.map(({ equal }) => equal)).toEqual([false, false]);
    expect(spinTable(rows)[1]).toMatch(/^a lock +tso 2 +999 +not 1 000, 3 000 transitions \(!\) /);
    expect(spinSummary(rows).equal).toBe(false);
  });

  test('has the geometric mean of the ratios', () => {
    expect(geometricMean([1, 4, 16])).toBeCloseTo(4);
    const rows = [
      spinRow(runsOf([0.4], [runOf(0.1)], [runOf(0.2)])),
      spinRow(runsOf([0.9], [runOf(0.9)], [runOf(0.9)])),
    ];
    const summary = spinSummary(rows);
    expect(summary.geometricMean).toBeCloseTo(2);
    expect(summary.javascriptGeometricMean).toBeCloseTo(Math.SQRT2);
    expect(summary.processGeometricMean).toBeCloseTo(Math.sqrt((0.4 / 0.2) * (0.9 / 1.0)));
    const lines = spinTable(rows);
    expect(lines[0]).toMatch(/^program +memory +states +counts +bytes\/state +making pan s +pan s +ours s /);
    expect(lines[1]).toMatch(/^a lock +tso 2 +1 000 +equal +8 +1.25 +0.400 +0.100 +0.200 +3 +10 +4.00$/);
    expect(lines[3]).toMatch(/geometric mean: 2.00; /);
  });
});
