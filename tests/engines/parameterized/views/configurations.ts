/**
 * Configurations of the view machine to ask cubes about.
 *
 * Few random ones lie in a given cube, so most are made for it: processes and positions are chosen first, then a history that
 * respects them, then values are repaired until what is read there is what the cube says. Then, as often as not, something
 * is changed again: what lies just outside a cube tells as much as what lies in it. None of them needs to be reachable, as
 * the theorems do not ask for it.
 */
import { outside } from '../../../../src/engines/parameterized/universal.js';
import { Kind, type Literal, PLAIN } from '../../../../src/logic/literals.js';
import { rational } from '../../../../src/logic/rational.js';
import type { Instance } from '../../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../../src/memory/operational/tuples.js';
import {
  constructorValue,
  datumValue,
  equalValues,
  numberValue,
  processValue,
  type Value,
} from '../../../../src/memory/operational/values.js';
import type { Sort, StateSymbol } from '../../../../src/models/array-system/model.js';
import type { Random } from '../../../random/random.js';
import { type Claim, keyOf, type Membership, type Witness } from './membership.js';
import { allSteps, type Batch, type Configuration, seenAt, startOf, type ViewMachine } from './view-machine.js';

const ROUNDS = 12;
const TURNS = 8;

function valuesOf(instance: Instance, sort: Sort): Value[] {
  switch (sort.kind) {
    case 'enum':
      return sort.constructors.map((_, value) => constructorValue(sort, value));
    case 'int':
    case 'real':
      return [-1, 0, 1, 2, 3].map((n) => numberValue(rational(n)));
    case 'abstract':
      return [1, 2, 3].map((n) => datumValue(sort, n));
    case 'proc': {
      const processes = Array.from({ length: instance.processes + 1 }, (_, p) => processValue(p));
      return instance.positions ? [...processes, processValue(rational(3n, 2n))] : processes;
    }
  }
}

interface MutableBatch {
  writer: number;
  atomic: boolean;
  readonly writes: Map<number, Value>;
}

/** A configuration in the making. */
interface Draught {
  readonly state: Value[];
  readonly history: MutableBatch[];
  readonly positions: number[];
}

function copyOf({ state, history, positions }: Configuration): Draught {
  return {
    state: [...state],
    history: history.map(({ writer, atomic, writes }) => ({ writer, atomic, writes: new Map(writes) })),
    positions: [...positions],
  };
}

export class Configurations {
  private readonly machine: ViewMachine;
  private readonly members: Membership;
  private readonly random: Random;
  private readonly mostBatches: number;
  private readonly weakPlaces: readonly number[];

  constructor(machine: ViewMachine, members: Membership, random: Random, mostBatches = 3) {
    this.machine = machine;
    this.members = members;
    this.random = random;
    this.mostBatches = mostBatches;
    this.weakPlaces = machine.weak.flatMap((weak, place) => (weak ? [place] : []));
  }

  /** Some value for a cell, another than the given one if there is another. */
  private valueFor(place: number, other: Value | null = null): Value {
    const { instance } = this.machine;
    const values = valuesOf(instance, (instance.cells[place] as { symbol: StateSymbol }).symbol.sort);
    const others = other === null ? values : values.filter((value) => !equalValues(value, other));
    return this.random.pick(others.length > 0 ? others : values);
  }

  private randomState(): Value[] {
    return this.machine.instance.cells.map((_, place) => this.valueFor(place));
  }

  private randomBatch(places: readonly number[]): MutableBatch {
    const { random, machine } = this;
    const writes = new Map<number, Value>();
    const atomic = random.chance(0.2);
    for (let n = random.count([atomic ? 1 : 0, 4, 1]); n > 0; n--) {
      const place = random.pick(places);
      writes.set(place, this.valueFor(place));
    }
    return { writer: random.between(1, machine.instance.processes), atomic, writes };
  }

  /** Anything. */
  arbitrary(): Configuration {
    const { random, machine } = this;
    const now = random.between(0, this.mostBatches);
    return {
      state: this.randomState(),
      history: Array.from({ length: now }, () => this.randomBatch(this.weakPlaces)),
      positions: Array.from({ length: machine.instance.processes }, () => random.between(0, now)),
    };
  }

  /** What a few random steps lead to, from any state without history. */
  walked(): Configuration {
    const { random, machine } = this;
    let c = startOf(machine, this.randomState());
    for (let steps = random.between(1, 6); steps > 0; steps--) {
      const next = allSteps(machine, c).filter(({ after }) => after.history.length <= this.mostBatches);
      if (next.length === 0) break;
      c = random.pick(next).after;
    }
    return c;
  }

  /** Probably in the claim: see above. */
  within(claim: Claim): Configuration {
    const { random, machine, members } = this;
    const { groups } = members.planOf(claim);
    const names = random.pick(members.namings(claim.processes));
    const now = Math.min(this.mostBatches, random.count([1, 2, 3, 4, 4]));
    const positions = new Map<number, number>();
    const joint = groups[0]?.process === -1 ? random.between(0, now) : now;
    const pos: number[] = Array.from({ length: machine.instance.processes }, () => random.between(0, joint));
    let latest = joint;
    let owner = -1;
    for (const { process, number } of groups) {
      if (process < 0) {
        positions.set(keyOf(process, number), joint);
        continue;
      }
      if (process !== owner) latest = joint;
      owner = process;
      latest = random.chance(0.3) ? latest : random.between(0, random.chance(0.5) ? latest : Math.max(0, latest - 2));
      positions.set(keyOf(process, number), latest);
      const name = names[process] as number;
      if ((pos[name - 1] as number) > latest) pos[name - 1] = random.between(0, latest);
    }
    const places = this.placesOf(claim, names);
    const history: MutableBatch[] = [];
    for (let i = 1; i <= now; i++) {
      const batch = this.randomBatch(random.chance(0.8) && places.length > 0 ? places : this.weakPlaces);
      if (i > joint) batch.atomic = false;
      batch.writer = random.pick(this.writersAt(claim, names, positions, joint, i)) ?? batch.writer;
      history.push(batch);
    }
    const draught: Draught = { state: this.randomState(), history, positions: pos };
    this.repair(claim, draught, names, positions);
    return random.chance(0.7) ? this.sharpened(claim, draught, { names, positions }) : draught;
  }

  /** Who may have written batch i: those of whom nothing after their writes lies before it. All, if nobody may. */
  private writersAt(
    claim: Claim,
    names: readonly number[],
    positions: ReadonlyMap<number, number>,
    joint: number,
    i: number,
  ): number[] {
    const { groups } = this.members.planOf(claim);
    const all = this.everybody();
    const allowed = all.filter((name) => {
      const p = names.indexOf(name);
      if (p < 0) return true;
      const fence = claim.fences[p] as number;
      if (fence >= 0 && groups[0]?.process === -1 && joint < i) return false;
      return groups.every(
        ({ process, number }) =>
          process !== p || number > fence || (positions.get(keyOf(process, number)) as number) >= i,
      );
    });
    // Somebody who is said to have something in its buffer should.
    const wanted = allowed.filter((name) => {
      const p = names.indexOf(name);
      return (
        p >= 0 &&
        groups.some(
          ({ process, number }) =>
            process === p &&
            ((claim.pending[p] as number) >> number) & 1 &&
            (positions.get(keyOf(process, number)) as number) < i,
        )
      );
    });
    if (wanted.length > 0 && this.random.chance(0.7)) return wanted;
    return allowed.length > 0 ? allowed : all;
  }

  /** The weak places that the claim speaks of. */
  private placesOf(claim: Claim, names: readonly number[]): number[] {
    const { members, machine } = this;
    const places = new Set<number>();
    for (const literal of claim.literals) {
      for (const cell of members.cellsOf(literal)) {
        if (members.isChoice(cell)) continue;
        const place = members.placeOf(cell, names);
        if (machine.weak[place]) places.add(place);
      }
    }
    return [...places];
  }

  /** Changes values until the literals hold at the positions chosen, for a while. */
  private repair(
    claim: Claim,
    draught: Draught,
    names: readonly number[],
    positions: ReadonlyMap<number, number>,
  ): void {
    const { members, random } = this;
    for (let round = 0; round < ROUNDS; round++) {
      const failing = Array.from(claim.literals).filter(
        (l) =>
          !members.cellsOf(l).some((cell) => members.isChoice(cell)) &&
          !members.literalHolds(l, draught, names, positions),
      );
      if (failing.length > 0) this.mend(random.pick(failing), draught, names, positions);
      else if (!this.repairUniversals(claim, draught, names, positions)) return;
    }
  }

  /** Whether something had to be changed. */
  private repairUniversals(
    claim: Claim,
    draught: Draught,
    names: readonly number[],
    positions: ReadonlyMap<number, number>,
  ): boolean {
    const { members, random } = this;
    const others = this.everybody().filter((p) => !names.includes(p));
    for (const { variables, body } of claim.universals) {
      if (body.flat().some((l) => members.cellsOf(l).some((cell) => members.isChoice(cell)))) continue;
      for (const tuple of distinctTuples(others.length, variables)) {
        const inner: (number | undefined)[] = [...names];
        for (const [k, position] of tuple.entries()) inner[outside(k)] = others[position - 1];
        const holds = (l: Literal) => members.literalHolds(l, draught, inner, positions);
        if (body.length === 0 || body.some((conjunct) => conjunct.every(holds))) continue;
        for (const l of random.pick(body)) if (!holds(l)) this.mend(l, draught, inner, positions);
        return true;
      }
    }
    return false;
  }

  /** Another value where one of the literal's cells has its value from. */
  private mend(
    literal: Literal,
    draught: Draught,
    names: readonly (number | undefined)[],
    positions: ReadonlyMap<number, number>,
  ): void {
    const { members, random } = this;
    const { literals } = members;
    const cells = members.cellsOf(literal);
    if (cells.length === 0) return;
    const cell = random.pick(cells);
    const place = members.placeOf(cell, names);
    const { reader, position } = members.readingOf(cell, draught, names, positions);
    let value = this.valueFor(place);
    if (literals.kind[literal] === Kind.mask) {
      const { sort } = literals.symbolOf(cell);
      if (sort.kind === 'enum') {
        const mask = literals.right[literal] as number;
        const allowed = sort.constructors.map((_, v) => v).filter((v) => (mask >> v) & 1);
        value = constructorValue(sort, random.pick(allowed));
      }
    }
    const own = draught.history.findLastIndex(
      (batch, i) => i >= position && batch.writer === reader && batch.writes.has(place),
    );
    const source = own >= 0 ? own : draught.history.findLastIndex((b, i) => i < position && b.writes.has(place));
    if (source >= 0) draught.history[source]?.writes.set(place, value);
    else draught.state[place] = value;
  }

  /**
   * The same with as little as possible besides what the claim asks for at these positions: later other values are read,
   * and a process writes after what need not come after its writes.
   */
  private sharpened(claim: Claim, draught: Draught, witness: Witness): Draught {
    const { members, random } = this;
    const { names, positions } = witness;
    const viewed = this.viewedCells(claim, names);
    if (viewed.length === 0 || !members.holdsAt(claim, draught, witness)) return draught;
    let kept = draught;
    for (let turn = 0; turn < TURNS; turn++) {
      const { cell, inner } = random.pick(viewed);
      const { reader, position } = members.readingOf(cell, kept, inner, positions);
      if (position === kept.history.length) continue;
      const next = copyOf(kept);
      const batch = next.history[random.between(position, next.history.length - 1)] as MutableBatch;
      if (random.chance(0.5)) batch.writer = reader;
      else {
        const place = members.placeOf(cell, inner);
        batch.writes.set(place, this.valueFor(place, seenAt(kept, reader, place, position)));
      }
      if (members.holdsAt(claim, next, witness)) kept = next;
    }
    return kept;
  }

  /** What the claim says is read, and who is meant by its names; in universal parts one other process after the other. */
  private viewedCells(claim: Claim, names: readonly number[]): { cell: number; inner: (number | undefined)[] }[] {
    const { members } = this;
    const viewed = (l: Literal) => members.cellsOf(l).filter((cell) => members.literals.tagOf(cell) !== PLAIN);
    const out = Array.from(claim.literals)
      .flatMap(viewed)
      .map((cell) => ({ cell, inner: [...names] as (number | undefined)[] }));
    for (const { variables, body } of claim.universals) {
      const others = this.everybody().filter((p) => variables === 1 && !names.includes(p));
      for (const p of others) {
        const inner: (number | undefined)[] = [...names];
        inner[outside(0)] = p;
        out.push(...body.flat().flatMap((l) => viewed(l).map((cell) => ({ cell, inner }))));
      }
    }
    return out;
  }

  private everybody(): number[] {
    return Array.from({ length: this.machine.instance.processes }, (_, p) => p + 1);
  }

  /** The same with something changed: a value, a writer, a position, a batch more or less. */
  perturbed(c: Configuration): Configuration {
    const { random, machine } = this;
    const draught = copyOf(c);
    const { history, positions, state } = draught;
    switch (random.pick(['value', 'writer', 'position', 'append', 'drop', 'atomic', 'written'])) {
      case 'value': {
        const place = random.between(0, state.length - 1);
        state[place] = this.valueFor(place);
        break;
      }
      case 'position':
        positions[random.between(0, positions.length - 1)] = random.between(0, history.length);
        break;
      case 'append':
        if (history.length < this.mostBatches) history.push(this.randomBatch(this.weakPlaces));
        break;
      case 'drop':
        history.pop();
        for (const [p, at] of positions.entries()) positions[p] = Math.min(at, history.length);
        break;
      default: {
        if (history.length === 0) break;
        const batch = random.pick(history);
        if (random.chance(0.4)) batch.writer = random.between(1, machine.instance.processes);
        else if (random.chance(0.3)) batch.atomic = !batch.atomic;
        else {
          const place = random.pick(this.weakPlaces);
          if (batch.writes.size > 1 && batch.writes.has(place)) batch.writes.delete(place);
          else batch.writes.set(place, this.valueFor(place));
        }
      }
    }
    return draught;
  }

  /** The same before the last batch, if there is one. */
  withoutLast({ state, history, positions }: Configuration): Configuration {
    const shorter: readonly Batch[] = history.slice(0, -1);
    return { state, history: shorter, positions: positions.map((at) => Math.min(at, shorter.length)) };
  }

  /** The same with other local values of one process. */
  withOtherLocals(c: Configuration): Configuration {
    const { random, machine } = this;
    const process = random.between(1, machine.instance.processes);
    const state = c.state.map((value, place) => {
      const { indices } = machine.instance.cells[place] as { indices: readonly number[] };
      if (machine.weak[place] || indices[0] !== process) return value;
      return random.chance(0.6) ? this.valueFor(place) : value;
    });
    return { ...c, state };
  }
}
