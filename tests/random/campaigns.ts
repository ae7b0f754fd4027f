/**
 * What can be tried at random: each campaign makes a case from a seed, judges it in several ways, and can make a case that
 * shows a fault smaller. The fuzzer runs them for as long as it is told to, the tests run a share of them.
 */
import { withCertificate } from './certified.js';
import { campaignModel } from './generate.js';
import { type JudgeOptions, judge, THOROUGH } from './judge.js';
import { randomProgram } from './programs/generate.js';
import { type Ends, exploreProgram, judgeProgram, type ProgramJudgeOptions, randomQuestion } from './programs/judge.js';
import { type Asked, shrinkProgram } from './programs/shrink.js';
import { programText } from './programs/text.js';
import { shrink } from './shrink.js';
import { printModel, type TextModel } from './text-model.js';
import { campaignWeakModel } from './weak/generate.js';
import {
  judgeWeak,
  optionsOf,
  questionsFor,
  THOROUGH_WEAK,
  type WeakJudgeOptions,
  type WeakQuestion,
} from './weak/judge.js';

export type Result =
  /**
   * `size` tells easy cases from hard ones: the steps of a violation, say. `certificate`: of what holds, `accepted` or why there is
   * none that was judged.
   */
  | { readonly kind: 'agreed'; readonly verdict: string; readonly size: number; readonly certificate?: string }
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
  /** The summary tells of each way by itself. */
  readonly byWay?: boolean;
  judge(seed: number): Promise<Case[]>;
}

/** Models without weak memory. Of what holds, one in so many gets a certificate: they take half of the time. */
export function plainCampaign(timeout: number, certified = 1): Campaign {
  const options: JudgeOptions = { ...THOROUGH, limits: { ...THOROUGH.limits, timeout } };
  return {
    things: 'models',
    async judge(seed) {
      const model = campaignModel(seed);
      const cases: Case[] = [];
      for (const way of waysToCheck(model, seed)) {
        const varied: JudgeOptions = { ...options, limits: { ...options.limits, ...way } };
        const again = async (smaller: TextModel): Promise<Result> => {
          const text = printModel(smaller);
          const judgement = await judge(text, varied);
          const result: Result = judgement.kind === 'agreed' ? { ...judgement, size: judgement.depth } : judgement;
          if (seed % certified !== 0) return result;
          return withCertificate(result, text, { file: 'random.cub', ...varied.limits });
        };
        const result = await again(model);
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
export function weakCampaign(
  timeout: number,
  forms: readonly WeakQuestion['cubes'][],
  memories: readonly WeakQuestion['memory'][] = ['sc', 'tso', 'pso'],
  certified = 1,
): Campaign {
  const options: WeakJudgeOptions = { ...THOROUGH_WEAK, limits: { ...THOROUGH_WEAK.limits, timeout } };
  return {
    things: 'models for weak memory',
    async judge(seed) {
      const model = campaignWeakModel(seed);
      const all = questionsFor(seed, model.processes, forms);
      const questions = all.filter(({ memory }) => memories.includes(memory));
      const judgedText = async (text: string, asked: readonly WeakQuestion[]) => {
        const judged: { question: WeakQuestion; result: Result }[] = [];
        for (const { question, judgement } of await judgeWeak(text, asked, options)) {
          const result: Result = judgement.kind === 'agreed' ? { ...judgement, size: judgement.steps } : judgement;
          const certain = seed % certified === 0;
          const judgedResult = certain ? await withCertificate(result, text, optionsOf(question, options)) : result;
          judged.push({ question, result: judgedResult });
        }
        return judged;
      };
      return (await judgedText(printModel(model), questions)).map(({ question, result }): Case => {
        const again = async (smaller: TextModel): Promise<Result | undefined> => {
          const asked = result.kind === 'wrong' && result.fault === 'contradiction' ? questions : [question];
          const repeated = await judgedText(printModel(smaller), asked);
          return repeated.find((other) => other.result.kind === 'wrong')?.result;
        };
        return { way: describeQuestion(question), result, shrunk: () => shrunkText(model, result, again) };
      });
    },
  };
}

function describeQuestion({ memory, cubes, processes, approximate }: WeakQuestion): string {
  const form = memory === 'tso' ? [cubes] : [];
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
      const judgedAll = async ({ program: some, question }: Asked, ends: Ends) => {
        const judged: { way: string; judgement: Result }[] = [];
        for (const { way, judgement, options: put } of await judgeProgram(some, ends, question, options)) {
          const text = programText(some, question);
          judged.push({ way, judgement: put === null ? judgement : await withCertificate(judgement, text, put) });
        }
        return judged;
      };
      return (await judgedAll(asked, reached)).map(({ way, judgement }): Case => {
        const shrunk = async (): Promise<string> => {
          const fault = async (smaller: Asked) => {
            const explored = exploreProgram(smaller.program, MOST_CONFIGURATIONS);
            const again = await judgedAll(smaller, explored);
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
