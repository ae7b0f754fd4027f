/**
 * Random sequential programs, compiled by GCC where it is installed: what the compiled program computes is what is checked to
 * hold at the end of `main`, and one value that differs is found.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';
import { sized } from '../../support/size.js';
import { sequentialProgram, sourceOf } from './generate.js';

function hasCompiler(): boolean {
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function computed(text: string, observed: readonly string[], folder: string): string[] {
  const print = observed.map((name) => `  printf("%ld\\n", (long)${name});`).join('\n');
  const file = path.join(folder, 'program.c');
  writeFileSync(file, `#include <stdio.h>\n${text}int main(void) {\n  work();\n${print}\n  return 0;\n}\n`);
  execFileSync('gcc', ['-w', '-O0', '-fwrapv', '-o', path.join(folder, 'program'), file]);
  return execFileSync(path.join(folder, 'program'), { encoding: 'utf8' }).trim().split('\n');
}

async function verdict(text: string, asserted: readonly string[]): Promise<string> {
  const whole = `#include <assert.h>\n${text}int main(void) {\n  work();\n${asserted.map((each) => `  assert(${each});`).join('\n')}\n  return 0;\n}\n`;
  const answer = await check(whole, { file: 'program.c', memory: 'sc', warnings: false });
  return answer.ok
    ? answer.outcome.verdict
    : JSON.stringify(answer.diagnostics.map(({ line, message }) => [line, message]));
}

const installed = hasCompiler();
if (!installed) console.log('skipped: gcc is not installed');

describe.skipIf(!installed)('sequential programs', () => {
  // A number that is too wide for the model ends in `unknown`; what is answered must be what the compiled program computes.
  test('compute what compiled ones do', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-c-'));
    const counts = { holds: 0, unknown: 0 };
    const seeds = sized(5, 25, 400);
    try {
      for (let seed = 0; seed < seeds; seed++) {
        const { text, observed } = sequentialProgram(sourceOf(seed + 1));
        const values = computed(text, observed, folder);
        const same = await verdict(
          text,
          observed.map((name, at) => `(long)${name} == ${values[at]}`),
        );
        if (same !== 'unknown') expect([same, seed, text]).toEqual(['holds', seed, text]);
        counts[same as 'holds' | 'unknown']++;
        const at = seed % observed.length;
        const other = await verdict(text, [`(long)${observed[at]} != ${values[at]}`]);
        if (other !== 'unknown') expect([other, seed, text]).toEqual(['violated', seed, text]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(counts.holds).toBeGreaterThan(seeds / 4);
  }, 300_000);
});
