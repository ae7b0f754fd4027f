import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../../src/batch/manifest.js';
import { JsonFault } from '../../src/batch/placed-json.js';

const schema = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync('schema/manifest.json', 'utf8')) as object,
);

const WHOLE = {
  schema: 1,
  title: 'all that there is',
  defaults: { memory: ['sc', 'tso'], asked: { timeout: 60 } },
  questions: [
    { file: 'a.fp', expected: { tso: 'violated', sc: 'holds' } },
    { file: ['b.cub', 'c.cub'], processes: [2, 'any'], memory: 'tso', expected: 'holds' },
    { file: 'd.fp', asked: [{ property: 'mutex' }, { engine: 'dual-tso', maxStates: 10 }] },
    { file: 'e.litmus', memory: 'pso', expected: 'Never' },
  ],
};

describe('manifests', () => {
  test('every combination is a question, in the order of the text', () => {
    expect(schema(WHOLE)).toBe(true);
    const told = readManifest(JSON.stringify(WHOLE)).map(({ file, memory, processes, asked, expected }) => {
      return [file, memory, processes, Object.keys(asked).join('+'), expected].join(' ');
    });
    expect(told).toEqual([
      'a.fp sc  timeout holds',
      'a.fp tso  timeout violated',
      'b.cub tso 2 timeout holds',
      'b.cub tso any timeout holds',
      'c.cub tso 2 timeout holds',
      'c.cub tso any timeout holds',
      'd.fp sc  property ',
      'd.fp sc  engine+maxStates ',
      'd.fp tso  property ',
      'd.fp tso  engine+maxStates ',
      'e.litmus pso  timeout Never',
    ]);
  });

  test.each(['examples/expected.json', 'examples/c/expected.json', 'examples/litmus/expected.json'])(
    '%s is one',
    (file) => {
      const text = readFileSync(file, 'utf8');
      expect(schema(JSON.parse(text))).toBe(true);
      expect(readManifest(text).every(({ expected }) => expected !== null)).toBe(true);
    },
  );

  test.each([
    ['3', 0, 'a manifest is an object or a list'],
    ['{"schema": 2, "questions": []}', 11, 'the schema of manifests is 1'],
    ['{}', 0, "a manifest needs 'questions'"],
    ['[3]', 1, 'a question is an object'],
    ['[{}]', 1, "a question needs 'file'"],
    ['[{"file": ""}]', 10, 'a file is a name'],
    ['[{"file": []}]', 10, 'an empty list asks nothing'],
    ['[{"file": "a", "memori": "sc"}]', 15, "unknown field 'memori'"],
    ['[{"file": "a", "memory": "arm"}]', 25, 'a memory is one of sc, tso, pso'],
    ['[{"file": "a", "memory": ["sc", 3]}]', 32, 'a memory is one of'],
    ['[{"file": "a", "processes": 0}]', 28, 'processes are a whole number'],
    ['[{"file": "a", "expected": "Never"}]', 27, 'what is expected is one of holds'],
    ['[{"file": "a.litmus", "expected": "holds"}]', 34, 'what is expected is one of Never'],
    ['[{"file": "a", "expected": {"arm": "holds"}}]', 28, "unknown field 'arm'"],
    ['[{"file": ["a", "a.litmus"], "expected": "holds"}]', 41, 'models and litmus tests'],
    ['[{"file": "a", "asked": {"memory": "sc"}}]', 25, "'memory' is no option"],
    ['[{"file": "a", "asked": {"maxStates": "many"}}]', 38, "no value of 'maxStates'"],
    ['[{"file": "a", "asked": {"toString": 1}}]', 25, "'toString' is no option"],
  ])('%s is refused at its place', (text, at, message) => {
    let fault: unknown = null;
    try {
      readManifest(text);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(JsonFault);
    expect((fault as JsonFault).message).toContain(message);
    expect((fault as JsonFault).at).toBe(at);
  });
});
