/**
 * Who reads when: one state, seen in different ways.
 *
 *   the actor       of a step reads weak cells at `f`, or memory itself when the step is atomic; `fence()` says that it has
 *                   nothing in its buffer there.
 *   an image        of a cube: each of its positions is one of the obligation's.
 *
 * Processes outside of the obligation are those that `outsiders` has names for (witnesses.ts).
 */
import type { Quantified, StateSymbol } from '../../models/array-system/model.js';
import type { Environment, Member, Reading, Seen } from '../cubes/formula.js';
import type { Vocabulary } from '../cubes/vocabulary.js';
import { symbol, TRUE } from '../solvers/smtlib.js';
import { FRONT, type Moments, NOW } from './moments.js';

export interface Outsiders {
  domain(environment: Environment): readonly Member[];
  outside(quantified: Quantified, environment: Environment, sign: boolean, reading: Reading): string;
}

/** Nothing is said of processes outside of the obligation. */
export function noOutsiders(moments: Moments): Outsiders {
  const members = moments.processes.map((process) => ({ process, exists: TRUE }));
  return { domain: () => members, outside: () => TRUE };
}

type CellText = (cell: StateSymbol, processes: readonly string[], seen: Seen) => string;

const NOBODY: Seen = { reader: null, moment: null };

export function readingOf(moments: Moments, outsiders: Outsiders, text: CellText, fence = TRUE): Reading {
  const { vocabulary } = moments;
  const reading: Reading = {
    vocabulary,
    complete: vocabulary.system.processes !== null,
    fence,
    cell: (cell, processes, seen = NOBODY) =>
      // A value that exists, in the cube that mentions it.
      vocabulary.isChoice(cell) ? symbol(vocabulary.cellName(cell, [])) : text(cell, processes, seen),
    domain: (environment) => outsiders.domain(environment),
    outside: (quantified, environment, sign) => outsiders.outside(quantified, environment, sign, reading),
    equal: (left, right) => equalTexts(left, right, vocabulary),
  };
  return reading;
}

/** Two constructors are two values; a text is equal to itself. */
export function equalTexts(left: string, right: string, vocabulary: Vocabulary): boolean | null {
  if (left === right) return true;
  return vocabulary.isConstructor(left) && vocabulary.isConstructor(right) ? false : null;
}

/** As the acting process sees the cells, whoever is named. */
export function readingOfActor(moments: Moments, outsiders: Outsiders, actor: string | null, atomic: boolean): Reading {
  if (actor === null || atomic)
    return readingOf(moments, outsiders, (cell, processes) => moments.plain(cell, processes));
  return readingOf(
    moments,
    outsiders,
    (cell, processes) => moments.seen(cell, processes, actor, FRONT),
    moments.clear(actor, FRONT),
  );
}

/** Where the positions of a cube lie: by process and moment. */
export type Image = (process: string, moment: number) => string;

/** A cube read in the state before the step, its positions being where the image puts them. */
export function readingAt(moments: Moments, outsiders: Outsiders, image: Image): Reading {
  return readingOf(moments, outsiders, (cell, processes, { reader, moment }) =>
    reader === null
      ? moments.plain(cell, processes)
      : moments.seen(cell, processes, reader, moment === null ? NOW : image(reader, moment)),
  );
}
