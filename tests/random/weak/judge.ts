/**
 * One random model for weak memory, judged: what the checker answers to several questions about it, against exhaustive
 * exploration on the store-buffer machine, and against each other.
 *
 * The checker is wrong when it says 'holds' and an instance has a run to an unsafe configuration; when it says 'violated'
 * and its trace is no execution, or all of that instance was explored and is safe; when two of its answers contradict each
 * other (both forms of cube, more memory than sequential consistency, any number of processes and a given one); when it
 * rejects the model, throws, or keeps an assumption to itself. Pre-images are exact but for universal conditions, so a
 * model without any must not end in a trace that is none. Otherwise 'unknown' is never wrong.
 *
 * What an `invariant` declaration says of views is taken to be said of every moment still to come: that is more than
 * exploration can see, so 'holds' is not judged then.
 */
import { suitedTo } from '../../../src/check/applies.js';
import { type CheckOptions, check } from '../../../src/check/check.js';
import type { Outcome } from '../../../src/evidence/outcome.js';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { memoryNamed } from '../../../src/memory/models.js';
import type { ArraySystem, Formula, Property, Term } from '../../../src/models/array-system/model.js';
import { reasonOf } from '../../support/engines.js';
import { explore } from '../explore.js';
import { describe, type Explored, type Fault, traceFault } from '../judge.js';
import { refutationFault } from '../lemma-judge.js';
import { acceptedCorruption } from './corrupt.js';
import { exploreWeak, type WeakLimits } from './explore.js';

export interface WeakQuestion {
  readonly memory: 'sc' | 'tso' | 'pso';
  readonly cubes: 'views' | 'events';
  readonly processes: number | 'any';
  readonly approximate: boolean;
}

export interface WeakJudgeOptions {
  readonly exploration: WeakLimits;
  /** Given to the checker. */
  readonly limits: Pick<CheckOptions, 'timeout' | 'maxCubes' | 'maxStates' | 'maxProcesses'>;
}

export type WeakFault = Fault | 'contradiction' | 'spurious trace' | 'unnamed assumption' | 'accepted corruption';

export type WeakJudgement =
  | {
      readonly kind: 'agreed';
      readonly verdict: 'holds' | 'violated';
      readonly steps: number;
      readonly decided: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string; readonly missed: boolean; readonly decided: boolean }
  | { readonly kind: 'wrong'; readonly fault: WeakFault; readonly detail: string };

export interface Judged {
  readonly question: WeakQuestion;
  readonly judgement: WeakJudgement;
}

export const QUICK_WEAK: WeakJudgeOptions = {
  exploration: { configurations: 500, initial: 300, numbers: 5, bound: 3 },
  limits: { maxCubes: 150, maxStates: 1000, maxProcesses: 4 },
};

export const THOROUGH_WEAK: WeakJudgeOptions = {
  exploration: { configurations: 5000, initial: 2000, numbers: 5, bound: 3 },
  limits: { maxCubes: 3000, maxStates: 20_000, maxProcesses: 7, timeout: 5 },
};

/** All questions about one model that its seed has a turn for. */
export function questionsFor(
  seed: number,
  processes: number | null,
  forms: readonly WeakQuestion['cubes'][],
): WeakQuestion[] {
  const some = processes ?? 1 + (seed % 3);
  const tso = forms.flatMap((cubes): WeakQuestion[] => [
    { memory: 'tso', cubes, processes: 'any', approximate: true },
    { memory: 'tso', cubes, processes: some, approximate: seed % 2 === 0 },
  ]);
  const sc: WeakQuestion = {
    memory: 'sc',
    cubes: 'views',
    processes: seed % 2 === 0 ? 'any' : some,
    approximate: true,
  };
  // The form of cube makes no difference there, and a given number is for other engines.
  const pso: WeakQuestion = { memory: 'pso', cubes: 'views', processes: 'any', approximate: seed % 4 !== 0 };
  const asked = [...tso, sc, pso];
  // `any` is what the model itself says.
  return processes === null ? asked : asked.filter((question) => question.processes !== 'any');
}

/** Every question about a model: any number of processes and each small one. */
export function allQuestions(processes: number | null, forms: readonly WeakQuestion['cubes'][]): WeakQuestion[] {
  const sizes = processes === null ? (['any', 1, 2, 3] as const) : [processes];
  return sizes.flatMap((size) => [
    ...forms.map((cubes): WeakQuestion => ({ memory: 'tso', cubes, processes: size, approximate: true })),
    { memory: 'sc' as const, cubes: 'views' as const, processes: size, approximate: true },
  ]);
}

/** `checker` is replaced only to test the judge itself. */
export async function judgeWeak(
  text: string,
  questions: readonly WeakQuestion[],
  options: WeakJudgeOptions,
  checker: typeof check = check,
): Promise<Judged[]> {
  const { system, diagnostics } = readCubicle(text, 'random.cub');
  const [first] = questions;
  if (first === undefined) return [];
  if (system === null) {
    const detail = diagnostics.map((diagnostic) => diagnostic.message).join('; ');
    return [{ question: first, judgement: { kind: 'wrong', fault: 'rejected', detail } }];
  }
  const oracle = new Oracle(system, options.exploration);
  const judged: Judged[] = [];
  const answers: { question: WeakQuestion; outcome: Outcome }[] = [];
  for (const question of questions) {
    const answer = await ask(text, question, options, checker);
    if ('fault' in answer) {
      judged.push({ question, judgement: answer });
      continue;
    }
    const judgement = judgeOutcome(system, question, answer, oracle);
    const other = answers.find((earlier) => contradicts(system, earlier, { question, outcome: answer }));
    answers.push({ question, outcome: answer });
    // Who contradicts whom is of no interest when exploration knows who is wrong.
    const hint = judgement.kind === 'wrong' ? null : await refutationFault(text, answer, question.memory);
    if (hint !== null) judged.push({ question, judgement: wrong('wrong lemma', hint) });
    else if (other === undefined || judgement.kind === 'wrong') judged.push({ question, judgement });
    else {
      const detail = `${answer.verdict}, but ${other.outcome.verdict} for ${JSON.stringify(other.question)}`;
      judged.push({ question, judgement: wrong('contradiction', detail) });
    }
  }
  return judged;
}

type Wrong = Extract<WeakJudgement, { kind: 'wrong' }>;

function wrong(fault: WeakFault, detail: string): Wrong {
  return { kind: 'wrong', fault, detail };
}

/** As they are given to the checker. */
export function optionsOf(
  { memory, cubes, processes, approximate }: WeakQuestion,
  { limits }: WeakJudgeOptions,
): CheckOptions {
  const asked = processes === 'any' ? {} : { processes };
  return suitedTo(memoryNamed(memory), { file: 'random.cub', memory, cubes, approximate, ...asked, ...limits });
}

async function ask(
  text: string,
  question: WeakQuestion,
  options: WeakJudgeOptions,
  checker: typeof check,
): Promise<Outcome | Wrong> {
  try {
    const result = await checker(text, optionsOf(question, options));
    if (result.ok) return result.outcome;
    return wrong('rejected', result.diagnostics.map((diagnostic) => diagnostic.message).join('; '));
  } catch (fault) {
    return wrong('crashed', fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
  }
}

function judgeOutcome(declared: ArraySystem, question: WeakQuestion, outcome: Outcome, oracle: Oracle): WeakJudgement {
  const { memory, processes } = question;
  const system = typeof processes === 'number' ? { ...declared, processes } : declared;
  // Who explores all states of an instance assumes nothing.
  const assumed = outcome.engine === 'explicit' ? 0 : system.invariants.length;
  if (outcome.assumptions.length !== assumed) {
    return wrong('unnamed assumption', `${outcome.assumptions.length} of ${assumed} are named`);
  }
  const explored = oracle.explored(memory, processes);
  const found = explored.find(({ exploration }) => exploration.verdict === 'violated');
  const decided = explored.every(({ exploration }) => exploration.verdict !== 'incomplete');
  switch (outcome.verdict) {
    case 'unknown': {
      const reason = reasonOf(outcome) ?? 'no reason';
      // A fence asks something of all cells that have store queues.
      if (memory !== 'pso' && /could not be confirmed/.test(reason) && !hasUniversal(system))
        return wrong('spurious trace', reason);
      return { kind: 'unknown', reason, missed: found !== undefined, decided: decided || found !== undefined };
    }
    case 'holds': {
      const judgeable = !system.invariants.some(seesWeak);
      if (judgeable && found !== undefined) return wrong('wrong holds', describe(system, found, memory));
      return { kind: 'agreed', verdict: 'holds', steps: 0, decided };
    }
    case 'violated': {
      const { trace } = outcome;
      const fault = traceFault(system, trace);
      if (fault !== null || trace === null) return wrong('bad trace', fault ?? '');
      const own = oracle.explored(memory, trace.processes)[0];
      // An execution through states that the model says are never reached is one all the same.
      if (own?.exploration.verdict === 'safe' && system.invariants.length === 0) {
        return wrong('wrong violated', `${trace.processes} processes are safe`);
      }
      const accepted = memory === 'tso' ? acceptedCorruption(system, trace) : null;
      if (accepted !== null) return wrong('accepted corruption', accepted);
      return { kind: 'agreed', verdict: 'violated', steps: trace.steps.length, decided: true };
    }
  }
}

/** Two answers that can't both be right, whatever the truth is. */
function contradicts(
  { invariants }: ArraySystem,
  one: { question: WeakQuestion; outcome: Outcome },
  other: { question: WeakQuestion; outcome: Outcome },
): boolean {
  if (invariants.length > 0) return false;
  const [proof] = [one, other].filter(({ outcome }) => outcome.verdict === 'holds');
  const [violation] = [one, other].filter(({ outcome }) => outcome.verdict === 'violated');
  if (proof === undefined || violation === undefined) return false;
  const { memory, processes } = proof.question;
  // Each memory allows all executions of those before it.
  if (MEMORIES.indexOf(memory) < MEMORIES.indexOf(violation.question.memory)) return false;
  return processes === 'any' || processes === violation.outcome.trace?.processes;
}

const MEMORIES: readonly WeakQuestion['memory'][] = ['sc', 'tso', 'pso'];
const MOST_EXPLORED = { sc: 3, tso: 3, pso: 4 };

/** Explorations of small instances, made when they are asked for. */
class Oracle {
  private readonly known = new Map<string, Explored>();
  private readonly system: ArraySystem;
  private readonly limits: WeakLimits;

  constructor(system: ArraySystem, limits: WeakLimits) {
    this.system = system;
    this.limits = limits;
  }

  explored(memory: WeakQuestion['memory'], processes: number | 'any'): Explored[] {
    const sizes = this.system.processes ?? processes;
    if (typeof sizes === 'number') return sizes > MOST_EXPLORED[memory] ? [] : [this.explore(memory, sizes)];
    const all: Explored[] = [];
    for (let size = 1; size <= MOST_EXPLORED[memory]; size++) {
      const explored = this.explore(memory, size);
      all.push(explored);
      if (explored.exploration.verdict === 'violated') break;
    }
    return all;
  }

  private explore(memory: WeakQuestion['memory'], processes: number): Explored {
    const key = `${memory} ${processes}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { system, limits } = this;
    const exploration =
      memory === 'sc'
        ? explore(system, processes, { ...limits, states: limits.configurations })
        : exploreWeak(system, processes, memory, limits);
    const explored = { processes, exploration };
    this.known.set(key, explored);
    return explored;
  }
}

/** Some guard or unsafe condition asks something of all processes. */
function hasUniversal({ transitions, unsafe }: ArraySystem): boolean {
  const universal = (formula: Formula, positive: boolean): boolean => {
    switch (formula.kind) {
      case 'constant':
      case 'compare':
      case 'fence':
        return false;
      case 'not':
        return universal(formula.operand, !positive);
      case 'and':
      case 'or':
        return formula.operands.some((operand) => universal(operand, positive));
      case 'forall':
      case 'exists':
        return (formula.kind === 'forall') === positive || universal(formula.body, positive);
    }
  };
  return [...transitions.map(({ guard }) => guard), ...unsafe.map(({ formula }) => formula)].some((formula) =>
    universal(formula, true),
  );
}

function seesWeak({ formula }: Property): boolean {
  const term = (part: Term): boolean => {
    if (part.kind === 'access') return part.access.symbol.weak;
    return part.kind === 'linear' && part.summands.some(({ access }) => access.symbol.weak);
  };
  const visit = (part: Formula): boolean => {
    switch (part.kind) {
      case 'constant':
      case 'fence':
        return false;
      case 'compare':
        return term(part.left) || term(part.right);
      case 'not':
        return visit(part.operand);
      case 'and':
      case 'or':
        return part.operands.some(visit);
      case 'forall':
      case 'exists':
        return visit(part.body);
    }
  };
  return visit(formula);
}
