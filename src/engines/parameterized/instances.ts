/**
 * Small instances beside the backward search: explored forward, stage by stage (stages.ts), for violations and for guesses.
 *
 * A violation of an instance is an answer, once it was replayed. Without one, what was reached guides the search: a cube that no
 * explored instance meets may be a guess (approximation.ts). Nothing rests on what is explored: a guess is proved like everything
 * else, or refuted and given up. So what is explored may be little, cut short, or a sample by random walks.
 *
 * The next stage is due when the search has not closed for so many cubes, or a guess was refuted. After the last one the states
 * are kept for those who look for lemmas (engine.ts).
 */
import { hasBuffers } from '../../memory/models.js';
import type { Run } from '../../memory/operational/replay.js';
import type { Progress } from '../engine.js';
import type { Approach, Guide } from './approach.js';
import type { Cube } from './cube.js';
import { Exploration, storesNumbers } from './forward/explore.js';
import type { Question } from './question.js';
import type { Search } from './search.js';
import {
  type Explored,
  explorableSizes,
  isLate,
  knowsLess,
  oneStage,
  type Stage,
  sampled,
  severalStages,
} from './stages.js';

/** Sizes that are looked at when the search takes long. */
const FURTHER = [1, 4];
/** What may be spent on a shorter trace. */
const SHORT_PROCESSES = 4;
const SHORT_STATES = 20_000;

/** How long the search has gone on since it got help last. */
export class Patience {
  private readonly search: Search<Cube>;
  private before = 0;

  constructor(search: Search<Cube>) {
    this.search = search;
  }

  /** Cubes visited since. */
  get cubes(): number {
    return this.search.counts.cubes - this.before;
  }

  /** It has got help now; so many further cubes are part of that. */
  begin(further = 0): void {
    this.before = this.search.counts.cubes + further;
  }
}

export class Instances {
  /** That were reached, in all of them. */
  states = 0;
  explorations: Exploration[] = [];
  /** The last one that guessed, for suggestions. */
  adviser: Guide<Cube> | null = null;
  /** All stages, until lemmas have been sought with their help. */
  guide: Guide<Cube> | null = null;
  private readonly question: Question;
  private readonly approach: Approach<Cube>;
  private readonly search: Search<Cube>;
  private readonly patience: Patience;
  private readonly stages: readonly Stage[];
  /** The next one. */
  private stage = 0;
  private restartsBefore = 0;
  private lookedFurther = false;
  /** More processes than can be explored were sampled. */
  private hasSample = false;

  constructor(question: Question, approach: Approach<Cube>, search: Search<Cube>, patience: Patience) {
    this.question = question;
    this.approach = approach;
    this.search = search;
    this.patience = patience;
    const { limits, approximate, system } = question;
    const maxStates = Math.min(limits.maxStates, approach.mostStates);
    this.stages =
      approximate && approach.inStages && system.processes === null
        ? severalStages(approach.forward, maxStates)
        : oneStage(approach.forward, approach.patience, maxStates);
  }

  get areUntouched(): boolean {
    return this.stage === 0;
  }

  /** In all stages. */
  get areExplored(): boolean {
    return this.stage === this.stages.length;
  }

  /** The search has not closed for long enough, or small instances misled it. */
  isStageDue(): boolean {
    const stage = this.stages[this.stage];
    if (stage === undefined) return false;
    const { restarts } = this.search.counts;
    return this.patience.cubes >= stage.after || (this.stage > 0 && restarts > this.restartsBefore);
  }

  /** Forward exploration of the next stage; returns a confirmed trace when a small instance already breaks. */
  *explore(): Generator<Progress, Run | null> {
    const { instances } = this.stages[this.stage++] as Stage;
    for (const instance of instances) {
      const { mode, processes } = instance;
      const isThis = ({ layout }: Exploration) => layout.mode === mode && layout.processes === processes;
      if (this.explorations.some((e) => isThis(e) && !e.isCutShort)) continue;
      const { exploration, found } = yield* this.exploreInstance(instance);
      if (found !== null) return found;
      this.explorations = this.explorations.filter((e) => !knowsLess(e, exploration));
      this.explorations.push(exploration);
    }
    this.patience.begin();
    this.restartsBefore = this.search.counts.restarts;
    if (this.question.approximate) yield* this.guess();
    return null;
  }

  /** Guesses from now on rest on what was explored; those that it contradicts go. */
  private *guess(): Generator<Progress, void> {
    const { processes } = this.question.system;
    const fixed = processes !== null && this.explorations.some(({ layout }) => layout.processes === processes);
    const guide = yield* this.guideBy(this.explorations, fixed);
    if (guide === null) return;
    this.search.guideBy(guide);
    this.adviser = guide;
    // Lemmas are sought with all there is. Where the very instance in question was explored, guesses are as good as lemmas.
    const known = fixed && this.explorations.some((e) => e.layout.processes === processes && e.isWhole);
    if (this.stage === this.stages.length && !known) this.guide = guide;
  }

  /** Once, where guesses from all stages do not close the search. Numbers are sampled anyway. */
  isSampleDue(): boolean {
    const { guesser, counts } = this.search;
    if (this.hasSample || guesser === null || this.stage < this.stages.length) return false;
    const { inStages, forward } = this.approach;
    if (!inStages || storesNumbers(forward) || this.question.system.processes !== null) return false;
    return isLate(this.patience.cubes, counts.restarts - this.restartsBefore);
  }

  /** Guesses from a sample of more processes, too; returns a confirmed trace when the sample has one. */
  *sample(): Generator<Progress, Run | null> {
    this.hasSample = true;
    const { maxStates } = this.question.limits;
    const { exploration, found } = yield* this.exploreInstance(sampled(maxStates), maxStates);
    if (found !== null) return found;
    const guide = yield* this.guideBy([...this.explorations, exploration], false);
    if (guide === null) return null;
    this.search.guideBy(guide);
    this.adviser = guide;
    return null;
  }

  *guideBy(explorations: readonly Exploration[], fixed: boolean): Generator<Progress, Guide<Cube> | null> {
    const steps = this.approach.guide(explorations, fixed);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield { ...this.search.progress(), states: this.states };
    return step.value;
  }

  /** `walked`: if there are more states than the limit, walks go on until there are so many. */
  private *exploreInstance(
    { processes, mode, limit }: Explored,
    walked = 0,
  ): Generator<Progress, { exploration: Exploration; found: Run | null }> {
    const exploration = new Exploration(this.approach.forward, processes, mode, limit);
    const told = function* (instances: Instances, steps: Generator<Progress, void>) {
      for (const { phase, states } of steps) {
        yield { ...instances.search.progress(), phase, states: instances.states + states };
      }
    };
    yield* told(this, exploration.run());
    if (exploration.isCutShort && exploration.violation < 0 && walked > 0) yield* told(this, exploration.walk(walked));
    this.states += exploration.count;
    const asked = this.question.system.processes;
    if (exploration.violation < 0 || (asked !== null && asked !== processes)) return { exploration, found: null };
    const replayed = this.approach.replayFound(exploration);
    if (replayed.ok) return { exploration, found: replayed.run };
    // Fractions and large numbers are followed as floating-point numbers: such a find may turn out to be none. And under
    // TSO the search for a schedule has its limit.
    if (mode === 'finder' || hasBuffers(this.question.memory)) return { exploration, found: null };
    throw new Error(`a violation found by exploration does not replay: ${replayed.reason} (step ${replayed.step})`);
  }

  /** A run with as few steps as there are, if a quick look forwards finds one; backward search takes what comes. */
  shortened(run: Run): Run {
    if (run.steps.length <= 2 || run.processes > SHORT_PROCESSES) return run;
    const mode = storesNumbers(this.approach.forward) ? 'finder' : 'oracle';
    // Not interrupted: what is found is found.
    const limit = Math.min(SHORT_STATES, this.question.limits.maxStates);
    const steps = this.exploreInstance({ processes: run.processes, mode, limit });
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { found } = step.value;
    return found !== null && found.steps.length < run.steps.length ? found : run;
  }

  /** Instances of other sizes, when the search takes long: only a violation is looked for. */
  *lookFurther(): Generator<Progress, Run | null> {
    if (this.lookedFurther || this.question.system.processes !== null) return null;
    this.lookedFurther = true;
    const mode = storesNumbers(this.approach.forward) ? 'finder' : 'oracle';
    const maxStates = Math.min(this.question.limits.maxStates, 2 * this.approach.mostStates);
    for (const processes of FURTHER) {
      const { found } = yield* this.exploreInstance({ processes, mode, limit: maxStates });
      if (found !== null) return found;
    }
    return null;
  }

  /** Small instances alone, each with so many states at most: only a violation is looked for. */
  *lookForward(maxStates: number): Generator<Progress, Run | null> {
    const mode = storesNumbers(this.approach.forward) ? 'finder' : 'oracle';
    const most = Math.min(this.question.limits.maxStates, maxStates);
    for (const processes of explorableSizes(this.approach.forward)) {
      const { found } = yield* this.exploreInstance({ processes, mode, limit: most });
      if (found !== null) return found;
    }
    return null;
  }
}
