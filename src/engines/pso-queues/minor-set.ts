/**
 * A set of elements of which none covers another. To find one that covers a given element, members are looked up by the kinds
 * of their parts (automaton, and local state or none) in a tree with an edge for each kind, in ascending order: a member that
 * covers has some of the element's kinds. What remains is compared by bits first, of memory and of queues: what covers has
 * a subset.
 *
 * Those that a new one covers are dropped when they have the same kinds. One with other kinds may stay; it is found when
 * somebody asks for it (`isMinimal`). This is about size only: what the set stands for never shrinks.
 */
import { type Element, isCovering, type Part } from './element.js';

interface Node<E> {
  readonly members: E[];
  /** For each member its bits. */
  readonly held: number[];
  readonly queued: number[];
  readonly next: Map<number, Node<E>>;
}

interface Bits {
  readonly held: number;
  readonly queued: number;
}

export class MinorSet<E extends Element> {
  private readonly root: Node<E> = emptyNode();
  private readonly members = new Set<E>();

  get size(): number {
    return this.members.size;
  }

  [Symbol.iterator](): Iterator<E> {
    return this.members.values();
  }

  /** Whether some member covers it. */
  covers(element: Element): boolean {
    return this.isCovered(element, null);
  }

  /** Whether this one is still a member, and no other covers it. */
  isMinimal(member: E): boolean {
    return this.members.has(member) && !this.isCovered(member, member);
  }

  /** Adds one that is not covered. */
  add(element: E): void {
    const { held, queued } = bitsOf(element);
    const node = this.nodeOf(element);
    this.members.add(element);
    let kept = 0;
    for (let k = 0; k < node.members.length; k++) {
      const member = node.members[k] as E;
      const mayCover = isWithin(held, node.held[k] as number) && isWithin(queued, node.queued[k] as number);
      if (mayCover && isCovering(element, member)) this.members.delete(member);
      else move(node, k, kept++);
    }
    shorten(node, kept);
    node.members.push(element);
    node.held.push(held);
    node.queued.push(queued);
  }

  /** Takes a member out. */
  remove(member: E): void {
    const node = this.nodeOf(member);
    const last = node.members.length - 1;
    move(node, last, node.members.indexOf(member));
    shorten(node, last);
    this.members.delete(member);
  }

  private nodeOf({ parts }: Element): Node<E> {
    let node = this.root;
    for (const { kind } of parts) {
      const next = node.next.get(kind) ?? emptyNode();
      node.next.set(kind, next);
      node = next;
    }
    return node;
  }

  private isCovered(element: Element, except: E | null): boolean {
    return this.hasCover(this.root, kindsOf(element.parts), 0, { element, bits: bitsOf(element), except });
  }

  /** Among the members of the node and those that have some of the kinds from the position on besides. */
  private hasCover(node: Node<E>, kinds: readonly number[], from: number, asked: Asked<E>): boolean {
    if (holdsCover(node, asked)) return true;
    if (node.next.size === 0) return false;
    for (let k = from; k < kinds.length; k++) {
      // Of equal kinds the first ones: the others would lead to the same members.
      if (k > from && kinds[k] === kinds[k - 1]) continue;
      const next = node.next.get(kinds[k] as number);
      if (next !== undefined && this.hasCover(next, kinds, k + 1, asked)) return true;
    }
    return false;
  }
}

interface Asked<E> {
  readonly element: Element;
  readonly bits: Bits;
  readonly except: E | null;
}

function holdsCover<E extends Element>(
  { members, held, queued }: Node<E>,
  { element, bits, except }: Asked<E>,
): boolean {
  for (let k = 0; k < members.length; k++) {
    if (!isWithin(held[k] as number, bits.held) || !isWithin(queued[k] as number, bits.queued)) continue;
    const member = members[k] as E;
    if (member !== except && isCovering(member, element)) return true;
  }
  return false;
}

function emptyNode<E>(): Node<E> {
  return { members: [], held: [], queued: [], next: new Map() };
}

function move<E>({ members, held, queued }: Node<E>, from: number, to: number): void {
  members[to] = members[from] as E;
  held[to] = held[from] as number;
  queued[to] = queued[from] as number;
}

function shorten<E>({ members, held, queued }: Node<E>, length: number): void {
  members.length = length;
  held.length = length;
  queued.length = length;
}

function isWithin(bits: number, others: number): boolean {
  return (bits & ~others) === 0;
}

function bitsOf({ memory, parts }: Element): Bits {
  let held = 0;
  for (let cell = 0; cell < memory.length; cell++) {
    const letter = memory.charCodeAt(cell);
    if (letter !== 0) held |= 1 << ((cell * 5 + letter) & 31);
  }
  let queued = 0;
  for (const { bits } of parts) queued |= bits;
  return { held, queued };
}

/** The kinds that parts of a covering element may have, in ascending order, each as often as it may occur. */
function kindsOf(parts: readonly Part[]): number[] {
  const kinds: number[] = [];
  for (const { kind, anyKind } of parts) {
    kinds.push(kind);
    if (anyKind !== kind) kinds.push(anyKind);
  }
  return kinds.sort((one, other) => one - other);
}
