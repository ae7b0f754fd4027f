/**
 * Certificates of proofs under TSO: cubes of views as SMT-LIB text that any solver can check.
 *
 * As under sequential consistency (../cubes/certificate.ts), with three differences. A constant is also what a process sees of
 * a cell at a position (moments.ts). The negated cubes are not shared by a group, but each obligation has those that it needs
 * (negations.ts). And obligations that contradict themselves in plain words are left out; how many is in the head of the text.
 *
 * Nothing here is shared with the search that found the proof: obligations are written from the model and the cubes.
 */
import type { Access, ArraySystem, Property } from '../../models/array-system/model.js';
import type { PlaceSums } from '../../models/array-system/place-sum.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import { mapFormula } from '../../models/array-system/views.js';
import { chunks, declared, processCount, withoutExcluded } from '../cubes/certificate.js';
import { Obligations } from '../cubes/obligations.js';
import { aboutCensus, aboutSums, sumGroups } from '../cubes/sums.js';
import type { Certificate, CountedGroup, Obligation } from '../solvers/certificate.js';
import { stringLiteral } from '../solvers/smtlib.js';
import { ViewObligations, type Written } from './obligations.js';
import { showViewedCube } from './show.js';

/** The obligations that make the cubes a proof that no `unsafe` state of the system is reachable under TSO. */
export function viewCertificate(
  system: ArraySystem,
  cubes: readonly ViewedCube[],
  about: readonly string[] = [],
  sums: PlaceSums | null = null,
): Certificate {
  const initial = initiation(system, cubes);
  const obligations = new ViewObligations(withoutExcluded(system, sums), cubes);
  const { vocabulary } = obligations;
  const plain = cubes.flatMap((cube) => atPresent(cube) ?? []);
  const counted = sums === null ? [] : sumGroups({ system, vocabulary, cubes: plain, sums, buffered: true });
  const steps = bySize([...obligations.safety(), ...obligations.consecution()]);
  const good = [...steps.sizes].map(([size, { written, partial }]): CountedGroup => {
    const title = `configurations outside of all cubes, ${processCount(size)}`;
    return {
      title,
      obligations: written.length,
      *shared() {
        yield `(echo ${stringLiteral(title)})\n`;
        for (const line of obligations.shared(size)) yield `${line}\n`;
      },
      partial: () => partial,
      scripts: () => written,
    };
  });
  const groups = [...counted, ...initial, ...good];
  const assumptions = system.invariants.map((property, position) =>
    declared(`invariant ${position + 1}`, property, ' is never reached'),
  );
  const count = (list: readonly CountedGroup[]) => list.reduce((sum, each) => sum + each.obligations, 0);
  const header = [
    'Proof of safety. Every check-sat below must be answered unsat.',
    ...about,
    system.processes === null
      ? 'Instances: any number of processes, at least one.'
      : `Instances: exactly ${processCount(system.processes)}.`,
    'Memory: TSO, with store buffers of any length, as a history of writes in which each process reads at a position.',
    ...aboutCensus(system),
    ...system.unsafe.map((property, position) => declared(`unsafe ${position + 1}`, property, ' is never reached')),
    'The proof: no initial configuration is in one of these cubes, every unsafe one is, and only configurations in them',
    'step into them. z1@2 X is what z1 sees of X at its position 2, counted from the end; J is one position for all; a',
    'position is clear if no write of its process comes after it.',
    ...cubes.map((cube, position) => `cube ${position + 1}${showViewedCube(cube)}`),
    ...(sums === null ? [] : aboutSums(sums)),
    ...(assumptions.length === 0
      ? []
      : ['Assumed and not proved here, at whatever position its readers still read:', ...assumptions]),
    `Obligations: ${count(initial)} of initiation, ${count(good)} of safety and consecution.`,
    `Left out: ${obligations.omitted} instances of transitions that change no cell of the cube in question and pay no`,
    'mark of it, which lead into the cube only from there; and',
    `${steps.trivial} that say that a constructor is another one.`,
  ];
  const result: Certificate = {
    header,
    obligations: count(groups),
    omitted: obligations.omitted + steps.trivial,
    assumptions,
    preamble: ['(set-info :smt-lib-version 2.6)', '(set-logic ALL)', ...obligations.vocabulary.declarations(), ''].join(
      '\n',
    ),
    groups,
    chunks: () => chunks(result),
  };
  return result;
}

/** The configurations of a cube with all its positions at `now`, which lies after every write; null if one is to lie before a write. */
function atPresent({ chains, joint: _, ...cube }: ViewedCube): Property | null {
  if (chains.some(({ pending }) => pending.length > 0)) return null;
  const now = (access: Access): Access => ({ symbol: access.symbol, indices: access.indices, reader: null });
  return { ...cube, formula: mapFormula(cube.formula, now, true) };
}

/** At first views are memory, and a cube that says that something is pending contains nothing. */
function initiation(system: ArraySystem, cubes: readonly ViewedCube[]): CountedGroup[] {
  const plain = cubes.map((cube) => {
    const waits = cube.chains.some(({ pending }) => pending.length > 0);
    return waits ? { ...cube, formula: { kind: 'constant', value: false } as const } : cube;
  });
  const obligations = new Obligations(system, plain);
  const sizes = new Map<number, number>();
  for (const { processes } of obligations.initiation()) sizes.set(processes, (sizes.get(processes) ?? 0) + 1);
  return [...sizes].map(([size, count]) => {
    const state = obligations.initialState(size);
    const title = `initial states, ${processCount(size)}`;
    return {
      title,
      obligations: count,
      *shared() {
        yield `(echo ${stringLiteral(title)})\n`;
        for (const line of state.text()) yield `${line}\n`;
      },
      partial: () => state.partial,
      *scripts() {
        for (const { processes, write } of obligations.initiation()) if (processes === size) yield write(state, []);
      },
    };
  });
}

function bySize(all: readonly Written[]) {
  const sizes = new Map<number, { written: Obligation[]; partial: boolean }>();
  let trivial = 0;
  for (const { processes, obligation, partial } of all) {
    if (obligation === null) {
      trivial++;
      continue;
    }
    const group = sizes.get(processes) ?? { written: [], partial: false };
    group.written.push(obligation);
    group.partial ||= partial;
    sizes.set(processes, group);
  }
  return { sizes, trivial };
}
