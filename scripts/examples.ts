/**
 * `npm run examples`: checks every example and writes the table in `examples/README.md`; with `-- --check` it says
 * whether the table is what would be written. A verdict that is not the expected one is an error in both cases: it
 * never gets into the table.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ExampleModel, readExamples } from '../src/cli/examples.js';
import type { Memory } from '../src/evidence/outcome.js';
import { markdownTable } from '../src/report/table.js';
import { memoryName, plural } from '../src/report/words.js';
import { bundle } from './build.mjs';
import { updateFile } from './generated.js';

/** A line of `fencepost tour --json`. */
interface Visited {
  readonly file: string;
  readonly memory: Memory;
  readonly processes: number | 'any';
  readonly verdict: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly steps: number | null;
}

const COLUMNS = [
  { title: 'model' },
  { title: 'what it is' },
  { title: 'processes', align: 'right' },
  { title: 'verdict' },
  { title: 'cubes', align: 'right' },
  { title: 'broken twin' },
] as const;

function link(file: string | null): string {
  return file === null ? '' : `[${file}](${file})`;
}

function row(example: ExampleModel, visits: readonly Visited[]): string[] {
  const own = visits.filter(({ file }) => file === example.file);
  const verdicts = own.map(({ memory, verdict, steps }) => {
    const length = steps === null ? '' : ` in ${plural(steps, 'step')}`;
    return `${memoryName(memory)}: ${verdict}${length}`;
  });
  return [
    link(example.file),
    example.source === null ? example.title : `${example.title} (${example.source})`,
    [...new Set(own.map(({ processes }) => `${processes}`))].join(', '),
    verdicts.join('; '),
    own.map(({ counts }) => `${counts.cubes ?? ''}`).join('; '),
    link(example.twin),
  ];
}

function tour(): Visited[] | null {
  const program = path.resolve('dist', 'cli.js');
  const { status, stdout } = spawnSync(process.execPath, [program, 'tour', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const visits = lines.map((line) => JSON.parse(line) as Visited & { readonly expected: string });
  for (const { file, memory, verdict, expected } of visits) {
    if (verdict !== expected) console.error(`${file} under ${memory}: ${verdict}, expected ${expected}`);
  }
  return status === 0 ? visits : null;
}

async function main(check: boolean): Promise<number> {
  const list = readExamples(readFileSync(path.join('examples', 'expected.json'), 'utf8'));
  if (!list.ok) {
    console.error(`examples/expected.json: ${list.message}`);
    return 2;
  }
  await bundle();
  const visits = tour();
  if (visits === null) return 1;
  const table = markdownTable(
    COLUMNS,
    list.examples.map((example) => row(example, visits)),
  );
  return updateFile(path.join('examples', 'README.md'), new Map([['examples', table]]), check, 'npm run examples');
}

process.exitCode = await main(process.argv.includes('--check'));
