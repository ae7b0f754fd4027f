import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { type CheckOptions, check } from '../../src/check/check.js';
import { CHECK_OPTIONS } from '../../src/check/options.js';
import type { Progress } from '../../src/engines/engine.js';
import { DEFAULT_LIMITS } from '../../src/engines/parameterized/index.js';
import { faultsOf, outcomeOf, toldOutcome } from '../support/ask.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, 'examples', name), 'utf8');

describe('docs/reference/library.md', () => {
  const page = readFileSync(join(root, 'docs', 'reference', 'library.md'), 'utf8');

  /** Runs a program against the package as it is shipped: `fencepost` is `dist/index.js`. */
  async function run(program: string): Promise<string> {
    expect(inject('buildFailure')).toBeNull();
    const folder = mkdtempSync(join(root, 'dist', 'example-'));
    try {
      const file = join(folder, 'example.mjs');
      const library = pathToFileURL(join(root, 'dist', 'index.js')).href;
      writeFileSync(file, program.replaceAll("from 'fencepost'", `from '${library}'`));
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [file]);
      expect(stderr).toBe('');
      return stdout;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('has an example that prints what the page says', async () => {
    const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const printed = /```text\n([\s\S]*?)```/.exec(page)?.[1];
    expect(await run(example)).toBe(printed);
  });

  it('names what the package exports', async () => {
    const program = "import * as all from 'fencepost'; console.log(Object.keys(all).sort().join(' '));";
    const exported = (await run(program)).trim().split(' ');
    const entries = [
      'certify',
      'check',
      'compare',
      'fix',
      'litmus',
      'openByHand',
      'print',
      'reduce',
      'replayRun',
      'withIncluded',
    ];
    const renderers = ['renderDiagnostics', 'renderGraphSvg', 'renderGraphText'];
    const sentences = ['fenceSentence', 'jsonWhy', 'noteText', 'reasonText', 'remarkText', 'whySentences'];
    expect(exported).toEqual([...entries, ...renderers, ...sentences].sort());
    for (const name of exported) expect(page).toContain(name);
  });

  it('explains every option and every field of an outcome', async () => {
    const names = Object.keys(CHECK_OPTIONS);
    expect(names.length).toBeGreaterThan(10);
    for (const name of ['signal', 'onProgress']) expect(page).toContain(`\`${name}\``);
    const checked = await check(read('test-and-set.cub'));
    const outcome = checked.ok ? checked.outcome : {};
    expect(outcome).toHaveProperty('verdict');
    const rows = [...page.matchAll(/^\| (`.*?) \|/gm)].map(([, cell]) => cell).join(' ');
    for (const name of [...names, ...Object.keys(outcome)]) expect(rows).toContain(`\`${name}\``);
  });
});

describe('limits end in unknown, with the limit named', () => {
  /** Searches that no machine has done before the clock is looked at: half a billion states, and stored ones are no limit. */
  const counting = Array.from({ length: 3 }, (_, k) => `thread P${k} { while (c${k} < 797) { c${k} = c${k} + 1; } }`);
  const endless = `shared c0, c1, c2: 0..797\n${counting.join('\n')}\nnever c0 == 797 && c1 > 797`;

  it.each<[CheckOptions, RegExp]>([
    [{ maxCubes: 5 }, /limit of 5 cubes/],
    [{ maxDepth: 2 }, /limit of 2 steps/],
    [{ maxProcesses: 1 }, /more than 1 processes/],
  ])('%o', async (options, reason) => {
    const result = await check(read('german.cub'), { maxStates: 2_000, ...options });
    if (!result.ok) throw new Error(faultsOf(result));
    const outcome = toldOutcome(result.outcome);
    expect(outcome).toMatchObject({ verdict: 'unknown', trace: null, invariants: [] });
    expect(outcome.reason).toMatch(reason);
  });

  it.each<[CheckOptions, RegExp]>([
    [{ timeout: 0.000001 }, /time limit/],
    [{ maxMemory: 1 }, /memory limit of 1 MB/],
    [{ signal: AbortSignal.abort() }, /interrupted/],
  ])('%o', async (options, reason) => {
    const result = await check(endless, { memory: 'sc', maxStates: 10 ** 9, ...options });
    // On a busy machine the reader may be the one that comes to the limit.
    if (!result.ok) return expect(faultsOf(result)).toMatch(reason);
    const outcome = toldOutcome(result.outcome);
    expect(outcome).toMatchObject({ verdict: 'unknown', trace: null, invariants: [] });
    expect(outcome.reason).toMatch(reason);
  });

  it('are those of the command line unless given', () => {
    expect(DEFAULT_LIMITS).toEqual({ maxCubes: 200_000, maxDepth: 10_000, maxProcesses: 12, maxStates: 200_000 });
  });
});

describe('a check', () => {
  it('tells how far it is', async () => {
    const told: Progress[] = [];
    await outcomeOf(read('german.cub'), { approximate: false, maxCubes: 200, onProgress: (p) => told.push(p) });
    expect(told.length).toBeGreaterThan(0);
    expect(told.some(({ phase }) => phase === 'backward')).toBe(true);
    for (const [k, { phase, cubes, depth, restarts }] of told.entries()) {
      const before = told.slice(0, k).findLast((earlier) => earlier.phase === phase);
      if (before === undefined) continue;
      expect(cubes).toBeGreaterThanOrEqual(before.cubes);
      expect(depth).toBeGreaterThanOrEqual(before.depth);
      expect(restarts).toBeGreaterThanOrEqual(before.restarts);
    }
  });

  it('can be stopped, and leaves turns to others', async () => {
    const controller = new AbortController();
    // Nothing but a turn of the event loop runs this.
    const timer = setTimeout(() => controller.abort(), 150);
    const options = { approximate: false, maxCubes: 1_000_000, signal: controller.signal };
    const outcome = await outcomeOf(read('german.cub'), options);
    clearTimeout(timer);
    expect(outcome).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining('interrupted') });
  });

  it('is about the number of processes asked for', async () => {
    const text = read('test-and-set-broken.cub');
    expect(await outcomeOf(text, { processes: 1 })).toMatchObject({ verdict: 'holds', processes: 1 });
    const three = await outcomeOf(text, { processes: 3 });
    expect(three).toMatchObject({ verdict: 'violated', processes: 3, trace: { processes: 3 } });
  });

  it('of a model that fixes another number is refused', async () => {
    const result = await check(read('peterson.cub'), { processes: 3 });
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'process-number' }] });
  });

  it('of two models can run side by side', async () => {
    const outcomes = await Promise.all([outcomeOf(read('german.cub')), outcomeOf(read('german-broken.cub'))]);
    expect(outcomes.map((o) => o.verdict)).toEqual(['holds', 'violated']);
  });

  it('gives the same answer twice, as plain data', async () => {
    for (const name of ['test-and-set.cub', 'test-and-set-broken.cub', 'szymanski.cub']) {
      const first = { ...(await outcomeOf(read(name))), seconds: 0 };
      expect({ ...(await outcomeOf(read(name))), seconds: 0 }).toEqual(first);
      expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    }
  });

  it('takes bytes as well as text', async () => {
    const text = read('test-and-set.cub');
    const [one, other] = [await outcomeOf(text), await outcomeOf(new TextEncoder().encode(text))];
    expect({ ...one, seconds: 0 }).toEqual({ ...other, seconds: 0 });
    const broken = await check(Uint8Array.of(0xff, 0xfe, 0x00), { file: 'noise.cub' });
    const encoding = expect.objectContaining({ severity: 'error', file: 'noise.cub', line: 1 });
    expect(broken).toMatchObject({ ok: false, diagnostics: expect.arrayContaining([encoding]) });
  });

  it('tells what is wrong with a model, and what is odd', async () => {
    const faulty = await check('var X : int\ninit { X = 0 }\nunsafe { Y = 1 }\n', { file: 'y.cub' });
    expect(faulty).toMatchObject({
      ok: false,
      diagnostics: [{ severity: 'error', code: 'unknown-name', file: 'y.cub', line: 3, column: 10, length: 1 }],
    });
    const odd = await check(`number_procs 1
      array A[proc] : bool  init (i) { A[i] = False } unsafe (i) { A[i] = True }
      transition both (i j) { A[i] := True }`);
    expect(odd).toMatchObject({ ok: true, warnings: [{ severity: 'warning', code: 'vacuous', file: 'model.cub' }] });
    expect(odd.ok && odd.outcome.verdict).toBe('holds');
  });

  it('of a model with weak variables is under TSO unless told otherwise', async () => {
    const text = `type place = Out | Up | In  array At[proc] : place  weak array Flag[proc] : bool
      init (i) { At[i] = Out && Flag[i] = False }  unsafe (i j) { At[i] = In && At[j] = In }
      transition raise ([i]) requires { At[i] = Out } { At[i] := Up; Flag[i] := True }
      transition enter ([i]) requires { At[i] = Up && forall_other j. Flag[j] = False } { At[i] := In }`;
    expect(await outcomeOf(text)).toMatchObject({ verdict: 'violated', memory: 'tso' });
    expect(await outcomeOf(text, { cubes: 'events' })).toMatchObject({ verdict: 'violated', memory: 'tso' });
    expect(await outcomeOf(text, { memory: 'sc' })).toMatchObject({ verdict: 'holds', memory: 'sc' });
    expect(await outcomeOf(text, { memory: 'pso' })).toMatchObject({ verdict: 'violated', memory: 'pso' });
    const fenced = text.replace('At[i] = Up &&', 'At[i] = Up && fence() &&');
    expect(await outcomeOf(fenced)).toMatchObject({ verdict: 'holds', memory: 'tso' });
    expect(await outcomeOf(fenced, { memory: 'pso' })).toMatchObject({ verdict: 'holds', buffer: 'unbounded' });
  });
});
