/**
 * Cubes of views as text: JSON, a cube on a line. It is the data of a certificate (`certificate.ts`): with the array system it
 * gives all obligations again. Formulas are written and read as those under SC (`../cubes/file.ts`); beside them stands, for
 * each process of the cube, how many positions it reads at and what is said of these.
 */
import type { ArraySystem } from '../../models/array-system/model.js';
import type { PlaceSums } from '../../models/array-system/place-sum.js';
import type { Chain, ViewedCube } from '../../models/array-system/view-cube.js';
import { areTooMany, CubeReader, CubeWriter, processName, TOO_MANY } from '../cubes/file.js';
import { countsIn, readSums, SUM_FIELDS, writeSums } from '../cubes/sums-file.js';
import { block, Fault, Fields, listOf, numberBelow, readJson } from '../json-text.js';
import { type CertificateScope, readScope, scopeField } from '../scope.js';

export const SCHEMA = 'fencepost-views-certificate/1';

/** Positions of one process: marks of them are bits of a number. */
const MOST_GROUPS = 30;

export type Read =
  | {
      readonly scope: CertificateScope;
      cubesOf(system: ArraySystem): readonly ViewedCube[] | { readonly fault: string };
      sumsOf(system: ArraySystem): PlaceSums | null | { readonly fault: string };
    }
  | { readonly fault: string };

export function* writeCertificate(
  scope: CertificateScope,
  system: ArraySystem,
  cubes: readonly ViewedCube[],
  sums: PlaceSums | null = null,
): Generator<string> {
  const writer = new CubeWriter(system);
  yield `{"schema": ${JSON.stringify(SCHEMA)},\n`;
  yield scopeField(scope);
  yield* block('cubes', lines());
  yield* writeSums(sums, writer);
  yield '}\n';

  function* lines(): Generator<object> {
    for (const { parameters, chains, joint, formula } of cubes) {
      const written = chains.map(({ process, ...chain }) => ({ process: processName(process), ...chain }));
      yield { parameters, joint, chains: written, formula: writer.formula(formula) };
    }
  }
}

/** What the words mean is known only with the system. */
export function readCertificate(text: string): Read {
  return readJson(text, SCHEMA, (content): Read => {
    const counts = countsIn(content);
    const fields = new Fields(content, 'the certificate', ['schema', 'scope', 'cubes', ...(counts ? SUM_FIELDS : [])]);
    const scope = fields.of('scope', readScope);
    const cubes = fields.list('cubes', (cube) => cube);
    const cubesOf = (system: ArraySystem): readonly ViewedCube[] | { readonly fault: string } => {
      try {
        const reader = new CubeReader(system);
        const read = cubes.map((cube, position) => readCube(reader, cube, `the certificate, cubes ${position}`));
        return areTooMany(system, read) ? { fault: TOO_MANY } : read;
      } catch (fault) {
        if (fault instanceof Fault) return { fault: fault.message };
        throw fault;
      }
    };
    const sumsOf = (system: ArraySystem) => (counts ? readSums(system, fields, new CubeReader(system)) : null);
    return { scope, cubesOf, sumsOf };
  });
}

function readCube(reader: CubeReader, value: unknown, where: string): ViewedCube {
  const fields = new Fields(value, where, ['parameters', 'joint', 'chains', 'formula']);
  const joint = fields.of('joint', (given, at) => {
    if (typeof given !== 'boolean') throw new Fault(at, 'neither true nor false');
    return given;
  });
  let chains: readonly Chain[] = [];
  const property = reader.property(fields, where, (processOf) => {
    chains = fields.list('chains', (chain, at) => readChain(chain, at, processOf));
    const positions = new Map(chains.map(({ process, groups }) => [processName(process), groups]));
    if (positions.size < chains.length) throw new Fault(where, 'a process has two chains');
    return (process, moment) => {
      const groups = positions.get(process);
      return groups !== undefined && moment >= (joint ? 0 : 1) && moment <= groups;
    };
  });
  const missing = property.parameters.find((name) => !chains.some(({ process }) => processName(process) === name));
  if (missing !== undefined) throw new Fault(where, `${missing} has no chain`);
  return { ...property, chains, joint };
}

function readChain(
  value: unknown,
  where: string,
  processOf: (value: unknown, where: string) => Chain['process'],
): Chain {
  const fields = new Fields(value, where, ['process', 'groups', 'fence', 'pending']);
  const process = fields.of('process', processOf);
  const groups = fields.of('groups', (number, at) => numberBelow(number, MOST_GROUPS + 1, at));
  const fence = fields.of('fence', (number, at) => (number === -1 ? -1 : numberBelow(number, groups + 1, at)));
  const pending = fields.of('pending', (list, at) =>
    listOf(list, at, (number, place) => numberBelow(number, groups + 1, place)),
  );
  if (pending.some((group, k) => group <= (pending[k - 1] ?? 0)))
    throw new Fault(where, 'marks are not in their order');
  return { process, groups, fence, pending };
}
