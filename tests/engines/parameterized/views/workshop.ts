/** View cubes to examine: those that a search visits, and random variations of them. */

import { cellsOf } from '../../../../src/engines/parameterized/cube.js';
import { Search } from '../../../../src/engines/parameterized/search.js';
import type { Naming } from '../../../../src/engines/parameterized/slots.js';
import { literalsOf } from '../../../../src/engines/parameterized/universal.js';
import { type Draft, groupsOf, type ViewCube, ViewCubes } from '../../../../src/engines/parameterized/views/cube.js';
import { describeViewCube } from '../../../../src/engines/parameterized/views/describe.js';
import { ViewForm } from '../../../../src/engines/parameterized/views/form.js';
import { Conjunction } from '../../../../src/logic/conjunction.js';
import { type Literal, Literals, PLAIN } from '../../../../src/logic/literals.js';
import type { ArraySystem } from '../../../../src/models/array-system/model.js';
import { type NormalForm, normalForm } from '../../../../src/models/array-system/normal-form.js';
import { systemOf } from '../../../memory/operational/models.js';
import type { Random } from '../../../random/random.js';
import { withoutInit } from '../cubes.js';
import { Configurations } from './configurations.js';
import { Membership } from './membership.js';
import { type Configuration, makeViewMachine, showConfiguration, type ViewMachine } from './view-machine.js';

const MOST = 8;
/** Larger cubes take long to place. */
const MOST_PROCESSES = 3;
const LONGEST_CHAIN = 4;

/** An instance, with its membership test and a source of configurations. */
export interface Bench {
  readonly processes: number;
  readonly machine: ViewMachine;
  readonly members: Membership;
  readonly configurations: Configurations;
}

export class Workshop {
  readonly text: string;
  readonly system: ArraySystem;
  readonly normal: NormalForm;
  readonly literals: Literals;
  readonly naming: Naming;
  readonly form: ViewForm;
  readonly cubes: ViewCubes;
  readonly random: Random;
  private readonly benches: Bench[] = [];

  /** Assumptions of the model are left out; all universal guards are kept when `precise`. */
  constructor(text: string, random: Random, precise = false) {
    this.text = text;
    this.random = random;
    this.system = { ...systemOf(text), invariants: [] };
    this.normal = normalForm(this.system, true);
    const absolute = this.normal.usesConstants ? this.system.processes : null;
    this.literals = new Literals(this.system, absolute !== null);
    this.naming = { absolute, most: this.system.processes ?? MOST, keepAll: absolute !== null };
    this.form = this.newForm(this.normal);
    if (precise) this.form.refine(this.system.transitions.keys());
    this.cubes = new ViewCubes(this.literals);
  }

  newForm(normal: NormalForm, anyMoment = false): ViewForm {
    return new ViewForm(normal, this.literals, this.naming, anyMoment);
  }

  /** The numbers of processes that cubes are examined with. */
  get sizes(): readonly number[] {
    return this.system.processes === null ? [1, 2, 3] : [this.system.processes];
  }

  bench(processes: number): Bench {
    let bench = this.benches[processes];
    if (bench === undefined) {
      const machine = makeViewMachine(this.system, processes);
      const members = new Membership(this.literals, machine.instance);
      bench = { processes, machine, members, configurations: new Configurations(machine, members, this.random) };
      this.benches[processes] = bench;
    }
    return bench;
  }

  /**
   * Some of the cubes that a search visits if nothing is initial; when it does not visit many, also some that lead to those
   * and that it would leave out as contained in others.
   */
  visited(most: number): ViewCube[] {
    const form = this.newForm(normalForm(withoutInit(this.system), true));
    if (this.precise) form.refine(this.system.transitions.keys());
    const search = new Search(form, { maxCubes: 3 * most, maxDepth: 1000, maxProcesses: MOST, maxStates: 0 });
    const cubes: ViewCube[] = [];
    search.guesser = {
      guess: ({ cube }) => {
        if (this.isSmall(cube)) cubes.push(cube);
        return null;
      },
      refuted: () => {},
      allows: () => true,
    };
    for (const _ of search.run()) if (cubes.length >= 2 * most) break;
    for (let turn = 0; turn < 4 * most && cubes.length > 0 && cubes.length < most; turn++) {
      const images = form.preImages(this.random.pick(cubes), this.random.between(0, form.commands - 1));
      const small = images.map(({ cube }) => cube).filter((cube) => this.isSmall(cube));
      if (small.length > 0) cubes.push(this.random.pick(small));
    }
    return this.random.shuffle(cubes).slice(0, most);
  }

  get precise(): boolean {
    return (this.form.counts().refinements as number) > 0;
  }

  isSmall(cube: ViewCube): boolean {
    const most = Math.min(MOST_PROCESSES, this.system.processes ?? MOST_PROCESSES);
    return cube.processes <= most && cube.chains.every((groups) => groups <= LONGEST_CHAIN);
  }

  /** Some of the literals of a cube, at other moments, with other fences and marks; null when they contradict each other. */
  draft({ processes, literals: given, fences, pending, universals }: ViewCube): Draft | null {
    const { random, literals } = this;
    const keep = random.pick([0.5, 0.8, 1]);
    const move = random.pick([0, 0.3, 0.8]);
    const conjunction = new Conjunction(literals);
    const moved = (l: Literal): Literal =>
      literals.mapCells(l, (cell) => {
        const tag = literals.tagOf(cell);
        if (tag === PLAIN || !random.chance(move)) return cell;
        return literals.retag(cell, random.pick([PLAIN, 0, 1, 1, 2, 2, 3]));
      });
    for (const l of given) if (random.chance(keep) && !conjunction.add(moved(l))) return null;
    const normal = conjunction.finish();
    if (normal === null) return null;
    const change = random.chance(0.5) ? 0.5 : 0;
    return {
      processes,
      literals: normal,
      fences: fences.map((f) => (random.chance(change) ? random.between(-1, 3) : f)),
      pending: pending.map((waits) => (random.chance(change / 2) ? 1 << random.between(1, 3) : waits)),
      universals: universals.filter(() => random.chance(keep)),
    };
  }

  /** Whether the literal speaks of weak cells, in memory or as seen by somebody. */
  isAboutMemory(literal: Literal): boolean {
    return cellsOf(this.literals, literal).some((cell) => this.isWeak(cell));
  }

  private isWeak(cell: number): boolean {
    return this.system.symbols[this.literals.symbolOf(cell).base]?.weak ?? false;
  }

  /** What the literal says of weak cells, said of what a process sees at another moment. */
  atMoment(literal: Literal, tag: number, reader: number): Literal {
    const { literals } = this;
    return literals.mapCells(literal, (cell) => {
      if (!this.isWeak(cell)) return cell;
      if (tag === PLAIN) return literals.tagOf(cell) === PLAIN ? cell : literals.retag(cell, PLAIN);
      return literals.cell(literals.view(literals.symbolOf(cell).base, tag), [reader, ...literals.indicesOf(cell)]);
    });
  }

  /** One read, or its opposite, at many other moments: some of them are superfluous then, and some only seem to be. */
  echoed(draft: Draft): Draft | null {
    const { literals, random } = this;
    const conjunction = new Conjunction(literals);
    for (const l of draft.literals) if (random.chance(0.8) && !conjunction.add(l)) return null;
    const reads = Array.from(draft.literals).filter((l) => this.isAboutMemory(l));
    if (reads.length === 0 || draft.processes === 0) return draft;
    const anybody = () => random.between(0, draft.processes - 1);
    const read = random.pick(reads);
    const opposite = literals.negate(read);
    // Where a universal part reads, too: that group is not superfluous whatever is said of it.
    const universal = literalsOf(draft.universals).flatMap((l) => cellsOf(literals, l));
    const pinned = universal.filter((cell) => literals.tagOf(cell) !== PLAIN && random.chance(0.5));
    const reader = pinned.length > 0 ? literals.readerOf(pinned[0] as number) : anybody();
    const moment = pinned.length > 0 ? literals.tagOf(pinned[0] as number) : PLAIN;
    for (const tag of [PLAIN, 0, 1, 2, 3, 4]) {
      if (tag !== moment && random.chance(0.4)) continue;
      const mark = conjunction.mark();
      const said = opposite < 0 || random.chance(0.6) ? read : opposite;
      if (!conjunction.add(this.atMoment(said, tag, random.chance(0.7) ? reader : anybody()))) conjunction.undo(mark);
    }
    const normal = conjunction.finish();
    return normal === null ? null : { ...draft, literals: normal };
  }

  /**
   * A few weak cells at random moments of random processes, with random fences and marks, and hardly anything else: in so
   * small a world one cube often contains another, or nearly.
   */
  noise(cube: ViewCube): Draft | null {
    const { random, literals, naming } = this;
    const universals = cube.universals.filter(() => random.chance(0.7));
    const named = universals.length > 0 ? cube.processes : random.between(1, 2);
    const processes = naming.absolute ?? Math.min(named, naming.most);
    const conjunction = new Conjunction(literals);
    const say = (literal: Literal): void => {
      const mark = conjunction.mark();
      if (!conjunction.add(literal)) conjunction.undo(mark);
    };
    const weak = this.system.symbols.filter((symbol) => symbol.weak && symbol.sort.kind === 'enum');
    for (const { index, arity } of random.shuffle(weak).slice(0, 2)) {
      const indices = Array.from({ length: arity }, () => random.between(0, processes - 1));
      for (const tag of [PLAIN, 0, 1, 2, 3]) {
        for (let p = 0; p < (tag === PLAIN ? 1 : processes); p++) {
          if (processes === 0 || random.chance(tag === PLAIN ? 0.5 : 0.7)) continue;
          const cell =
            tag === PLAIN ? literals.cell(index, indices) : literals.cell(literals.view(index, tag), [p, ...indices]);
          say(literals.mask(cell, random.between(1, literals.symbolOf(cell).full - 1)));
        }
      }
    }
    const within = (1 << processes) - 1;
    for (const l of cube.literals) {
      if (random.chance(0.2) && ((literals.processes[l] as number) & ~within) === 0) say(l);
    }
    const normal = conjunction.finish();
    if (normal === null) return null;
    const fences = Int32Array.from({ length: processes }, () => (random.chance(0.6) ? -1 : random.between(0, 3)));
    const pending = Int32Array.from({ length: processes }, () => (random.chance(0.8) ? 0 : 1 << random.between(1, 3)));
    return { processes, literals: normal, fences, pending, universals };
  }

  /** A cube like this one: as it is, or a variation in normal form. */
  variation(cube: ViewCube): ViewCube {
    const { random } = this;
    const draft = random.chance(0.25) ? this.noise(cube) : this.draft(cube);
    const said = draft === null || random.chance(0.7) ? draft : this.echoed(draft);
    return said === null ? cube : this.cubeOf(said);
  }

  /** What two cubes say of the same processes and moments together; null when they contradict each other. */
  together(a: ViewCube, b: ViewCube): Draft | null {
    const { random } = this;
    const processes = Math.max(a.processes, b.processes);
    const conjunction = new Conjunction(this.literals);
    for (const l of a.literals) if (!conjunction.add(l)) return null;
    for (const l of b.literals) if (random.chance(0.5) && !conjunction.add(l)) return null;
    const literals = conjunction.finish();
    if (literals === null) return null;
    const both = (words: 'fences' | 'pending', empty: number, join: (x: number, y: number) => number): Int32Array =>
      Int32Array.from({ length: processes }, (_, p) => join(a[words][p] ?? empty, b[words][p] ?? empty));
    const fences = both('fences', -1, (x, y) => (random.chance(0.5) ? Math.max(x, y) : x));
    const pending = both('pending', 0, (x, y) => (random.chance(0.5) ? x | y : x));
    // What is said of all others would be said of different ones.
    const universals = a.processes === processes ? a.universals : [];
    return { processes, literals, fences, pending, universals };
  }

  cubeOf(draft: Draft): ViewCube {
    return this.cubes.normal(draft, this.naming.absolute !== null).cube;
  }

  /** A configuration for the claim: made for it, perhaps changed afterwards; or anything, or what random steps lead to. */
  configurationFor(bench: Bench, claim: ViewCube | Draft): Configuration {
    const { configurations } = bench;
    if (this.random.chance(0.1)) return this.random.chance(0.5) ? configurations.arbitrary() : configurations.walked();
    const within = configurations.within(claim);
    return this.random.chance(0.35) ? configurations.perturbed(within) : within;
  }

  describe(cube: ViewCube): string {
    return describeViewCube(this.system, this.literals, cube);
  }

  describeDraft({ processes, literals, fences, pending, universals }: Draft): string {
    const groups = groupsOf(this.literals, [...literals, ...literalsOf(universals)], processes);
    const chains = Int32Array.from(groups, (bits, p) => 31 - Math.clz32(bits | (pending[p] as number) | 1));
    const cube = { processes, literals, fences, pending, universals, chains, joint: true };
    return `${this.describe(cube)}, fences ${fences.join(' ')}, pending ${pending.join(' ')}`;
  }

  /** A failure with all that is needed to look at it. */
  fault(message: string, bench: Bench, configuration: Configuration, ...cubes: (readonly [string, string])[]): Error {
    const shown = cubes.map(([name, cube]) => `${name}: ${cube}`);
    const c = showConfiguration(bench.machine, configuration);
    return new Error([message, ...shown, `configuration of ${bench.processes}:`, c, this.text].join('\n'));
  }
}
