import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GROUPS, type Option, type OptionTable } from '../../src/check/option.js';
import { parseArguments } from '../../src/cli/arguments.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { argumentOf, defaultOf, spelling, spellings } from '../../src/cli/option.js';
import { OPTIONS } from '../../src/cli/options.js';
import { DEFAULT_LIMITS } from '../../src/engines/parameterized/index.js';
import { DEFAULT_PREDICATES } from '../../src/engines/predicates/index.js';
import { LONGEST_BUFFER, SHORT_BUFFER } from '../../src/engines/question.js';
import { cases } from '../support/size.js';

function message(words: readonly string[], table: OptionTable = OPTIONS): string {
  const parsed = parseArguments(table, words);
  return parsed.ok ? `accepted ${JSON.stringify(parsed.values)}` : parsed.message;
}

describe('reading a command line', () => {
  test('options and files mix, values follow or are joined by an equals sign', () => {
    const parsed = parseArguments(OPTIONS, ['a.cub', '--timeout', '2.5', '--max-cubes=7', 'b.cub', '--json', '-']);
    expect(parsed).toMatchObject({
      ok: true,
      operands: ['a.cub', 'b.cub', '-'],
      given: { timeout: 2.5, maxCubes: 7, json: true },
      values: { timeout: 2.5, maxCubes: 7, json: true, quiet: false, processes: null, maxDepth: 10_000 },
    });
  });

  test('everything after a lone -- is an operand', () => {
    expect(parseArguments(OPTIONS, ['--json', '--', '--quiet', '-x'])).toMatchObject({ operands: ['--quiet', '-x'] });
  });

  test('the last of several wins, and -h is --help', () => {
    expect(parseArguments(OPTIONS, ['-o', 'a.html'])).toMatchObject({ given: { output: 'a.html' } });
    expect(parseArguments(OPTIONS, ['--timeout', '1', '--timeout=2', '-h'])).toMatchObject({
      values: { timeout: 2, help: true },
    });
  });

  test('what was not given is not there', () => {
    expect(parseArguments(OPTIONS, ['--max-depth=10000', '--no-reduction', 'a.cub'])).toMatchObject({
      given: { maxDepth: 10_000, reduce: false },
    });
    const nothing = parseArguments(OPTIONS, ['a.cub']);
    expect(nothing.ok && nothing.given).toEqual({});
  });

  test('what is on by default has two spellings', () => {
    expect(parseArguments(OPTIONS, ['--fair-buffers'])).toMatchObject({ given: { fairBuffers: true } });
    expect(parseArguments(OPTIONS, ['--no-fair-buffers'])).toMatchObject({ given: { fairBuffers: false } });
    expect(message(['--no-fair-threads'])).toContain('unknown option --no-fair-threads');
  });

  test('names and their conditions are read', () => {
    expect(parseArguments(OPTIONS, ['--where', ' wait=P_0.p1 or x == 2;cs = P_0.CS; '])).toMatchObject({
      given: { propositions: { wait: 'P_0.p1 or x == 2', cs: 'P_0.CS' } },
    });
  });

  test('words stand beside numbers where the table says so', () => {
    expect(parseArguments(OPTIONS, ['--processes', 'any'])).toMatchObject({ values: { processes: 'any' } });
    expect(parseArguments(OPTIONS, ['--processes', '12'])).toMatchObject({ values: { processes: 12 } });
  });

  test('names of memory models are read in any case', () => {
    expect(parseArguments(OPTIONS, ['--memory', 'TSO'])).toMatchObject({ values: { memory: 'tso' } });
  });

  test.each([
    [['--procesess', '2'], 'unknown option --procesess: did you mean --processes?'],
    [['--zzzzzzzz'], 'unknown option --zzzzzzzz'],
    [['-q'], 'unknown option -q'],
    [['--processes', '0'], "--processes is a whole number from 1 to 24, or any, not '0'"],
    [['--processes', '1.5'], "--processes is a whole number from 1 to 24, or any, not '1.5'"],
    [['--processes', 'many'], "--processes is a whole number from 1 to 24, or any, not 'many'"],
    [['--timeout', '-1'], "--timeout is a number from 0.001 to 1,000,000, not '-1'"],
    [['--timeout', '1e3'], "--timeout is a number from 0.001 to 1,000,000, not '1e3'"],
    [['--timeout', ''], "--timeout is a number from 0.001 to 1,000,000, not ''"],
    [
      ['--max-cubes', '99999999999999999999'],
      "--max-cubes is a whole number from 1 to 1,000,000,000, not '99999999999999999999'",
    ],
    [['--memory', 'arm'], "--memory is one of sc, tso, pso, not 'arm'"],
    [['--timeout'], '--timeout needs a value: S'],
    [['--json=yes'], '--json takes no value'],
    [['--output='], '--output needs FILE'],
    [['--file', 'x'], 'unknown option --file: did you mean --filter?'],
    [['--reduction', '--no-reduction'], '--reduction and --no-reduction contradict each other: give one of them'],
    [
      ['--where', 'cs=P_0.CS; done'],
      "--where: `done` does not give a name to a condition; write names and conditions like 'wait=P_0.p1; cs=P_0.CS'",
    ],
  ])('%j is refused with a reason', (words, reason) => {
    expect(message(words)).toBe(reason);
  });

  test('names that every object has are no options', () => {
    expect(message(['--constructor'])).toBe('unknown option --constructor');
    expect(message(['--to-string', '1'])).toBe('unknown option --to-string');
  });

  test('no command line makes it throw, and what it accepts lies in the ranges', () => {
    const written = Object.entries(OPTIONS).flatMap(([name, option]) => spellings(name, option).map(([word]) => word));
    const word = fc.oneof(
      fc.constantFrom(...written, '-', '--', '-h', '=', 'any'),
      fc.integer().map(String),
      fc.double().map(String),
      fc.string(),
      fc.tuple(fc.constantFrom(...written), fc.string()).map(([name, value]) => `${name}=${value}`),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const parsed = parseArguments(OPTIONS, words);
        if (!parsed.ok) return parsed.message !== '';
        return Object.entries(parsed.values).every(([name, value]) => {
          const option: Option = OPTIONS[name as keyof typeof OPTIONS];
          if (typeof value !== 'number' || option.kind !== 'number') return true;
          return value >= option.minimum && value <= option.maximum && (!option.whole || Number.isInteger(value));
        });
      }),
      { numRuns: cases(2000, 400) },
    );
  });
});

describe('the options table', () => {
  test('every option says what it does and what happens without it', () => {
    for (const [name, option] of Object.entries(OPTIONS)) {
      expect(option.help, name).toMatch(/^[a-z].*[^.]$/);
      expect(defaultOf(option), name).not.toBe('');
      expect(spelling(name, option)).toMatch(/^--(\[no-\])?[a-z]+(-[a-z]+)*$/);
      // The library has other spellings.
      expect(option.help + defaultOf(option), name).not.toMatch(/--[a-z]/);
    }
    expect(argumentOf(OPTIONS.processes)).toBe('N|any');
    expect(argumentOf(OPTIONS.memory)).toBe('sc|tso|pso');
  });

  test('numbers have a range with the default inside', () => {
    for (const option of Object.values<Option>(OPTIONS)) {
      if (option.kind !== 'number') continue;
      expect(option.minimum).toBeLessThan(option.maximum);
      const usual = option.default ?? option.minimum;
      expect(usual).toBeGreaterThanOrEqual(option.minimum);
      expect(usual).toBeLessThanOrEqual(option.maximum);
    }
  });

  test('has the defaults of the engines', () => {
    const { maxCubes, maxDepth, maxProcesses } = DEFAULT_LIMITS;
    const table = [OPTIONS.maxCubes, OPTIONS.maxDepth, OPTIONS.maxProcesses].map((option) => option.default);
    expect(table).toEqual([maxCubes, maxDepth, maxProcesses]);
    expect(OPTIONS.maxPredicates.default).toBe(DEFAULT_PREDICATES);
    expect(OPTIONS.buffer.otherwise).toBe(`unbounded; for reduce ${SHORT_BUFFER}`);
    expect(OPTIONS.buffer.maximum).toBe(LONGEST_BUFFER);
  });

  test('no command has one spelling twice, and check has ten options that come first', () => {
    for (const { options } of COMMANDS) {
      const written = Object.entries(options).flatMap(([name, option]) =>
        spellings(name, option).map(([word]) => word),
      );
      expect(new Set(written).size).toBe(written.length);
      for (const { group } of Object.values(options)) expect(GROUPS).toContain(group);
    }
    const usual = Object.entries(COMMANDS[0]?.options ?? {}).filter(([, { group }]) => group === 'usual');
    expect(usual.map(([name]) => name)).toEqual([
      'memory',
      'processes',
      'property',
      'ltl',
      'buffer',
      'engine',
      'timeout',
      'graph',
      'json',
      'quiet',
    ]);
  });
});
