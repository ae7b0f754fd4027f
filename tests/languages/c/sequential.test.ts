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

describe.skipIf(!hasCompiler())('a sequential program computes what the compiled one does', () => {
  test.each(Array.from({ length: sized(6, 200, 2000) }, (_, seed) => seed))('seed %i', async (seed) => {
    const { text, observed } = sequentialProgram(sourceOf(seed + 1));
    const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-c-'));
    try {
      const values = computed(text, observed, folder);
      const equal = observed.map((name, at) => `(long)${name} == ${values[at]}`);
      expect([await verdict(text, equal), text]).toEqual(['holds', text]);
      const at = seed % observed.length;
      expect(await verdict(text, [`(long)${observed[at]} != ${values[at]}`])).toBe('violated');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
