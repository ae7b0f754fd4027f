/**
 * `npm run schema`: writes `schema/`, a JSON Schema for each kind of object that `--json` prints and for each kind of file that
 * commands read; with `-- --check` it says whether the files are up to date.
 *
 * The kinds are the properties of `JsonOutput` and `JsonInput` (`src/cli/json.ts`). All schemas are made at once, as of one object that has
 * all kinds; then each kind gets a file of its own, with the definitions that it needs. Types must be written out where the
 * generator reads them: it knows `Pick` and `Omit`, but no types that are computed from tables.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BaseError, createGenerator, type Schema } from 'ts-json-schema-generator';
import { putFile } from './generated.js';

const FOLDER = 'schema';
const COMMAND = 'npm run schema';
const PREFIX = '#/definitions/';

type Definitions = NonNullable<Schema['definitions']>;
type Definition = Definitions[string];

function allKinds(type: 'JsonOutput' | 'JsonInput'): Schema {
  return createGenerator({
    path: path.join('src', 'cli', 'json.ts'),
    tsconfig: 'tsconfig.json',
    // `npm run typecheck` does.
    skipTypeCheck: true,
    topRef: false,
    sortProps: false,
  }).createSchema(type);
}

function isSchema(definition: Definition | undefined): definition is Schema {
  return typeof definition === 'object';
}

/** What a definition refers to, and what that refers to. */
function needed(root: Definition, all: Definitions): Definitions {
  const found = new Map<string, Definition>();
  const waiting = [root];
  for (const definition of waiting) {
    for (const [, name] of JSON.stringify(definition).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)) {
      const target = all[name as string];
      if (target === undefined) throw new Error(`no definition of ${name}`);
      if (!found.has(name as string)) waiting.push(target);
      found.set(name as string, target);
    }
  }
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function schemaOf(kind: string, { $schema, properties, definitions = {} }: Schema): Schema {
  const property = properties?.[kind];
  if (!isSchema(property)) throw new Error(`no schema of ${kind}`);
  const { $ref, description, ...own } = property;
  const named = $ref === undefined ? own : definitions[$ref.slice(PREFIX.length)];
  if (!isSchema(named)) throw new Error(`no definition of ${$ref}`);
  const { description: _, ...root } = named;
  return { $schema, title: kind, description, ...root, definitions: needed(root, definitions) } as Schema;
}

function main(check: boolean): number {
  const schemas = (['JsonOutput', 'JsonInput'] as const).flatMap((type) => {
    const all = allKinds(type);
    return Object.keys(all.properties ?? {}).map((kind) => [kind, schemaOf(kind, all)] as const);
  });
  const kinds = schemas.map(([kind]) => kind);
  const statuses = schemas.map(([kind, schema]) => {
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    return putFile(path.join(FOLDER, `${kind}.json`), text, check, COMMAND);
  });
  const others = readdirSync(FOLDER).filter((file) => !kinds.includes(path.basename(file, '.json')));
  for (const file of others) {
    if (check) console.error(`${path.join(FOLDER, file)}: no such kind any more; ${COMMAND} removes it`);
    else rmSync(path.join(FOLDER, file));
  }
  return Math.max(check ? others.length : 0, ...statuses) > 0 ? 1 : 0;
}

try {
  process.exitCode = main(process.argv.includes('--check'));
} catch (error) {
  if (!(error instanceof BaseError)) throw error;
  console.error(error.format());
  process.exitCode = 2;
}
