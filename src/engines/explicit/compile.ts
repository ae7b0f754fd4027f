/**
 * From a program to the code of its kernel, in passes. Each takes what those before it made:
 *
 *     program  ->  layout       each thread's own edges, states in words, live variables (`layout.ts`, `packing.ts`)
 *              ->  reduction    one state of those that count as one (`reduce/`)
 *              ->  marks        where is noted what happens, for warnings (`marks.ts`)
 *              ->  steps        a function for each thread, and the numbers of its steps (`steps.ts`, `step-table.ts`)
 *              ->  properties   what is wrong with a state, which propositions are true in it (`properties.ts`)
 *              ->  regions      where states and their table lie in memory, within the limits (`regions.ts`)
 *              ->  functions    all of it, with the visited states (`visited.ts`, `table.ts`, `batch.ts`)
 *
 * `kernel.ts` lets the functions run.
 */
import { type Ahead, NOTHING_INSERTED, portionFor, takeFunction, tellFunction, tellPortionFunction } from './ahead.js';
import { insertFunction, type Listing, successorFunction, waitingBytes } from './batch.js';
import type { CodeFunction } from './code/code.js';
import { failFunction, reportFunction } from './header.js';
import { type Layout, type LayoutOptions, layOut } from './layout.js';
import { Marks } from './marks.js';
import { boxSizes, mostReferred, receiveFunction, sentElsewhere } from './parallel/dealing.js';
import { Sleep } from './parallel/sleep.js';
import { propertiesOf } from './properties.js';
import { quietFunction } from './quiet.js';
import { foundAgain } from './recent.js';
import { type Reduction, reductionOf } from './reduce/reduction.js';
import { marksAt, type RegionSizes, Regions } from './regions.js';
import type { StepTable } from './step-table.js';
import { threadSteps } from './steps.js';
import { enterFunction, spreadFunction } from './table.js';
import { expandFunction, recordFunction } from './visited.js';

export interface CompileOptions extends LayoutOptions {
  /** Store states that differ only in the names of interchangeable threads, or by a shift of integers, once. */
  readonly symmetry: boolean;
  /** The shifts alone; as `symmetry` says, unless given. */
  readonly shifts?: boolean;
  readonly maxStates: number;
  readonly maxBytes: number;
  /** Note which steps happen and where threads get stuck. */
  readonly noting: boolean;
  /** The kernel has one of so many partitions of the states (`parallel/`); it has all of them unless given. */
  readonly partitions?: number;
  /** The kernel tells the successors of states to another one, or takes what others tell (`ahead.ts`); neither unless given. */
  readonly ahead?: Ahead;
}

export interface CompiledKernel {
  readonly layout: Layout;
  readonly steps: StepTable;
  readonly reduction: Reduction;
  readonly marks: Marks | null;
  readonly regions: Regions;
  /** What the regions are made of. */
  readonly sizes: RegionSizes;
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
  const {
    program,
    memory,
    propositions,
    symmetry,
    shifts = symmetry,
    maxStates,
    maxBytes,
    noting,
    partitions,
    ahead,
  } = options;
  const layout = layOut(options);
  const { words } = layout.packing;
  if (words > MOST_WORDS) {
    const size = `a state takes ${words} words, and no more than ${MOST_WORDS} are possible`;
    throw new NoKernel(`${size}: shorter buffers, fewer cells or smaller ranges take less`);
  }
  const reduction = reductionOf(layout, { symmetry, shifts });
  const { swapWords } = reduction;
  const marks = noting ? new Marks(layout.special, marksAt(words, swapWords)) : null;
  const size = waitingBytes(words, swapWords);
  const looking = noting || program.noDeadlock !== undefined;
  const listing: Listing = propositions !== null ? 'always' : looking ? 'when asked' : 'never';
  const dealt = partitions !== undefined;
  // In one memory what is found again is near, and looking it up costs less than to know who sleeps.
  const sleep = dealt && reduction.statements.length === 0 ? Sleep.of(layout, memory) : null;
  const { functions: steps, table } = threadSteps(
    layout,
    memory,
    looking ? { marks, waitingBytes: size } : null,
    sleep,
  );
  const { check, labels } = propertiesOf(layout, propositions, marks);
  const quiet = looking ? quietFunction(layout, marks) : null;
  const successors = table.count;
  // Sleepers may be woken by a state that is found again, and whoever lists all successors hears of each.
  const noticing = !dealt && listing !== 'always';
  const sizes = {
    words,
    swapWords,
    marks: marks?.count ?? 0,
    successors,
    listed: listing !== 'never',
    noticing,
    ...(ahead === undefined ? {} : { portion: portionFor(words, successors, ahead.mostHead, maxBytes) }),
    boxes: dealt ? boxSizes({ words, successors, partitions, maxBytes, sleeping: sleep !== null }) : null,
    maxStates: dealt ? Math.min(maxStates, mostReferred(partitions)) : maxStates,
    maxBytes,
  };
  const regions = new Regions(sizes);
  const { ring, recent, portion } = regions;
  const noted = quiet === null ? null : { name: quiet.name, waitingBytes: size };
  const made = { layout, steps: table, reduction, marks, regions, sizes };
  if (portion !== null && ahead?.head !== undefined) {
    const { head } = ahead;
    const told = [
      recordFunction(regions),
      reportFunction(),
      failFunction(),
      tellPortionFunction(regions, portion, { threads: layout.special.threads.length, head, quiet: noted }),
      ...(quiet === null ? [] : [quiet]),
      ...(labels === null ? [] : [labels]),
      tellFunction(regions, portion, reduction),
      NOTHING_INSERTED,
      ...steps,
    ];
    return { ...made, functions: told };
  }
  const functions = [
    ...(quiet === null && labels === null ? [] : [recordFunction(regions)]),
    reportFunction(),
    failFunction(),
    ...check,
    enterFunction(regions),
    spreadFunction(),
    expandFunction(regions, layout.special.threads.length, {
      quiet: noted,
      dealt,
      noticing,
      ring,
    }),
    ...(quiet === null ? [] : [quiet]),
    ...(labels === null ? [] : [labels]),
    successorFunction(regions, reduction, sleep !== null, [
      ...(sizes.boxes === null ? [] : sentElsewhere(regions, sizes.boxes)),
      ...(recent === null ? [] : foundAgain(words, recent, listing)),
    ]),
    ...(dealt ? [receiveFunction(regions, reduction)] : []),
    ...(portion === null ? [] : [takeFunction(regions, portion, reduction)]),
    insertFunction(regions, reduction, { checked: check.length > 0, listing }),
    ...steps,
  ];
  return { ...made, functions };
}
