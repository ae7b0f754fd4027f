/** The Dual-TSO engine as others know it: finite programs under TSO, store buffers of any length, any number of threads. */
import { hasOneQueue, TSO } from '../../memory/models.js';
import type { Refusal } from '../../models/refusal.js';
import type { Answer } from '../answer.js';
import { anySource } from '../automata/any-source.js';
import type { Engine, Limits, Progress, Running, Standing } from '../engine.js';
import { givenProgram, needsNumber } from '../given-number.js';
import { ANY_NUMBER, type Question, USUAL_MEGABYTES } from '../question.js';
import { outside, refusal } from '../remarks.js';
import { AnyDualTsoEngine } from './any-engine.js';
import { type DualTsoAnswer, DualTsoEngine } from './engine.js';
import type { DualTsoLimits } from './search.js';
import { DUAL_TSO } from './taker.js';

export const dualTso: Engine = {
  name: 'dual-tso',
  accepts(question) {
    const { memory, property, buffers, model } = question;
    if (!hasOneQueue(memory)) {
      const tso = { kind: 'give', option: 'memory', value: TSO.name } as const;
      return refusal(`the Dual-TSO engine is for ${TSO.title}, not for ${memory.title}`, tso);
    }
    if (property !== 'states') return refusal('the Dual-TSO engine is not for temporal properties');
    if (buffers.per === 'location') {
      const help = { kind: 'leave out', option: 'bufferPerLocation' } as const;
      return refusal('the Dual-TSO engine knows no bound on buffers', help);
    }
    return model.kind === 'open program' ? null : needsNumber(question, 'the Dual-TSO engine');
  },
  run: (question, limits) => new DualTsoSearch(question, limits),
};

class DualTsoSearch implements Running {
  readonly steps: Generator<Progress, Answer>;
  private readonly engine: DualTsoEngine | AnyDualTsoEngine | null;

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

function limitsOf({ maxStates = ANY_NUMBER, maxMegabytes = USUAL_MEGABYTES }: Limits): DualTsoLimits {
  return { maxConfigurations: maxStates, maxMegabytes };
}

function engineFor(question: Question, limits: DualTsoLimits): DualTsoEngine | AnyDualTsoEngine | Refusal {
  const { model } = question;
  if (model.kind === 'open program') {
    const source = anySource(model.open.file, DUAL_TSO);
    return 'refused' in source ? source : new AnyDualTsoEngine({ source, limits });
  }
  return new DualTsoEngine({ program: givenProgram(question).program, limits });
}

// biome-ignore lint/correctness/useYield: an answer without any work.
function* refused(message: string): Generator<Progress, Answer> {
  return { verdict: 'unknown', reasons: [outside(message)], buffer: 'unbounded' };
}

function* answered(work: Generator<Progress, DualTsoAnswer>): Generator<Progress, Answer> {
  const answer = yield* work;
  const buffer = 'unbounded';
  switch (answer.verdict) {
    case 'holds': {
      const { program, system, certificate } = answer;
      return { verdict: 'holds', proof: { kind: 'minor set', program, system, certificate }, buffer, notes: [] };
    }
    case 'violated': {
      const { program, run } = answer;
      return {
        verdict: 'violated',
        run: { kind: 'program', program, memory: TSO, bound: null, perLocation: false, run },
        buffer,
      };
    }
    case 'unknown':
      return { verdict: 'unknown', reasons: [answer.reason], buffer };
  }
}
