/** Programs that include the files beside them: places are told by file and line, and every file is read once. */
import { expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';
import type { Host } from '../../../src/cli/host.js';
import { readInput } from '../../../src/cli/input.js';
import { print } from '../../../src/languages/index.js';
import { besides, bundled, withIncluded } from '../../../src/languages/shared/bundle.js';
import { fix } from '../../../src/repair/index.js';

const LOCK = 'shared flag[2]: bool\nproc enter(me: 0..1) {\n  flag[me] = true\n  await !flag[1 - me]\n}\n';
const MAIN =
  'include "lock.fp"  // the lock\n\nthread P(me: 0..1) {\n  enter(me)\n  cs: skip\n}\n\nnever P(0)@cs && P(1)@cs\n';

async function read(files: Readonly<Record<string, string>>, file = 'a/main.fp'): Promise<string> {
  const readFile = async (path: string): Promise<string> => {
    const text = files[path];
    if (text === undefined) throw new Error('no such file');
    return text;
  };
  const input = await readInput({ readFile } as Host, file);
  if (!input.ok) throw new Error(input.message);
  return input.text;
}

async function faults(text: string, file = 'a/main.fp'): Promise<string[]> {
  const result = await check(text, { file });
  return result.ok ? [] : result.diagnostics.map((each) => `${each.file}:${each.line}:${each.column}: ${each.message}`);
}

test('names are beside the file that has them', () => {
  expect(besides(null, 'lock.fp')).toBe('lock.fp');
  expect(besides('a/b.fp', './c.fp')).toBe('a/c.fp');
  expect(besides('a/b.fp', '../c.fp')).toBe('c.fp');
  expect(besides('b.fp', '../c.fp')).toBe('../c.fp');
  expect(besides('a/b.fp', '/c.fp')).toBe('/c.fp');
});

test('the run tells the file and its line', async () => {
  const result = await check(await read({ 'a/main.fp': MAIN, 'a/lock.fp': LOCK }), { file: 'a/main.fp' });
  if (!result.ok) throw new Error('it can be read');
  expect(result.outcome.verdict).toBe('violated');
  expect(result.outcome.trace?.steps[0]).toMatchObject({ line: 3, file: 'lock.fp', procedure: 'enter' });
  const why = result.outcome.trace?.why;
  expect(why?.kind === 'cycle' && why.events[0]).toMatchObject({ line: 3, file: 'lock.fp' });
});

test('the patch is one of the file that is changed, and the text itself is printed alone', async () => {
  const text = bundled(MAIN, new Map([['lock.fp', LOCK]]));
  const result = await fix(text, { file: 'a/main.fp' });
  if (!result.ok) throw new Error('it can be read');
  expect(result.sets[0]?.places).toMatchObject([{ line: 3, file: 'lock.fp', where: 'after' }]);
  expect(result.sets[0]?.diff).toMatch(/^--- a\/lock\.fp\n\+\+\+ a\/lock\.fp\n@@ -1,5 \+1,6 @@\n/);
  expect(await print(text, { file: 'a/main.fp' })).toEqual({ ok: true, text: MAIN });
});

test('files are read once, also from folders', async () => {
  const files = {
    'a/main.fp': `include "b/x.fp"\ninclude "lock.fp"\n${MAIN}`,
    'a/b/x.fp': 'include "../lock.fp"\nconst N = 2\n',
    'a/lock.fp': LOCK,
  };
  expect(await faults(await read(files))).toEqual([]);
});

test('what is wrong is told where it is', async () => {
  const wrong = LOCK.replace('!flag', '!flg');
  expect(await faults(await read({ 'a/main.fp': MAIN, 'a/lock.fp': wrong }))).toEqual([
    'a/lock.fp:4:10: there is no variable or value `flg`; did you mean `flag`?',
  ]);
  expect(await faults(await read({ 'a/main.fp': MAIN }))).toEqual([
    'a/main.fp:1:1: there is no file `lock.fp` that can be read beside this one',
  ]);
  const circle = `${LOCK}include "main.fp"\n`;
  expect(await faults(await read({ 'a/main.fp': MAIN, 'a/lock.fp': circle }))).toEqual([
    'a/lock.fp:6:1: `main.fp` includes itself: main.fp includes lock.fp includes main.fp',
  ]);
  expect(await faults(MAIN, '<stdin>')).toEqual([
    '<stdin>:1:1: `lock.fp` is looked for beside the file, and standard input is none: give the name of the file',
  ]);
  const [first] = await faults('include lock.fp\n', 'a/main.fp');
  expect(first).toMatch(/^a\/main\.fp:1:9: .*`include "lock\.fp"`/);
});

test('a temporal property of an included file that says nothing is told with its file and line', async () => {
  const files = { 'a/main.fp': 'include "live.fp"\n\n\nthread P { x = 1 }\n', 'a/live.fp': LIVE };
  const result = await check(await read(files), { file: 'a/main.fp', property: 'live' });
  const warnings = result.ok ? result.outcome.warnings : null;
  expect(warnings?.filter(({ code }) => code === 'vacuous')).toMatchObject([
    { property: 'live', file: 'live.fp', line: 3, condition: 'x == 7' },
  ]);
});

const LIVE = 'shared x: int\n\nltl live: G (x == 7 -> F x == 1)\n';

test('a library includes what its caller reads', async () => {
  const files = new Map([
    ['lib/lock.fp', `include "state.fp"\n${LOCK.slice(LOCK.indexOf('\n') + 1)}`],
    ['lib/state.fp', LOCK.slice(0, LOCK.indexOf('\n') + 1)],
  ]);
  const asked: string[] = [];
  const text = await withIncluded(MAIN.replace('lock.fp', 'lib/lock.fp'), (name) => {
    asked.push(name);
    return files.get(name) ?? null;
  });
  expect(asked).toEqual(['lib/lock.fp', 'lib/state.fp']);
  const result = await check(text, { file: 'main.fp' });
  expect(result.ok && result.outcome.verdict).toBe('violated');
  const missing = await withIncluded(MAIN, () => null);
  expect(await faults(missing, 'main.fp')).toMatchObject([expect.stringContaining('main.fp:1:')]);
});
