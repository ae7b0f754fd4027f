/**
 * A fourth memory model does not compile until every place that decides by memory has an answer: the source is copied, a
 * kind of buffers is added to `memory/models.ts`, and the compiler must object in each of these places, and nowhere else.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { isLong } from '../support/size.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Below the project, where the compiler finds the types of packages.
const scratch = path.join(root, 'node_modules', '.cache', `fourth-model-${process.pid}`);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function compile(change: (models: string) => string): string[] {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  cpSync(path.join(root, 'src'), path.join(scratch, 'src'), { recursive: true });
  const models = path.join(scratch, 'src', 'memory', 'models.ts');
  writeFileSync(models, change(readFileSync(models, 'utf8')));
  const options = { extends: path.join(root, 'tsconfig.json'), include: ['src'] };
  writeFileSync(path.join(scratch, 'tsconfig.json'), JSON.stringify(options));
  const compiler = path.join(root, 'node_modules', '.bin', 'tsc');
  const { stdout } = spawnSync(compiler, ['--noEmit', '--pretty', 'false', '-p', scratch], {
    cwd: scratch,
    encoding: 'utf8',
  });
  const files = stdout.split('\n').flatMap((line) => /^src\/(\S+?)\(\d+,\d+\): error/.exec(line)?.[1] ?? []);
  return [...new Set(files)].sort();
}

it.runIf(isLong)('objects in every place that decides by memory', () => {
  const places = compile((models) => {
    const changed = models.replace("'none' | 'one queue'", "'none' | 'a queue of loads' | 'one queue'");
    expect(changed).not.toBe(models);
    return changed;
  });
  expect(places).toEqual([
    'engines/explicit/packing.ts',
    'engines/explicit/steps.ts',
    'memory/axiomatic/model.ts',
    'memory/models.ts',
    'memory/most-pending.ts',
    'memory/operational/buffers.ts',
    'memory/reduction/queues.ts',
  ]);
});
