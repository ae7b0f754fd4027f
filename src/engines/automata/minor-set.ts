/**
 * A set of configurations of which none is below another: the minor set of what they stand for.
 *
 * To find one below a given configuration, members are looked up by the kinds of their parts in a tree with an edge for each
 * kind, in ascending order: a member that is below has some of the configuration's kinds. What remains is compared by bits
 * first, of memory and of parts: what is below has a subset. Nearly all candidates fail, and nearly all of those show it there.
 *
 * Those that a new one is below of are dropped when they have the same kinds. One with other kinds may stay; it is found
 * when somebody asks for it (`isMinimal`). This is about size only: what the set stands for never shrinks.
 */
import { type Configuration, isBelow, type Part, type PartOrder } from './configuration.js';

interface Node<C> {
  readonly members: C[];
  /** For each member its bits. */
  readonly held: number[];
  readonly waiting: number[];
  readonly next: Map<number, Node<C>>;
}

interface Bits {
  readonly held: number;
  readonly waiting: number;
}

interface Asked<P extends Part, C> {
  readonly configuration: Configuration<P>;
  readonly bits: Bits;
  readonly except: C | null;
}

export class MinorSet<P extends Part, C extends Configuration<P> = Configuration<P>> {
  private readonly root: Node<C> = emptyNode();
  private readonly members = new Set<C>();

  constructor(private readonly order: PartOrder<P>) {}

  get size(): number {
    return this.members.size;
  }

  [Symbol.iterator](): Iterator<C> {
    return this.members.values();
  }

  /** Whether some member is below it. */
  covers(configuration: Configuration<P>): boolean {
    return this.isCovered(configuration, null);
  }

  /** Whether this one is still a member, and no other is below it. */
  isMinimal(member: C): boolean {
    return this.members.has(member) && !this.isCovered(member, member);
  }

  /** Adds one that is not covered. */
  add(configuration: C): void {
    const { held, waiting } = bitsOf(configuration);
    const node = this.nodeOf(configuration);
    this.members.add(configuration);
    let kept = 0;
    for (let k = 0; k < node.members.length; k++) {
      const member = node.members[k] as C;
      const mayBeAbove = isWithin(held, node.held[k] as number) && isWithin(waiting, node.waiting[k] as number);
      if (mayBeAbove && isBelow(configuration, member, this.order)) this.members.delete(member);
      else move(node, k, kept++);
    }
    shorten(node, kept);
    node.members.push(configuration);
    node.held.push(held);
    node.waiting.push(waiting);
  }

  /** Takes a member out. */
  remove(member: C): void {
    const node = this.nodeOf(member);
    const last = node.members.length - 1;
    move(node, last, node.members.indexOf(member));
    shorten(node, last);
    this.members.delete(member);
  }

  private nodeOf({ parts }: C): Node<C> {
    let node = this.root;
    for (const { kind } of parts) {
      const next = node.next.get(kind) ?? emptyNode();
      node.next.set(kind, next);
      node = next;
    }
    return node;
  }

  private isCovered(configuration: Configuration<P>, except: C | null): boolean {
    const asked = { configuration, bits: bitsOf(configuration), except };
    return this.hasBelow(this.root, kindsOf(configuration.parts), 0, asked);
  }

  /** Among the members of the node and those that have some of the kinds from the position on besides. */
  private hasBelow(node: Node<C>, kinds: readonly number[], from: number, asked: Asked<P, C>): boolean {
    if (this.holdsBelow(node, asked)) return true;
    if (node.next.size === 0) return false;
    for (let k = from; k < kinds.length; k++) {
      // Of equal kinds the first ones: the others would lead to the same members.
      if (k > from && kinds[k] === kinds[k - 1]) continue;
      const next = node.next.get(kinds[k] as number);
      if (next !== undefined && this.hasBelow(next, kinds, k + 1, asked)) return true;
    }
    return false;
  }

  private holdsBelow({ members, held, waiting }: Node<C>, { configuration, bits, except }: Asked<P, C>): boolean {
    for (let k = 0; k < members.length; k++) {
      if (!isWithin(held[k] as number, bits.held) || !isWithin(waiting[k] as number, bits.waiting)) continue;
      const member = members[k] as C;
      if (member !== except && isBelow(member, configuration, this.order)) return true;
    }
    return false;
  }
}

function emptyNode<C>(): Node<C> {
  return { members: [], held: [], waiting: [], next: new Map() };
}

function move<C>({ members, held, waiting }: Node<C>, from: number, to: number): void {
  members[to] = members[from] as C;
  held[to] = held[from] as number;
  waiting[to] = waiting[from] as number;
}

function shorten<C>({ members, held, waiting }: Node<C>, length: number): void {
  members.length = length;
  held.length = length;
  waiting.length = length;
}

function isWithin(bits: number, others: number): boolean {
  return (bits & ~others) === 0;
}

/** A bit for each cell and value that memory is known to hold; several share one when there are many. */
function bitsOf({ memory, parts }: Configuration): Bits {
  let held = 0;
  for (let cell = 0; cell < memory.length; cell++) {
    const letter = memory.charCodeAt(cell);
    if (letter !== 0) held |= 1 << ((cell * 5 + letter) & 31);
  }
  let waiting = 0;
  for (const { bits } of parts) waiting |= bits;
  return { held, waiting };
}

/** The kinds that parts of one below may have, in ascending order, each as often as it may occur. */
function kindsOf(parts: readonly Part[]): number[] {
  const kinds: number[] = [];
  for (const { kind, anyKind } of parts) {
    kinds.push(kind);
    if (anyKind !== kind) kinds.push(anyKind);
  }
  return kinds.sort((one, other) => one - other);
}
