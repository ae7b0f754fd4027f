/**
 * Certificates: a proof of safety as SMT-LIB text that any solver can check.
 *
 * The text is self-contained. Its head says what is proved, from which bad cubes and under which assumptions; then come
 * groups of obligations (certificate-obligations.ts says which and why they make a proof), one group for each number of
 * processes an obligation can be about. A group declares its processes and cells and asserts once what all its
 * obligations share; each obligation is a scope of its own that echoes its label and must be answered `unsat`. The text
 * is made piece by piece: a large proof need never be in memory as a whole.
 *
 * Nothing here is shared with the search that found the proof. Obligations are written from the model alone, in the
 * sequentially consistent reading: `i@X` is X and `fence()` is true. `about` are lines of the head: what the system is.
 */
import type { ArraySystem, Property } from '../../models/array-system/model.js';
import type { PlaceSums } from '../../models/array-system/place-sum.js';
import { showFormula } from '../../models/array-system/show.js';
import type { Certificate, Obligation, ObligationGroup } from '../solvers/certificate.js';
import { stringLiteral } from '../solvers/smtlib.js';
import { Obligations } from './obligations.js';
import type { StateBefore } from './state.js';
import { aboutCensus, aboutSums, sumGroups } from './sums.js';

interface Pending {
  readonly processes: number;
  readonly write: null | ((state: StateBefore) => Obligation);
}

/** The obligations that make `badCubes` a proof that no `unsafe` state of the system is reachable. */
export function certificate(
  system: ArraySystem,
  badCubes: readonly Property[],
  about: readonly string[] = [],
  sums: PlaceSums | null = null,
): Certificate {
  const obligations = new Obligations(withoutExcluded(system, sums), badCubes);
  const { vocabulary } = obligations;
  const counted = sums === null ? [] : sumGroups({ system, vocabulary, cubes: badCubes, sums, buffered: false });
  const initiation = () => obligations.initiation();
  const steps = function* (size: number | null): Generator<Pending> {
    yield* obligations.safety();
    yield* obligations.consecution(size);
  };
  const initial = census(initiation());
  const good = census(steps(null));
  const groups = [
    ...counted,
    ...initial.sizes.map(([size, count]) =>
      group(`initial states, ${processCount(size)}`, count, size, () => obligations.initialState(size), initiation),
    ),
    ...good.sizes.map(([size, count]) =>
      group(
        `states outside of all cubes, ${processCount(size)}`,
        count,
        size,
        () => obligations.goodState(size),
        steps,
      ),
    ),
  ];
  const assumptions = system.invariants.map((property, position) =>
    declared(`invariant ${position + 1}`, property, ' is never reached'),
  );
  const total = counted.reduce((sum, each) => sum + each.obligations, initial.written + good.written);
  const header = [
    'Proof of safety. Every check-sat below must be answered unsat.',
    ...about,
    system.processes === null
      ? 'Instances: any number of processes, at least one.'
      : `Instances: exactly ${processCount(system.processes)}.`,
    'Memory: sequentially consistent.',
    ...aboutCensus(system),
    ...system.unsafe.map((property, position) => declared(`unsafe ${position + 1}`, property, ' is never reached')),
    'The proof: no state in one of these cubes is initial, every unsafe state is in one of them, and only states in',
    'them step into them.',
    ...badCubes.map((property, position) => declared(`cube ${position + 1}`, property, '')),
    ...(sums === null ? [] : aboutSums(sums)),
    ...(assumptions.length === 0 ? [] : ['Assumed and not proved here:', ...assumptions]),
    `Obligations: ${initial.written} of initiation, ${good.written} of safety and consecution.`,
    `Left out: ${good.omitted} instances of transitions that assign no cell of the cube in question. Such a step leads`,
    'into the cube only from a state in the cube.',
  ];
  const preamble = ['(set-info :smt-lib-version 2.6)', '(set-logic ALL)', ...obligations.vocabulary.declarations(), ''];
  const result: Certificate = {
    header,
    obligations: total,
    omitted: good.omitted,
    assumptions,
    preamble: preamble.join('\n'),
    groups,
    chunks: () => chunks(result),
  };
  return result;
}

/** The system in which excluded cubes are declared unreachable, which `sums.ts` shows. */
export function withoutExcluded(system: ArraySystem, sums: PlaceSums | null): ArraySystem {
  if (sums === null) return system;
  return { ...system, invariants: [...system.invariants, ...sums.excluded.map(({ cube }) => cube)] };
}

/** How many obligations there are about each number of processes, in ascending order. */
function census(pending: Iterable<Pending>) {
  const counts = new Map<number, number>();
  let omitted = 0;
  let written = 0;
  for (const { processes, write } of pending) {
    if (write === null) {
      omitted++;
      continue;
    }
    written++;
    counts.set(processes, (counts.get(processes) ?? 0) + 1);
  }
  return { sizes: [...counts].sort(([a], [b]) => a - b), omitted, written };
}

function group(
  title: string,
  obligations: number,
  size: number,
  makeState: () => StateBefore,
  pending: (size: number) => Iterable<Pending>,
): ObligationGroup {
  let known: StateBefore | null = null;
  const state = () => {
    known ??= makeState();
    return known;
  };
  return {
    title,
    obligations,
    *shared() {
      yield `(echo ${stringLiteral(title)})\n`;
      for (const line of state().text()) yield `${line}\n`;
    },
    partial: () => state().partial,
    *scripts() {
      for (const { processes, write } of pending(size)) {
        if (processes === size && write !== null) yield write(state());
      }
    },
  };
}

export function* chunks(of: Certificate): Generator<string> {
  yield of.header.map((line) => `; ${line}\n`).join('');
  yield of.preamble;
  for (const each of of.groups) {
    yield '(push 1)\n';
    yield* each.shared();
    for (const { script } of each.scripts()) yield script;
    yield '(pop 1)\n';
  }
  yield '(exit)\n';
}

export function processCount(count: number): string {
  return count === 1 ? '1 process' : `${count} processes`;
}

/** One line, as in the model: `cube 2 (i j): PC[i] = Crit && PC[j] = Crit`. */
export function declared(title: string, { name, parameters, formula }: Property, ending: string): string {
  const called = name === null ? title : `${title} ${name}`;
  const about = parameters.length === 0 ? '' : ` (${parameters.join(' ')})`;
  return `${called}${about}: ${showFormula(formula, new Map())}${ending}`;
}
