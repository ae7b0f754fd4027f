/**
 * A program under TSO or PSO as a program under sequential consistency whose store buffers are variables, as text
 * (`models/program/reduction`). The `.fp` text can be read by anybody who knows nothing of memory models.
 */

import { printedNames, printProgram } from '../bridges/text/index.js';
import { SHORT_BUFFER } from '../engines/question.js';
import { inLanguage, listed, readModel } from '../languages/index.js';
import { type Diagnostic, fault } from '../languages/shared/diagnostics.js';
import type { Help } from '../languages/shared/help.js';
import type { Patience } from '../languages/shared/patience.js';
import { type MemoryName, memoryNamed } from '../memory/models.js';
import { type Reduction, reduceProgram } from '../memory/reduction/index.js';
import { cellName, cellsOf } from '../models/program/cells.js';
import type { Program } from '../models/program/model.js';
import { threadAt } from '../models/program/parts.js';
import { uselessOptions } from './applies.js';
import { Budget } from './budget.js';
import type { ReduceOptions } from './options.js';
import { settingsOf, withinLimits } from './read.js';

export type { ReduceOptions } from './options.js';

/** A store buffer, by the names in the text. */
export interface ReducedBuffer {
  /** In the original. */
  readonly thread: string;
  /** What it can hold, in the original. */
  readonly cells: readonly string[];
  readonly count: string;
  readonly values: readonly string[];
  /** Which cell a value is for: 0 none, else 1 + its position in `cells`. Empty under PSO, where it is one. */
  readonly targets: readonly string[];
}

export interface Reduced {
  readonly memory: MemoryName;
  readonly buffer: number;
  readonly text: string;
  readonly buffers: readonly ReducedBuffer[];
  /** The property that no buffer is ever too short; null where nothing is buffered. */
  readonly overflow: string | null;
}

export type ReduceResult =
  | { readonly ok: true; readonly reduced: Reduced; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export async function reduce(text: string | Uint8Array, options: ReduceOptions = {}): Promise<ReduceResult> {
  return withinLimits(options, () => reducePatiently(text, options, new Budget(options)));
}

async function reducePatiently(
  text: string | Uint8Array,
  options: ReduceOptions,
  patience: Patience,
): Promise<ReduceResult> {
  const asked = inLanguage(text, options);
  if (!asked.ok) return asked;
  const { file } = asked.options;
  const { memory: name = 'tso', buffer = SHORT_BUFFER, processes } = options;
  const memory = memoryNamed(name);
  if (asked.language.kind !== 'program') {
    const message = `${listed([asked.language])} are not reduced: only programs are`;
    return { ok: false, diagnostics: [fault(file, 'unsupported', message)] };
  }
  const { model, diagnostics } = await readModel(text, { ...asked.options, memory, patience });
  if (model?.kind !== 'program') return { ok: false, diagnostics };
  const refuse = (code: 'unsupported' | 'process-number', message: string, ...help: readonly Help[]): ReduceResult => ({
    ok: false,
    diagnostics: [...diagnostics, fault(file, code, message, ...help)],
  });
  if (model.anyThreads.length === 0 && processes !== undefined)
    return refuse('process-number', 'the program has no thread with `[any]`', {
      kind: 'leave out',
      option: 'processes',
    });
  if (model.anyThreads.length > 0 && processes === undefined)
    return refuse('process-number', 'a given number of threads is reduced', {
      kind: 'give',
      option: 'processes',
      value: '2',
    });
  const instance = patience.whole(() => model.instance(processes ?? null));
  if ('refused' in instance) return refuse('process-number', instance.refused);
  const { program } = instance;
  const question = { ...settingsOf(options, memory), model: { kind: 'program', program, predicates: [] } } as const;
  const useless = uselessOptions('reduce', asked.options, [{ question: { ...question, property: 'states' } }]);
  if (useless.length > 0) return { ok: false, diagnostics: [...diagnostics, ...useless] };
  const reduction = patience.whole(() => reduceProgram(program, memory, buffer));
  if ('refused' in reduction) return refuse('unsupported', `this program is not reduced: ${reduction.refused}`);
  const printed = patience.whole(() => printProgram(reduction.program));
  if (typeof printed !== 'string')
    return refuse('unsupported', `the reduced program cannot be written as .fp: ${printed.refused}`);
  return { ok: true, reduced: { ...described(program, reduction), text: printed }, warnings: diagnostics };
}

function described(original: Program, { program, memory, bound, buffers, overflow }: Reduction): Omit<Reduced, 'text'> {
  const names = printedNames(program);
  const cells = cellsOf(original.shared);
  const nameOf = (variable: number) => names.shared[variable] ?? '';
  return {
    memory: memory.name,
    buffer: bound,
    buffers: buffers.map(({ thread, cells: held, count, values, targets }) => ({
      thread: threadAt(original, thread).name,
      cells: held.map((cell) => cellName(cells, cell)),
      count: nameOf(count),
      values: values.map(nameOf),
      targets: targets.map(nameOf),
    })),
    overflow: overflow === null ? null : (names.never[overflow.property] ?? null),
  };
}
