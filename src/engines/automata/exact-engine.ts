/** An exact engine as others know it: finite programs under one memory model, buffers of any length, any number of threads. */
import type { Answer, Proof } from '../answer.js';
import type { Engine, Limits, Progress, Running, Standing } from '../engine.js';
import { givenProgram, needsNumber } from '../given-number.js';
import { ANY_NUMBER, type Question, USUAL_MEGABYTES } from '../question.js';
import { outside, refusal } from '../remarks.js';
import { anySource } from './any-source.js';
import type { Part } from './configuration.js';
import { AnyEngine, type ExactAnswer, GivenEngine, type Method } from './work.js';

type HoldsWith<Certificate> = Extract<ExactAnswer<Certificate>, { verdict: 'holds' }>;

export interface ExactMethod<P extends Part, A, E, Certificate> extends Method<P, A, E, Certificate> {
  readonly name: Engine['name'];
  /** Whether it is for memory like that. */
  isFor(memory: Question['memory']): boolean;
  proof(found: HoldsWith<Certificate>): Proof;
}

export function exactEngine<P extends Part, A, E, C>(method: ExactMethod<P, A, E, C>): Engine {
  const { title } = method.taker;
  return {
    name: method.name,
    accepts(question) {
      const { memory, property, buffers, model } = question;
      if (!method.isFor(memory)) {
        const other = { kind: 'give', option: 'memory', value: method.memory.name } as const;
        return refusal(`${title} is for ${method.memory.title}, not for ${memory.title}`, other);
      }
      if (property !== 'states') return refusal(`${title} is not for temporal properties`);
      if (buffers.per === 'location') {
        const help = { kind: 'leave out', option: 'bufferPerLocation' } as const;
        return refusal(`${title} knows no bound on buffers`, help);
      }
      return model.kind === 'open program' ? null : needsNumber(question, title);
    },
    run: (question, limits) => running(method, question, limits),
  };
}

function running<P extends Part, A, E, C>(
  method: ExactMethod<P, A, E, C>,
  question: Question,
  { maxStates = ANY_NUMBER, maxMegabytes = USUAL_MEGABYTES }: Limits,
): Running {
  const limits = { maxConfigurations: maxStates, maxMegabytes };
  const { model } = question;
  if (model.kind === 'open program') {
    const source = anySource(model.open.file, method.taker);
    if ('refused' in source) return { steps: refused(source.refused), standing: () => standing({}, null) };
    const engine = new AnyEngine(method, { source, limits });
    return { steps: answered(method, engine.run()), standing: () => standing(engine.counts(), engine.covered()) };
  }
  const engine = new GivenEngine(method, { program: givenProgram(question).program, limits });
  return { steps: answered(method, engine.run()), standing: () => standing(engine.counts(), engine.covered()) };
}

function standing(counts: Standing['counts'], covered: Standing['covered']): Standing {
  return { counts, covered, buffer: 'unbounded', known: null };
}

// biome-ignore lint/correctness/useYield: an answer without any work.
function* refused(message: string): Generator<Progress, Answer> {
  return { verdict: 'unknown', reasons: [outside(message)], buffer: 'unbounded' };
}

function* answered<P extends Part, A, E, C>(
  { memory, proof }: ExactMethod<P, A, E, C>,
  work: Generator<Progress, ExactAnswer<C>>,
): Generator<Progress, Answer> {
  const answer = yield* work;
  const buffer = 'unbounded';
  switch (answer.verdict) {
    case 'holds':
      return { verdict: 'holds', proof: proof(answer), buffer, notes: [] };
    case 'violated': {
      const { program, run } = answer;
      return {
        verdict: 'violated',
        run: { kind: 'program', program, memory, bound: null, perLocation: false, run },
        buffer,
      };
    }
    case 'unknown':
      return { verdict: 'unknown', reasons: [answer.reason], buffer };
  }
}
