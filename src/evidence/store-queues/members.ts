/**
 * The sets of a certificate, found by the automata and local states of their threads: a tree with an edge for each such kind,
 * in ascending order. What holds a configuration set has some of its kinds, or the kinds of these automata in any state.
 */
import { type ConfigurationSet, isConfigurationWithin, type ThreadSet } from './sets.js';

interface Node {
  readonly members: ConfigurationSet[];
  readonly next: Map<string, Node>;
}

export class Members {
  private readonly root: Node = { members: [], next: new Map() };

  add(member: ConfigurationSet): void {
    let node = this.root;
    for (const kind of member.threads.map(kindOf).sort()) {
      const next = node.next.get(kind) ?? { members: [], next: new Map() };
      node.next.set(kind, next);
      node = next;
    }
    node.members.push(member);
  }

  /** Whether it is within one of the members. */
  hold(asked: ConfigurationSet): boolean {
    const kinds = asked.threads.flatMap((thread) =>
      thread.state === null ? [kindOf(thread)] : [kindOf(thread), kindOf({ ...thread, state: null })],
    );
    return holdsFrom(this.root, kinds.sort(), asked);
  }
}

function holdsFrom(node: Node, kinds: readonly string[], asked: ConfigurationSet): boolean {
  if (node.members.some((member) => isConfigurationWithin(asked, member))) return true;
  if (node.next.size === 0) return false;
  return kinds.some((kind, k) => {
    const next = kinds.indexOf(kind) === k ? node.next.get(kind) : undefined;
    return next !== undefined && holdsFrom(next, kinds.slice(k + 1), asked);
  });
}

function kindOf({ automaton, state }: ThreadSet): string {
  return `${automaton}:${state ?? ''}`;
}
