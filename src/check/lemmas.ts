/**
 * The `lemma` declarations of a text: hints for proofs for any number, which are proved and never trusted.
 *
 * Before the question itself, each lemma is asked as a property of its own, within small limits. One that a run breaks is
 * told, with the run, and left out. The engine gets the others: it begins with those that prove each other
 * (`engines/parameterized/lemmas/inductive.ts`), and looks first at those that were proved here. So no lemma can make an
 * answer wrong, and a wrong one costs some time: all together no more than a third of what there is.
 */

import type { Limits } from '../engines/engine.js';
import type { AskedModel, OpenProgram, Question } from '../engines/question.js';
import type { Note } from '../engines/remarks.js';
import { traceOf } from '../evidence/replay.js';
import { isForCubes } from '../memory/models.js';
import type { ArraySystem, Lemma } from '../models/array-system/model.js';
import { showProperty } from '../models/array-system/show.js';
import type { Place, ProgramLemma } from '../models/program/model.js';
import { type Answered, type Asking, ask } from './ask.js';
import type { Asked } from './read.js';
import { runWord } from './run-word.js';
import { patiently } from './suit.js';

export interface Hinted {
  /** With the lemmas that no run breaks. */
  readonly question: Question;
  readonly notes: readonly Note[];
}

/** One lemma of the text. */
interface Hint {
  readonly shown: string;
  readonly line: number;
  /** The model with nothing to ask but this. */
  readonly alone: AskedModel;
}

type Fate = 'proved' | 'refuted' | 'open';

const LIMITS: Limits = { maxCubes: 1_000, maxStates: 20_000 };
/** All lemmas together may take a third of the time. */
const SHARE = 3;

export async function tryLemmas(asked: Asked, asking: Asking): Promise<Hinted> {
  const { question } = asked;
  const { model, memory, property } = question;
  const hints = property === 'states' && isForCubes(memory) ? patiently(() => hintsOf(model)) : [];
  if ('spent' in hints || hints.length === 0 || (asking.engine ?? 'parameterized') !== 'parameterized')
    return { question, notes: [] };
  const notes: Note[] = [];
  const fates: Fate[] = [];
  const all = asking.budget.part(SHARE);
  for (const [position, { alone, shown, line }] of hints.entries()) {
    if (all.isSpent) {
      fates.push('open');
      continue;
    }
    const limits = { ...asking.limits, ...LIMITS };
    const budget = all.part(hints.length - position);
    const answered = await ask({ ...question, model: alone }, { ...asking, budget, engine: 'parameterized', limits });
    if ('refused' in answered || answered.verdict === 'unknown') fates.push('open');
    else if (answered.verdict === 'holds') fates.push('proved');
    else {
      fates.push('refuted');
      notes.push(await refutation(asked, answered, shown, line));
    }
  }
  // With nothing left, nothing is read again: the question itself is answered by that.
  const changed = asking.budget.isSpent ? model : patiently(() => withFates(model, fates));
  return { question: 'spent' in changed ? question : { ...question, model: changed }, notes };
}

/** The run is replayed before it is told. */
async function refutation(
  asked: Asked,
  { run }: Extract<Answered, { verdict: 'violated' }>,
  lemma: string,
  line: number,
): Promise<Note> {
  const { steps } = await traceOf(run);
  const { file, before } = asked.lemmas ?? { file: '', before: Number.POSITIVE_INFINITY };
  const place = line > before ? { line: line - before, file } : { line };
  return { code: 'lemma refuted', lemma, ...place, steps: steps.length, run: runWord(asked, run) };
}

function hintsOf(model: AskedModel): Hint[] {
  switch (model.kind) {
    case 'system': {
      const { lemmas = [], ...system } = model.system;
      return lemmas.map((lemma, position) => {
        const unsafe = [{ ...lemma, name: lemma.name ?? `lemma[${position + 1}]` }];
        const alone: AskedModel = { kind: 'system', system: { ...system, unsafe } };
        return { shown: showProperty('lemma', lemma), line: lemma.place.line, alone };
      });
    }
    case 'open program': {
      const { open } = model;
      return placesIn(open).map(({ text, place }) => {
        const only = (lemmas: readonly ProgramLemma[]) => lemmas.filter((each) => samePlace(each.place, place));
        const changed = changedProgram(open, (lemmas) => ({ never: only(lemmas), lemmas: [] }));
        // The text says for which threads.
        const shown = `lemma ${text.replace(/ \(\w+ = \d+(, \w+ = \d+)*\)$/, '')}`;
        return { shown, line: place.line, alone: { kind: 'open program', open: changed } };
      });
    }
    case 'program':
      return [];
  }
}

function withFates(model: AskedModel, fates: readonly Fate[]): AskedModel {
  switch (model.kind) {
    case 'system': {
      const lemmas = kept(model.system.lemmas ?? [], fates);
      const system: ArraySystem = { ...model.system, lemmas };
      return { kind: 'system', system };
    }
    case 'open program': {
      const { open } = model;
      const places = placesIn(open);
      const fateOf = ({ place }: ProgramLemma) => fates[places.findIndex((each) => samePlace(each.place, place))];
      const changed = changedProgram(open, (lemmas) => ({
        lemmas: lemmas.flatMap((lemma) => {
          const fate = fateOf(lemma);
          return fate === 'refuted' ? [] : [{ ...lemma, proved: fate === 'proved' }];
        }),
      }));
      return { kind: 'open program', open: changed };
    }
    case 'program':
      return model;
  }
}

function kept(lemmas: readonly Lemma[], fates: readonly Fate[]): Lemma[] {
  return lemmas.flatMap((lemma, position) => {
    const fate = fates[position];
    return fate === 'refuted' ? [] : [{ ...lemma, proved: fate === 'proved' }];
  });
}

/** The lemmas as they stand in the text: one may be several in a program with some threads. */
function placesIn(open: OpenProgram): ProgramLemma[] {
  const found: ProgramLemma[] = [];
  for (const count of [1, 2, 3]) {
    const made = open.instance(count);
    for (const lemma of ('program' in made ? made.program.lemmas : null) ?? []) {
      if (!found.some(({ place }) => samePlace(place, lemma.place))) found.push(lemma);
    }
  }
  return found;
}

function samePlace(one: Place, other: Place): boolean {
  return one.line === other.line && one.column === other.column;
}

type Change = (lemmas: readonly ProgramLemma[]) => {
  readonly lemmas: readonly ProgramLemma[];
  readonly never?: readonly ProgramLemma[];
};

/** The same text, whose programs have other lemmas. */
function changedProgram(open: OpenProgram, change: Change): OpenProgram {
  const { file } = open;
  return {
    ...open,
    file: {
      ...file,
      instantiate: (count, counts) => {
        const made = file.instantiate(count, counts);
        if (made.kind !== 'program') return made;
        return { ...made, program: { ...made.program, ...change(made.program.lemmas ?? []) } };
      },
    },
    instance: (count) => {
      const made = open.instance(count);
      if ('refused' in made) return made;
      return { program: { ...made.program, ...change(made.program.lemmas ?? []) } };
    },
  };
}
