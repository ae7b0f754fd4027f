/** Programs with a given number of threads by predicate abstraction, under SC, TSO and PSO. */

import type { Progress } from '../engines/engine.js';
import { PredicateEngine, type PredicateProof } from '../engines/predicates/engine.js';
import { showPredicate } from '../engines/predicates/show.js';
import type { IntegerVariable } from '../engines/predicates/system.js';
import type { Formula } from '../logic/integer/formula.js';
import { hasBuffers, type MemoryModel } from '../memory/models.js';
import type { Program, StateExpression } from '../models/program/model.js';
import type { ProgramAnswer } from './answer.js';
import type { Budget } from './budget.js';
import { type CheckOptions, DEFAULT_BUFFER, DEFAULT_PREDICATES } from './check.js';
import { LARGEST_BUFFER } from './explicit.js';

const SHORTEST_BUFFER = 1;
const MOST_STATES = 1_000_000;
const LARGEST_CUBES = 3;

export async function askPredicates(
  program: Program,
  memory: MemoryModel,
  predicates: readonly StateExpression[],
  options: CheckOptions,
  budget: Budget,
): Promise<ProgramAnswer> {
  const { buffer, extrapolate = 'predicates', maxStates = MOST_STATES, maxPredicates = DEFAULT_PREDICATES } = options;
  const [bound, maxBound] =
    typeof buffer === 'number'
      ? [buffer, buffer]
      : [SHORTEST_BUFFER, buffer === 'unbounded' ? LARGEST_BUFFER : DEFAULT_BUFFER];
  const limits = { maxStates, maxPredicates, maxCubeSize: LARGEST_CUBES };
  const engine = new PredicateEngine({
    program,
    memory,
    predicates,
    bound,
    maxBound,
    extrapolation: extrapolate,
    limits,
  });
  const driven = await budget.drive(engine.run(), options.onProgress, covered);
  const stopped = () => {
    const known = engine.enough === 0 ? '' : `; with buffers of ${engine.enough} it holds: --buffer ${engine.enough}`;
    return 'stopped' in driven ? `${driven.stopped}${known}` : '';
  };
  const answer = 'value' in driven ? driven.value : { verdict: 'unknown' as const, reason: stopped() };
  const said = {
    engine: 'predicates' as const,
    counts: engine.counts(),
    buffer: hasBuffers(memory) ? engine.bound : null,
    trace: null,
    invariants: [],
    proof: null,
    reason: null,
  };
  switch (answer.verdict) {
    case 'holds': {
      const { buffer: scope, proof } = answer;
      const reason =
        typeof scope === 'number'
          ? `a buffer of ${scope} was full at times: --buffer unbounded looks for a length that is enough`
          : null;
      return {
        ...said,
        verdict: 'holds',
        buffer: scope,
        reason,
        proof: { kind: 'predicates', program, proof },
        predicates: shown(proof),
      };
    }
    case 'violated':
      return { ...said, verdict: 'violated', trace: answer.trace };
    case 'unknown':
      return { ...said, verdict: 'unknown', reason: answer.reason };
  }
}

/** Variables that the reduction has made belong to store buffers; some that the front end has made, to values on their way. */
function shown({ system, predicates, reduction }: PredicateProof): NonNullable<ProgramAnswer['predicates']> {
  const added = new Set(
    reduction.buffers
      .flatMap(({ count, values, targets }) => [count, ...values, ...targets])
      .concat(reduction.overflow?.variable ?? [])
      .map((variable) => reduction.program.shared[variable]?.name),
  );
  const isOfProgram = ({ variables }: Formula) =>
    variables.every((each) => {
      const { name, residue } = system.variables[each] as IntegerVariable;
      return !added.has(system.variables[residue?.of ?? each]?.name) && !name.includes('$');
    });
  const show = (some: readonly Formula[]) => some.map((predicate) => showPredicate(predicate, system.variables));
  return {
    program: show(predicates.filter(isOfProgram)),
    others: show(predicates.filter((predicate) => !isOfProgram(predicate))),
  };
}

function covered({ phase, cubes, states }: Progress): string {
  return `${phase}: ${cubes} predicates, ${states} abstract states`;
}
