/** Happens-before by rows against the whole graph: every event kept, every edge of the paper drawn, cycles searched for. */
import { describe, expect, it } from 'vitest';
import { Ghb, type Order, upward } from '../../../../src/engines/parameterized/events/relations.js';
import { Random } from '../../../random/random.js';

const NOTHING: Order = { events: [], reads: [], writes: [], cells: new Map() };
const PROCESSES = 3;
const CELLS = 3;

/** All events of one transition; in the order in which a search meets them, the last of the execution first. */
interface Met {
  readonly process: number;
  readonly kind: 'read' | 'write' | 'atomic';
  readonly fenced: boolean;
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Cells it still has to read. */
  readonly pending: Set<number>;
}

/** Edges of section 4.2 between nodes: reads of i at 2i, writes of i at 2i + 1; for an atomic one both are 2i. */
class WholeGraph {
  readonly met: Met[] = [];
  readonly edges: [number, number][] = [];

  readNode = (i: number): number => 2 * i;
  writeNode = (i: number): number => ((this.met[i] as Met).kind === 'atomic' ? 2 * i : 2 * i + 1);

  private edge(from: number, to: number): void {
    this.edges.push([from, to]);
  }

  /** `reading`: which of the events met before read from it, of other processes; own pending reads of its cells do. */
  add(event: Met, reading: ReadonlySet<number>): void {
    const n = this.met.length;
    this.met.push(event);
    for (let i = n - 1; i >= 0; i--) {
      const old = this.met[i] as Met;
      const own = old.process === event.process;
      const oldReads = old.kind !== 'write';
      const oldWrites = old.kind !== 'read';
      if (own) {
        // Program order: everything but a write before a read, unless a fence or an atomic one stands between.
        if (event.kind !== 'write' && oldReads) this.edge(this.readNode(n), this.readNode(i));
        if (event.kind !== 'write' && oldWrites) this.edge(this.readNode(n), this.writeNode(i));
        if (event.kind !== 'read' && oldWrites) this.edge(this.writeNode(n), this.writeNode(i));
      }
      for (const cell of event.writes) if (old.writes.includes(cell)) this.edge(this.writeNode(n), this.writeNode(i));
      for (const cell of event.reads) if (old.writes.includes(cell)) this.edge(this.readNode(n), this.writeNode(i));
    }
    // Fences: a new write is before the reads of its process behind the first fence that follows it.
    if (event.kind !== 'read') {
      let fence = event.kind === 'atomic';
      for (let i = n - 1; i >= 0; i--) {
        const old = this.met[i] as Met;
        if (old.process !== event.process) continue;
        if (old.fenced || old.kind === 'atomic') fence = true;
        if (fence && old.kind !== 'write') this.edge(this.writeNode(n), this.readNode(i));
      }
      for (let i = 0; i < n; i++) {
        const old = this.met[i] as Met;
        const cells = event.writes.filter((cell) => old.pending.has(cell));
        if (cells.length === 0) continue;
        if (old.process === event.process || reading.has(i)) {
          if (old.process !== event.process) this.edge(this.writeNode(n), this.readNode(i));
          for (const cell of cells) old.pending.delete(cell);
        } else this.edge(this.readNode(i), this.writeNode(n));
      }
    }
  }

  acyclic(): boolean {
    const next = new Map<number, number[]>();
    for (const [from, to] of this.edges) next.set(from, [...(next.get(from) ?? []), to]);
    const state = new Map<number, 'open' | 'done'>();
    const visit = (node: number): boolean => {
      if (state.get(node) === 'open') return false;
      if (state.get(node) === 'done') return true;
      state.set(node, 'open');
      const fine = (next.get(node) ?? []).every(visit);
      state.set(node, 'done');
      return fine;
    };
    return [...next.keys()].every(visit);
  }
}

/** Goes back through random events; null as long as both agree, and how many cycles there were. */
function disagreement(seed: number, counts: { steps: number; cycles: number }): string | null {
  const random = new Random(seed);
  const graph = new WholeGraph();
  let order: Order = NOTHING;
  // Events keep their numbers here: met[i] is event i, if it reads.
  for (let n = 0; n < 12; n++) {
    const kind = random.pick(['read', 'read', 'write', 'write', 'atomic'] as const);
    const some = () => [...new Set([random.between(0, CELLS - 1), random.between(0, CELLS - 1)])];
    const reads = kind === 'write' ? [] : some();
    const writes = kind === 'read' ? [] : some();
    const process = random.between(0, PROCESSES - 1);
    const fenced = kind !== 'atomic' && random.chance(0.25);
    let concerned = 0;
    for (const [i, old] of graph.met.entries()) {
      if (old.process !== process && writes.some((cell) => old.pending.has(cell))) concerned |= 1 << i;
    }
    const reading = new Set<number>();
    for (let i = 0; i < n; i++) if (concerned & (1 << i) && random.chance(0.5)) reading.add(i);
    let satisfied = 0;
    for (const i of reading) satisfied |= 1 << i;
    const ghb = new Ghb(order, PROCESSES, 0);
    ghb.events.push(0);
    const event = kind === 'write' ? 0 : 1 << n;
    const unsatisfied = concerned & ~satisfied;
    const consistent = ghb.add({ process, kind, fenced, event, reads, writes, strange: [], satisfied, unsatisfied });
    graph.add({ process, kind, fenced, reads, writes, pending: new Set(reads) }, reading);
    counts.steps++;
    if (consistent !== graph.acyclic()) return `seed ${seed}, event ${n}: ${consistent ? 'a cycle' : 'no cycle'} there`;
    if (!consistent) {
      counts.cycles++;
      return null;
    }
    // What has been read is forgotten.
    let pending = 0;
    for (const [i, met] of graph.met.entries()) if (met.pending.size > 0) pending |= 1 << i;
    const keep = (row: number) => row & pending;
    order = {
      events: ghb.events.map((row, i) => (pending & (1 << i) ? keep(row) : 0)),
      reads: ghb.reads.map(keep),
      writes: ghb.writes.map(keep),
      cells: new Map([...ghb.cells].map(([cell, row]) => [cell, keep(row)])),
    };
  }
  return null;
}

describe('happens-before', () => {
  it('finds the cycles of the whole graph, and no others', () => {
    const counts = { steps: 0, cycles: 0 };
    for (let seed = 1; seed <= 6_000; seed++) expect(disagreement(seed, counts)).toBe(null);
    expect(counts.cycles).toBeGreaterThan(1_500);
    expect(counts.steps).toBeGreaterThan(15_000);
  });

  const read = (process: number, event: number, cell: number, fenced: boolean) =>
    ({
      process,
      kind: 'read',
      fenced,
      event,
      reads: [cell],
      writes: [],
      strange: [],
      satisfied: 0,
      unsatisfied: 0,
    }) as const;
  const write = (process: number, cell: number, unsatisfied: number, satisfied = 0) =>
    ({
      process,
      kind: 'write',
      fenced: false,
      event: 0,
      reads: [],
      writes: [cell],
      strange: [],
      satisfied,
      unsatisfied,
    }) as const;

  it.each([true, false])('of store buffering with fences %s', (fenced) => {
    const ghb = new Ghb({ ...NOTHING, events: [0, 0] }, 2, 0);
    expect(ghb.add(read(0, 1, 1, fenced))).toBe(true);
    expect(ghb.add(read(1, 2, 0, fenced))).toBe(true);
    expect(ghb.add(write(0, 0, 2))).toBe(true);
    expect(ghb.add(write(1, 1, 1))).toBe(!fenced);
  });

  it('keeps the order of two writes, and of two reads', () => {
    const ghb = new Ghb({ ...NOTHING, events: [0, 0] }, 2, 0);
    ghb.add(read(1, 1, 0, false)); // X, the old value
    ghb.add(read(1, 2, 1, false)); // before that Y, the new one
    expect(ghb.events).toEqual([0, 1]);
    expect(ghb.add(write(0, 1, 0, 2))).toBe(true);
    expect(ghb.add(write(0, 0, 1))).toBe(false);
  });

  it('puts every read before the end', () => {
    const ghb = new Ghb({ ...NOTHING, events: [0] }, 3, 1);
    expect(ghb.reads).toEqual([1, 1, 1]);
    expect(ghb.writes).toEqual([0, 0, 0]);
    ghb.add({ ...read(2, 0, 0, true), reads: [] });
    expect(ghb.writes).toEqual([0, 0, 1]);
  });

  it('closes sets upwards', () => {
    expect(upward([0b110, 0b100, 0, 0b1], 0b1001)).toBe(0b1111);
  });
});
