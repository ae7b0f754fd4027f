/**
 * What can be tried at random: each campaign makes a case from a seed, judges it in several ways, and can make a case that
 * shows a fault smaller. The fuzzer runs them for as long as it is told to, the tests run a share of them.
 */
import { randomModel } from './generate.js';
import { type JudgeOptions, judge, THOROUGH } from './judge.js';
import { randomProgram } from './programs/generate.js';
import { exploreProgram, judgeProgram, type ProgramJudgeOptions, randomQuestion } from './programs/judge.js';
import { type Asked, shrinkProgram } from './programs/shrink.js';
import { programText } from './programs/text.js';
import { shrink } from './shrink.js';
import { printModel, type TextModel } from './text-model.js';
import { randomWeakModel } from './weak/generate.js';
import { judgeWeak, questionsFor, THOROUGH_WEAK, type WeakJudgeOptions, type WeakQuestion } from './weak/judge.js';

export type Result =
  /** `size` tells easy cases from hard ones: the steps of a violation, say. */
  | { readonly kind: 'agreed'; readonly verdict: string; readonly size: number }
  | { readonly kind: 'unknown'; readonly reason: string; readonly missed: boolean }
  | { readonly kind: 'wrong'; readonly fault: string; readonly detail: string };

export interface Case {
  /** How the model was checked. */
  readonly way: string;
  readonly result: Result;
  /** A smallest text that shows the same fault, as it goes into tests/regressions. */
  shrunk(): Promise<string>;
}

export interface Campaign {
  /** What a case is: `models`. */
  readonly things: string;
  judge(seed: number): Promise<Case[]>;
}

/** Models without weak memory. */
export function plainCampaign(timeout: number): Campaign {
  const options: JudgeOptions = { ...THOROUGH, limits: { ...THOROUGH.limits, timeout } };
  return {
    things: 'models',
    async judge(seed) {
      const model = randomModel(seed);
      const cases: Case[] = [];
      for (const way of waysToCheck(model, seed)) {
        const varied: JudgeOptions = { ...options, limits: { ...options.limits, ...way } };
        const judgement = await judge(printModel(model), varied);
        const result: Result = judgement.kind === 'agreed' ? { ...judgement, size: judgement.depth } : judgement;
        const again = (smaller: TextModel) => judge(printModel(smaller), varied);
        cases.push({ way: JSON.stringify(way), result, shrunk: () => shrunkText(model, result, again) });
      }
      return cases;
    },
  };
}

type Way = Pick<JudgeOptions['limits'], 'approximate' | 'processes'>;

function waysToCheck(model: TextModel, seed: number): Way[] {
  if (model.processes !== null) return [{}, { approximate: false }];
  return [{}, [{ approximate: false }, { processes: 2 }, { processes: 3 }, { processes: 1 }][seed % 4] ?? {}];
}

/** Models for weak memory, with these forms of cube. */
export function weakCampaign(timeout: number, forms: readonly WeakQuestion['cubes'][]): Campaign {
  const options: WeakJudgeOptions = { ...THOROUGH_WEAK, limits: { ...THOROUGH_WEAK.limits, timeout } };
  return {
    things: 'models for weak memory',
    async judge(seed) {
      const model = randomWeakModel(seed);
      const questions = questionsFor(seed, model.processes, forms);
      const judged = await judgeWeak(printModel(model), questions, options);
      return judged.map(({ question, judgement }): Case => {
        const result: Result = judgement.kind === 'agreed' ? { ...judgement, size: judgement.steps } : judgement;
        const again = async (smaller: TextModel): Promise<Result | undefined> => {
          const asked = result.kind === 'wrong' && result.fault === 'contradiction' ? questions : [question];
          const repeated = await judgeWeak(printModel(smaller), asked, options);
          const last = repeated.find((other) => other.judgement.kind === 'wrong')?.judgement;
          return last?.kind === 'wrong' ? last : undefined;
        };
        return { way: describeQuestion(question), result, shrunk: () => shrunkText(model, result, again) };
      });
    },
  };
}

function describeQuestion({ memory, cubes, processes, approximate }: WeakQuestion): string {
  const form = memory === 'sc' ? [] : [cubes];
  return [memory, ...form, `processes ${processes}`, ...(approximate ? [] : ['without approximation'])].join(', ');
}

async function shrunkText(
  model: TextModel,
  found: Result,
  again: (smaller: TextModel) => Promise<{ kind: string; fault?: string; detail?: string } | undefined>,
): Promise<string> {
  if (found.kind !== 'wrong') return printModel(model);
  const smallest = await shrink(model, async (smaller) => {
    const result = await again(smaller);
    if (result?.kind !== 'wrong' || result.fault !== found.fault) return false;
    return found.fault !== 'rejected' || result.detail === found.detail;
  });
  const last = await again(smallest);
  const truth = found.fault === 'wrong holds' ? 'violated' : found.fault === 'wrong violated' ? 'holds' : '?';
  return `${last?.detail ?? found.detail}\n\n(* expect: ${truth} *)\n${printModel(smallest)}`;
}

const MOST_CONFIGURATIONS = 30_000;

/** Straight-line programs: axioms, machine and engine. */
export function programCampaign(timeout: number, forms: readonly WeakQuestion['cubes'][]): Campaign {
  const options: ProgramJudgeOptions = { timeout, forms };
  return {
    things: 'programs',
    async judge(seed) {
      const { program, random } = randomProgram(seed);
      const reached = exploreProgram(program, MOST_CONFIGURATIONS);
      const asked: Asked = { program, question: randomQuestion(random, program, reached) };
      const judged = await judgeProgram(program, reached, asked.question, options);
      return judged.map(({ way, judgement }): Case => {
        const shrunk = async (): Promise<string> => {
          const fault = async (smaller: Asked) => {
            const explored = exploreProgram(smaller.program, MOST_CONFIGURATIONS);
            const again = await judgeProgram(smaller.program, explored, smaller.question, options);
            const same = again.find((other) => other.way === way)?.judgement;
            return same?.kind === 'wrong' && judgement.kind === 'wrong' && same.fault === judgement.fault ? same : null;
          };
          const smallest = await shrinkProgram(asked, async (smaller) => (await fault(smaller)) !== null);
          const last = await fault(smallest);
          const built = JSON.stringify(smallest.program);
          return `${last?.detail ?? ''}\n\n${built}\n\n${programText(smallest.program, smallest.question)}`;
        };
        return { way, result: judgement, shrunk };
      });
    },
  };
}
