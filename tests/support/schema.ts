/** What `--json` prints, held against the schemas in `schema/`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonOutput } from '../../src/cli/json.js';

export type Kind = keyof JsonOutput;

const folder = path.resolve(import.meta.dirname, '..', '..', 'schema');
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

/** A field that only objects of this kind have, but for those of the kinds before. */
const TOLD_BY: Readonly<Record<Kind, string>> = {
  batch: 'kind',
  error: 'diagnostics',
  completion: 'shell',
  serve: 'address',
  examples: 'example',
  init: 'written',
  tour: 'expected',
  report: 'page',
  compare: 'outcomes',
  litmus: 'observation',
  fix: 'sets',
  reduce: 'overflow',
  print: 'laidOut',
  certify: 'checks',
  judge: 'judgement',
  replay: 'replay',
  check: 'verdict',
};

/** By the files that are there. */
export function publishedKinds(): string[] {
  return readdirSync(folder).map((file) => path.basename(file, '.json'));
}

const compiled = new Map<Kind, ValidateFunction>();

function validator(kind: Kind): ValidateFunction {
  const known = compiled.get(kind);
  if (known !== undefined) return known;
  const made = ajv.compile(JSON.parse(readFileSync(path.join(folder, `${kind}.json`), 'utf8')) as object);
  compiled.set(kind, made);
  return made;
}

/** Which kind of object a line of the output is. Throws when it is none, or not as its schema says. */
export function validate(line: string): Kind {
  const object = JSON.parse(line) as object;
  const kind = (Object.keys(TOLD_BY) as Kind[]).find((each) => Object.hasOwn(object, TOLD_BY[each]));
  if (kind === undefined) throw new Error(`no kind of object has these fields: ${line}`);
  const isValid = validator(kind);
  if (!isValid(object)) {
    const faults = (isValid.errors ?? []).map(({ instancePath, message, params }) => {
      return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
    });
    throw new Error(`not as in schema/${kind}.json:\n${faults.join('\n')}\n${line}`);
  }
  return kind;
}

/** All lines that a command printed, if it was to print JSON. */
export function validateOutput(words: readonly string[], output: string): Kind[] {
  if (!words.includes('--json')) return [];
  return output.split('\n').flatMap((line) => (line === '' ? [] : [validate(line)]));
}
