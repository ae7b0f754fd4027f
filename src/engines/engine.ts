/**
 * What every engine is given besides the model, and what it tells while it works.
 *
 * An engine is a generator: it yields `Progress` between two small steps and returns its answer. Whoever drives it
 * decides when to stop (a clock, a signal, a memory bound) and whether anything is printed. Engines never look at the
 * clock for their verdict, never print, and keep no global state.
 */

/** Bounds on a search. Reaching one of the first three ends in `unknown` and names it; none can turn into `holds`. */
export interface Limits {
  /** Cubes kept as visited, over all restarts. */
  readonly maxCubes: number;
  /** Steps back from the unsafe states. */
  readonly maxDepth: number;
  /** Processes in one cube. */
  readonly maxProcesses: number;
  /** States that the forward exploration of one small instance may store; it only guides, so it just stops there. */
  readonly maxStates: number;
}

/** Where a search is; the numbers only grow within one phase. */
export interface Progress {
  /** In a word or two: `backward`, `forward with 3 processes`, `replay`. */
  readonly phase: string;
  readonly cubes: number;
  readonly depth: number;
  readonly queue: number;
  readonly states: number;
  readonly restarts: number;
}
