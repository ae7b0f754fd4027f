/**
 * At which places processes are in explored states that satisfy some literals: what lemmas by need are judged by.
 *
 * Nothing here has to be complete. A lemma that some reachable state contradicts is given up when it cannot be proved; so
 * explorations that were cut short are asked as well.
 */
import { Kind, type Literal, type Literals } from '../../../logic/literals.js';
import type { ExploredInstance } from '../explored-instance.js';
import { injections } from '../slots.js';

export class ExploredPlaces {
  private readonly literals: Literals;
  private readonly instances: readonly ExploredInstance[];
  private readonly known = new Map<string, ReadonlySet<number> | null>();

  constructor(literals: Literals, instances: readonly ExploredInstance[]) {
    this.literals = literals;
    this.instances = instances;
  }

  /** The values of the cells, as digits of one number, wherever the literals hold; null if nothing explored can tell. */
  with(conjunction: readonly Literal[], cells: readonly number[]): ReadonlySet<number> | null {
    const key = `${conjunction.join(' ')}|${cells.length}`;
    let known = this.known.get(key);
    if (known === undefined) {
      known = this.look(conjunction, cells);
      this.known.set(key, known);
    }
    return known;
  }

  private look(conjunction: readonly Literal[], cells: readonly number[]): ReadonlySet<number> | null {
    const { literals } = this;
    const numbers = conjunction.some((l) => literals.kind[l] === Kind.linear);
    const instances = this.instances.filter((i) => i.hasNumbers === numbers);
    let used = 0;
    for (const l of conjunction) used |= literals.processes[l] as number;
    for (const cell of cells) used |= literals.cellProcesses[cell] as number;
    const processes = 32 - Math.clz32(used);
    const asked = instances.filter((i) => i.processes >= processes);
    const tells = (i: ExploredInstance) => cells.every((c) => i.stores(c)) && conjunction.every((l) => i.knows(l));
    if (asked.length === 0 || !asked.every(tells)) return null;
    const out = new Set<number>();
    for (const instance of asked) {
      for (const names of injections(processes, instance.processes)) instance.addValues(conjunction, cells, names, out);
    }
    return out;
  }
}
