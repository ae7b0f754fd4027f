/**
 * Certificates: a proof of safety as SMT-LIB text that any solver can check.
 *
 * The text is self-contained. Its head says what is proved, from which bad cubes and under which assumptions; then come
 * groups of obligations (obligations.ts says which and why they make a proof): for each number of processes an obligation can be
 * about, those that name the cubes they need, and those that assume the negations of all. A group declares its processes and
 * cells and asserts once what all its obligations share; each obligation is a scope of its own that echoes its label and must be
 * answered `unsat`. The text is made piece by piece: it need never be in memory as a whole.
 *
 * Nothing here is shared with the search that found the proof, but a guess that needs no trust (enough.ts). Obligations are
 * written from the model alone, in the sequentially consistent reading: `i@X` is X and `fence()` is true. `about` are lines of
 * the head: what the system is.
 */
import type { ArraySystem, Property } from '../../models/array-system/model.js';
import type { PlaceSums } from '../../models/array-system/place-sum.js';
import { showFormula } from '../../models/array-system/show.js';
import type { Certificate, ObligationGroup } from '../solvers/certificate.js';
import { stringLiteral } from '../solvers/smtlib.js';
import { type Needless, Obligations, type Pending } from './obligations.js';
import type { StateBefore } from './state.js';
import { aboutCensus, aboutSums, sumGroups } from './sums.js';

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
  const initial = census(obligations.initiation());
  const good = census(
    (function* () {
      yield* obligations.safety();
      yield* obligations.consecution();
    })(),
  );
  const before = [
    ...counted,
    ...initial.bySize.map(([size, pending]) =>
      group(
        `initial states, ${processCount(size)}`,
        () => obligations.initialState(size),
        () => pending,
      ),
    ),
  ];
  const bySize = good.bySize.map(([size, pending]) => {
    const closed = function* () {
      for (const each of pending) if (each.needs() !== null) yield each;
    };
    const open = function* () {
      for (const each of pending) if (each.needs() === null) yield each;
    };
    return [
      group(`steps among ${processCount(size)}`, () => obligations.anyState(size), closed),
      group(`states outside of all cubes, ${processCount(size)}`, () => obligations.goodState(size), open),
    ];
  });
  const groups = function* () {
    yield* before;
    for (const each of bySize) for (const part of each) if (!part.isEmpty()) yield part;
  };
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
    `Left out: ${good.idle} instances of transitions that assign no cell of the cube in question. Such a step leads`,
    `into the cube only from a state in the cube; and ${good.clashes} instances in which the guard, or the value assigned, says`,
    'of a cell that it is one constructor or process, and the cube that it is another.',
    'A step is asked about with the negations of those cubes that it needs, or else with those of all cubes.',
  ];
  const preamble = ['(set-info :smt-lib-version 2.6)', '(set-logic ALL)', ...obligations.vocabulary.declarations(), ''];
  const result: Certificate = {
    header,
    obligations: total,
    omitted: good.idle + good.clashes,
    assumptions,
    preamble: preamble.join('\n'),
    groups: { [Symbol.iterator]: groups },
    chunks: () => chunks(result),
  };
  return result;
}

/** The system in which excluded cubes are declared unreachable, which `sums.ts` shows. */
export function withoutExcluded(system: ArraySystem, sums: PlaceSums | null): ArraySystem {
  if (sums === null) return system;
  return { ...system, invariants: [...system.invariants, ...sums.excluded.map(({ cube }) => cube)] };
}

/** The obligations by the number of processes that they are about, in ascending order, and how many steps need none. */
function census(all: Iterable<Pending | Needless>) {
  const sizes = new Map<number, Pending[]>();
  const needless = { idle: 0, clashes: 0 };
  let written = 0;
  for (const each of all) {
    if (each === 'assigns no cell of the cube') needless.idle++;
    else if (each === 'contradicts the cube in plain words') needless.clashes++;
    else {
      written++;
      const group = sizes.get(each.processes) ?? [];
      group.push(each);
      sizes.set(each.processes, group);
    }
  }
  return { bySize: [...sizes].sort(([a], [b]) => a - b), ...needless, written };
}

interface Group extends ObligationGroup {
  isEmpty(): boolean;
}

function group(title: string, makeState: () => StateBefore, pending: () => Iterable<Pending>): Group {
  let known: StateBefore | null = null;
  const state = () => {
    known ??= makeState();
    return known;
  };
  return {
    title,
    *shared() {
      yield `(echo ${stringLiteral(title)})\n`;
      for (const line of state().text()) yield `${line}\n`;
    },
    partial: () => state().partial,
    *scripts() {
      for (const { write, needs } of pending()) yield write(state(), needs() ?? []);
    },
    isEmpty: () => {
      for (const _ of pending()) return false;
      return true;
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
