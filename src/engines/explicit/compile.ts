/**
 * From a program to the code of its kernel, in passes. Each takes what those before it made:
 *
 *     program  ->  layout       each thread's own edges, states in words, live variables (`layout.ts`, `packing.ts`)
 *              ->  steps        a function for each thread, and the numbers of its steps (`steps.ts`, `step-table.ts`)
 *              ->  reduction    one state of those that count as one (`reduce/`)
 *              ->  properties   what is wrong with a state, which propositions are true in it (`properties.ts`)
 *              ->  regions      where states and their table lie in memory, within the limits (`regions.ts`)
 *              ->  functions    all of it, with the visited states (`visited.ts`, `batch.ts`)
 *
 * `kernel.ts` lets the functions run.
 */
import { insertFunction, successorFunction } from './batch.js';
import type { CodeFunction } from './code/code.js';
import { reportFunction } from './header.js';
import { type Layout, type LayoutOptions, layOut } from './layout.js';
import { propertiesOf } from './properties.js';
import { type Reduction, reductionOf } from './reduce/reduction.js';
import { Regions } from './regions.js';
import type { StepTable } from './step-table.js';
import { threadSteps } from './steps.js';
import { expandFunction, recordFunction, rehashFunction } from './visited.js';

export interface CompileOptions extends LayoutOptions {
  /** Store states that differ only in the names of interchangeable threads, or by a shift of integers, once. */
  readonly symmetry: boolean;
  readonly maxStates: number;
  readonly maxBytes: number;
}

export interface CompiledKernel {
  readonly layout: Layout;
  readonly steps: StepTable;
  readonly reduction: Reduction;
  readonly regions: Regions;
  readonly functions: readonly CodeFunction[];
}

/** Words of a state: a function of a kernel takes them all, and WebAssembly allows a thousand parameters. */
const MOST_WORDS = 900;

/** No kernel can be made for such a program; the reason is for the user. */
export class NoKernel {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Throws NoKernel where there can be no kernel. */
export function compileKernel(options: CompileOptions): CompiledKernel {
  const { memory, propositions, symmetry, maxStates, maxBytes } = options;
  const layout = layOut(options);
  const { words } = layout.packing;
  if (words > MOST_WORDS) {
    const size = `a state takes ${words} words, and no more than ${MOST_WORDS} are possible`;
    throw new NoKernel(`${size}: shorter buffers, fewer cells or smaller ranges take less`);
  }
  const { functions: steps, table } = threadSteps(layout, memory);
  const reduction = reductionOf(layout, symmetry);
  const { check, labels } = propertiesOf(layout, propositions);
  const listed = propositions !== null;
  const { swapWords } = reduction;
  const regions = new Regions({ words, swapWords, successors: table.count, listed, maxStates, maxBytes });
  const functions = [
    recordFunction(regions),
    reportFunction(),
    ...check,
    rehashFunction(regions),
    expandFunction(layout.special.threads.length),
    ...(labels === null ? [] : [labels]),
    successorFunction(regions, reduction),
    insertFunction(regions, reduction, { checked: check.length > 0, listed }),
    ...steps,
  ];
  return { layout, steps: table, reduction, regions, functions };
}
