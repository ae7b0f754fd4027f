/**
 * A conjunction of difference constraints over integers that grows and shrinks like a stack, with a solution always at hand.
 *
 * Each variable is a node, zero is one more, and `left - right <= c` is an edge from right to left of weight c. The
 * constraints have a solution exactly when no cycle has negative weight, and then potentials are one. A new edge that the
 * potentials satisfy costs nothing. Otherwise the potential of its target must go down, and those of nodes after it: they
 * are found in the order of how far they fall, so that each falls once (Cotton and Maler, Fast and Flexible Difference
 * Constraint Propagation for DPLL(T), SAT 2006, section 3.1). Where the fall comes back to the edge's source, the edge
 * closes a negative cycle. Taking edges away leaves the potentials a solution, hence undoing is only forgetting.
 *
 * Zero keeps the potential 0, so the potentials of the variables are a model as they stand. Only variables that occur
 * are in the graph; the others keep the value that they happen to have, always one within their bounds.
 */
import { TooLarge } from './formula.js';

export interface Bounds {
  /** Null: no bound on that side. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Sums of potentials and weights up to here are exact, with room for one more. */
const LARGEST = 2 ** 50;
/** Bounds are not larger than the numbers of formulas. */
const LARGEST_BOUND = 2 ** 45;

export class Differences {
  /** By variable. Satisfies all edges and all bounds. */
  readonly values: Float64Array;
  /** The node after those of the variables. */
  readonly zero: number;
  edgeCount = 0;
  nodeCount = 0;
  /** Some potential has left the numbers that are exact: no answer can be trusted until the next start. */
  tooLarge = false;

  private readonly potential: Float64Array;
  private readonly nodes: Int32Array;
  private readonly occurs: Uint8Array;
  /** The last edge out of a node, -1 for none; `edgeNext` leads to the one before. */
  private readonly edgeLast: Int32Array;
  private edgeSource = new Int32Array(64);
  private edgeTarget = new Int32Array(64);
  private edgeWeight = new Float64Array(64);
  private edgeNext = new Int32Array(64);
  /** How far each node must fall, as a number not above 0, while an edge is being added; 0 at all other times. */
  private readonly fall: Float64Array;
  private readonly fallen: Uint8Array;
  private readonly reached: Int32Array;

  constructor(private readonly bounds: readonly Bounds[]) {
    const count = bounds.length;
    for (const { low, high } of bounds) {
      if (Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0)) > LARGEST_BOUND)
        throw new TooLarge('a bound of a variable is too large');
    }
    this.zero = count;
    this.potential = new Float64Array(count + 1);
    this.values = this.potential.subarray(0, count);
    this.nodes = new Int32Array(count);
    this.occurs = new Uint8Array(count + 1);
    this.edgeLast = new Int32Array(count + 1).fill(-1);
    this.fall = new Float64Array(count + 1);
    this.fallen = new Uint8Array(count + 1);
    this.reached = new Int32Array(count + 1);
    this.occurs[count] = 1;
  }

  /** Forgets everything and takes these values, all within their bounds, to start from. */
  start(values: Float64Array): void {
    this.undo(0, 0);
    this.values.set(values);
    this.tooLarge = false;
  }

  /** Back to when there were so many edges and nodes. */
  undo(edgeCount: number, nodeCount: number): void {
    while (this.edgeCount > edgeCount) {
      const edge = --this.edgeCount;
      this.edgeLast[this.edgeSource[edge] as number] = this.edgeNext[edge] as number;
    }
    while (this.nodeCount > nodeCount) this.occurs[this.nodes[--this.nodeCount] as number] = 0;
  }

  /** Adds `left - right <= weight`; false, and nothing is added but nodes, when that contradicts the others. */
  add(left: number, right: number, weight: number): boolean {
    if (this.occurs[left] === 0) this.enter(left);
    if (this.occurs[right] === 0) this.enter(right);
    this.link(right, left, weight);
    const fall = (this.potential[right] as number) + weight - (this.potential[left] as number);
    if (fall >= 0 || this.repair(right, left, fall)) return true;
    this.undo(this.edgeCount - 1, this.nodeCount);
    return false;
  }

  /** Whether `left - right <= weight` could be added. The potentials may be others afterwards. */
  allows(left: number, right: number, weight: number): boolean {
    const { edgeCount, nodeCount } = this;
    const possible = this.add(left, right, weight);
    this.undo(edgeCount, nodeCount);
    return possible;
  }

  private enter(variable: number): void {
    this.occurs[variable] = 1;
    this.nodes[this.nodeCount++] = variable;
    const { low, high } = this.bounds[variable] as Bounds;
    if (low !== null) this.link(variable, this.zero, -low);
    if (high !== null) this.link(this.zero, variable, high);
  }

  private link(source: number, target: number, weight: number): void {
    const edge = this.edgeCount++;
    if (edge === this.edgeSource.length) this.grow();
    this.edgeSource[edge] = source;
    this.edgeTarget[edge] = target;
    this.edgeWeight[edge] = weight;
    this.edgeNext[edge] = this.edgeLast[source] as number;
    this.edgeLast[source] = edge;
  }

  private grow(): void {
    const size = 2 * this.edgeSource.length;
    const wider = (array: Int32Array): Int32Array<ArrayBuffer> => {
      const result = new Int32Array(size);
      result.set(array);
      return result;
    };
    this.edgeSource = wider(this.edgeSource);
    this.edgeTarget = wider(this.edgeTarget);
    this.edgeNext = wider(this.edgeNext);
    const weights = new Float64Array(size);
    weights.set(this.edgeWeight);
    this.edgeWeight = weights;
  }

  /** Lets the target of a new edge fall, with all that this pulls down; false, and nothing has changed, on a negative cycle. */
  private repair(source: number, target: number, distance: number): boolean {
    const { potential, fall, fallen, reached, edgeLast, edgeNext, edgeTarget, edgeWeight } = this;
    let count = 1;
    reached[0] = target;
    fall[target] = distance;
    let cycle = false;
    search: for (;;) {
      let node = -1;
      let furthest = 0;
      for (let i = 0; i < count; i++) {
        const candidate = reached[i] as number;
        if (fallen[candidate] === 0 && (fall[candidate] as number) < furthest) {
          furthest = fall[candidate] as number;
          node = candidate;
        }
      }
      if (node < 0) break;
      fallen[node] = 1;
      const low = (potential[node] as number) + furthest;
      for (let edge = edgeLast[node] as number; edge >= 0; edge = edgeNext[edge] as number) {
        const next = edgeTarget[edge] as number;
        const further = low + (edgeWeight[edge] as number) - (potential[next] as number);
        if (further >= (fall[next] as number) || fallen[next] === 1) continue;
        if (next === source) {
          cycle = true;
          break search;
        }
        if (fall[next] === 0) reached[count++] = next;
        fall[next] = further;
      }
    }
    for (let i = 0; i < count; i++) {
      const node = reached[i] as number;
      if (!cycle) this.move(node, fall[node] as number);
      fall[node] = 0;
      fallen[node] = 0;
    }
    const below = potential[this.zero] as number;
    if (below !== 0) {
      for (let i = 0; i < this.nodeCount; i++) this.move(this.nodes[i] as number, -below);
      potential[this.zero] = 0;
    }
    return !cycle;
  }

  private move(node: number, distance: number): void {
    const value = (this.potential[node] as number) + distance;
    this.potential[node] = value;
    if (value > LARGEST || value < -LARGEST) this.tooLarge = true;
  }
}
