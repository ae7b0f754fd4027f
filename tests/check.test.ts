import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../src/check.js';
import type { Outcome } from '../src/evidence/outcome.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, 'examples', name), 'utf8');

async function outcomeOf(text: string, options: CheckOptions = {}): Promise<Outcome> {
  const result = await check(text, options);
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.outcome;
}

describe('docs/library.md', () => {
  it('has an example that prints what the page says', async () => {
    const page = readFileSync(join(root, 'docs', 'library.md'), 'utf8');
    const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const printed = /It prints `([^`]*)`/.exec(page)?.[1];
    const folder = mkdtempSync(join(root, 'dist', 'example-'));
    try {
      const file = join(folder, 'example.mjs');
      const library = pathToFileURL(join(root, 'dist', 'index.js')).href;
      writeFileSync(file, example.replace("from 'fencepost'", `from '${library}'`));
      const { stdout } = await promisify(execFile)(process.execPath, [file]);
      expect(stdout.trim()).toBe(printed);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('limits end in unknown, with the limit named', () => {
  it.each<[CheckOptions, RegExp]>([
    [{ maxCubes: 5 }, /limit of 5 cubes/],
    [{ maxDepth: 2 }, /limit of 2 steps/],
    [{ maxProcesses: 1 }, /more than 1 processes/],
    [{ timeout: 0.000001 }, /time limit/],
    [{ maxMemory: 1 }, /memory limit of 1 MB/],
    [{ signal: AbortSignal.abort() }, /interrupted/],
  ])('%o', async (options, reason) => {
    const outcome = await outcomeOf(read('german.cub'), options);
    expect(outcome).toMatchObject({ verdict: 'unknown', trace: null, invariants: [] });
    expect(outcome.reason).toMatch(reason);
  });
});

describe('a check', () => {
  it('tells how far it is, and can be stopped', async () => {
    const controller = new AbortController();
    const phases = new Set<string>();
    const outcome = await outcomeOf(read('german.cub'), {
      approximate: false,
      signal: controller.signal,
      onProgress: (progress) => {
        phases.add(progress.phase);
        if (progress.cubes > 160) controller.abort();
      },
    });
    expect(outcome).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining('interrupted') });
    expect(phases.has('backward')).toBe(true);
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

  it('of a model with weak variables asks for the memory', async () => {
    const weak = 'weak var X : int  array A[proc] : int  init (i) { X = 0 && A[i] = 0 } unsafe (i) { A[i] = 1 }';
    const text = `${weak} transition t ([i]) { A[i] := X }`;
    expect(await outcomeOf(text)).toMatchObject({ verdict: 'unknown', memory: 'tso' });
    expect(await outcomeOf(text, { memory: 'sc' })).toMatchObject({ verdict: 'holds', memory: 'sc' });
  });
});
