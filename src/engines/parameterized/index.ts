/**
 * The parameterized engine as others know it: array systems for any number of processes. Where the writes of a process overtake
 * each other, store queues become cells first (`store-queues.ts`).
 */
import { hasBuffers, hasQueuePerCell, isForCubes } from '../../memory/models.js';
import { ModelTooLarge } from '../../models/array-system/disjunctive-form.js';
import type { ArraySystem } from '../../models/array-system/model.js';
import type { Answer, BufferScope } from '../answer.js';
import type { Engine, Limits, Progress, Running, Standing, Stuck } from '../engine.js';
import type { Question } from '../question.js';
import { emptiness, outside, type Reason, refusal } from '../remarks.js';
import { ParameterizedEngine } from './engine.js';
import type { CubeLimits } from './search.js';
import { searchWithSlots } from './store-queues.js';

export const DEFAULT_LIMITS: CubeLimits = { maxCubes: 200_000, maxDepth: 10_000, maxProcesses: 12, maxStates: 200_000 };

export const parameterized: Engine = {
  name: 'parameterized',
  accepts({ model, memory, property }) {
    if (property !== 'states') return refusal('the parameterized engine is not for temporal properties');
    if (model.kind === 'program') {
      const help = { kind: 'leave out', option: 'engine' } as const;
      return refusal(
        'the parameterized engine is for array systems (.cub) and for any number of `[any]` threads',
        help,
      );
    }
    if (!isForCubes(memory) && !hasQueuePerCell(memory)) {
      const help = { kind: 'give', option: 'processes', value: '2' } as const;
      return refusal(`the parameterized engine does not know ${memory.title}`, help);
    }
    return null;
  },
  run: (question, limits) => new CubeSearch(question, limits),
};

class CubeSearch implements Running {
  readonly steps: Generator<Progress, Answer>;
  private engine: ParameterizedEngine | null = null;
  private readonly question: Question;
  private readonly buffer: BufferScope;

  constructor(question: Question, limits: Limits) {
    this.question = question;
    const { most } = question.buffers;
    const any = hasBuffers(question.memory) ? 'unbounded' : null;
    this.buffer = hasQueuePerCell(question.memory) ? (most ?? any) : any;
    this.steps = this.search(limits);
  }

  standing(): Standing {
    const { engine, buffer } = this;
    return { counts: engine?.counts() ?? {}, covered: engine?.covered() ?? null, buffer, known: null };
  }

  stuck(lemmas: number): Stuck | null {
    // Where store queues became cells, cubes speak of these.
    return isForCubes(this.question.memory) ? (this.engine?.stuck(lemmas) ?? null) : null;
  }

  private unknown(reason: Reason): Answer {
    return { verdict: 'unknown', reasons: [reason], buffer: this.buffer };
  }

  private *search(limits: Limits): Generator<Progress, Answer> {
    const { memory, hints, model } = this.question;
    if (model.kind !== 'system') throw new Error('only what is accepted is run');
    const { system } = model;
    const how = {
      cubes: hints.cubes,
      limits: { ...DEFAULT_LIMITS, ...limits },
      approximate: hints.approximate,
      trim: hints.trim,
      ...(hints.anyMoment === undefined ? {} : { anyMoment: hints.anyMoment }),
    };
    try {
      if (isForCubes(memory)) {
        this.engine = new ParameterizedEngine({ system, memory, ...how });
        return yield* this.searchOf(this.engine, system);
      }
      if (!hasQueuePerCell(memory)) throw new Error('only what is accepted is run');
      const { most } = this.question.buffers;
      return yield* searchWithSlots({ system, memory, most, ...how }, (engine) => {
        this.engine = engine;
      });
    } catch (error) {
      if (error instanceof ModelTooLarge) return this.unknown(outside(error.message));
      throw error;
    }
  }

  private *searchOf(engine: ParameterizedEngine, system: ArraySystem): Generator<Progress, Answer> {
    const { memory } = this.question;
    const answer = yield* engine.run();
    const { buffer } = this;
    switch (answer.verdict) {
      case 'holds': {
        const { shown, invariant, views, fromEvents, sums, emptyFrom } = answer;
        const notes = emptiness(emptyFrom);
        return {
          verdict: 'holds',
          proof: { kind: 'cubes', system, ofProgram: false, invariant, views, fromEvents, sums, shown },
          buffer,
          notes,
        };
      }
      case 'violated':
        return { verdict: 'violated', run: { kind: 'system', system, memory, run: answer.run }, buffer };
      case 'unknown':
        return this.unknown(answer.reason);
    }
  }
}
