/** Proofs on view cubes: found by the search, or written by hand as text. */
import { type CertificateCheck, checkCertificate } from '../../../src/evidence/solvers/check.js';
import { viewCertificate } from '../../../src/evidence/views/certificate.js';
import type { ArraySystem, Formula, Property } from '../../../src/models/array-system/model.js';
import type { ViewedCube } from '../../../src/models/array-system/view-cube.js';
import { mapFormula } from '../../../src/models/array-system/views.js';
import { settleTrimmed } from '../../support/ask.js';
import { readModel } from '../cubes/proof.js';

export interface ViewProof {
  readonly system: ArraySystem;
  readonly cubes: readonly ViewedCube[];
}

/** Null where nothing is proved. */
export async function viewProofOf(text: string | Uint8Array, options = {}): Promise<ViewProof | null> {
  const settled = await settleTrimmed(text, { memory: 'tso', ...options });
  if (!settled.ok || settled.answered.verdict !== 'holds') return null;
  const { proof } = settled.answered;
  if (proof.kind !== 'cubes' || proof.views === null) return null;
  return { system: proof.system, cubes: proof.views };
}

/** Asks the library alone. */
export async function judge({ system, cubes }: ViewProof): Promise<CertificateCheck> {
  const [check] = await checkCertificate(viewCertificate(system, cubes), { programs: [] });
  if (check === undefined) throw new Error('the library always answers');
  return check;
}

/** For a part about memory itself: its views are of nobody. */
export const NOW = -1;

/**
 * A cube as text. Each part is a condition as in `unsafe`; its views `i@X` are of the position that the part says, counted
 * from the end, 0 for the joint one. Marks by process: `fence`, and groups that are `pending`.
 */
export interface WrittenCube {
  readonly about: string;
  readonly parts: readonly (readonly [number, string])[];
  readonly fence?: Readonly<Record<string, number>>;
  readonly pending?: Readonly<Record<string, readonly number[]>>;
}

/** The cubes are read together with the model, since they must speak of its very symbols. */
export function writtenProof(model: string, written: readonly WrittenCube[]): ViewProof {
  const declared = readModel(model).unsafe.length;
  const texts = written.flatMap(({ about, parts }) => parts.map(([, text]) => `unsafe (${about}) { ${text} }`));
  const all = readModel(`${model}\n${texts.join('\n')}`);
  const properties = all.unsafe.slice(declared);
  let next = 0;
  const cubes = written.map((cube) =>
    viewedCube(
      cube,
      cube.parts.map(() => properties[next++] as Property),
    ),
  );
  return { system: { ...all, unsafe: all.unsafe.slice(0, declared) }, cubes };
}

function viewedCube({ about, parts, fence = {}, pending = {} }: WrittenCube, read: readonly Property[]): ViewedCube {
  const parameters = about.split(' ').filter((name) => name !== '');
  const groups = new Map<string, number>();
  let joint = false;
  const operands = read.map(({ formula }, k): Formula => {
    const moment = (parts[k] as readonly [number, string])[0];
    return mapFormula(
      formula,
      (access) => {
        if (access.reader?.kind !== 'bound') return access;
        if (moment === NOW) return { ...access, reader: null };
        const { name } = access.reader;
        groups.set(name, Math.max(groups.get(name) ?? 0, moment));
        joint ||= moment === 0;
        return { ...access, moment };
      },
      null,
    );
  });
  const chains = parameters.map((name) => ({
    process: { kind: 'bound', name } as const,
    groups: Math.max(groups.get(name) ?? 0, ...(pending[name] ?? [])),
    fence: fence[name] ?? -1,
    pending: pending[name] ?? [],
  }));
  return { name: null, parameters, formula: { kind: 'and', operands }, place: { line: 0, column: 0 }, chains, joint };
}
