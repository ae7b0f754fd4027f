/**
 * Which cubes, for which processes and at which positions, an obligation says not to hold before the step.
 *
 * A cube of the proof may be meant for any distinct processes of the obligation, and its positions may be any of those that
 * the obligation has names for, in order: the groups of a process in the order of its chain, none of them after J, which is
 * J or now. Each such *image* of a cube is a set of configurations that the state before the step is not in, so its negation
 * may be assumed, or left out. Written are: one that suffices by itself, if there is one in plain sight; those found by
 * following what must be so; or else all that do not plainly hold anyway, few open literals first, up to a bound.
 */
import type { Formula, Process } from '../../models/array-system/model.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import { type Environment, resolve } from '../cubes/formula.js';
import { accesses, namesIn } from '../cubes/syntax.js';
import { negation, TRUE } from '../solvers/smtlib.js';
import type { Known } from './known.js';
import { JOINT, type Moments, NOW } from './moments.js';
import { noOutsiders, readingAt } from './readings.js';

export interface CubeImage {
  readonly cube: ViewedCube;
  readonly environment: Environment;
  /** By process and moment. */
  readonly places: ReadonlyMap<string, string>;
  readonly open: number;
}

/** One thing that is to be chosen for a cube: where J lies, a process, where a group lies. */
type Choice =
  | { readonly kind: 'joint' }
  | { readonly kind: 'process' | 'group'; readonly chain: number; readonly group: number };

/** A cube with its conjuncts, each filed under the last choice it depends on. */
export interface PreparedCube {
  readonly cube: ViewedCube;
  readonly choices: readonly Choice[];
  readonly conjuncts: readonly (readonly Formula[])[];
}

const MOST_IMAGES = 3_000;

export function key(process: string, moment: number): string {
  return moment === 0 ? JOINT : `${process} ${moment}`;
}

export function prepared(cube: ViewedCube): PreparedCube {
  const choices: Choice[] = cube.joint ? [{ kind: 'joint' }] : [];
  for (const [chain, { groups }] of cube.chains.entries()) {
    choices.push({ kind: 'process', chain, group: 0 });
    for (let group = 1; group <= groups; group++) choices.push({ kind: 'group', chain, group });
  }
  const same = (a: Process, name: string) => a.kind === 'bound' && a.name === name;
  const at = (name: string, group: number) =>
    choices.findIndex(
      (choice) =>
        choice.kind !== 'joint' &&
        choice.group === group &&
        same((cube.chains[choice.chain] as ViewedCube['chains'][number]).process, name),
    );
  const conjuncts: Formula[][] = Array.from({ length: choices.length + 1 }, () => []);
  for (const formula of conjunctsOf(cube.formula)) {
    let last = -1;
    for (const name of namesIn(formula)) last = Math.max(last, at(name, 0));
    for (const { reader, moment } of accesses(formula)) {
      if (reader === null) continue;
      if (reader.kind === 'constant') last = choices.length - 1;
      else last = Math.max(last, at(reader.name, moment ?? 0));
    }
    (conjuncts[last + 1] as Formula[]).push(formula);
  }
  return { cube, choices, conjuncts };
}

function conjunctsOf(formula: Formula): Formula[] {
  return formula.kind === 'and' ? formula.operands.flatMap(conjunctsOf) : [formula];
}

/** All images that do not plainly contradict what is known; or just one, if it is plainly so. */
export function images(cubes: readonly PreparedCube[], moments: Moments, known: Known): CubeImage[] {
  const found: CubeImage[] = [];
  for (const cube of cubes) {
    const enough = new Placing(cube, moments, known, found).search();
    if (enough !== null) return [enough];
  }
  return found;
}

class Placing {
  readonly #environment = new Map<string, string>();
  readonly #places = new Map<string, string>();
  readonly #used = new Set<string>();

  constructor(
    readonly prepared: PreparedCube,
    readonly moments: Moments,
    readonly known: Known,
    readonly found: CubeImage[],
  ) {}

  search(): CubeImage | null {
    return this.#place(0, 0);
  }

  #place(next: number, open: number): CubeImage | null {
    const added = this.#openConjuncts(next);
    if (added === null) return null;
    const still = open + added;
    const choice = this.prepared.choices[next];
    if (choice === undefined) return this.#leaf(still);
    if (choice.kind === 'joint') {
      const positions = this.moments.processes.some((p) => this.moments.positions(p).includes(JOINT))
        ? [JOINT, NOW]
        : [NOW];
      for (const position of positions) {
        this.#places.set(JOINT, position);
        const enough = this.#place(next + 1, still);
        if (enough !== null) return enough;
      }
      return null;
    }
    return choice.kind === 'process'
      ? this.#placeProcess(next, choice.chain, still)
      : this.#placeGroup(next, choice, still);
  }

  #placeProcess(next: number, chain: number, open: number): CubeImage | null {
    const { process, fence } = this.#chain(chain);
    const { vocabulary } = this.moments;
    const candidates = process.kind === 'constant' ? [resolve(process, new Map(), vocabulary)] : this.moments.processes;
    for (const name of candidates) {
      if (this.#used.has(name)) continue;
      let more = 0;
      if (this.prepared.cube.joint && fence >= 0) {
        const value = this.#clear(name, this.#places.get(JOINT) as string);
        if (value === false) continue;
        if (value === null) more = 1;
      }
      this.#used.add(name);
      if (process.kind === 'bound') this.#environment.set(process.name, name);
      const enough = this.#place(next + 1, open + more);
      this.#used.delete(name);
      if (process.kind === 'bound') this.#environment.delete(process.name);
      if (enough !== null) return enough;
    }
    return null;
  }

  #placeGroup(next: number, { chain, group }: { chain: number; group: number }, open: number): CubeImage | null {
    const { process, fence, pending } = this.#chain(chain);
    const name = resolve(process, this.#environment, this.moments.vocabulary);
    const positions = this.moments.positions(name);
    const later =
      group > 1 ? this.#places.get(key(name, group - 1)) : this.prepared.cube.joint ? this.#places.get(JOINT) : NOW;
    for (let place = positions.indexOf(later as string); place >= 0; place--) {
      const position = positions[place] as string;
      let more = 0;
      if (group <= fence || pending.includes(group)) {
        const value = this.#clear(name, position);
        if (value === group > fence) continue;
        if (value === null) more = 1;
      }
      this.#places.set(key(name, group), position);
      const enough = this.#place(next + 1, open + more);
      if (enough !== null) return enough;
    }
    this.#places.delete(key(name, group));
    return null;
  }

  #leaf(open: number): CubeImage | null {
    const image = {
      cube: this.prepared.cube,
      environment: new Map(this.#environment),
      places: new Map(this.#places),
      open,
    };
    if (open === 0) return image;
    this.found.push(image);
    return null;
  }

  /** How many conjuncts that can be judged now are open; null when one is plainly false. */
  #openConjuncts(next: number): number | null {
    let open = 0;
    const reading = readingAt(
      this.moments,
      noOutsiders(this.moments),
      (process, moment) => this.#places.get(key(process, moment)) as string,
    );
    for (const formula of this.prepared.conjuncts[next] as readonly Formula[]) {
      const value = this.known.status(formula, this.#environment, reading);
      if (value === false) return null;
      if (value === null) open++;
    }
    return open;
  }

  /** Whether the position is clear of the process's writes, as far as is known: from such a position on all are. */
  #clear(process: string, position: string): boolean | null {
    const positions = this.moments.positions(process);
    const place = positions.indexOf(position);
    for (let k = place; k >= 0; k--) if (this.#clearAt(process, positions[k] as string) === true) return true;
    for (let k = place; k < positions.length; k++)
      if (this.#clearAt(process, positions[k] as string) === false) return false;
    return null;
  }

  #clearAt(process: string, position: string): boolean | null {
    return position === NOW ? true : this.known.value(`|${process}@${position} clear|`);
  }

  #chain(chain: number): ViewedCube['chains'][number] {
    return this.prepared.cube.chains[chain] as ViewedCube['chains'][number];
  }
}

/** Those to be written, few open literals first; `partial` when some are left out. */
export function chosen(all: readonly CubeImage[]): {
  readonly images: readonly CubeImage[];
  readonly partial: boolean;
} {
  const sorted = [...all].sort((a, b) => a.open - b.open);
  return { images: sorted.slice(0, MOST_IMAGES), partial: sorted.length > MOST_IMAGES };
}

/** Where J and the groups must be clear of their process's writes, and where not: texts. */
export function marksOf({ cube, environment, places }: CubeImage, moments: Moments): string[] {
  const marks: string[] = [];
  for (const { process, groups, fence, pending } of cube.chains) {
    const name = resolve(process, environment, moments.vocabulary);
    if (cube.joint && fence >= 0) marks.push(moments.clear(name, places.get(JOINT) as string));
    for (let group = 1; group <= groups; group++) {
      const clear = () => moments.clear(name, places.get(key(name, group)) as string);
      if (group <= fence) marks.push(clear());
      if (pending.includes(group)) marks.push(negation(clear()));
    }
  }
  return marks.filter((mark) => mark !== TRUE);
}
