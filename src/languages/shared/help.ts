/** What would help where a question is refused or has no answer: options by the names that the library gives them. */

export type OptionHint =
  | 'timeout'
  | 'maxMemory'
  | 'maxStates'
  | 'maxCubes'
  | 'maxDepth'
  | 'maxProcesses'
  | 'maxPredicates'
  | 'buffer'
  | 'bufferPerLocation'
  | 'memory'
  | 'processes'
  | 'engine'
  | 'allocations';

export type Help =
  | { readonly kind: 'give'; readonly option: OptionHint; readonly value: string }
  | { readonly kind: 'leave out'; readonly option: OptionHint }
  /** A limit that was reached. */
  | { readonly kind: 'raise'; readonly option: OptionHint };

/** Why a question is not for an engine, or does not fit its model. */
export interface Refusal {
  readonly message: string;
  readonly help: readonly Help[];
}

export function refusal(message: string, ...help: readonly Help[]): Refusal {
  return { message, help };
}

/** How the reader writes an option: `--max-cubes`, or `maxCubes`. */
export type SpellOption = (option: string) => string;

/** The message with what would help: `...: try --memory tso, or leave out --engine`. */
export function refusalText({ message, help }: Refusal, spell: SpellOption): string {
  const told = help.map((each) => {
    switch (each.kind) {
      case 'give':
        return `try ${spell(each.option)} ${each.value}`;
      case 'leave out':
        return `leave out ${spell(each.option)}`;
      case 'raise':
        return `a larger ${spell(each.option)} may help`;
    }
  });
  return told.length === 0 ? message : `${message}: ${told.join(', or ')}`;
}
