/** Repairs of array systems, for any number of processes, and of Memorax programs. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { type FixOptions, type FixResult, fix } from '../../src/repair/index.js';

const WEAK = fileURLToPath(new URL('../../examples/weak/', import.meta.url));
const CORPUS = fileURLToPath(new URL('../../../shared/corpus/memorax/', import.meta.url));

async function fixed(text: string, options: FixOptions): Promise<FixResult> {
  const result = await fix(text, options);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result;
}

describe('array systems', () => {
  test.each([
    ['naive-mutex', 1],
    ['dekker', 1],
    ['peterson', 1],
    ['lamport', 2],
  ])('%s without its fences needs %i', async (name, fences) => {
    const file = `${name}-unfenced.cub`;
    const text = readFileSync(WEAK + file, 'utf8');
    const result = await fixed(text, { file, memory: 'tso' });
    expect([result.status, result.minimal, result.lowerBound]).toEqual(['repaired', 'proved', fences]);
    const [set] = result.sets;
    expect(set?.places).toHaveLength(fences);
    expect(set?.text.replaceAll('fence() && ', '')).toBe(text);
    const checked = await check(set?.text ?? '', { file, memory: 'tso' });
    expect(checked.ok && [checked.outcome.verdict, checked.outcome.buffer]).toEqual(['holds', 'unbounded']);
  });

  test('the fence of the naive mutex is where its author put it', async () => {
    const file = 'naive-mutex-unfenced.cub';
    const result = await fixed(readFileSync(WEAK + file, 'utf8'), { file, memory: 'tso', all: true });
    expect(result.complete).toBe(true);
    expect(result.sets).toHaveLength(1);
    expect(result.sets[0]?.places.map(({ statement, threads }) => [statement, threads])).toEqual([
      ['transition enter', null],
    ]);
    expect(result.sets[0]?.diff).toContain(
      '+requires { At[p] = Raised && fence() && forall_other q. Flag[q] = False }\n',
    );
  });

  test.each([
    ['peterson', 'unneeded'],
    ['peterson-broken', 'unrepairable'],
  ])('%s, which has no weak variable, is %s under SC', async (name, status) => {
    const file = `../${name}.cub`;
    const result = await fixed(readFileSync(WEAK + file, 'utf8'), { file, memory: 'sc' });
    expect(result.status).toBe(status);
  });

  const head = `type place = A | B | C
array At[proc] : place
weak array Flag[proc] : bool
init (p) { At[p] = A && Flag[p] = False }
`;
  const raise = 'transition raise ([p]) requires { At[p] = A } { Flag[p] := True; At[p] := B }\n';

  test('guards of every shape can hold a fence', async () => {
    const text = `${head}unsafe (p q) { At[p] = C && At[q] = C }
${raise}transition enter ([p]) requires { At[p] = B || At[p] = C } { At[p] := C }
`;
    const result = await fixed(text, { file: 'a.cub', memory: 'tso' });
    // Nothing is read, so a fence keeps nobody out.
    expect([result.status, result.trace?.memory]).toEqual(['unrepairable', 'sc']);
    expect(result.candidates.map(({ statement }) => statement)).toEqual(['transition raise', 'transition enter']);
    const asked = `${head}unsafe (p q) { At[p] = C && At[q] = C }
${raise}transition enter ([p]) requires { forall_other q. (At[p] = B && Flag[q] = False) } { At[p] := C }
`;
    const repaired = await fixed(asked, { file: 'a.cub', memory: 'tso' });
    expect(repaired.sets[0]?.text).toContain('requires { fence() && forall_other q. (At[p] = B');
    const either = asked.replace(
      /forall_other q. \(.*\) \}/,
      'At[p] = C || At[p] = B && forall_other q. Flag[q] = False }',
    );
    const bracketed = await fixed(either, { file: 'a.cub', memory: 'tso' });
    expect(bracketed.status).toBe('repaired');
    expect(bracketed.sets[0]?.text).toContain('requires { fence() && (At[p] = C || At[p] = B');
    expect(bracketed.sets[0]?.text).toContain('Flag[q] = False) } { At[p] := C }');
  });

  test('one property of several', async () => {
    const text = `${head}unsafe both (p q) { At[p] = C && At[q] = C }
unsafe never (p) { At[p] = C && At[p] = A }
${raise}transition enter ([p]) requires { At[p] = B && forall_other q. Flag[q] = False } { At[p] := C }
`;
    expect((await fixed(text, { file: 'a.cub', memory: 'tso', property: 'never' })).status).toBe('unneeded');
    const both = await fixed(text, { file: 'a.cub', memory: 'tso', property: 'both' });
    expect([both.status, both.sets[0]?.text.includes('unsafe never (p)')]).toEqual(['repaired', true]);
    const result = await fix(text, { file: 'a.cub', property: 'neither' });
    expect(result.ok).toBe(false);
  });

  test('atomic writes are for programs', async () => {
    const result = await fix(`${head}unsafe (p) { At[p] = C }\n`, { file: 'a.cub', with: 'atomic-writes' });
    expect(result.ok).toBe(false);
  });
});

describe('Memorax programs', () => {
  const text = `forbidden CS CS
data x = 0 : [0:1] y = 0 : [0:1]
process text
  write: x := 1;
  L: read: y = 0;
  CS: nop
process text
  write: y := 1; read: x = 0; CS: nop
`;

  test('fences on lines of their own, or between two statements of a line', async () => {
    const result = await fixed(text, { file: 'a.rmm', memory: 'tso' });
    expect([result.status, result.minimal]).toEqual(['repaired', 'proved']);
    expect(result.sets[0]?.text).toBe(
      text
        .replace('  L: read: y = 0;', '  fence;\n  L: read: y = 0;')
        .replace('write: y := 1; read', 'write: y := 1; fence; read'),
    );
  });

  test('locked writes', async () => {
    const result = await fixed(text, { file: 'a.rmm', memory: 'tso', with: 'atomic-writes' });
    expect(result.sets[0]?.text).toBe(text.replaceAll('write:', 'locked write:'));
  });

  test('a place in a macro is one for all its calls', async () => {
    const shared = `forbidden CS CS
data x = 0 : [0:1] y = 0 : [0:1]
macro enter(mine, yours)
  write: mine := 1;
  read: yours = 0;
  CS: nop
endmacro
process text
  enter(x, y)
process text
  enter(y, x)
`;
    const result = await fixed(shared, { file: 'a.rmm', memory: 'tso' });
    expect(result.sets[0]?.places).toHaveLength(1);
    expect(result.sets[0]?.places[0]?.threads).toBe(2);
    expect(result.sets[0]?.text).toContain('  write: mine := 1;\n  fence;\n  read: yours = 0;');
  });

  const models = [
    ['memorax.dekker.rmm', 2],
    ['mutex_2_us.rmm', 2],
  ] as const;
  test.each(models)('%s of the corpus: %i fences, one a process', async (file, fences) => {
    if (!existsSync(CORPUS + file)) {
      console.log(`${file} is not here: skipped`);
      return;
    }
    const result = await fixed(readFileSync(CORPUS + file, 'utf8'), { file, memory: 'tso' });
    expect([result.status, result.sets[0]?.places.length, result.minimal]).toEqual(['repaired', fences, 'proved']);
    expect(new Set(result.sets[0]?.places.map(({ thread }) => thread)).size).toBe(fences);
    expect(result.outcome?.verdict).toBe('holds');
  });
});

test('other languages are refused', async () => {
  const result = await fix('', { file: 'a.litmus' });
  expect(result.ok).toBe(false);
});
