/**
 * The question as an engine takes it. Two bridges are crossed here, so that engines know one kind of model each:
 *
 *   - the engines of programs take an array system with a given number of processes as a program
 *   - the parameterized engine takes a program with open threads as an array system; its runs are told back as runs of the
 *     program
 */

import type { SlotNames } from '../bridges/any-threads/words.js';
import type { SlotPlan } from '../bridges/store-slots/plan.js';
import type { Answer } from '../engines/answer.js';
import { type AskedModel, NUMBERS_TRIED, type Question } from '../engines/question.js';
import { type EngineName, engineRow } from '../engines/registry.js';
import { outside, type Reason, type Refusal, refusal } from '../engines/remarks.js';
import { ENDLESS, OutOfPatience, type Spent, type Whole } from '../languages/shared/patience.js';
import { hasQueuePerCell, type MemoryWith } from '../memory/models.js';
import type { ArraySystem, Property, StateSymbol } from '../models/array-system/model.js';
import { showProperty } from '../models/array-system/show.js';
import type { ViewedCube } from '../models/array-system/view-cube.js';

export interface Suited {
  readonly question: Question;
  /** The answer in terms of the question that was asked. */
  told(answer: Answer): Answer;
  /** How the text of the question calls what a search on cubes speaks of. */
  readonly words: Words;
}

export interface Words {
  readonly actors: 'processes' | 'threads';
  cell(symbol: StateSymbol): string;
  /** As people read it; `shown` is how the search itself would say it. */
  condition(cube: Property | ViewedCube, shown: string): string;
  /** As the language writes it, where it can. */
  lemma(property: Property): string;
}

const AS_IN_SYSTEM: Words = {
  actors: 'processes',
  cell: ({ name }) => name,
  condition: (_, shown) => shown,
  lemma: (property) => showProperty('lemma', property),
};

/** `impossible`: the bridge found out on its way that it cannot be crossed. */
export async function suited(
  question: Question,
  engine: EngineName,
  whole: Whole = ENDLESS.whole,
): Promise<Suited | Refusal | { readonly impossible: Reason }> {
  const { model, memory } = question;
  const { knows, title } = engineRow(engine);
  const isStates = question.property === 'states' && engine !== 'explicit';
  const deadlock = patiently(() => ({ asked: isStates && asksDeadlock(model) }));
  if ('spent' in deadlock) return { impossible: { ...deadlock.spent, covered: null } };
  if (deadlock.asked)
    return refusal(`${title} does not look for deadlocks`, { kind: 'give', option: 'engine', value: 'explicit' });
  if (knows === 'array systems' && model.kind === 'open program') {
    const { parameterizedProgram } = await import('../bridges/any-threads/index.js');
    const bridge = patiently(() => whole(() => parameterizedProgram(model.open.file, memory)));
    if ('spent' in bridge) return { impossible: { ...bridge.spent, covered: null } };
    if ('refused' in bridge) return { impossible: outside(bridge.refused) };
    // People read the proof of a program: what it does not need is left out.
    const hints = { ...question.hints, trim: true };
    const asked: Question = { ...question, model: { kind: 'system', system: bridge.system }, hints };
    const slots = hasQueuePerCell(memory) ? await slotNames(bridge.system, memory) : () => new Map();
    const words: Words = {
      actors: 'threads',
      cell: (symbol) => bridge.nameOf(symbol),
      condition: (cube) => bridge.wordsFor(cube),
      // A lemma of a program holds always; and conditions of programs do not ask how many threads there are.
      lemma: (property) => bridge.wordsFor(property).replace(/^never (?!.*\bcount\()(.*)$/, 'lemma !($1)'),
    };
    return { question: asked, told: (answer) => inProgram(answer, bridge, slots), words };
  }
  const processes = model.kind === 'system' ? model.system.processes : null;
  if (knows === 'programs' && model.kind === 'system' && processes !== null) {
    const { programOf } = await import('../bridges/instance/index.js');
    const made = whole(() => programOf(model.system, processes, memory));
    if (made.kind === 'error') return refusal(made.message);
    const hints = { ...question.hints, stuck: false };
    const asked: Question = { ...question, hints, model: { kind: 'program', program: made.program, predicates: [] } };
    const { inSystem } = await import('./system-warnings.js');
    const begins = made.layout.choices.every(({ rows }) => rows.length > 0);
    const told = (answer: Answer): Answer => inSystem(answer, model.system, made.program, begins);
    return { question: asked, told, words: AS_IN_SYSTEM };
  }
  return { question, told: same, words: AS_IN_SYSTEM };

  function inProgram(answer: Answer, bridge: Bridge, slots: (plan: SlotPlan) => SlotNames): Answer {
    if (answer.verdict === 'holds' && answer.proof.kind === 'cubes') {
      const { proof } = answer;
      const names = proof.slots === undefined ? new Map() : slots(proof.slots);
      const shown = (proof.views ?? proof.invariant)?.map((cube) => bridge.wordsFor(cube, names)) ?? proof.shown;
      return { ...answer, proof: { ...proof, ofProgram: true, shown } };
    }
    if (answer.verdict !== 'violated' || answer.run.kind !== 'system') return answer;
    const execution = bridge.executionOf(answer.run.run);
    if ('refused' in execution) {
      const reasons: readonly Reason[] = [{ code: 'unconfirmed', why: execution.refused }];
      return { verdict: 'unknown', reasons, buffer: answer.buffer };
    }
    return { ...answer, run: { kind: 'program', ...execution, memory, bound: null, perLocation: false } };
  }
}

/** The patience of a text may end while its instances are made. */
export function patiently<T extends object>(work: () => T): T | { readonly spent: Spent } {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutOfPatience) return { spent: error.spent };
    throw error;
  }
}

/** Whether `never deadlock` is among what is asked. */
function asksDeadlock(model: AskedModel): boolean {
  switch (model.kind) {
    case 'system':
      return false;
    case 'program':
      return model.program.noDeadlock !== undefined;
    case 'open program': {
      const instances = NUMBERS_TRIED.map((number) => model.open.instance(number));
      return instances.some((instance) => 'program' in instance && instance.program.noDeadlock !== undefined);
    }
  }
}

/** What the cells of store queues say, by their names. */
async function slotNames(
  system: ArraySystem,
  memory: MemoryWith<'a queue per cell'>,
): Promise<(plan: SlotPlan) => SlotNames> {
  const { withSlots } = await import('../bridges/store-slots/index.js');
  return (plan) => {
    const { words } = withSlots(system, memory, plan, 'told');
    return new Map(
      [...words].map(([{ name }, { symbol, part }]) => {
        const said =
          typeof part === 'string'
            ? { waits: 'waiting', newest: 'newest' }[part]
            : 'older' in part
              ? 'older'
              : 'before';
        return [name, { symbol, said }];
      }),
    );
  };
}

type Bridge = import('../bridges/any-threads/index.js').ParameterizedProgram;

function same(answer: Answer): Answer {
  return answer;
}
