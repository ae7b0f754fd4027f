/**
 * The parameterized engine: is an unsafe state reachable, for any number of processes (or for a given one)?
 *
 *   1. backward search without help, for as long as easy models need (search.ts)
 *   2. forward exploration of small instances (instances.ts), the cheapest first (stages.ts): a violation there is an answer at
 *      once, with a trace
 *   3. backward search from the start again, now with guesses that the explored states allow (approximation.ts)
 *   4. where that gets stuck: once more, with lemmas that were proved before (lemmas/), and under TSO with what is proved under
 *      SC (lemmas/from-strong.ts)
 *
 * A trace of the backward search is confirmed on the operational machine before it counts (concretise.ts). A spurious one
 * comes from universal guards: those on it are kept precisely from then on and the search is repeated (universal.ts).
 */

import { type Literal, Literals, MAX_PROCESSES } from '../../logic/literals.js';
import { hasBuffers, SC } from '../../memory/models.js';
import type { Run } from '../../memory/operational/replay.js';
import { ModelTooLarge } from '../../models/array-system/disjunctive-form.js';
import type { Property } from '../../models/array-system/model.js';
import { type NormalForm, normalForm } from '../../models/array-system/normal-form.js';
import type { PlaceSums } from '../../models/array-system/place-sum.js';
import { showProperty } from '../../models/array-system/show.js';
import type { Progress, Stuck } from '../engine.js';
import type { Covered, Reason } from '../remarks.js';
import { type Approach, type Guide, unconfirmed } from './approach.js';
import { approachOf } from './approaches.js';
import { crowdOf } from './crowd.js';
import type { Cube } from './cube.js';
import { storesNumbers } from './forward/explore.js';
import { Instances, Patience } from './instances.js';
import { strongConditions } from './lemmas/from-strong.js';
import { inductive, type Sifting } from './lemmas/inductive.js';
import { orderLemmas } from './lemmas/orders.js';
import { isPointer, lemmasByNeed, type Needed, type Offer, type Sought, seekLemmas } from './lemmas/seek.js';
import { stuckWith } from './lemmas/suggest.js';
import type { SearchNode } from './node.js';
import { neverTogether } from './places/alone.js';
import { PlaceCounting } from './places/counting.js';
import { propertyOf } from './plain/describe.js';
import type { Answer, Question } from './question.js';
import { type CubeLimits, type Guesser, Search } from './search.js';

/** When a search has so many times its patience of cubes, or one with this many processes, place sums are looked for. */
const MANY_CUBES = 1.7;
const MANY_PROCESSES = 5;
const BEFORE_NUMBERS = 40;
/** Numbers that always compare in one way are looked for after so many, or before small instances are explored. */
const BEFORE_ORDERS = 45;
/** Cubes visited with sums before guesses are made again. */
const COUNTING_PATIENCE = 60;
/** Names for processes in one cube; a few more are kept for those outside it. */
const MOST_PROCESSES = MAX_PROCESSES - 6;

const TRUTH = { kind: 'constant', value: true } as const;
/** When this many cubes did not decide, instances of further sizes are looked at as well. */
const LONG_PATIENCE = 1_000;
/** When this many did not decide under TSO, what is proved under SC is put first. */
const STRONG_PATIENCE = 450;
/** With guesses, more cubes than these, or more processes in one cube, call for lemmas. */
const STUCK_CUBES = 60;
const STUCK_PROCESSES = 4;
/** Needs of lemmas for each cube of the search; after many the search comes first (MCS takes 930, the K42 lock 6,400). */
const NEEDS_FOR_A_CUBE = { first: 8, later: 1 };
const MANY_NEEDS = 7_000;
/** With lemmas and without guesses. */
const PATIENCE_WITH_LEMMAS = 300;

export class ParameterizedEngine {
  private readonly question: Question;
  private readonly approach: Approach<Cube>;
  private readonly search: Search<Cube>;
  private readonly patience: Patience;
  private readonly instances: Instances;
  private askedStrong = false;
  private readonly form: NormalForm;
  private readonly literals: Literals;
  /** So many processes, or more, have no initial state; null if any number has one. */
  private readonly crowd: number | null;
  /** Place sums were looked for; null if there are none. */
  private counting: PlaceCounting<Cube> | null | undefined;
  private ordered = false;
  /** The search for lemmas by need, once it has begun, and the cubes that were visited by its last turn. */
  private needed: {
    readonly steps: Generator<Sifting | Offer<Cube>, Needed<Cube>>;
    cubes: number;
    met: number;
  } | null = null;
  private lemmas: readonly Cube[] = [];
  /** Lemmas of more kinds, where the first ones are not enough. */
  private finer: (() => Generator<Sifting, readonly Cube[]>) | null = null;
  /** What guesses, while lemmas are tried without. */
  private waiting: Guesser<Cube> | null = null;
  /** The cubes that were visited when guesses were made again. */
  private guessedAgain = 0;

  constructor(question: Question) {
    const { system } = question;
    const maxProcesses = Math.min(question.limits.maxProcesses, MOST_PROCESSES);
    const limits: CubeLimits = { ...question.limits, maxProcesses };
    this.question = { ...question, limits };
    if (system.processes !== null && system.processes > MOST_PROCESSES) {
      throw new ModelTooLarge(
        `${system.processes} processes are more than can be told apart (${MOST_PROCESSES}); try any number of them`,
      );
    }
    const form = normalForm(system, hasBuffers(question.memory));
    const absolute = form.usesConstants ? system.processes : null;
    const literals = new Literals(system, absolute !== null);
    const most = Math.min(system.processes ?? limits.maxProcesses, absolute ?? limits.maxProcesses);
    this.crowd = system.processes === null ? crowdOf(form, literals) : null;
    const naming = { absolute, most, keepAll: absolute !== null || this.crowd !== null };
    this.form = form;
    this.literals = literals;
    const approach = approachOf(question, form, literals, naming);
    this.approach = approach;
    this.search = new Search(this.approach.form, limits);
    this.search.doubts = (node) => {
      const doubtful = approach.doubts(node);
      if (doubtful) this.patience.begin();
      return doubtful;
    };
    this.patience = new Patience(this.search);
    this.instances = new Instances(this.question, approach, this.search, this.patience);
  }

  /** What was counted so far. */
  counts(): Record<string, number> {
    const sums = this.counting ? { sums: this.counting.sums.length } : {};
    const lemmas = this.lemmas.length > 0 ? { lemmas: this.lemmas.length } : {};
    return { ...this.search.counts, ...this.approach.counts(), ...lemmas, ...sums, states: this.instances.states };
  }

  *run(): Generator<Progress, Answer> {
    const { search, approach, instances } = this;
    // More processes only add to init: without an initial state of one there is none at all.
    if (!approach.hasInitialStates()) {
      const everything: Property = { name: null, parameters: [], formula: TRUTH, place: { line: 0, column: 0 } };
      const shown = [showProperty('never', everything)];
      const weak = hasBuffers(this.question.memory);
      const views = weak ? [{ ...everything, chains: [], joint: false }] : null;
      return {
        verdict: 'holds',
        shown,
        invariant: weak ? null : [everything],
        views,
        fromEvents: null,
        sums: null,
        emptyFrom: 1,
      };
    }
    if (this.question.countAtOnce || this.question.system.census !== undefined) this.count();
    const hints = approach.form.lemmas().map(({ cube }) => cube);
    const alone = this.question.aloneAtOnce ? neverTogether(this.form) : [];
    const crowded = this.crowd === null ? [] : [approach.form.plain(new Int32Array(0), this.crowd)];
    const first = [...crowded, ...hints, ...alone.flatMap((lemma) => approach.form.lemma(lemma))];
    if (first.length > 0) yield* this.leanOn(inductive(approach.form, first, () => []));
    again: for (;;) {
      const step = search.run();
      let result = step.next();
      let restart = false;
      while (!result.done && !instances.isStageDue()) {
        yield result.value;
        restart = this.counting === undefined && this.grows() && this.count();
        if (!restart && search.counts.cubes >= BEFORE_ORDERS) restart = yield* this.order();
        if (restart) break;
        if (search.counts.cubes >= LONG_PATIENCE) {
          const found = yield* instances.lookFurther();
          if (found !== null) return { verdict: 'violated', run: found };
        }
        if (instances.isSampleDue()) {
          const found = yield* instances.sample();
          if (found !== null) return { verdict: 'violated', run: instances.shortened(found) };
          continue again;
        }
        if (search.counts.cubes >= STRONG_PATIENCE && (yield* this.beginWithStrong())) continue again;
        if (instances.guide !== null && this.isStuck() && (yield* this.seekLemmas(instances.guide))) continue again;
        if (this.patience.cubes > PATIENCE_WITH_LEMMAS) {
          if (this.guessAgain() || (yield* this.seekFiner())) continue again;
        }
        result = step.next();
      }
      const stopped = result.done && result.value.kind === 'limit';
      if (restart || (stopped && this.counting === undefined && this.count())) continue;
      if (!result.done || (result.value.kind === 'limit' && !instances.areExplored)) {
        const found = yield* this.explore();
        if (found !== null) return { verdict: 'violated', run: found };
        continue;
      }
      const answer = result.value;
      if (answer.kind === 'limit') {
        // What has begun is brought to its end.
        if (instances.guide !== null && this.needed !== null && (yield* this.seekLemmas(instances.guide, true)))
          continue;
        if (answer.limit === 'processes' && (this.guessAgain() || (yield* this.seekFiner(true)))) continue;
        const found = yield* instances.lookFurther();
        if (found !== null) return { verdict: 'violated', run: found };
        return { verdict: 'unknown', reason: this.limitReason(answer.limit) };
      }
      if (answer.kind === 'closed') {
        const proof =
          this.question.trim || this.lemmas.length > 0
            ? yield* search.trim(answer.visited)
            : answer.visited.filter((n) => !n.assumed);
        const sums = yield* this.sumsOf(proof);
        const described = proof.map((node) => approach.describe(node.cube));
        const weak = hasBuffers(this.question.memory);
        const invariant = weak ? null : described.flatMap((d) => d.property ?? []);
        const viewed = weak ? described.flatMap((d) => d.viewed ?? []) : null;
        const [views, fromEvents] = this.question.cubes === 'views' ? [viewed, null] : [null, viewed];
        const shown = described.map((d) => d.shown);
        return { verdict: 'holds', shown, invariant, views, fromEvents, sums, emptyFrom: this.crowd };
      }
      const confirmation = approach.confirm(answer.node);
      if (confirmation.kind === 'real') {
        return { verdict: 'violated', run: instances.shortened(confirmation.run) };
      }
      if (instances.areUntouched) {
        const found = yield* this.explore();
        if (found !== null) return { verdict: 'violated', run: found };
      }
      if (confirmation.kind === 'undecided' || !approach.refine(answer.node)) {
        while (!instances.areExplored) {
          const found = yield* this.explore();
          if (found !== null) return { verdict: 'violated', run: found };
        }
        const found = yield* instances.lookFurther();
        if (found !== null) return { verdict: 'violated', run: found };
        return { verdict: 'unknown', reason: unconfirmed(confirmation) };
      }
    }
  }

  /** Cubes with many processes, or many cubes: what counting would spare. */
  private grows(): boolean {
    const { cubes, processes } = this.search.counts;
    // Guesses about numbers follow: sums say more than a sample of them.
    const numbers = this.approach.inStages && storesNumbers(this.approach.forward);
    const many = numbers ? BEFORE_NUMBERS : MANY_CUBES * this.approach.patience;
    return cubes >= many || processes >= MANY_PROCESSES;
  }

  /** Looks for place sums; true if there are some, with which the search is to begin anew. */
  private count(): boolean {
    const { form } = this.approach;
    this.counting = PlaceCounting.of(this.form, form, this.literals);
    if (this.counting === null) return false;
    this.search.countWith(this.counting, COUNTING_PATIENCE);
    this.patience.begin();
    return true;
  }

  /** Looks, once, for orders of numbers that always hold; true if there are some, with which the search is to begin anew. */
  private *order(): Generator<Progress, boolean> {
    const { form, forward, inStages } = this.approach;
    if (this.ordered || !inStages || !storesNumbers(forward) || this.literals.absolute) return false;
    this.ordered = true;
    const guide = yield* this.instances.guideBy([], false);
    if (guide === null) return false;
    const cubeOf = (conjunction: readonly Literal[]) => guide.cubeOf(conjunction);
    return yield* this.leanOn(orderLemmas(form, cubeOf, this.form, this.literals, this.lemmas));
  }

  /** The sums that a proof rests on, and what they exclude. */
  private *sumsOf(proof: readonly SearchNode<Cube>[]): Generator<Progress, PlaceSums | null> {
    if (!this.counting || this.counting.sums.length === 0) return null;
    const leftOut = yield* this.search.leftOut(proof);
    return this.counting.excluded(leftOut, (cube) => propertyOf(this.form.system, this.literals, cube, null));
  }

  /** Once, under TSO: the search begins again with the conditions of a proof under SC, and without guesses at first. */
  private *beginWithStrong(): Generator<Progress, boolean> {
    const { question, search } = this;
    const fits = hasBuffers(question.memory) && question.approximate && question.system.processes === null;
    if (this.askedStrong || !fits) return false;
    this.askedStrong = true;
    const strong = new ParameterizedEngine({ ...question, memory: SC, trim: true });
    const steps = strongConditions(strong, question.system);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield { ...search.progress(), phase: 'lemmas' };
    const roots = step.value.flatMap((condition) => this.approach.form.lemma(condition));
    if (roots.length === 0) return false;
    search.leanOn(this.lemmas, roots);
    this.waiting ??= search.guesser;
    search.guesser = null;
    // Roots are no sign that it does not close.
    this.patience.begin(roots.length);
    return true;
  }

  /** Guesses from explored states did not close the search soon, or its cubes outgrow the instances explored. */
  private isStuck(): boolean {
    // Further instances come first, and lemmas are tried without guesses before more are sought.
    if (!this.instances.areExplored || this.waiting !== null) return false;
    const { symbols } = this.question.system;
    const rich = storesNumbers(this.approach.forward) || symbols.some(isPointer);
    return (rich && this.patience.cubes > STUCK_CUBES) || this.isWide();
  }

  private isWide(): boolean {
    return this.search.counts.processes > STUCK_PROCESSES;
  }

  /** Some more of the search for lemmas by need, or the whole rest; undefined while there is more to do. */
  private *lemmasByNeed(guide: Guide<Cube>, whole: boolean): Generator<Progress, Sought<Cube> | null | undefined> {
    const { cubes } = this.search.counts;
    if (this.needed === null) {
      const { form } = this.approach;
      const instances = this.approach.instances(this.instances.explorations);
      const steps = lemmasByNeed(form, guide, instances, this.question.system, this.literals);
      if (steps === null) return null;
      this.needed = { steps, cubes, met: 0 };
    }
    const { needed } = this;
    const turns = (cubes - needed.cubes) * NEEDS_FOR_A_CUBE[needed.met < MANY_NEEDS ? 'first' : 'later'];
    needed.cubes = cubes;
    for (let turn = 0; turn < turns || whole; turn++) {
      const step = needed.steps.next();
      if (step.done || 'offered' in step.value) return step.value as Sought<Cube>;
      needed.met++;
      yield { ...this.search.progress(), phase: 'lemmas' };
    }
    return undefined;
  }

  /** Lemmas for the search to begin again with; false when there are none, or none yet. Lemmas by need take turns with it. */
  private *seekLemmas(guide: Guide<Cube>, whole = this.isWide()): Generator<Progress, boolean> {
    const { form } = this.approach;
    const needed = yield* this.lemmasByNeed(guide, whole);
    if (needed === undefined) return false;
    const hints = [...form.lemmas().map(({ cube }) => cube), ...this.lemmas];
    if (needed !== null && 'offered' in needed)
      return yield* this.tryWith(inductive(form, [...hints, ...needed.offered], () => []));
    this.instances.guide = null;
    this.needed = null;
    if (needed !== null && !needed.enough && !storesNumbers(this.approach.forward) && !this.isWide()) return false;
    const all = [...hints, ...(needed?.lemmas ?? [])];
    if (needed?.enough) return yield* this.tryWith(inductive(form, all, () => []));
    const { system } = this.question;
    this.finer = () => seekLemmas(form, guide, system, this.literals, this.lemmas, true);
    return yield* this.tryWith(seekLemmas(form, guide, system, this.literals, all));
  }

  /** Once, where lemmas about numbers did not close the search, without guesses and with them: finer ones. */
  private *seekFiner(atOnce = false): Generator<Progress, boolean> {
    const { finer } = this;
    const late = this.search.counts.cubes - this.guessedAgain > PATIENCE_WITH_LEMMAS;
    if (finer === null || !(late || atOnce) || !storesNumbers(this.approach.forward)) return false;
    this.finer = null;
    return yield* this.tryWith(finer());
  }

  /** The search begins again with lemmas, if there are any. It often closes by itself then, and a guess can lead it astray. */
  private *tryWith(steps: Generator<Sifting, readonly Cube[]>): Generator<Progress, boolean> {
    if (!(yield* this.leanOn(steps))) return false;
    this.waiting ??= this.search.guesser;
    this.search.guesser = null;
    this.patience.begin();
    return true;
  }

  /** Lemmas alone do not close the search: guesses once more. */
  private guessAgain(): boolean {
    const { waiting } = this;
    if (waiting === null) return false;
    this.waiting = null;
    this.search.guesser = waiting;
    this.guessedAgain = this.search.counts.cubes;
    return true;
  }

  /** The search begins with those of the model's lemmas that prove each other, and looks first at others that hold. */
  private *leanOn(steps: Generator<Sifting, readonly Cube[]>): Generator<Progress, boolean> {
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield { ...this.search.progress(), phase: 'lemmas' };
    const lemmas = step.value;
    const known = new Set(lemmas.map(({ literals }) => literals.join(' ')));
    const others = this.approach.form
      .lemmas()
      .filter(({ cube, proved }) => proved && !known.has(cube.literals.join(' ')));
    this.lemmas = lemmas;
    if (lemmas.length + others.length === 0) return false;
    this.search.leanOn(
      lemmas,
      others.map(({ cube }) => cube),
    );
    return lemmas.length > 0;
  }

  /** The next stage, once orders of numbers were looked for; returns a confirmed trace when a small instance breaks. */
  private *explore(): Generator<Progress, Run | null> {
    yield* this.order();
    return yield* this.instances.explore();
  }

  /** Small instances alone, each with so many states at most: only a violation is looked for. */
  lookForward(maxStates: number): Generator<Progress, Run | null> {
    return this.instances.lookForward(maxStates);
  }

  private limitReason(limit: 'cubes' | 'depth' | 'processes'): Reason {
    const { maxCubes, maxDepth, maxProcesses } = this.question.limits;
    const value = { cubes: maxCubes, depth: maxDepth, processes: maxProcesses }[limit];
    return { code: 'limit', limit, value, covered: this.covered() };
  }

  /** What holds the search up, and so many lemmas at most that might help. */
  stuck(most: number): Stuck | null {
    if (this.question.system.processes !== null) return null;
    const { approach, literals } = this;
    const guide = this.instances.adviser;
    return stuckWith({ nodes: this.search.cubes(), approach, guide, system: this.form.system, literals }, most);
  }

  covered(): Covered {
    const { cubes, depth } = this.search.counts;
    const { states } = this.instances;
    if (cubes === 0 && states > 0) return { what: 'instances', states };
    return { what: 'cubes', cubes, depth };
  }
}
