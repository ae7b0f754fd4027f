/**
 * Conjunctions of difference constraints: x - y <= c, x <= c, and the same with <, = and <>. This is the inner loop.
 *
 * Each variable is a node, zero is node 0, and x - y <= c is an edge from y to x of weight c. The inequalities have a
 * solution exactly when no cycle has negative weight, and Bellman-Ford's potentials are one (integral, if the weights
 * are). Weights are plain numbers, scaled to integers; every sum that can arise stays below 2^53 or the conjunction is
 * handed back.
 *
 * Strict inequalities over reals. x - y < c weighs c*K - 1 with K larger than the number of nodes. A simple cycle has
 * fewer than K strict edges, so its weight is negative exactly when its constants sum up to a negative number, or to
 * zero with some edge strict. In the potentials a unit is an infinitesimal.
 *
 * Disequalities. Potentials start apart from each other, so most often they satisfy the disequalities as well, and we
 * are done. Otherwise the closure of the graph (Floyd-Warshall) gives the exact least upper bound of every difference.
 * - Reals: a convex set lies in a finite union of hyperplanes only if it lies in one, so each x - y <> c can be looked
 *   at alone: it matters only when the closure says x - y = c.
 * - Integers: where x - y has no lower or no upper bound, a solution of the rest can be moved to satisfy x - y <> c,
 *   without changing any difference that is bounded on both sides (move along a sum of rays, by a large step). Where
 *   c is outside of the bounds there is nothing to do, where c is one of the bounds the bound moves by one, and only
 *   where c is strictly inside do we try both sides, narrowest interval first.
 */
import type { LinearConstraint } from './linear.js';

/** `rest`: what this procedure looks at is satisfiable, but some constraints were not of its kind, or too large. */
type DifferenceAnswer = 'satisfiable' | 'unsatisfiable' | 'rest';

const SAFE = 2 ** 52;

/** A graph that is filled anew for every question: its arrays are kept, and nothing else outlives one. */
export class DifferenceGraph {
  private nodeCount = 0;
  private nodeVariable = new Float64Array(32);
  private potential = new Float64Array(32);
  private edgeCount = 0;
  private edgeSource = new Int32Array(64);
  private edgeTarget = new Int32Array(64);
  private edgeWeight = new Float64Array(64);
  /** The coefficient by which both sides of an edge's inequality are multiplied; 1 for integers. */
  private edgeScale = new Float64Array(64);
  private edgeStrict = new Uint8Array(64);
  private apartCount = 0;
  /** Disequality number i: node `apartLeft[i]` minus node `apartRight[i]` is not `apartValue[i]`. */
  private apartLeft = new Int32Array(32);
  private apartRight = new Int32Array(32);
  private apartValue = new Float64Array(32);
  private apartScale = new Float64Array(32);
  /** Upper bounds of all differences, row minus column, one matrix for each level of the case distinction. */
  private readonly closures: Float64Array[] = [];

  /** Decides the difference constraints of one sort, passing over all other constraints. */
  decide(
    constraints: readonly LinearConstraint[],
    integer: (variable: number) => boolean,
    sort: 'int' | 'real',
  ): DifferenceAnswer {
    const integers = sort === 'int';
    this.reserve(constraints.length);
    this.nodeCount = 1;
    this.edgeCount = 0;
    this.apartCount = 0;
    let complete = true;
    for (let i = 0; i < constraints.length; i++) {
      const constraint = constraints[i] as LinearConstraint;
      const variable = constraint.variables[0];
      if (variable === undefined || integer(variable) !== integers || !this.take(constraint, integers))
        complete = false;
    }
    if ((!integers && !this.scaleReals()) || !this.small()) return 'rest';
    const whole = complete ? 'satisfiable' : 'rest';
    if (!this.relax(integers ? 1 : 2 * this.nodeCount)) return 'unsatisfiable';
    if (this.potentialsAreApart()) return whole;
    this.close(this.closureAt(0));
    return (integers ? this.separate(0) : this.realsAreApart()) ? whole : 'unsatisfiable';
  }

  private reserve(constraints: number): void {
    if (this.edgeSource.length >= 2 * constraints && this.nodeVariable.length >= 2 * constraints + 1) return;
    const size = 4 * constraints;
    this.nodeVariable = new Float64Array(size + 1);
    this.potential = new Float64Array(size + 1);
    this.edgeSource = new Int32Array(size);
    this.edgeTarget = new Int32Array(size);
    this.edgeWeight = new Float64Array(size);
    this.edgeScale = new Float64Array(size);
    this.edgeStrict = new Uint8Array(size);
    this.apartLeft = new Int32Array(size);
    this.apartRight = new Int32Array(size);
    this.apartValue = new Float64Array(size);
    this.apartScale = new Float64Array(size);
  }

  private nodeOf(variable: number): number {
    for (let i = this.nodeCount - 1; i > 0; i--) if (this.nodeVariable[i] === variable) return i;
    this.nodeVariable[this.nodeCount] = variable;
    return this.nodeCount++;
  }

  /** scale * (target - source) <= weight, or < when strict. */
  private addEdge(source: number, target: number, weight: number, scale: number, strict: boolean): void {
    this.edgeSource[this.edgeCount] = source;
    this.edgeTarget[this.edgeCount] = target;
    this.edgeWeight[this.edgeCount] = weight;
    this.edgeScale[this.edgeCount] = scale;
    this.edgeStrict[this.edgeCount] = strict ? 1 : 0;
    this.edgeCount++;
  }

  /** Takes in one constraint; false when it is not a difference with small numbers. */
  private take(constraint: LinearConstraint, integer: boolean): boolean {
    const { variables, coefficients, relation } = constraint;
    const count = variables.length;
    if (count === 0 || count > 2) return false;
    const leading = coefficients[0] as bigint;
    let scale = 1;
    let positive = leading === 1n;
    if (!positive && leading !== -1n) {
      if (integer) return false;
      scale = Math.abs(Number(leading));
      positive = leading > 0n;
      if (scale > SAFE) return false;
    }
    const opposite = scale !== 1 ? -leading : positive ? -1n : 1n;
    if (count === 2 && coefficients[1] !== opposite) return false;
    let constant = Number(constraint.constant);
    if (!(constant <= SAFE && constant >= -SAFE)) return false;
    const first = this.nodeOf(variables[0] as number);
    const second = count === 2 ? this.nodeOf(variables[1] as number) : 0;
    const left = positive ? first : second;
    const right = positive ? second : first;
    if (relation === '<>') {
      this.apartLeft[this.apartCount] = left;
      this.apartRight[this.apartCount] = right;
      this.apartValue[this.apartCount] = constant;
      this.apartScale[this.apartCount] = scale;
      this.apartCount++;
      return true;
    }
    const strict = relation === '<';
    if (strict && integer) constant -= 1;
    this.addEdge(right, left, constant, scale, strict && !integer);
    if (relation === '=') this.addEdge(left, right, -constant, scale, false);
    return true;
  }

  /** Brings all constants over reals to one integer scale, with infinitesimals; false when numbers become too large. */
  private scaleReals(): boolean {
    let common = 1;
    for (let i = 0; i < this.edgeCount + this.apartCount; i++) {
      const scale = (i < this.edgeCount ? this.edgeScale[i] : this.apartScale[i - this.edgeCount]) as number;
      common *= scale / divisor(common, scale);
      if (common > SAFE) return false;
    }
    const unit = 2 * this.nodeCount;
    let safe = true;
    for (let i = 0; i < this.edgeCount; i++) {
      const weight = (this.edgeWeight[i] as number) * (common / (this.edgeScale[i] as number)) * unit;
      safe &&= Math.abs(weight) <= SAFE;
      this.edgeWeight[i] = weight - (this.edgeStrict[i] as number);
    }
    for (let i = 0; i < this.apartCount; i++) {
      const value = (this.apartValue[i] as number) * (common / (this.apartScale[i] as number)) * unit;
      safe &&= Math.abs(value) <= SAFE;
      this.apartValue[i] = value;
    }
    return safe;
  }

  /** No sum of weights that the procedures below can form leaves the integers that numbers represent exactly. */
  private small(): boolean {
    let largest = this.nodeCount;
    for (let i = 0; i < this.edgeCount; i++) largest = Math.max(largest, Math.abs(this.edgeWeight[i] as number));
    for (let i = 0; i < this.apartCount; i++) largest = Math.max(largest, Math.abs(this.apartValue[i] as number));
    return largest * (this.nodeCount + 2) * (this.edgeCount + this.apartCount + 2) <= SAFE;
  }

  /** Bellman-Ford: false when there is a negative cycle, else `potential` satisfies all edges. */
  private relax(apart: number): boolean {
    const { nodeCount, potential, edgeCount, edgeSource, edgeTarget, edgeWeight } = this;
    for (let i = 0; i < nodeCount; i++) potential[i] = i * apart;
    for (let pass = 1; ; pass++) {
      let changed = false;
      for (let i = 0; i < edgeCount; i++) {
        const reach = (potential[edgeSource[i] as number] as number) + (edgeWeight[i] as number);
        const target = edgeTarget[i] as number;
        if (reach < (potential[target] as number)) {
          potential[target] = reach;
          changed = true;
        }
      }
      if (!changed) return true;
      if (pass >= nodeCount) return false;
    }
  }

  private potentialsAreApart(): boolean {
    for (let i = 0; i < this.apartCount; i++) {
      const difference =
        (this.potential[this.apartLeft[i] as number] as number) -
        (this.potential[this.apartRight[i] as number] as number);
      if (difference === this.apartValue[i]) return false;
    }
    return true;
  }

  private closureAt(level: number): Float64Array {
    const size = this.nodeCount * this.nodeCount;
    let matrix = this.closures[level];
    if (matrix === undefined || matrix.length < size) {
      matrix = new Float64Array(Math.max(size, 64));
      this.closures[level] = matrix;
    }
    return matrix;
  }

  /** Floyd-Warshall on a graph without negative cycles. */
  private close(bounds: Float64Array): void {
    const n = this.nodeCount;
    bounds.fill(Number.POSITIVE_INFINITY, 0, n * n);
    for (let i = 0; i < n; i++) bounds[i * n + i] = 0;
    for (let i = 0; i < this.edgeCount; i++) {
      const at = (this.edgeTarget[i] as number) * n + (this.edgeSource[i] as number);
      if ((this.edgeWeight[i] as number) < (bounds[at] as number)) bounds[at] = this.edgeWeight[i] as number;
    }
    for (let k = 0; k < n; k++) {
      for (let i = 0; i < n; i++) {
        const first = bounds[i * n + k] as number;
        if (first === Number.POSITIVE_INFINITY) continue;
        for (let j = 0; j < n; j++) {
          const sum = first + (bounds[k * n + j] as number);
          if (sum < (bounds[i * n + j] as number)) bounds[i * n + j] = sum;
        }
      }
    }
  }

  /** Adds left - right <= weight to a closure, which it must not contradict. */
  private tighten(bounds: Float64Array, left: number, right: number, weight: number): void {
    const n = this.nodeCount;
    for (let i = 0; i < n; i++) {
      const first = (bounds[i * n + left] as number) + weight;
      if (first === Number.POSITIVE_INFINITY) continue;
      for (let j = 0; j < n; j++) {
        const sum = first + (bounds[right * n + j] as number);
        if (sum < (bounds[i * n + j] as number)) bounds[i * n + j] = sum;
      }
    }
  }

  /** Whether integers within the bounds can satisfy all disequalities. */
  private separate(level: number): boolean {
    const n = this.nodeCount;
    const bounds = this.closureAt(level);
    let inside = -1;
    for (let changed = true; changed; ) {
      changed = false;
      inside = -1;
      let narrowest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < this.apartCount; i++) {
        const left = this.apartLeft[i] as number;
        const right = this.apartRight[i] as number;
        const value = this.apartValue[i] as number;
        const above = (bounds[left * n + right] as number) - value;
        const below = (bounds[right * n + left] as number) + value;
        const width = above + below;
        if (above < 0 || below < 0 || width === Number.POSITIVE_INFINITY) continue;
        if (width === 0) return false;
        if (above === 0) this.tighten(bounds, left, right, value - 1);
        else if (below === 0) this.tighten(bounds, right, left, -value - 1);
        else {
          if (width < narrowest) {
            narrowest = width;
            inside = i;
          }
          continue;
        }
        changed = true;
      }
    }
    if (inside < 0) return true;
    const left = this.apartLeft[inside] as number;
    const right = this.apartRight[inside] as number;
    const value = this.apartValue[inside] as number;
    const next = this.closureAt(level + 1);
    next.set(bounds.subarray(0, n * n));
    this.tighten(next, left, right, value - 1);
    if (this.separate(level + 1)) return true;
    next.set(bounds.subarray(0, n * n));
    this.tighten(next, right, left, -value - 1);
    return this.separate(level + 1);
  }

  private realsAreApart(): boolean {
    const n = this.nodeCount;
    const bounds = this.closureAt(0);
    for (let i = 0; i < this.apartCount; i++) {
      const left = this.apartLeft[i] as number;
      const right = this.apartRight[i] as number;
      const value = this.apartValue[i] as number;
      if (bounds[left * n + right] === value && bounds[right * n + left] === -value) return false;
    }
    return true;
  }
}

function divisor(a: number, b: number): number {
  let x = a;
  let y = b;
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
