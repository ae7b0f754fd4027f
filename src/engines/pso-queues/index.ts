/** The PSO engine as others know it: finite programs under PSO, store buffers of any length, any number of threads. */
import { hasQueuePerCell, PSO } from '../../memory/models.js';
import type { Refusal } from '../../models/refusal.js';
import type { Answer } from '../answer.js';
import { anySource } from '../automata/any-source.js';
import type { Engine, Limits, Progress, Running, Standing } from '../engine.js';
import { givenProgram, needsNumber } from '../given-number.js';
import { ANY_NUMBER, type Question, USUAL_MEGABYTES } from '../question.js';
import { outside, refusal } from '../remarks.js';
import { AnyPsoEngine } from './any-engine.js';
import { type PsoAnswer, PsoEngine } from './engine.js';
import type { PsoLimits } from './search.js';
import { PSO_QUEUES } from './taker.js';

export const psoQueues: Engine = {
  name: 'pso-queues',
  accepts(question) {
    const { memory, property, buffers, model } = question;
    const { title } = PSO_QUEUES;
    if (!hasQueuePerCell(memory)) {
      const pso = { kind: 'give', option: 'memory', value: PSO.name } as const;
      return refusal(`${title} is for ${PSO.title}, not for ${memory.title}`, pso);
    }
    if (property !== 'states') return refusal(`${title} is not for temporal properties`);
    if (buffers.per === 'location') {
      const help = { kind: 'leave out', option: 'bufferPerLocation' } as const;
      return refusal(`${title} knows no bound on buffers`, help);
    }
    return model.kind === 'open program' ? null : needsNumber(question, title);
  },
  run: (question, limits) => new PsoSearch(question, limits),
};

class PsoSearch implements Running {
  readonly steps: Generator<Progress, Answer>;
  private readonly engine: PsoEngine | AnyPsoEngine | null;

  constructor(question: Question, limits: Limits) {
    const engine = engineFor(question, limitsOf(limits));
    this.engine = 'refused' in engine ? null : engine;
    this.steps = 'refused' in engine ? refused(engine.refused) : answered(engine.run());
  }

  standing(): Standing {
    const { engine } = this;
    return { counts: engine?.counts() ?? {}, covered: engine?.covered() ?? null, buffer: 'unbounded', known: null };
  }
}

function limitsOf({ maxStates = ANY_NUMBER, maxMegabytes = USUAL_MEGABYTES }: Limits): PsoLimits {
  return { maxConfigurations: maxStates, maxMegabytes };
}

function engineFor(question: Question, limits: PsoLimits): PsoEngine | AnyPsoEngine | Refusal {
  const { model } = question;
  if (model.kind === 'open program') {
    const source = anySource(model.open.file, PSO_QUEUES);
    return 'refused' in source ? source : new AnyPsoEngine({ source, limits });
  }
  return new PsoEngine({ program: givenProgram(question).program, limits });
}

// biome-ignore lint/correctness/useYield: an answer without any work.
function* refused(message: string): Generator<Progress, Answer> {
  return { verdict: 'unknown', reasons: [outside(message)], buffer: 'unbounded' };
}

function* answered(work: Generator<Progress, PsoAnswer>): Generator<Progress, Answer> {
  const answer = yield* work;
  const buffer = 'unbounded';
  switch (answer.verdict) {
    case 'holds': {
      const { program, system, certificate } = answer;
      return { verdict: 'holds', proof: { kind: 'store queues', program, system, certificate }, buffer, notes: [] };
    }
    case 'violated': {
      const { program, run } = answer;
      return {
        verdict: 'violated',
        run: { kind: 'program', program, memory: PSO, bound: null, perLocation: false, run },
        buffer,
      };
    }
    case 'unknown':
      return { verdict: 'unknown', reasons: [answer.reason], buffer };
  }
}
