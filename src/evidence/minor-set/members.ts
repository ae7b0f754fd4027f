/**
 * The configurations of a certificate, found by the kinds of their threads: a tree with an edge for each kind, in ascending
 * order. A configuration is above a member when memory agrees wherever the member says something, and the member's threads
 * can be put on threads of it, each on one above it, no two on the same. These have the same kinds: so the members that can
 * be below a configuration are those that are found in the tree by leaving out some of its threads.
 */
import { type Memory, NOTHING } from './letters.js';
import { isThreadAbove, type Thread } from './threads.js';

export interface Configuration {
  readonly memory: Memory;
  /** Kinds ascend. */
  readonly threads: readonly Thread[];
}

interface Node {
  readonly members: Configuration[];
  readonly next: Map<number, Node>;
}

export class Members {
  private readonly root: Node = { members: [], next: new Map() };

  add(member: Configuration): void {
    let node = this.root;
    for (const { kind } of member.threads) {
      const next = node.next.get(kind) ?? { members: [], next: new Map() };
      node.next.set(kind, next);
      node = next;
    }
    node.members.push(member);
  }

  /** Whether one of them is below the configuration. */
  hasBelow(configuration: Configuration): boolean {
    return this.below(this.root, configuration, 0);
  }

  private below(node: Node, configuration: Configuration, position: number): boolean {
    for (const member of node.members) if (isAbove(configuration, member)) return true;
    const { threads } = configuration;
    for (let k = position; k < threads.length; k++) {
      const { kind } = threads[k] as Thread;
      // Of equal kinds the first ones are taken: which threads they are put on is looked at with the member.
      if (k > position && threads[k - 1]?.kind === kind) continue;
      const next = node.next.get(kind);
      if (next !== undefined && this.below(next, configuration, k + 1)) return true;
    }
    return false;
  }
}

function isAbove(configuration: Configuration, member: Configuration): boolean {
  for (let cell = 0; cell < member.memory.length; cell++) {
    const held = member.memory[cell];
    if (held !== NOTHING && held !== configuration.memory[cell]) return false;
  }
  return canPut(member.threads, 0, configuration.threads, []);
}

/** Whether the threads from the position on can be put on others that are not taken yet. */
function canPut(
  threads: readonly Thread[],
  position: number,
  others: readonly Thread[],
  taken: readonly number[],
): boolean {
  const thread = threads[position];
  if (thread === undefined) return true;
  for (let k = 0; k < others.length; k++) {
    if (taken.includes(k) || !isThreadAbove(others[k] as Thread, thread)) continue;
    if (canPut(threads, position + 1, others, [...taken, k])) return true;
  }
  return false;
}

/** Threads in the order in which configurations have them. */
export function byKind(threads: readonly Thread[]): Thread[] {
  return [...threads].sort((one, other) => one.kind - other.kind);
}
