/**
 * Fairness where states are stored up to the names of threads.
 *
 * Of states that are the same after renaming interchangeable threads one is stored (`explicit/reduce/symmetry.ts`), and each step to a
 * stored state has a renaming: what is called u there was called `before(u)` in the state that is left. The threads that a
 * formula names are not renamed, so the automaton sees the same. But fairness speaks of every thread: on a cycle of stored
 * states the turn of one may be handed to another, and a cycle in which "thread 1" steps may be one in which nobody does but thread 2.
 *
 * So threads are followed (Emerson and Sistla, Utilizing symmetry when model checking under fairness assumptions, 1997). Take nodes of the
 * product together with a renaming of all that is stored in them into the names of a run: (n, g) -> (n', g before). That is the
 * product without merging, perhaps with some of its nodes several times; so one has a fair accepting run exactly when the other has.
 * Such a run stays in a component of these pairs in the end, and the more there is in a component, the more sets it meets.
 *
 * Let C be a component of stored nodes, r one of its nodes, and the names at r those of the run. Each way through C from r to a
 * node n gives what is called u in n a name at r. Two ways may give it two names: then a cycle takes what has the one name to what
 * has the other, and, a renaming having a finite order, back; and whatever happens to the one on C happens to the other on the
 * same component of pairs. So names at r are put into classes: those that two ways give to the same thing. A class has met its set when
 * anything that has a name in it steps on C, or cannot step in some node of C. If every class has, then from each pair there are ways
 * within the component of pairs to a transition in each set, and a run that takes them in turn is fair. If a class has not, then none of
 * its members ever steps or is idle on any run that stays in C: no such run is fair.
 *
 * One way to each node is enough, that of a tree, with the transitions beside the tree: any other way is made of those. So a
 * component is looked at once when it is complete, breadth first, and has a renaming for each node and a class for each name.
 *
 * What is followed are groups of fair steps (`fairness.ts`): of threads, and of queues, which belong to a thread and perhaps to a
 * cell that is renamed with it.
 */
import type { Kernel } from '../explicit/kernel.js';
import type { Comparator } from '../explicit/reduce/canonical.js';
import { exchangedCell, exchangedThread } from '../explicit/reduce/symmetry.js';
import { Renamings } from '../explicit/renamings.js';
import { type FairGroup, groupKey, NO_GROUP, type StepGroups } from './fairness.js';
import type { Numbering } from './numbering.js';
import type { Product } from './product.js';
import type { Judge, Judgement } from './search.js';
import type { Stack } from './stack.js';

/** What renaming threads makes of groups of fair steps. */
export class FairNames {
  readonly renamings: Renamings;
  /** The groups that some exchange makes another of. */
  readonly moved: readonly number[];
  readonly count: number;
  private readonly image: (exchange: Comparator, group: number) => number;
  private readonly known: (readonly number[])[] = [];

  constructor(kernel: Kernel, { count, members }: StepGroups) {
    const { shared } = kernel.layout.special;
    const numbers = new Map(members.map((group, number) => [groupKey(group), number]));
    this.renamings = new Renamings(kernel);
    this.count = count;
    this.image = ({ group, one, other }, number) => {
      const { what, thread, cell } = members[number] as FairGroup;
      const then = {
        what,
        thread: exchangedThread(group, one, other, thread),
        cell: cell === null ? null : exchangedCell(shared, group.memory, one, other, cell),
      };
      const found = numbers.get(groupKey(then));
      if (found === undefined) throw new Error('what a thread has, threads that are interchangeable with it have, too');
      return found;
    };
    const { comparators } = kernel.reduction;
    this.moved = [...members.keys()].filter((number) =>
      comparators.some((each) => this.image(each, number) !== number),
    );
  }

  isMoved(group: number): boolean {
    return this.moved.includes(group);
  }

  /** By group, as it is called after a step with this renaming: what it was called before. */
  before(renaming: number): readonly number[] {
    this.known[renaming] ??= this.renamings.before(renaming, this.count, this.image);
    return this.known[renaming] as readonly number[];
  }
}

/** Ways to give names, each once and with a number; 0 keeps them. */
class Namings {
  private readonly names: FairNames;
  private readonly all: (readonly number[])[];
  private readonly known = new Map<string, number>();
  private readonly further: number[][] = [];

  constructor(names: FairNames) {
    this.names = names;
    this.all = [names.before(0)];
    this.known.set(names.before(0).join(), 0);
  }

  of(naming: number): readonly number[] {
    return this.all[naming] as readonly number[];
  }

  /** The names behind a transition, when those before it are given. */
  after(naming: number, renaming: number): number {
    this.further[naming] ??= [];
    const row = this.further[naming] as number[];
    row[renaming] ??= this.number(this.names.before(renaming).map((was) => this.of(naming)[was] as number));
    return row[renaming] as number;
  }

  private number(given: readonly number[]): number {
    const key = given.join();
    const found = this.known.get(key) ?? this.all.push(given) - 1;
    this.known.set(key, found);
    return found;
  }
}

/** Names in classes, some of which have met their sets. */
class Classes {
  /** Those that have not. */
  missing: number;
  private readonly parent: number[];
  private readonly met: boolean[];

  constructor({ count, moved }: FairNames) {
    this.parent = Array.from({ length: count }, (_, name) => name);
    this.met = Array.from({ length: count }, () => false);
    this.missing = moved.length;
  }

  meet(name: number): void {
    const root = this.root(name);
    if (this.met[root]) return;
    this.met[root] = true;
    this.missing--;
  }

  join(one: number, other: number): void {
    const [left, right] = [this.root(one), this.root(other)];
    if (left === right) return;
    this.parent[left] = right;
    if (!this.met[left] || !this.met[right]) this.missing--;
    this.met[right] ||= this.met[left] as boolean;
  }

  private root(name: number): number {
    let at = name;
    while (this.parent[at] !== at) at = this.parent[at] as number;
    return at;
  }
}

/** Judges components of a product whose states are stored up to renaming. */
export function fairnessJudge(product: Product, numbers: Numbering, names: FairNames): Judge {
  return (live, place) => new Component(product, numbers, names, live, place);
}

class Component implements Judgement {
  private readonly product: Product;
  private readonly numbers: Numbering;
  private readonly names: FairNames;
  private readonly live: Stack;
  private readonly place: number;
  private readonly namings: Namings;
  private readonly classes: Classes;
  /** By node of the component: one more than the number of its names, and 0 as long as it has none. */
  private readonly called: Int32Array;
  /** Those that have names, in the order in which they got them. */
  private readonly reached: Int32Array;
  private count = 1;
  private position = 0;

  constructor(product: Product, numbers: Numbering, names: FairNames, live: Stack, place: number) {
    this.product = product;
    this.numbers = numbers;
    this.names = names;
    this.live = live;
    this.place = place;
    this.namings = new Namings(names);
    this.classes = new Classes(names);
    this.called = new Int32Array(live.length - place + 1);
    this.reached = new Int32Array(this.called.length);
    this.called[0] = 1;
  }

  advance(nodes: number): ReturnType<Judgement['advance']> {
    const end = this.position + nodes;
    while (this.position < this.count && this.position < end) {
      const node = this.reached[this.position++] as number;
      if (!this.product.expand(this.live.cells[this.place - 1 + node] as number)) return 'stopped';
      this.follow(node);
      if (this.classes.missing === 0) return 'accepting';
    }
    return this.position === this.count ? 'refused' : 'going';
  }

  /** Gives names to what the transitions of the node that was expanded lead to. */
  private follow(node: number): void {
    const { product, numbers, names, namings, classes, called, reached, place } = this;
    const { moved } = names;
    const naming = (called[node] as number) - 1;
    const here = namings.of(naming);
    let within = false;
    for (let k = 0; k < product.targets.length; k++) {
      const target = numbers.get(product.targets.cells[k] as number) - place;
      if (target < 0) continue;
      within = true;
      const group = product.groupOf(product.steps.cells[k] as number);
      if (group !== NO_GROUP && names.isMoved(group)) classes.meet(here[group] as number);
      const there = namings.after(naming, product.renamingOf(k));
      const before = (called[target] as number) - 1;
      if (before === -1) {
        called[target] = there + 1;
        reached[this.count++] = target;
      } else if (before !== there) {
        for (const name of moved) classes.join(namings.of(there)[name] as number, namings.of(before)[name] as number);
      }
    }
    if (within) for (const group of moved) if (product.isIdle(group)) classes.meet(here[group] as number);
  }
}
