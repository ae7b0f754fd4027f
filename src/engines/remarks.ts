/**
 * Why there is no verdict (`Reason`), and what a reader should know beside one (`Note`): as data, a code and what belongs to
 * it. Options are named as the library names them. `report/remarks.ts` writes the sentences, and it alone spells options as
 * the command line does.
 */
import type { Help } from '../languages/shared/help.js';
import type { EngineName } from './registry.js';

export { type Refusal, refusal } from '../languages/shared/help.js';

/** How far a search came. */
export type Covered =
  | {
      readonly what: 'states';
      readonly explored: number;
      readonly found: number;
      readonly depth: number;
      /** States are counted up to the names of interchangeable threads. */
      readonly upToNames: boolean;
    }
  | { readonly what: 'cubes'; readonly cubes: number; readonly depth: number }
  | { readonly what: 'instances'; readonly states: number }
  | { readonly what: 'configurations'; readonly found: number; readonly waiting: number; readonly depth: number }
  | { readonly what: 'product'; readonly nodes: number; readonly states: number; readonly components: number }
  | { readonly what: 'abstraction'; readonly phase: string; readonly predicates: number; readonly states: number };

export type LimitName =
  | 'time'
  | 'memory'
  /** Megabytes that one search can address, whatever it is allowed. */
  | 'addresses'
  /** Megabytes of heap that the host gives. */
  | 'heap'
  | 'states'
  | 'configurations'
  | 'abstract states'
  | 'product states'
  | 'cubes'
  | 'depth'
  | 'processes'
  | 'predicates';

export type Reason =
  | { readonly code: 'interrupted'; readonly covered: Covered | null }
  | { readonly code: 'limit'; readonly limit: LimitName; readonly value: number; readonly covered: Covered | null }
  /** The question is not for the engine, which found that out on its way. */
  | { readonly code: 'outside'; readonly message: string; readonly help: readonly Help[] }
  /** A number leaves 32 bits, after so many steps where that is known. */
  | { readonly code: 'overflow'; readonly steps: number | null }
  /** A condition cannot be computed in a reachable state. */
  | { readonly code: 'no value'; readonly condition: string; readonly why: string }
  /** The search found a run of its abstraction that is none of the model, as far as is known. */
  | { readonly code: 'unconfirmed'; readonly why: string }
  /** What grows in a search on cubes, in the words of the text; and lemmas that may end it, if they were asked for. */
  | {
      readonly code: 'growing';
      /** How many threads or processes its conditions speak of, ascending. */
      readonly actors: readonly number[];
      readonly of: 'processes' | 'threads';
      readonly cells: readonly string[];
      /** One of the widest conditions. */
      readonly condition: string | null;
      /** Declarations in the language of the text: no small instance breaks them, and they are not proved. */
      readonly lemmas: readonly string[];
    }
  /** No refinement is left. */
  | { readonly code: 'stuck'; readonly underSc: boolean }
  /** Some numbers of threads were tried, and nothing is known of others. */
  | {
      readonly code: 'numbers';
      readonly held: readonly number[];
      readonly threads: readonly string[];
      /** For buffers of at most so many writes, and longer ones were not settled. */
      readonly bound?: number;
    }
  /** It holds for buffers of at most `bound` writes, and that is all that is known; the reasons say why. */
  | { readonly code: 'longer buffers'; readonly bound: number; readonly reasons: readonly Reason[] }
  /** It is violated with these buffers, but only because a write waits for room in one for ever. */
  | { readonly code: 'full for ever'; readonly bound: number }
  /** What another engine said. */
  | { readonly code: 'engine'; readonly engine: EngineName; readonly reason: Reason }
  /** The text with a repair in it was not proved right. */
  | { readonly code: 'not repaired'; readonly reasons: readonly Reason[] };

export function outside(message: string, ...help: readonly Help[]): Reason {
  return { code: 'outside', message, help };
}

/** What a certificate is about, where that is not the proof or the text itself. */
export type CertificateOf = 'event cubes' | 'view cubes' | 'array system' | 'predicates';

export type Note =
  /** Some write found no room: longer buffers may allow more. */
  | { readonly code: 'buffer full'; readonly per: 'queue' | 'location' }
  /** Short buffers held before this engine was asked. */
  | { readonly code: 'short buffers held'; readonly bound: number }
  /** There was a choice of engines. */
  | { readonly code: 'chosen'; readonly engine: EngineName; readonly other: EngineName }
  /** Engines that were asked beside the one that answered, and had no answer when it came. */
  | { readonly code: 'side by side'; readonly engines: readonly EngineName[] }
  /** Another engine was asked before, in vain. */
  | { readonly code: 'tried before'; readonly engine: EngineName; readonly reasons: readonly Reason[] }
  /** The text states nothing that could be violated; `properties`: what one writes them with. */
  | { readonly code: 'nothing stated'; readonly properties: string }
  | { readonly code: 'not asked'; readonly properties: readonly string[] }
  /** Runs may leave what the model can say, since wide numbers are computed below 2^31. */
  | { readonly code: 'may wrap' }
  /** No instance has one, or none with so many processes or more. */
  | { readonly code: 'no initial state'; readonly from?: number }
  | { readonly code: 'certificate of'; readonly what: CertificateOf }
  /** Declared invariants that were proved as well. */
  | { readonly code: 'proved too'; readonly invariants: readonly string[] }
  /** An assumption of the model is what is violated. */
  | { readonly code: 'assumption broken'; readonly invariant: string; readonly line: number }
  /** A lemma of the text is wrong: a run, as one word, breaks it. The answer does not rest on it. */
  | {
      readonly code: 'lemma refuted';
      readonly lemma: string;
      readonly line: number;
      /** Where it stands, if not in the text of the model. */
      readonly file?: string;
      readonly steps: number;
      readonly run: string | null;
    }
  /** Of a repair: the temporal properties that were checked again, besides the states. */
  | { readonly code: 'checked again'; readonly states: boolean; readonly properties: readonly string[] }
  | { readonly code: 'not demanded'; readonly property: string; readonly underSc: 'violated' | 'unknown' }
  | { readonly code: 'numbers tried'; readonly numbers: readonly number[]; readonly threads: readonly string[] }
  | { readonly code: 'some sets'; readonly most: number }
  | { readonly code: 'incomplete'; readonly reasons: readonly Reason[] }
  | { readonly code: 'unrepairable'; readonly why: 'under SC' | 'always' | 'all sets tried' };

/** What is told where so many processes, or more, have no initial state. */
export function emptiness(from: number | null): Note[] {
  return from === null ? [] : [{ code: 'no initial state', ...(from > 1 ? { from } : {}) }];
}
