/**
 * `--kind c`: random sequential programs in C, compiled by GCC. What the compiled program computes must hold at the end of
 * `main`, and one value that differs must be found. A number that is too wide for the model ends in `unknown`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { check } from '../../../src/check/check.js';
import { type Sequential, sequentialProgram, sourceOf } from '../../languages/c/generate.js';
import type { Campaign, Case, Result } from '../campaigns.js';

export const hasCompiler = spawnSync('gcc', ['--version']).status === 0;

export function sequentialCampaign(): Campaign {
  return {
    things: 'sequential programs in C',
    byWay: true,
    async judge(seed) {
      const program = sequentialProgram(sourceOf(seed));
      const values = computed(program);
      const at = seed % program.observed.length;
      const equal = program.observed.map(({ name, type }, each) => `${name} == (${type})${values[each]}`);
      const { name, type } = program.observed[at] as Sequential['observed'][number];
      return [
        await judged('as compiled', program, equal, 'holds'),
        await judged('one value differs', program, [`${name} != (${type})${values[at]}`], 'violated'),
      ];
    },
  };
}

function computed({ text, observed }: Sequential): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-c-'));
  try {
    const print = observed.map(({ name }) => `  printf("%ldl\\n", (long)${name});`).join('\n');
    const file = path.join(folder, 'program.c');
    writeFileSync(file, `#include <stdio.h>\n${text}int main(void) {\n  work();\n${print}\n  return 0;\n}\n`);
    execFileSync('gcc', ['-w', '-O0', '-fwrapv', '-o', path.join(folder, 'program'), file]);
    return execFileSync(path.join(folder, 'program'), { encoding: 'utf8' }).trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function judged(way: string, { text }: Sequential, asserted: readonly string[], expected: string): Promise<Case> {
  const whole = `#include <assert.h>\n${text}int main(void) {\n  work();\n${asserted.map((each) => `  assert(${each});`).join('\n')}\n  return 0;\n}\n`;
  const answer = await check(whole, { file: 'program.c', memory: 'sc', warnings: false, timeout: 60 });
  const verdict = answer.ok ? answer.outcome.verdict : 'refused';
  const detail = answer.ok ? '' : answer.diagnostics.map(({ line, message }) => `${line}: ${message}`).join('\n');
  // Numbers that the text cannot say.
  const tooWide = verdict === 'refused' && /numbers go up to/.test(detail);
  const result: Result =
    verdict === expected
      ? { kind: 'agreed', verdict, size: 0 }
      : verdict === 'unknown' || tooWide
        ? { kind: 'unknown', reason: 'a number is too wide, or a limit', missed: false }
        : { kind: 'wrong', fault: `${verdict} instead of ${expected}`, detail };
  return { way, result, shrunk: async () => `${detail}\n${whole}` };
}
