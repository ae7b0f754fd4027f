/**
 * How much the program costs before it does anything: `npm run bench:start -- [RUNS]` runs it and `node -e 0` in turn
 * and prints medians, minima and their ratios.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundle } from '../scripts/build.mjs';
import { table } from '../src/report/table.js';
import { median } from './result.js';

const runs = Number(process.argv[2] ?? 50);
if (!Number.isInteger(runs) || runs < 1) throw new Error('usage: npm run bench:start -- [RUNS]');
await bundle();

const program = path.resolve('dist', 'cli.js');
const model = path.resolve('examples', 'test-and-set.cub');
const commands: readonly (readonly [string, readonly string[]])[] = [
  ['node -e 0', ['-e', '0']],
  ['fencepost --version', [program, '--version']],
  ['fencepost check --help', [program, 'check', '--help']],
  ['fencepost check test-and-set.cub', [program, 'check', '--quiet', model]],
];

const times = commands.map((): number[] => []);
for (let run = 0; run < runs; run++) {
  for (const [index, [, words]] of commands.entries()) {
    const begun = performance.now();
    spawnSync(process.execPath, words, { stdio: 'ignore' });
    times[index]?.push(performance.now() - begun);
  }
}

const base = times[0] ?? [];
const rows = commands.map(([name], index) => {
  const own = times[index] ?? [];
  const least = Math.min(...own);
  return [
    name,
    median(own).toFixed(1),
    (median(own) / median(base)).toFixed(2),
    least.toFixed(1),
    (least / Math.min(...base)).toFixed(2),
  ];
});
const titles = ['median ms', 'ratio', 'min ms', 'ratio'].map((title) => ({ title, align: 'right' as const }));
console.log(table([{ title: `${runs} runs` }, ...titles], rows).join('\n'));
