/** The real program on examples, in this process: whatever it prints with `--json` is as the schemas say. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Host } from '../../src/cli/host.js';
import { main } from '../../src/cli/main.js';
import { SERVICES, type Services } from '../../src/cli/services.js';
import { type Kind, publishedKinds, validate, validateOutput } from '../support/schema.js';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Files that were written can be read again, for as long as the tests run. */
const written = new Map<string, string>();

interface World {
  readonly input?: string;
  readonly services?: Services;
}

async function linesOf(words: readonly string[], { input = '', services = SERVICES }: World = {}): Promise<string[]> {
  const output: string[] = [];
  const host: Host = {
    output: { write: (text) => void output.push(text), isTerminal: false, columns: 100 },
    errors: { write: () => {}, isTerminal: false, columns: 100 },
    variables: {},
    readFile: async (file) => written.get(file) ?? (await readFile(path.resolve(root, 'examples', file), 'utf8')),
    async *readPieces(file) {
      yield await host.readFile(file);
    },
    readStandardInput: async () => input,
    writeFile: async (file, pieces) => void written.set(file, [...pieces].join('')),
    stop: new AbortController().signal,
    heapLimit: 4000,
    root,
    version: '1.2.3',
    services,
  };
  await main([...words, '--json'], host);
  return output.join('').split('\n').slice(0, -1);
}

async function firstOf(words: readonly string[], world?: World): Promise<[Kind, Record<string, unknown>]> {
  const lines = await linesOf(words, world);
  const [kind] = lines.map(validate);
  return [kind as Kind, JSON.parse(lines[0] as string) as Record<string, unknown>];
}

/** By the kind of object that comes first. */
const ANSWERS: Readonly<Record<Kind, Readonly<Record<string, object>>>> = {
  examples: { 'examples programs/peterson.fp': { example: 'programs/peterson.fp' } },
  init: { 'init first.fp': { written: 'first.fp' } },
  completion: { 'completion fish': { shell: 'fish' } },
  // It goes on until it is stopped: tests/cli/serve.test.ts.
  serve: {},
  check: {
    'check test-and-set.cub': { verdict: 'holds', processes: 'any' },
    'check test-and-set-broken.cub': { verdict: 'violated', engine: 'parameterized' },
    'check weak/dekker-unfenced.cub --memory tso --graph dekker.svg': { graphFile: 'dekker.svg' },
    'check test-and-set.cub --max-cubes 1 --no-approximation': { verdict: 'unknown' },
    'check test-and-set.cub --processes 3 --engine explicit': { verdict: 'holds', engine: 'explicit' },
    'check programs/peterson.fp --memory pso': { verdict: 'violated', memory: 'pso' },
    'check programs/peterson-tso.fp --memory tso': { verdict: 'holds' },
    'check programs/peterson-tso.fp --memory tso --max-states 10': { verdict: 'unknown' },
    'check dual-tso/peterson.fp --memory tso --engine dual-tso': { engine: 'dual-tso' },
    'check dual-tso/any-lb.fp --memory tso --engine dual-tso': { verdict: 'holds', processes: 'any' },
    'check predicates/peterson-sc.fp --memory sc --engine predicates': { verdict: 'holds', predicates: {} },
    'check predicates/peterson-sc.fp --memory tso --engine predicates': { verdict: 'violated' },
    'check dve/peterson.dve --memory tso --buffer-per-location 1': { perLocation: true },
    'check liveness/lost-wakeup.fp --property live --memory sc': { asked: { property: 'live', fairThreads: false } },
    'check liveness/lost-wakeup.fp --property live --fair-threads --memory tso': { verdict: 'violated' },
  },
  replay: {
    'check programs/peterson.fp --replay fp1.tso.p.8a443411f2fe..a0_a1_a3_b0_b1_b3.9dccb8e6': { replay: 'violated' },
    'check programs/peterson.fp --replay fp1.tso.p.8a443411f2fe..a0_a1.4c12d3b2': { replay: 'not violated', steps: 2 },
  },
  report: {
    'report programs/peterson.fp -o page.html': { verdict: 'violated', page: 'page.html', repair: 'repaired' },
    'report test-and-set.cub': { verdict: 'holds', page: 'test-and-set.html', repair: null },
  },
  compare: { 'compare programs/peterson.fp --graph apart.svg': { apart: { stronger: 'sc', weaker: 'tso' } } },
  litmus: {
    'litmus litmus/SB.litmus': { verdict: 'answered', observation: 'Sometimes' },
    'litmus litmus/SB.litmus --memory sc --graph sb.svg': { observation: 'Never', graphFile: 'sb.svg' },
    'litmus litmus/MP+wait.litmus --unroll 1': { verdict: 'answered' },
  },
  fix: {
    'fix programs/peterson.fp --memory tso --all': { status: 'repaired', minimal: 'proved' },
    'fix programs/peterson.fp --memory tso --with atomic-writes --method paper': { status: 'repaired' },
    'fix programs/peterson-tso.fp --memory tso': { status: 'unneeded' },
    'fix programs/sense-barrier-broken.fp --memory tso': { status: 'unrepairable' },
    'fix programs/peterson.fp --memory tso --max-states 10': { status: 'unknown' },
  },
  certify: {
    'certify test-and-set.cub --no-run': { verdict: 'holds', checks: [] },
    'certify programs/peterson-tso.fp --memory tso': { audit: { confirmed: true } },
    'certify dual-tso/lb.fp --engine dual-tso --output lb.json': { judgement: { verdict: 'accepted' } },
  },
  judge: {
    'certify dual-tso/lb.fp --certificate expected.json': { judgement: { verdict: 'refused' } },
  },
  reduce: {
    'reduce programs/peterson.fp --memory tso --buffer 1': { memory: 'tso', buffer: 1 },
    'reduce programs/peterson.fp --memory pso --buffer 1': { memory: 'pso', buffer: 1 },
  },
  print: { 'print test-and-set.cub': { file: 'test-and-set.cub' } },
  batch: {
    'batch examples/litmus/SB.litmus --memory sc': { kind: 'answer', verdict: 'Never', expected: null },
    'batch examples/programs/peterson.fp': { verdict: 'violated', memory: 'tso', steps: 6, ended: 'answered' },
  },
  tour: {
    'tour --filter litmus/SB.litmus': { observation: 'Never', expected: 'Never' },
    'tour --filter test-and-set-broken': { verdict: 'violated', expected: 'violated' },
    'tour --filter liveness/stop-flag': { asked: { property: 'stops' } },
  },
  error: {
    'check missing.cub': { verdict: 'error', diagnostics: [{ code: 'io' }] },
    'check programs/peterson.fp --property nobody': { verdict: 'error', diagnostics: [{ line: null }] },
  },
};

/** Of files that are read: tests/batch/manifest.test.ts. */
const INPUTS = ['manifest'];

test('there is a schema for each kind, and no other', () => {
  expect(publishedKinds().sort()).toEqual([...Object.keys(ANSWERS), ...INPUTS].sort());
});

describe('what every command prints is as its schema says', () => {
  for (const [kind, commands] of Object.entries(ANSWERS)) {
    for (const [command, answer] of Object.entries(commands)) {
      test(command, async () => {
        expect(await firstOf(command.split(' '))).toMatchObject([kind, answer]);
      });
    }
  }

  test('a certificate that is written and read again', async () => {
    await firstOf(['certify', 'dual-tso/lb.fp', '--engine', 'dual-tso', '--output', 'written.json']);
    const judged = (program: string) => firstOf(['certify', program, '--certificate', 'written.json']);
    expect(await judged('dual-tso/lb.fp')).toMatchObject(['judge', { judgement: { verdict: 'accepted' } }]);
    expect(await judged('dual-tso/mp.fp')).toMatchObject(['judge', { judgement: { verdict: 'refused' } }]);
  });

  test('a text that is wrong, and a fault of the program itself', async () => {
    const wrong = await firstOf(['check', '-', '--language', 'program'], { input: 'shared x := }' });
    expect(wrong).toMatchObject(['error', { file: '<stdin>' }]);
    const services = { ...SERVICES, check: () => Promise.reject(new Error('of our own')) };
    const internal = await firstOf(['check', 'test-and-set.cub'], { services });
    expect(internal).toMatchObject(['error', { diagnostics: [{ code: 'internal', message: 'of our own' }] }]);
  });
});

describe('what is not as its schema says is refused', () => {
  const OPTIONAL = ['graphFile'];

  test.each([
    'check weak/dekker-unfenced.cub --memory tso --graph dekker.svg',
    'compare programs/peterson.fp',
    'litmus litmus/SB.litmus',
    'fix programs/peterson.fp --memory tso',
    'certify programs/peterson-tso.fp --memory tso',
    'reduce programs/peterson.fp --memory tso --buffer 1',
    'print test-and-set.cub',
    'tour --filter litmus/SB.litmus',
    'check missing.cub',
  ])('a field that is missing, one too many, one of another type: %s', async (command) => {
    const [, object] = await firstOf(command.split(' '));
    for (const [field, value] of Object.entries(object)) {
      const { [field]: _, ...without } = object;
      if (!OPTIONAL.includes(field)) expect(() => validate(JSON.stringify(without)), field).toThrow();
      const other = typeof value === 'object' ? 'text' : { a: 'thing' };
      // A remark may be any text: null and text are both right.
      const wrong = value === null ? 7.5 : other;
      expect(() => validate(JSON.stringify({ ...object, [field]: wrong })), field).toThrow();
    }
    expect(() => validate(JSON.stringify({ ...object, unheard: 1 }))).toThrow('unheard');
    expect(() => validate(JSON.stringify({ ...object, schema: 2 }))).toThrow('/schema');
  });

  test('deep inside, too', async () => {
    const [, object] = await firstOf('check programs/peterson-tso.fp --memory tso --max-states 10'.split(' '));
    const [reason] = object.reasons as object[];
    expect(() => validate(JSON.stringify({ ...object, reasons: [{ ...reason, code: 'whim' }] }))).toThrow('/reasons/0');
    const [, violated] = await firstOf('check programs/peterson.fp --memory tso'.split(' '));
    const [initial, first, ...rest] = violated.trace as object[];
    const changed = { ...violated, trace: [initial, { ...first, fence: 'yes' }, ...rest] };
    expect(() => validate(JSON.stringify(changed))).toThrow('/trace/1');
  });

  test('only the output of a command with --json is looked at, and all of it', () => {
    expect(validateOutput(['check', 'a.cub'], 'a.cub: holds\n')).toEqual([]);
    expect(() => validateOutput(['check', 'a.cub', '--json'], 'a.cub: holds\n')).toThrow();
    expect(() => validateOutput(['check', 'a.cub', '--json'], '{"schema":1}\n')).toThrow('no kind of object');
  });
});
