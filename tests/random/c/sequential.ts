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

/** Programs that are compiled together: most of the time of a call of the compiler is its start. */
const BATCH = 25;

export function sequentialCampaign(): Campaign {
  let known = new Map<number, readonly string[]>();
  return {
    things: 'sequential programs in C',
    byWay: true,
    async judge(seed) {
      if (!known.has(seed)) known = computed(Array.from({ length: BATCH }, (_, next) => seed + next));
      const program = sequentialProgram(sourceOf(seed));
      const values = known.get(seed) ?? [];
      const at = seed % program.observed.length;
      const equal = program.observed.map(({ name, type }, each) => `${name} == (${type})${values[each]}`);
      const { name, type } = program.observed[at] as Sequential['observed'][number];
      const differs = () => judged('one value differs', program, [`${name} != (${type})${values[at]}`], 'violated');
      return [await judged('as compiled', program, equal, 'holds'), ...(seed % 4 === 0 ? [await differs()] : [])];
    },
  };
}

/** What each of these programs leaves in its variables. They are one program, in which each has names of its own. */
function computed(seeds: readonly number[]): Map<number, readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-c-'));
  try {
    const parts = seeds.map((seed) => {
      const { text, observed } = sequentialProgram(sourceOf(seed));
      const print = observed.map(({ name }) => `  printf("%ldl ", (long)${name});`).join('\n');
      return renamed(`${text}static void show(void) {\n  work();\n${print}\n  printf("\\n");\n}\n`, seed);
    });
    const calls = seeds.map((seed) => `  ${renamed('show', seed)}();`).join('\n');
    const file = path.join(folder, 'programs.c');
    writeFileSync(file, `#include <stdio.h>\n${parts.join('')}int main(void) {\n${calls}\n  return 0;\n}\n`);
    execFileSync('gcc', ['-w', '-O0', '-fwrapv', '-o', path.join(folder, 'programs'), file]);
    const lines = execFileSync(path.join(folder, 'programs'), { encoding: 'utf8' }).trim().split('\n');
    return new Map(seeds.map((seed, each) => [seed, (lines[each] ?? '').trim().split(' ')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the programs name at file scope. */
const NAMES = /\b(?:[gsf]\d|arr|grid|rows|inner|outer|node|tone|LOW|MID|HIGH|half|work|show)\b/g;

function renamed(text: string, seed: number): string {
  return text.replace(NAMES, (name) => `${name}_${seed}`);
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
