/**
 * A short run to a failure. The search has met a state that must not be, or a step that fails, at the end of a deep path. The
 * product is looked at once more, breadth first: the first failure that is met that way, this one or another, is as near as
 * any that the product has. When that takes more nodes than the search has entered, or memory ends, a shortest path through
 * the nodes that were entered has to do.
 */
import { STATUS } from '../explicit/header.js';
import type { Kernel } from '../explicit/kernel.js';
import { isFailureReport, type KernelReport, takeReport } from '../explicit/report.js';
import { expandAgain, type Path, pathTo } from './lasso.js';
import { HashedNumbering, type Numbering } from './numbering.js';
import type { Product } from './product.js';
import { Trail } from './trail.js';

/** Nodes that are looked at in any case, and at most. */
const FEW_NODES = 2 ** 14;
const MANY_NODES = 2 ** 21;
/** Nodes between two looks at the clock. */
const CHUNK = 4096;

/** Numbers of steps from an initial state; the last one fails or leads to the failure. */
interface FailurePath {
  readonly first: number;
  readonly steps: readonly number[];
}

/** `report` is of a failure, and not in an initial state. `entered`: how many nodes the search has entered. */
export function* failurePath(
  product: Product,
  numbers: Numbering,
  initial: readonly number[],
  report: KernelReport,
  entered: number,
): Generator<undefined, FailurePath> {
  const { kernel } = product;
  const near = yield* nearFailure(product, initial, report, Math.min(MANY_NODES, Math.max(FEW_NODES, entered)));
  if (near !== null) return near;
  expandAgain(kernel);
  const expanded = report.status === STATUS.violated ? kernel.parent(report.state) : report.state;
  const path: Path = pathTo(product, numbers, initial, (node) => product.stateOf(node) === expanded);
  return { first: product.stateOf(path.first), steps: [...path.steps, lastStep(kernel, expanded, report)] };
}

function* nearFailure(
  product: Product,
  initial: readonly number[],
  report: KernelReport,
  most: number,
): Generator<undefined, FailurePath | null> {
  const { kernel } = product;
  // It is stored, and so will not be reported again.
  const known = report.status === STATUS.violated ? report.state : -1;
  const seen = new HashedNumbering();
  const trail = new Trail();
  const { nodes } = trail;
  const add = (node: number, parent?: number, step?: number): void => {
    if (seen.get(node) !== 0) return;
    seen.set(node, 1);
    trail.add(node, parent, step);
  };
  const through = (position: number, last: number): FailurePath => {
    const { first, steps } = trail.through(position, last);
    return { first: product.stateOf(first), steps };
  };
  for (const node of initial) add(node);
  for (let position = 0; position < nodes.length && position < most; position++) {
    if (position % CHUNK === CHUNK - 1) yield;
    const node = nodes.cells[position] as number;
    if (!product.expand(node)) {
      const other = takeReport(kernel);
      if (!isFailureReport(other)) return null;
      expandAgain(kernel);
      return through(position, lastStep(kernel, product.stateOf(node), other));
    }
    for (let k = 0; k < product.targets.length; k++) {
      const target = product.targets.cells[k] as number;
      const step = product.steps.cells[k] as number;
      if (product.stateOf(target) === known) return through(position, step);
      add(target, position, step);
    }
  }
  return null;
}

/** The number of the step that fails, or that leads from the state which was expanded to the one that must not be. */
function lastStep(kernel: Kernel, expanded: number, { status, state, what }: KernelReport): number {
  if (status === STATUS.failed) return what;
  const successors = kernel.successors(expanded) ?? 0;
  for (let k = 0; k < successors; k++) if (kernel.successor(k) === state) return kernel.stepTo(k);
  throw new Error(`there is no step from state ${expanded} to ${state}`);
}
