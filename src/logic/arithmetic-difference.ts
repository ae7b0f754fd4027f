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

// Scratch memory, reused by every call: nothing here outlives one.
let nodeCount = 0;
let nodeVariable = new Float64Array(32);
let potential = new Float64Array(32);
let edgeCount = 0;
let edgeSource = new Int32Array(64);
let edgeTarget = new Int32Array(64);
let edgeWeight = new Float64Array(64);
/** The coefficient by which both sides of an edge's inequality are multiplied; 1 for integers. */
let edgeScale = new Float64Array(64);
let edgeStrict = new Uint8Array(64);
let apartCount = 0;
/** Disequality number i: node `apartLeft[i]` minus node `apartRight[i]` is not `apartValue[i]`. */
let apartLeft = new Int32Array(32);
let apartRight = new Int32Array(32);
let apartValue = new Float64Array(32);
let apartScale = new Float64Array(32);
/** Upper bounds of all differences, row minus column, one matrix for each level of the case distinction. */
const closures: Float64Array[] = [];

function reserve(constraints: number): void {
  if (edgeSource.length >= 2 * constraints && nodeVariable.length >= 2 * constraints + 1) return;
  const size = 4 * constraints;
  nodeVariable = new Float64Array(size + 1);
  potential = new Float64Array(size + 1);
  edgeSource = new Int32Array(size);
  edgeTarget = new Int32Array(size);
  edgeWeight = new Float64Array(size);
  edgeScale = new Float64Array(size);
  edgeStrict = new Uint8Array(size);
  apartLeft = new Int32Array(size);
  apartRight = new Int32Array(size);
  apartValue = new Float64Array(size);
  apartScale = new Float64Array(size);
}

function nodeOf(variable: number): number {
  for (let i = nodeCount - 1; i > 0; i--) if (nodeVariable[i] === variable) return i;
  nodeVariable[nodeCount] = variable;
  return nodeCount++;
}

/** scale * (target - source) <= weight, or < when strict. */
function addEdge(source: number, target: number, weight: number, scale: number, strict: boolean): void {
  edgeSource[edgeCount] = source;
  edgeTarget[edgeCount] = target;
  edgeWeight[edgeCount] = weight;
  edgeScale[edgeCount] = scale;
  edgeStrict[edgeCount] = strict ? 1 : 0;
  edgeCount++;
}

/** Takes in one constraint; false when it is not a difference with small numbers. */
function take(constraint: LinearConstraint, integer: boolean): boolean {
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
  const first = nodeOf(variables[0] as number);
  const second = count === 2 ? nodeOf(variables[1] as number) : 0;
  const left = positive ? first : second;
  const right = positive ? second : first;
  if (relation === '<>') {
    apartLeft[apartCount] = left;
    apartRight[apartCount] = right;
    apartValue[apartCount] = constant;
    apartScale[apartCount] = scale;
    apartCount++;
    return true;
  }
  const strict = relation === '<';
  if (strict && integer) constant -= 1;
  addEdge(right, left, constant, scale, strict && !integer);
  if (relation === '=') addEdge(left, right, -constant, scale, false);
  return true;
}

function divisor(a: number, b: number): number {
  let x = a;
  let y = b;
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** Brings all constants over reals to one integer scale, with infinitesimals; false when numbers become too large. */
function scaleReals(): boolean {
  let common = 1;
  for (let i = 0; i < edgeCount + apartCount; i++) {
    const scale = (i < edgeCount ? edgeScale[i] : apartScale[i - edgeCount]) as number;
    common *= scale / divisor(common, scale);
    if (common > SAFE) return false;
  }
  const unit = 2 * nodeCount;
  let safe = true;
  for (let i = 0; i < edgeCount; i++) {
    const weight = (edgeWeight[i] as number) * (common / (edgeScale[i] as number)) * unit;
    safe &&= Math.abs(weight) <= SAFE;
    edgeWeight[i] = weight - (edgeStrict[i] as number);
  }
  for (let i = 0; i < apartCount; i++) {
    const value = (apartValue[i] as number) * (common / (apartScale[i] as number)) * unit;
    safe &&= Math.abs(value) <= SAFE;
    apartValue[i] = value;
  }
  return safe;
}

/** No sum of weights that the procedures below can form leaves the integers that numbers represent exactly. */
function small(): boolean {
  let largest = nodeCount;
  for (let i = 0; i < edgeCount; i++) largest = Math.max(largest, Math.abs(edgeWeight[i] as number));
  for (let i = 0; i < apartCount; i++) largest = Math.max(largest, Math.abs(apartValue[i] as number));
  return largest * (nodeCount + 2) * (edgeCount + apartCount + 2) <= SAFE;
}

/** Bellman-Ford: false when there is a negative cycle, else `potential` satisfies all edges. */
function relax(apart: number): boolean {
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

function potentialsAreApart(): boolean {
  for (let i = 0; i < apartCount; i++) {
    const difference = (potential[apartLeft[i] as number] as number) - (potential[apartRight[i] as number] as number);
    if (difference === apartValue[i]) return false;
  }
  return true;
}

function closureAt(level: number): Float64Array {
  const size = nodeCount * nodeCount;
  let matrix = closures[level];
  if (matrix === undefined || matrix.length < size) {
    matrix = new Float64Array(Math.max(size, 64));
    closures[level] = matrix;
  }
  return matrix;
}

/** Floyd-Warshall on a graph without negative cycles. */
function close(bounds: Float64Array): void {
  const n = nodeCount;
  bounds.fill(Number.POSITIVE_INFINITY, 0, n * n);
  for (let i = 0; i < n; i++) bounds[i * n + i] = 0;
  for (let i = 0; i < edgeCount; i++) {
    const at = (edgeTarget[i] as number) * n + (edgeSource[i] as number);
    if ((edgeWeight[i] as number) < (bounds[at] as number)) bounds[at] = edgeWeight[i] as number;
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
function tighten(bounds: Float64Array, left: number, right: number, weight: number): void {
  const n = nodeCount;
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
function separate(level: number): boolean {
  const n = nodeCount;
  const bounds = closureAt(level);
  let inside = -1;
  for (let changed = true; changed; ) {
    changed = false;
    inside = -1;
    let narrowest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < apartCount; i++) {
      const left = apartLeft[i] as number;
      const right = apartRight[i] as number;
      const value = apartValue[i] as number;
      const above = (bounds[left * n + right] as number) - value;
      const below = (bounds[right * n + left] as number) + value;
      const width = above + below;
      if (above < 0 || below < 0 || width === Number.POSITIVE_INFINITY) continue;
      if (width === 0) return false;
      if (above === 0) tighten(bounds, left, right, value - 1);
      else if (below === 0) tighten(bounds, right, left, -value - 1);
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
  const left = apartLeft[inside] as number;
  const right = apartRight[inside] as number;
  const value = apartValue[inside] as number;
  const next = closureAt(level + 1);
  next.set(bounds.subarray(0, n * n));
  tighten(next, left, right, value - 1);
  if (separate(level + 1)) return true;
  next.set(bounds.subarray(0, n * n));
  tighten(next, right, left, -value - 1);
  return separate(level + 1);
}

function realsAreApart(): boolean {
  const n = nodeCount;
  const bounds = closureAt(0);
  for (let i = 0; i < apartCount; i++) {
    const left = apartLeft[i] as number;
    const right = apartRight[i] as number;
    const value = apartValue[i] as number;
    if (bounds[left * n + right] === value && bounds[right * n + left] === -value) return false;
  }
  return true;
}

/** Decides the difference constraints of one sort, passing over all other constraints. */
export function differences(
  constraints: readonly LinearConstraint[],
  integer: (variable: number) => boolean,
  sort: 'int' | 'real',
): DifferenceAnswer {
  const integers = sort === 'int';
  reserve(constraints.length);
  nodeCount = 1;
  edgeCount = 0;
  apartCount = 0;
  let complete = true;
  for (let i = 0; i < constraints.length; i++) {
    const constraint = constraints[i] as LinearConstraint;
    const variable = constraint.variables[0];
    if (variable === undefined || integer(variable) !== integers || !take(constraint, integers)) complete = false;
  }
  if ((!integers && !scaleReals()) || !small()) return 'rest';
  const whole = complete ? 'satisfiable' : 'rest';
  if (!relax(integers ? 1 : 2 * nodeCount)) return 'unsatisfiable';
  if (potentialsAreApart()) return whole;
  close(closureAt(0));
  return (integers ? separate(0) : realsAreApart()) ? whole : 'unsatisfiable';
}
