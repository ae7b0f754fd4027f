/**
 * The axiomatic engine: all executions of a litmus test that the memory model allows, counted by final state, and one
 * execution for the outcome that is asked about: an allowed one, or a forbidden one with its cycle.
 */

import { ThreadCode } from '../../languages/litmus/execute.js';
import { type FinalState, holds, showState } from '../../languages/litmus/proposition.js';
import type { LitmusTest, Proposition } from '../../languages/litmus/test.js';
import { showValue } from '../../languages/litmus/values.js';
import type { Execution, Value } from '../../memory/axiomatic/event.js';
import { type CycleStep, disciplineOf, splitsWrites } from '../../memory/axiomatic/model.js';
import type { EndStep, Step } from '../../memory/axiomatic/thread.js';
import type { EventGraph } from '../../memory/event-graph.js';
import { hasBuffers, type MemoryModel, SC } from '../../memory/models.js';
import type { Why } from '../../memory/trace.js';
import { executionOf } from './execution.js';
import { explain } from './explain.js';
import { graphOf } from './graph.js';
import { type CompleteExecution, Search, type SearchCounts } from './search.js';
import { whyOf } from './why.js';

export interface Question {
  readonly test: LitmusTest;
  readonly memory: MemoryModel;
  /** The outcome to show an execution of. */
  readonly outcome: Proposition;
  /** As text, for the title of the picture. */
  readonly shownOutcome: string;
  /** How often a thread may jump back to the same place. */
  readonly unroll: number;
}

export interface StateCount {
  readonly state: string;
  executions: number;
  /** Whether the proposition of the test's condition holds in it. */
  readonly satisfies: boolean;
}

type OutcomeVerdict = 'allowed' | 'forbidden' | 'impossible';

export interface ShownOutcome {
  /** `impossible`: no candidate execution gives it, whatever memory does. */
  readonly verdict: OutcomeVerdict;
  /** What the execution shown contradicts, when it is forbidden. */
  readonly axiom: 'uniproc' | 'ghb' | null;
  readonly graph: EventGraph | null;
  /** When it is allowed by a memory model with store buffers: why SC does not allow it, or that it does. */
  readonly why?: Why;
}

export class AxiomaticEngine {
  readonly states = new Map<string, StateCount>();
  /** Executions that the filter let through. */
  executions = 0;
  /** Locations that are accessed by a number: what nobody declared. */
  readonly numbered = new Set<string>();
  private readonly question: Question;
  private readonly threads: readonly Step[];
  private readonly search: Search;
  /** An execution with the outcome: the first of the smallest. */
  private witness: Execution | null = null;
  private witnessEvents = Number.POSITIVE_INFINITY;
  private readonly initial: (location: string) => Value;

  constructor(question: Question) {
    const { test, memory, unroll } = question;
    this.question = question;
    this.initial = (location) => test.initial.get(location) ?? 0n;
    this.threads = test.threads.map((thread) => new ThreadCode(thread, test.architecture, unroll).start());
    this.search = new Search(this.threads, {
      discipline: disciplineOf(memory),
      splitsWrites: splitsWrites(memory),
      initial: this.initial,
      guesses: null,
    });
  }

  counts(): Readonly<Record<string, number>> {
    const { executions, ...others } = this.search.counts;
    return { executions: this.executions, filtered: executions - this.executions, ...others };
  }

  /** Labels of loops that would go on. */
  get cutAt(): readonly string[] {
    return [...this.search.cutAt].sort();
  }

  /** All executions; yields between two small steps. */
  *enumerate(): Generator<SearchCounts, void> {
    yield* this.search.run((found) => {
      this.count(found);
      return false;
    });
  }

  private count(found: CompleteExecution): void {
    const { test, outcome } = this.question;
    const state = this.finalState(found.ends, found);
    if (test.filter !== null && holds(test.filter, state) !== true) return;
    this.executions++;
    for (const { locations } of found.part.events) {
      for (const location of locations) if (/^-?\d/.test(location)) this.numbered.add(location);
    }
    const shown = showState(test, state);
    const known = this.states.get(shown);
    if (known !== undefined) known.executions++;
    else {
      const satisfies = holds(test.proposition, state) === true;
      this.states.set(shown, { state: shown, executions: 1, satisfies });
    }
    const events = found.part.events.length;
    if (events < this.witnessEvents && holds(outcome, state) === true) {
      this.witness = executionOf(found, this.initial);
      this.witnessEvents = events;
    }
  }

  /** What is known when some threads have ended, and all of it when an execution is given. */
  private finalState(ends: readonly (EndStep | null)[], found: CompleteExecution | null): FinalState {
    const { registerNames } = this.question.test;
    return {
      register: (thread, register) => ends[thread]?.register(registerNames[register] as string) ?? null,
      location: (location) => found?.part.finalValue(location, this.initial(location)) ?? null,
    };
  }

  /** To be asked when all executions are known. */
  *showOutcome(): Generator<undefined, ShownOutcome> {
    const { test, memory, outcome } = this.question;
    if (this.witness !== null) return yield* this.showAllowed(this.witness);
    const wanted: Proposition = test.filter === null ? outcome : { kind: 'and', of: [test.filter, outcome] };
    const explanation = yield* explain({
      threads: this.threads,
      memory,
      initial: this.initial,
      gives: (found) => holds(wanted, this.finalState(found.ends, found)) === true,
      promising: (ended) => holds(wanted, this.finalState(ended, null)) !== false,
    });
    if (explanation.kind === 'none') {
      return { verdict: explanation.complete ? 'impossible' : 'forbidden', axiom: null, graph: null };
    }
    const { execution, judgement } = explanation;
    const { axiom, cycle } = judgement;
    const why =
      axiom === 'ghb' ? 'this execution has a cycle in ghb' : 'here a thread goes against its order (uniproc)';
    return { verdict: 'forbidden', axiom, graph: this.graph(execution, cycle, why) };
  }

  /** By an execution that SC allows, where there is one; otherwise with the cycle that SC forbids. */
  private *showAllowed(witness: Execution): Generator<undefined, ShownOutcome> {
    const { memory } = this.question;
    const allowed = { verdict: 'allowed', axiom: null } as const;
    const how = 'as in this execution';
    if (!hasBuffers(memory)) return { ...allowed, graph: this.graph(witness, null, how) };
    const showValue = (location: string, value: Value): string => this.shown(location, value);
    const told = whyOf(witness, { memory, thread: (thread) => `P${thread}`, showValue });
    const sequential = told.why.kind === 'allowed' ? witness : yield* this.sequentialWitness();
    if (sequential !== null) {
      return { ...allowed, graph: this.graph(sequential, null, how), why: { kind: 'allowed', steps: [] } };
    }
    const graph = { ...this.graph(witness, null, how, told.cycle), forbiddenBy: SC.name };
    return { ...allowed, graph, why: told.why };
  }

  /** A smallest execution under SC that gives the outcome; null when there is none. */
  private *sequentialWitness(): Generator<undefined, Execution | null> {
    const { test, outcome } = this.question;
    const search = new Search(this.threads, {
      discipline: disciplineOf(SC),
      splitsWrites: splitsWrites(SC),
      initial: this.initial,
      guesses: null,
    });
    let witness: Execution | null = null;
    let fewest = Number.POSITIVE_INFINITY;
    const steps = search.run((found) => {
      const { length } = found.part.events;
      const state = this.finalState(found.ends, found);
      if (test.filter !== null && holds(test.filter, state) !== true) return false;
      if (length >= fewest || holds(outcome, state) !== true) return false;
      witness = executionOf(found, this.initial);
      fewest = length;
      return false;
    });
    while (steps.next().done !== true) yield;
    return witness;
  }

  private shown(location: string, value: Value): string {
    const { observed } = this.question.test;
    const known = observed.find((each) => each.kind === 'location' && each.location === location);
    return showValue(value, known?.kind === 'location' ? known.type : { bits: 64, signed: true, pointer: false });
  }

  /** `weak`: a cycle of an execution that is allowed. */
  private graph(
    execution: Execution,
    cycle: readonly CycleStep[] | null,
    why: string,
    weak: readonly CycleStep[] | null = null,
  ): EventGraph {
    const { test, memory, shownOutcome } = this.question;
    const verdict = cycle === null ? 'allowed' : 'forbidden';
    return graphOf(execution, cycle ?? weak, {
      title: `${test.name}: ${shownOutcome} is ${verdict} under ${memory.title}; ${why}`,
      threads: test.threads.map((_, thread) => `P${thread}`),
      showLocation: (location) => location,
      showValue: (location, value) => this.shown(location, value),
    });
  }
}
