/**
 * Texts as programs: the text that is repaired, and its candidates with fences in it. Each is read and compiled once, however
 * often it is asked for. A text with open threads stands for several programs, one for each number that is tried.
 */
import { NUMBERS_TRIED } from '../engines/question.js';
import { type InLanguage, readModel } from '../languages/index.js';
import type { Instance, ProgramModel } from '../languages/language.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { MemoryModel } from '../memory/models.js';
import type { FixOptions } from './answer.js';

/** A text that could be read. */
export interface Reading {
  readonly model: ProgramModel;
  readonly instances: readonly Instance[];
  readonly warnings: readonly Diagnostic[];
  /** The numbers of open threads that were tried; null where none is open. */
  readonly numbers: readonly number[] | null;
}

type ReadResult = Reading | { readonly faults: readonly Diagnostic[] } | { readonly refused: string };

export class Readings {
  private readonly options: InLanguage<FixOptions>;
  private readonly known = new Map<string, Promise<ReadResult>>();

  constructor(options: InLanguage<FixOptions>) {
    this.options = options;
  }

  read(text: string, memory: MemoryModel): Promise<ReadResult> {
    const key = `${memory.name} ${text}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const reading = this.made(text, memory);
    this.known.set(key, reading);
    return reading;
  }

  /** A text that is known to be one of the language. */
  async again(text: string, memory: MemoryModel): Promise<Reading> {
    const reading = await this.read(text, memory);
    if ('faults' in reading) throw new Error(`a text cannot be read again: ${reading.faults[0]?.message}`);
    if ('refused' in reading) throw new Error(`a text cannot be read again: ${reading.refused}`);
    return reading;
  }

  private async made(text: string, memory: MemoryModel): Promise<ReadResult> {
    const { processes } = this.options;
    const { model, diagnostics } = await readModel(text, { ...this.options, memory });
    if (model?.kind !== 'program') return { faults: diagnostics };
    const numbers = model.anyThreads.length > 0 && typeof processes !== 'number' ? NUMBERS_TRIED : null;
    const tried = numbers ?? [typeof processes === 'number' ? processes : null];
    const made = tried.map((number) => model.instance(number));
    const instances = made.flatMap((one) => ('refused' in one ? [] : [one]));
    const wrong = made.find((one) => 'refused' in one);
    if (instances.length === 0)
      return wrong !== undefined && 'refused' in wrong ? wrong : { refused: 'there are no threads' };
    return { model, instances, warnings: diagnostics, numbers };
  }
}
