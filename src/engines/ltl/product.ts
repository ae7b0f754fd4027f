/**
 * The product of a program and an automaton, made as it is asked for: a node is a state of the program, by its number in the
 * kernel, and a state of the automaton. A transition is a step of the program together with a transition of the automaton
 * that reads the state which is left.
 *
 * A state without steps stutters: then the automaton goes on alone. So finite runs are infinite ones, too, and the number of
 * that step is one beyond the others.
 *
 * Acceptance sets are numbered: those of the automaton, then the groups of fair steps (`fairness.ts`). Sets of them are masks
 * of as many words as that takes.
 */

import { AutomatonLists, type GeneralisedBuchi } from '../../logic/ltl/buchi.js';
import type { Kernel } from '../explicit/kernel.js';
import { FairNames } from './fair-names.js';
import { type Fairness, NO_GROUP, type StepGroups, stepGroups } from './fairness.js';
import { Stack } from './stack.js';

export class Product {
  readonly kernel: Kernel;
  readonly automaton: AutomatonLists;
  /** Words of a mask of acceptance sets. */
  readonly words: number;
  /** The mask of all of them, but for those that change their names where states are stored up to renaming (`fair-names.ts`). */
  readonly all: Int32Array;
  /** Of the groups of fair steps; null where nobody is renamed. */
  readonly names: FairNames | null;
  /** Of the node that was expanded last, its transitions: where they lead, by which of the automaton and by which step. */
  readonly targets = new Stack();
  readonly readers = new Stack();
  readonly steps = new Stack();
  /** And the sets that they all belong to, since no step of the group is enabled. */
  readonly idle: Int32Array;
  /** When given, transitions to nodes that are not within are left out. */
  within: ((node: number) => boolean) | null = null;
  readonly groups: StepGroups;
  /** The mask of their sets. */
  readonly fair: Int32Array;
  private readonly sets: number;
  private readonly stutter: number;
  private readonly matching = new Stack();

  constructor(kernel: Kernel, automaton: GeneralisedBuchi, fairness: Fairness) {
    this.kernel = kernel;
    this.automaton = new AutomatonLists(automaton);
    this.groups = stepGroups(kernel.steps, fairness);
    this.stutter = kernel.steps.count;
    this.sets = automaton.sets;
    const sets = this.sets + this.groups.count;
    this.words = Math.max(1, Math.ceil(sets / 32));
    this.all = new Int32Array(this.words);
    this.fair = new Int32Array(this.words);
    this.names = kernel.reduction.groups.length === 0 ? null : new FairNames(kernel, this.groups);
    for (let set = 0; set < sets; set++) {
      if (this.names?.isMoved(set - this.sets) !== true) include(this.all, set);
    }
    for (let set = this.sets; set < sets; set++) include(this.fair, set);
    this.idle = new Int32Array(this.words);
  }

  /** How many acceptance sets there are. */
  get acceptanceSets(): number {
    return this.sets + this.groups.count;
  }

  nodeOf(state: number, automatonState: number): number {
    return state * this.automaton.states + automatonState;
  }

  stateOf(node: number): number {
    return (node / this.automaton.states) | 0;
  }

  isStutter(step: number): boolean {
    return step === this.stutter;
  }

  /** The propositions that were true in some state that was looked at. */
  seen = 0;
  /** By state: whether its successors were listed. */
  private listed = new Uint8Array(1024);

  /** Whether all states that are stored were looked at, and their successors: then there are no others. */
  isComplete(): boolean {
    const { count } = this.kernel;
    return count <= this.listed.length && this.listed.subarray(0, count).every((one) => one === 1);
  }

  /** Lists the transitions of a node; false when there is no room, or the kernel has something to report. */
  expand(node: number): boolean {
    const { kernel, targets, readers, steps, matching } = this;
    const state = this.stateOf(node);
    targets.length = 0;
    if (!this.match(state, node - state * this.automaton.states)) return false;
    if (matching.length === 0) return true;
    const successors = kernel.successors(state);
    if (successors === null || !kernel.running) return false;
    if (state >= this.listed.length) this.grow(state);
    this.listed[state] = 1;
    const all = Math.max(1, successors) * matching.length;
    targets.resize(all);
    readers.resize(all);
    steps.resize(all);
    if (successors === 0) this.list(0, state, this.stutter);
    for (let k = 0; k < successors; k++) this.list(k, kernel.successor(k), kernel.stepTo(k));
    if (this.groups.count > 0) this.findIdle(0, successors, this.idle);
    if (this.within !== null) this.restrict(this.within);
    return true;
  }

  private grow(state: number): void {
    const larger = new Uint8Array(2 * (state + 1));
    larger.set(this.listed);
    this.listed = larger;
  }

  private restrict(within: (node: number) => boolean): void {
    const lists = [this.targets, this.readers, this.steps];
    let kept = 0;
    for (let k = 0; k < this.targets.length; k++) {
      if (!within(this.targets.cells[k] as number)) continue;
      for (const { cells } of lists) cells[kept] = cells[k] as number;
      kept++;
    }
    for (const list of lists) list.length = kept;
  }

  /** The transitions of the automaton that read the state. */
  private match(state: number, automatonState: number): boolean {
    const { kernel, automaton, matching } = this;
    const labels = kernel.labels(state);
    this.seen |= labels;
    matching.length = 0;
    if (!kernel.running) return false;
    const begin = automaton.first[automatonState] as number;
    const end = automaton.first[automatonState + 1] as number;
    matching.reserve(end - begin);
    let found = 0;
    for (let reader = begin; reader < end; reader++) {
      const positive = automaton.positive[reader] as number;
      if ((labels & positive) === positive && (labels & (automaton.negative[reader] as number)) === 0) {
        matching.cells[found++] = reader;
      }
    }
    matching.length = found;
    return true;
  }

  /** The transitions with the k-th step. */
  private list(k: number, state: number, step: number): void {
    const { length, cells } = this.matching;
    const { states, to } = this.automaton;
    const targets = this.targets.cells;
    const readers = this.readers.cells;
    const steps = this.steps.cells;
    const first = state * states;
    let at = k * length;
    for (let position = 0; position < length; position++) {
      const reader = cells[position] as number;
      targets[at] = first + (to[reader] as number);
      readers[at] = reader;
      steps[at++] = step;
    }
  }

  /** Sets a mask to the fair sets of which no step is among those that the kernel has told last, from one to another. */
  findIdle(from: number, to: number, idle: Int32Array): void {
    const { groups, sets } = this;
    idle.set(this.fair);
    for (let k = from; k < to; k++) {
      const group = groups.of[this.kernel.stepTo(k)] as number;
      if (group !== NO_GROUP) exclude(idle, sets + group);
    }
  }

  /** Adds the sets that a transition belongs to, but for the idle ones of its node. */
  addMarks(mask: Int32Array, reader: number, step: number): void {
    mask[0] = (mask[0] as number) | (this.automaton.marks[reader] as number);
    const group = this.groups.of[step] as number;
    if (group !== NO_GROUP) include(mask, this.sets + group);
  }

  /** How threads were renamed by a transition of the node that was expanded last. */
  renamingOf(transition: number): number {
    if (this.names === null || this.steps.cells[transition] === this.stutter) return 0;
    return this.names.renamings.numberOf((transition / this.matching.length) | 0);
  }

  /** The group of fair steps that a step belongs to, or `NO_GROUP`. */
  groupOf(step: number): number {
    return this.groups.of[step] as number;
  }

  /** Whether no step of the group is enabled in the state of the node that was expanded last. */
  isIdle(group: number): boolean {
    const set = this.sets + group;
    return (((this.idle[set >>> 5] as number) >>> (set & 31)) & 1) === 1;
  }

  /** The masks of groups one after the other, behind one that is empty. */
  groupMasks(): Int32Array {
    const { words, groups } = this;
    const masks = new Int32Array((1 + groups.count) * words);
    for (let group = 0; group < groups.count; group++)
      include(masks.subarray((1 + group) * words, (2 + group) * words), this.sets + group);
    return masks;
  }

  get bytes(): number {
    return this.targets.bytes + this.readers.bytes + this.steps.bytes;
  }
}

function include(mask: Int32Array, set: number): void {
  mask[set >>> 5] = (mask[set >>> 5] as number) | (1 << (set & 31));
}

function exclude(mask: Int32Array, set: number): void {
  mask[set >>> 5] = (mask[set >>> 5] as number) & ~(1 << (set & 31));
}
