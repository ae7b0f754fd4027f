/** Predicate abstraction as others know it: programs with a given number of threads, under any memory. */
import { hasBuffers } from '../../memory/models.js';
import type { Program } from '../../models/program/model.js';
import type { Answer, BufferScope } from '../answer.js';
import type { Engine, Limits, Progress, Running, Standing } from '../engine.js';
import { givenProgram, needsNumber } from '../given-number.js';
import { PLAIN_BUFFER, type Question } from '../question.js';
import { type Reason, refusal } from '../remarks.js';
import { PredicateEngine } from './engine.js';

export const DEFAULT_PREDICATES = 400;
const SHORTEST_BUFFER = 1;
const MOST_STATES = 1_000_000;
const LARGEST_CUBES = 3;

export const predicates: Engine = {
  name: 'predicates',
  accepts(question) {
    const open = needsNumber(question, 'predicate abstraction');
    if (open !== null) return open;
    if (question.property !== 'states') return refusal('predicate abstraction is not for temporal properties');
    if (question.buffers.per === 'location') {
      const help = { kind: 'give', option: 'buffer', value: '2' } as const;
      return refusal('predicate abstraction bounds whole buffers', help);
    }
    return null;
  },
  run: (question, limits) => new Abstraction(question, limits),
};

class Abstraction implements Running {
  readonly steps: Generator<Progress, Answer>;
  private readonly engine: PredicateEngine;

  constructor(
    private readonly question: Question,
    limits: Limits,
  ) {
    const { program, predicates: offered } = givenProgram(question);
    const { memory, hints } = question;
    const { maxStates = MOST_STATES, maxPredicates = DEFAULT_PREDICATES } = limits;
    const { most } = question.buffers;
    const [bound, maxBound] = most === null ? [SHORTEST_BUFFER, PLAIN_BUFFER] : [most, most];
    this.engine = new PredicateEngine({
      program,
      predicates: offered,
      memory,
      bound,
      maxBound,
      extrapolation: hints.extrapolate,
      limits: { maxStates, maxPredicates, maxCubeSize: LARGEST_CUBES },
    });
    this.steps = this.answered(program);
  }

  private get buffer(): BufferScope {
    return hasBuffers(this.question.memory) ? this.engine.bound : null;
  }

  standing(): Standing {
    const { engine, buffer } = this;
    const held = engine.enough === 0 ? {} : { held: engine.enough };
    return { counts: engine.counts(), covered: engine.covered(), buffer, known: null, ...held };
  }

  private *answered(program: Program): Generator<Progress, Answer> {
    const answer = yield* this.engine.run();
    const { buffer } = this;
    switch (answer.verdict) {
      case 'holds': {
        const notes = typeof answer.buffer === 'number' ? [{ code: 'buffer full', per: 'queue' } as const] : [];
        return {
          verdict: 'holds',
          proof: { kind: 'predicates', program, proof: answer.proof },
          buffer: answer.buffer,
          notes,
        };
      }
      case 'violated':
        return {
          verdict: 'violated',
          run: {
            kind: 'program',
            program,
            memory: this.question.memory,
            bound: null,
            perLocation: false,
            run: answer.run,
          },
          buffer,
        };
      case 'unknown': {
        const { enough: bound } = this.engine;
        const { reason } = answer;
        const reasons: Reason[] = [bound === 0 ? reason : { code: 'longer buffers', bound, reasons: [reason] }];
        return { verdict: 'unknown', reasons, buffer };
      }
    }
  }
}
