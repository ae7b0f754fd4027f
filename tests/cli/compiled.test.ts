/** Compiled code that the build keeps: a faster way to the same program, or none. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { folderOfNode, loadCompiled, loadScript } from '../../src/cli/compiled.js';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('scripts', () => {
  const place = path.join(folder, 'scripts');
  const compiled = path.join(place, folderOfNode());
  beforeAll(() => {
    mkdirSync(compiled, { recursive: true });
    const first = 'const { count } = require("./second.cjs"), again = require("./second.cjs");';
    const use = 'exports.file = require("node:path").basename(__filename); exports.counts = [count(), again.count()];';
    writeFileSync(path.join(place, 'first.cjs'), `${first}${use}`);
    writeFileSync(path.join(place, 'second.cjs'), 'let n = 0; exports.count = () => { n++; return n; };');
  });

  test('are loaded once, as modules of node are', () => {
    const names: string[] = [];
    const exports = loadScript(place, 'first.cjs', (name) => names.push(name));
    expect(exports).toEqual({ file: 'first.cjs', counts: [1, 2] });
    expect(names).toEqual(['first.cjs', 'second.cjs']);
  });

  test('are nothing where no code is compiled', () => {
    expect(loadCompiled(pathToFileURL(`${place}/`), 'first.cjs')).toBeNull();
    expect(loadCompiled(pathToFileURL(`${folder}/none/`), 'first.cjs')).toBeNull();
    expect(loadCompiled(pathToFileURL(`${place}/`), '')).toBeNull();
  });

  test('do without code that V8 does not take', () => {
    writeFileSync(path.join(place, 'third.cjs'), 'exports.third = 3;');
    writeFileSync(path.join(compiled, 'third.cjs'), 'not compiled by anybody');
    const rejected: (boolean | undefined)[] = [];
    const exports = loadScript(place, 'third.cjs', (_, script) => rejected.push(script.cachedDataRejected));
    expect(exports).toEqual({ third: 3 });
    expect(rejected).toEqual([true]);
  });

  test('have their own places in what is thrown', () => {
    writeFileSync(path.join(place, 'throws.cjs'), 'throw new Error("thrown");');
    const thrown = (): unknown => loadScript(place, 'throws.cjs', () => {});
    expect(thrown).toThrow('thrown');
    try {
      thrown();
    } catch (error) {
      expect((error as Error).stack).toContain(`${path.join(place, 'throws.cjs')}:1:7`);
    }
  });
});

describe('the program', () => {
  const root = path.resolve(import.meta.dirname, '..', '..');
  const dist = path.join(root, 'dist');
  const model = path.join(root, 'examples', 'mesi.cub');
  const told = (program: string, flags: readonly string[] = [], more: readonly string[] = []): unknown => {
    const words = [...flags, program, 'check', '--json', ...more, model];
    const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stderr).toBe('');
    return { ...(JSON.parse(stdout) as object), seconds: 0 };
  };
  beforeAll(() => {
    const failure = inject('buildFailure');
    if (failure !== null) throw new Error(`dist/ could not be built:\n${failure}`);
  });

  test('has code for this node, of scripts that are there', () => {
    const compiled = readdirSync(path.join(dist, 'compiled', folderOfNode()));
    expect(compiled.length).toBeGreaterThan(20);
    for (const name of compiled) expect(existsSync(path.join(dist, 'compiled', name)), name).toBe(true);
  });

  test('has code that V8 takes', () => {
    const spy = path.join(folder, 'spy.cjs');
    const seen = path.join(folder, 'seen.json');
    const lines = [
      'const vm = require("node:vm"), seen = [];',
      'vm.Script = class extends vm.Script {',
      '  constructor(text, options) { super(text, options); if (options?.cachedData) seen.push(this.cachedDataRejected); }',
      '};',
      'require("node:module").syncBuiltinESMExports();',
      `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(seen)}, JSON.stringify(seen)));`,
    ];
    writeFileSync(spy, lines.join('\n'));
    told(path.join(dist, 'cli.js'), ['--require', spy]);
    const rejected = JSON.parse(readFileSync(seen, 'utf8')) as boolean[];
    expect(rejected.length).toBeGreaterThan(10);
    expect(rejected).not.toContain(true);
  });

  test('says the same with compiled code, with flags that it was not made for, in a worker, and without', () => {
    const modules = path.join(folder, 'dist');
    mkdirSync(modules);
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    cpSync(path.join(dist, 'cli.js'), path.join(modules, 'cli.js'));
    cpSync(path.join(dist, 'chunks'), path.join(modules, 'chunks'), { recursive: true });
    const usual = told(path.join(dist, 'cli.js'));
    expect(told(path.join(dist, 'cli.js'), ['--no-lazy'])).toEqual(usual);
    expect(told(path.join(modules, 'cli.js'))).toEqual(usual);
    expect(told(path.join(dist, 'cli.js'), [], ['--timeout', '60'])).toEqual(usual);
    expect(told(path.join(modules, 'cli.js'), [], ['--timeout', '60'])).toEqual(usual);
  });
});
