/**
 * The parameterized engine: is an unsafe state reachable, for any number of processes (or for a given one)?
 *
 *   1. backward search without help, for as long as easy models need (search.ts)
 *   2. forward exploration of small instances (forward/): a violation there is an answer at once, with a trace
 *   3. backward search from the start again, now with guesses that the explored states allow (approximation.ts)
 *
 * A trace of the backward search is confirmed on the operational machine before it counts (concretise.ts). A spurious one
 * comes from universal guards: those on it are kept precisely from then on and the search is repeated (universal.ts).
 */
import type { Trace } from '../../evidence/outcome.js';
import { Literals, MAX_PROCESSES } from '../../logic/literals.js';
import { ModelTooLarge } from '../../models/array-system/disjunctive-form.js';
import type { ArraySystem, Property } from '../../models/array-system/model.js';
import { type NormalForm, normalForm } from '../../models/array-system/normal-form.js';
import type { Limits, Progress } from '../engine.js';
import { Approximation } from './approximation.js';
import { type Confirmation, confirm, culprits, type SymbolicTrace, symbolicTrace } from './concretise.js';
import type { Cube } from './cube.js';
import { propertyOf } from './describe.js';
import { rootOf, type SearchNode } from './form.js';
import { Exploration, storesNumbers } from './forward/explore.js';
import type { Mode } from './forward/layout.js';
import { replayFound } from './found.js';
import { PlainForm } from './plain-form.js';
import { Search } from './search.js';

export interface Question {
  readonly system: ArraySystem;
  readonly limits: Limits;
  /** Guess weaker cubes with the help of finite instances. */
  readonly approximate: boolean;
  /** Leave out of a proof what it does not need; takes about as long again as the end of the search. */
  readonly trim: boolean;
}

export type Answer =
  | {
      readonly verdict: 'holds';
      /** Cubes that contain the unsafe states and their own pre-images and meet no initial state. */
      readonly invariant: readonly Property[];
      readonly remark: string | null;
    }
  | { readonly verdict: 'violated'; readonly trace: Trace }
  | { readonly verdict: 'unknown'; readonly reason: string };

/** Cubes visited before finite instances are explored. */
const PATIENCE = 150;
const FINDER_SHARE = 10;
/** Names for processes in one cube; a few more are kept for those outside it. */
const MOST_PROCESSES = MAX_PROCESSES - 6;

const TRUTH = { kind: 'constant', value: true } as const;
const SMALL = [2, 3];
/** When this many cubes did not decide, instances of these sizes are looked at as well. */
const LONG_PATIENCE = 1_000;
const FURTHER = [1, 4];
/** What may be spent on a shorter trace. */
const SHORT_PROCESSES = 4;
const SHORT_STATES = 20_000;
const MOST_INSTANCES = 5_000;
const MOST_PERMUTATIONS = 120;

export class ParameterizedEngine {
  private readonly question: Question;
  private readonly form: NormalForm;
  private readonly literals: Literals;
  private readonly cubes: PlainForm;
  private readonly search: Search<Cube>;
  private states = 0;
  private explored = false;
  private lookedFurther = false;

  constructor(question: Question) {
    const { system } = question;
    const maxProcesses = Math.min(question.limits.maxProcesses, MOST_PROCESSES);
    const limits: Limits = { ...question.limits, maxProcesses };
    this.question = { ...question, limits };
    this.form = normalForm(system);
    const absolute = this.form.usesConstants ? system.processes : null;
    if (system.processes !== null && system.processes > MOST_PROCESSES) {
      throw new ModelTooLarge(
        `${system.processes} processes are more than can be told apart (${MOST_PROCESSES}); try any number of them`,
      );
    }
    this.literals = new Literals(system, absolute !== null);
    const most = Math.min(system.processes ?? limits.maxProcesses, absolute ?? limits.maxProcesses);
    this.cubes = new PlainForm(this.form, this.literals, { absolute, most });
    this.search = new Search(this.cubes, limits);
  }

  /** What was counted so far. */
  counts(): Record<string, number> {
    return { ...this.search.counts, ...this.cubes.counts, states: this.states };
  }

  *run(): Generator<Progress, Answer> {
    const { system } = this.question;
    const { search } = this;
    // More processes only add to init: without an initial state of one there is none at all.
    if (!this.cubes.meetsInitial({ processes: 0, literals: new Int32Array(0), universals: [] })) {
      const remark = 'no instance has an initial state: init contradicts itself';
      const everything: Property = { name: null, parameters: [], formula: TRUTH, place: { line: 0, column: 0 } };
      return { verdict: 'holds', invariant: [everything], remark };
    }
    for (;;) {
      const step = search.run();
      let result = step.next();
      while (!result.done && (this.explored || search.counts.cubes < PATIENCE)) {
        yield result.value;
        if (search.counts.cubes >= LONG_PATIENCE && !this.lookedFurther) {
          const found = yield* this.lookFurther();
          if (found !== null) return { verdict: 'violated', trace: found };
        }
        result = step.next();
      }
      if (!result.done || (result.value.kind === 'limit' && !this.explored)) {
        const found = yield* this.explore();
        if (found !== null) return { verdict: 'violated', trace: found };
        continue;
      }
      const answer = result.value;
      if (answer.kind === 'limit') {
        const found = yield* this.lookFurther();
        if (found !== null) return { verdict: 'violated', trace: found };
        return { verdict: 'unknown', reason: this.limitReason(answer.limit) };
      }
      if (answer.kind === 'closed') {
        const describe = (node: SearchNode<Cube>) => propertyOf(system, this.literals, node.cube, null);
        const proof = this.question.trim
          ? yield* search.trim(answer.visited)
          : answer.visited.filter((n) => !n.assumed);
        return { verdict: 'holds', invariant: proof.map(describe), remark: null };
      }
      const trace = symbolicTrace(this.literals, answer.node, system.processes ?? 1);
      const confirmation = this.confirm(answer.node, trace);
      if (confirmation.kind === 'real') {
        return { verdict: 'violated', trace: this.shortened(confirmation.replay.trace) };
      }
      if (!this.explored) {
        const found = yield* this.explore();
        if (found !== null) return { verdict: 'violated', trace: found };
      }
      if (confirmation.kind === 'undecided' || !this.cubes.refine(culprits(this.form, this.literals, trace))) {
        const found = yield* this.lookFurther();
        if (found !== null) return { verdict: 'violated', trace: found };
        return { verdict: 'unknown', reason: this.unconfirmedReason(confirmation) };
      }
    }
  }

  /** Tries exactly the processes of the trace, then as many as the unsafe condition has parameters, mentioned or not. */
  private confirm(node: SearchNode<Cube>, trace: SymbolicTrace): Confirmation {
    const first = confirm(this.form, this.literals, trace);
    const { property } = rootOf(node);
    const arity = Math.max(...this.form.unsafe.filter((u) => u.property === property).map((u) => u.arity));
    if (first.kind === 'real' || arity <= trace.processes || this.question.system.processes !== null) return first;
    const wider = confirm(this.form, this.literals, symbolicTrace(this.literals, node, arity));
    return wider.kind === 'real' ? wider : first;
  }

  /** A trace with as few steps as there are, if a quick look forwards finds one; backward search takes what comes. */
  private shortened(trace: Trace): Trace {
    if (trace.steps.length <= 2 || trace.processes > SHORT_PROCESSES) return trace;
    const mode = storesNumbers(this.form) ? 'finder' : 'oracle';
    // Not interrupted: what is found is found.
    const steps = this.exploreInstance(trace.processes, mode, Math.min(SHORT_STATES, this.question.limits.maxStates));
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { found } = step.value;
    return found !== null && found.steps.length < trace.steps.length ? found : trace;
  }

  /** Instances of other sizes, when the search takes long: only a violation is looked for. */
  private *lookFurther(): Generator<Progress, Trace | null> {
    if (this.lookedFurther || this.question.system.processes !== null) return null;
    this.lookedFurther = true;
    const mode = storesNumbers(this.form) ? 'finder' : 'oracle';
    for (const processes of FURTHER) {
      const { found } = yield* this.exploreInstance(processes, mode, this.question.limits.maxStates);
      if (found !== null) return found;
    }
    return null;
  }

  /** Forward exploration; returns a confirmed trace when a small instance already breaks. */
  private *explore(): Generator<Progress, Trace | null> {
    this.explored = true;
    const { system, limits, approximate } = this.question;
    const sizes = this.explorableSizes();
    const oracles: Exploration[] = [];
    const plan: { mode: Mode; processes: number; limit: number }[] = [];
    if (storesNumbers(this.form)) {
      for (const n of sizes)
        plan.push({ mode: 'finder', processes: n, limit: Math.ceil(limits.maxStates / FINDER_SHARE) });
    }
    for (const n of sizes) plan.push({ mode: 'oracle', processes: n, limit: limits.maxStates });
    for (const { mode, processes, limit } of plan) {
      const { exploration, found } = yield* this.exploreInstance(processes, mode, limit);
      if (found !== null) return found;
      oracles.push(exploration);
    }
    if (approximate) {
      const isConstant = (cell: number) => system.symbols[this.literals.cellSymbol[cell] as number]?.constant ?? false;
      const fixed = system.processes !== null && sizes.includes(system.processes);
      this.search.guesser = new Approximation(this.literals, oracles, this.literals.absolute, isConstant, fixed);
    }
    return null;
  }

  private *exploreInstance(
    processes: number,
    mode: Mode,
    limit: number,
  ): Generator<Progress, { exploration: Exploration; found: Trace | null }> {
    const exploration = new Exploration(this.form, processes, mode, limit);
    const steps = exploration.run();
    for (let step = steps.next(); !step.done; step = steps.next()) {
      yield { ...this.search.progress(), phase: step.value.phase, states: this.states + step.value.states };
    }
    this.states += exploration.count;
    const asked = this.question.system.processes;
    if (exploration.violation < 0 || (asked !== null && asked !== processes)) return { exploration, found: null };
    const replayed = replayFound(this.form, this.literals, this.cubes.safety, exploration);
    if (replayed.ok) return { exploration, found: replayed.trace };
    // Fractions and large numbers are followed as floating-point numbers: such a find may turn out to be none.
    if (mode === 'finder') return { exploration, found: null };
    throw new Error(`a violation found by exploration does not replay: ${replayed.reason} (step ${replayed.step})`);
  }

  /** Sizes of instances worth exploring: small ones, or the one in question when it is small enough. */
  private explorableSizes(): number[] {
    const { processes } = this.question.system;
    if (processes === null) return SMALL;
    const instances = this.form.commands.reduce((sum, c) => sum + processes ** c.arity, 0);
    const permutations = this.form.usesOrder || this.form.usesConstants ? 1 : factorial(processes);
    if (instances <= MOST_INSTANCES && permutations <= MOST_PERMUTATIONS) return [processes];
    return this.form.usesConstants ? [] : SMALL.filter((n) => n < processes);
  }

  private limitReason(limit: 'cubes' | 'depth' | 'processes'): string {
    const { cubes, depth } = this.search.counts;
    const covered = `${cubes} cubes up to depth ${depth} were visited without reaching an initial state`;
    switch (limit) {
      case 'cubes':
        return `the limit of ${this.question.limits.maxCubes} cubes was reached: ${covered}; try a larger --max-cubes`;
      case 'depth':
        return `the limit of ${this.question.limits.maxDepth} steps was reached: ${covered}; try a larger --max-depth`;
      case 'processes':
        return `a cube needs more than ${this.question.limits.maxProcesses} processes: ${covered}; try a larger --max-processes`;
    }
  }

  private unconfirmedReason(confirmation: Confirmation): string {
    const why =
      confirmation.kind === 'undecided' ? confirmation.reason : 'it is not an execution of the processes it names';
    return `the backward search found a trace that could not be confirmed: ${why}`;
  }
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
