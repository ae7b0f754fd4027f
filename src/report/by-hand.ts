/**
 * Stepping by hand as plain data, for views that run elsewhere than the session: a page shows it, and a worker has it. The
 * steps so far are a trace as `--json` prints it, so the views of runs show them.
 */
import type { ByHand, ByHandAnswer, ByHandLimits, Choice } from '../check/by-hand/index.js';
import type { SpellOption } from '../languages/shared/help.js';
import type { MemoryName } from '../memory/models.js';
import { type JsonTraceElement, type JsonViolated, jsonSteps, jsonViolated } from './json-trace.js';
import { DASHED, reasonText } from './remarks.js';
import { bufferScope, plural } from './words.js';

/** The present state, and what can happen next. */
export interface ByHandView {
  readonly memory: MemoryName;
  /** Who acts, in the order of the program. */
  readonly threads: readonly string[];
  /** The initial state and the steps so far. */
  readonly trace: readonly JsonTraceElement[];
  /** What is violated now; null when nothing is. */
  readonly violated: JsonViolated['violated'] | null;
  readonly choices: readonly Choice[];
  /** Where each thread is in the text: at its next statement; null at its end, and where the text does not tell. */
  readonly places: readonly ({ readonly line: number; readonly column: number } | null)[];
  readonly canRedo: boolean;
  /** The steps so far as one word, for `--replay` and for links. */
  readonly run: string;
}

/** The answer to "can this still go wrong?". */
export interface ByHandVerdict {
  readonly verdict: ByHandAnswer['verdict'];
  /** In one sentence. */
  readonly sentence: string;
  /** When violated: the run from the start to the violation; its first steps are those so far. */
  readonly run: string | null;
}

/** A session, wherever it is. */
export interface ByHandClient {
  view(): Promise<ByHandView>;
  /** A choice by its position. */
  take(choice: number): Promise<ByHandView>;
  undo(): Promise<ByHandView>;
  redo(): Promise<ByHandView>;
  /** To the state behind so many of the steps that were taken. */
  goTo(length: number): Promise<ByHandView>;
  /** Begins anew with a run; or says why it does not fit. */
  load(run: string): Promise<ByHandView | { readonly refused: string }>;
  /** Can this still go wrong? */
  ask(): Promise<ByHandVerdict>;
}

export function byHandView(session: ByHand): ByHandView {
  const trace = session.trace();
  const violated = session.violated();
  return {
    memory: trace.memory,
    threads: trace.names,
    trace: jsonSteps(trace),
    violated: violated === null ? null : jsonViolated(trace, violated),
    choices: session.choices(),
    places: session.state().threads.map(({ place }) => place && { line: place.line, column: place.column }),
    canRedo: session.canRedo,
    run: session.run(),
  };
}

export function byHandVerdict(answer: ByHandAnswer, spell: SpellOption = DASHED): ByHandVerdict {
  switch (answer.verdict) {
    case 'violated': {
      const { violated, run, more } = answer;
      const when = more === 0 ? 'is violated now' : `can be violated, in ${plural(more, 'more step', 'more steps')}`;
      return { verdict: 'violated', sentence: `Yes: ${violated.property} ${when}.`, run };
    }
    case 'holds': {
      const scope = bufferScope({ buffer: answer.buffer });
      return { verdict: 'holds', sentence: `No: from here nothing that is asked can be violated${scope}.`, run: null };
    }
    case 'unknown': {
      const why = answer.reasons.map((reason) => reasonText(reason, spell)).join('; ');
      return { verdict: 'unknown', sentence: `Not known: ${why}.`, run: null };
    }
  }
}

/** A session in the same place. `limits` are those of each question. */
export function localByHand(
  session: ByHand,
  limits: () => ByHandLimits = () => ({}),
  spell: SpellOption = DASHED,
): ByHandClient {
  const after = async (act: () => unknown): Promise<ByHandView> => {
    act();
    return byHandView(session);
  };
  return {
    view: () => after(() => {}),
    take: (choice) => after(() => session.take(choice)),
    undo: () => after(() => session.undo()),
    redo: () => after(() => session.redo()),
    goTo: (length) => after(() => session.goTo(length)),
    async load(run) {
      const loaded = session.load(run);
      return loaded.ok ? byHandView(session) : { refused: refusalText(loaded) };
    },
    ask: async () => byHandVerdict(await session.ask(limits()), spell),
  };
}

function refusalText({ message, step }: { readonly message: string; readonly step: number | null }): string {
  return step === null ? message : `step ${step}: ${message}`;
}
