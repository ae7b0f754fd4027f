/** Kernels of long threads and of many properties have several functions: they find what the interpreter finds. */
import { describe, expect, it } from 'vitest';
import { certify } from '../../../src/check/certify.js';
import { check } from '../../../src/check/check.js';
import { variablesOf } from '../../../src/engines/explicit/code/code.js';
import { layOut } from '../../../src/engines/explicit/layout.js';
import { threadSteps } from '../../../src/engines/explicit/steps.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { TSO } from '../../../src/memory/models.js';
import { isLong } from '../../support/size.js';

const LENGTH = 300;

/** Two threads that count up by turns, each statement a location of its own. */
function turns(last: string): string {
  const steps = Array.from({ length: LENGTH }, (_, k) => `  await x == ${k % 4}; x = ${(k + 1) % 4}; y = ${k % 3}`);
  return `shared x: 0..3, y: 0..2, z: 0..3\nthread P {\n${steps.join('\n')}\n  ${last}\n}\nthread Q { z = 1; fence; z = 2 }\n`;
}

async function outcomeOf(text: string) {
  const result = await check(text, { file: 'a.fp', memory: 'tso' });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.outcome;
}

describe('long threads', () => {
  it.runIf(isLong)('have the states that the interpreter and the second kernel find', async () => {
    const text = `${turns('skip')}never z == 3`;
    const result = await certify(text, { file: 'a.fp', memory: 'tso', buffer: 2 });
    if (!result.ok || result.certificate.kind !== 'audit') throw new Error('all states are looked at again');
    expect(result.certificate.audit).toMatchObject({ refuted: null, unfinished: null, by: 'the interpreter' });
    const plain = await check(text, { file: 'a.fp', memory: 'tso', buffer: 2, reduce: false });
    expect(plain.ok && plain.outcome.counts.states).toBe(result.certificate.audit.states);
  });

  it('fail where their last statement does', async () => {
    const outcome = await outcomeOf(turns('y = 1 / (x - x)'));
    expect(outcome.verdict).toBe('violated');
    expect(outcome.trace?.steps.length).toBeGreaterThan(LENGTH);
  });
});

/** Compilers take time by branches times variables. */
it('no step has variables of its own: the code of many has as many variables as that of one', () => {
  const variables = (steps: number): number => {
    const text = `shared a[3]: 0..9, x: 0..2\nthread P { ${'a[x] = a[a[x] % 3] / (x + 1); '.repeat(steps)} }`;
    const made = readProgram(text, 'a.fp').program?.instantiate(null);
    if (made === undefined || !('program' in made)) throw new Error('the program is right');
    const { program } = made;
    const kept = { perLocation: false, zeroDead: true, propositions: null };
    const { functions } = threadSteps(layOut({ program, memory: TSO, buffer: 2, ...kept }), TSO, null, null);
    return Math.max(...functions.map((each) => variablesOf(each).length));
  };
  expect(variables(30)).toBe(variables(1));
});

describe('many properties', () => {
  it('are all looked at', async () => {
    const never = (value: number) =>
      Array.from({ length: 700 }, (_, k) => `never n${k}: x == ${k === 650 ? value : 3}`);
    const text = (value: number) => `shared x: 0..3\nthread P { x = 1; fence; x = 2 }\n${never(value).join('\n')}`;
    expect((await outcomeOf(text(3))).verdict).toBe('holds');
    expect(await outcomeOf(text(2))).toMatchObject({ verdict: 'violated', trace: { violated: { property: 'n650' } } });
  });
});
