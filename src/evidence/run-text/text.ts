/**
 * A run as one word that people can paste, link and mail: `fp1.tso.p.3f2a9c1b04de..a0_b0_a1.5d0c33e1`. Its parts stand between
 * dots:
 *
 *     fp1            the version of this form
 *     tso            the memory that it is a run of
 *     p, p2, s3      of a program; of one with 2 of each `any` thread; of a model of arrays with 3 processes
 *     3f2a9c1b04de   the model, by its digest (`digest.ts`)
 *     0_-3           the values that the text leaves open at the start, in the order of the cells
 *     a0_b4~1_A      the steps
 *     5d0c33e1       a checksum of everything before the last dot
 *
 * Of a program `b4~1` is a step of the second thread, its edge number 4 (from 0), with 1 for the value that the statement
 * leaves open. Of a model of arrays `4-1-2~7~0` is transition number 4 (from 0) of processes #1 and #2, which leaves cell 7
 * open: it gets 0. A capital letter is a write that reaches memory: `A` the oldest of the first thread, `A3` its oldest to
 * cell 3. The steps behind a lone `-` are repeated for ever.
 *
 * Every character may stand in an address. A word that was cut off or retyped has another checksum.
 */
import { sha256 } from '../../logic/sha256.js';
import { MEMORY_NAMES, type MemoryName } from '../../memory/models.js';

/** What the word says. What it means is up to the model. */
export interface WrittenRun {
  readonly kind: 'program' | 'system';
  readonly memory: MemoryName;
  /** Of each open thread, or of processes; null where the text says how many there are. */
  readonly count: number | null;
  /** The first digits of the digest. */
  readonly model: string;
  readonly first: readonly string[];
  readonly steps: readonly WrittenStep[];
  /** The number of steps before those that are repeated for ever; null for a run that ends. */
  readonly cycle: number | null;
}

export type WrittenStep =
  | { readonly kind: 'drain'; readonly actor: number; readonly cell: number | null }
  /** An edge of a thread, from 0. */
  | { readonly kind: 'edge'; readonly actor: number; readonly number: number; readonly values: readonly string[] }
  /** A transition; the values are those of cells, each behind the number of its cell. */
  | {
      readonly kind: 'transition';
      readonly number: number;
      readonly processes: readonly number[];
      readonly values: readonly string[];
    };

export type ReadRun =
  | { readonly ok: true; readonly run: WrittenRun }
  | { readonly ok: false; readonly message: string };

const VERSION = 'fp1';
/** Digits of the digest of the model, and of the checksum. */
export const MODEL_DIGITS = 12;
const CHECKSUM_DIGITS = 8;
/** A word is pasted, not streamed. */
const LONGEST = 1_000_000;

export function writeRun({ kind, memory, count, model, first, steps, cycle }: WrittenRun): string {
  const words = steps.map(stepWord);
  if (cycle !== null) words.splice(cycle, 0, '-');
  const content = [
    VERSION,
    memory,
    `${kind === 'program' ? 'p' : 's'}${count ?? ''}`,
    model,
    first.join('_'),
    words.join('_'),
  ].join('.');
  return `${content}.${checksum(content)}`;
}

function checksum(content: string): string {
  return sha256(content).slice(0, CHECKSUM_DIGITS);
}

function stepWord(step: WrittenStep): string {
  switch (step.kind) {
    case 'drain':
      return `${letters(step.actor).toUpperCase()}${step.cell ?? ''}`;
    case 'edge':
      return [`${letters(step.actor)}${step.number}`, ...step.values].join('~');
    case 'transition':
      return [[step.number, ...step.processes].join('-'), ...step.values].join('~');
  }
}

/** `a` to `z`, then `aa`, `ab` and so on. */
function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26));
  return number < 26 ? last : `${letters(Math.floor(number / 26) - 1)}${last}`;
}

function numberOf(word: string): number {
  return [...word.toLowerCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1;
}

const NUMBER = '(?:0|[1-9][0-9]{0,15})';
const VALUE = `-?${NUMBER}(?:d[1-9][0-9]{0,15})?`;
const DRAIN = new RegExp(`^([A-Z]{1,3})(${NUMBER})?$`);
const EDGE = new RegExp(`^([a-z]{1,3})(${NUMBER})((?:~${VALUE})*)$`);
const TRANSITION = new RegExp(`^(${NUMBER})((?:-${NUMBER})*)((?:~${NUMBER}~${VALUE})*)$`);
const SUBJECT = new RegExp(`^([ps])(${NUMBER})?$`);
const FIRST = new RegExp(`^(?:${VALUE}(?:_${VALUE})*)?$`);

/** Trusts nothing but the form: whether it is a run of some model is not asked here. */
export function readRun(text: string): ReadRun {
  const refuse = (message: string): ReadRun => ({ ok: false, message });
  const word = text.trim();
  if (word.length > LONGEST) return refuse(`a run has at most ${LONGEST} characters`);
  const parts = word.split('.');
  const [version = '', memory = '', subject = '', model = '', first = '', steps = ''] = parts;
  if (version !== VERSION) {
    return refuse(
      /^fp\d+$/.test(version)
        ? `the run is written in the form ${version}, and this version of Fencepost reads ${VERSION}`
        : `this is no run: the text of a run begins with ${VERSION}.`,
    );
  }
  const content = parts.slice(0, -1).join('.');
  if (parts.length !== 7 || parts.at(-1) !== checksum(content)) {
    return refuse('the text of the run is damaged: its checksum does not fit; was it cut off, or changed?');
  }
  const name = MEMORY_NAMES.find((each) => each === memory);
  const about = SUBJECT.exec(subject);
  const wellFormed = new RegExp(`^[0-9a-f]{${MODEL_DIGITS}}$`).test(model) && FIRST.test(first);
  if (name === undefined || about === null || !wellFormed) return refuse('the text of the run says something unknown');
  const words = steps === '' ? [] : steps.split('_');
  const cycle = words.indexOf('-');
  const kind = about[1] === 'p' ? 'program' : 'system';
  const read = words.filter((_, position) => position !== cycle).map((each) => readStep(kind, each));
  const wrong = read.indexOf(null);
  if (wrong >= 0) return refuse(`step ${wrong + 1} of the run cannot be read`);
  return {
    ok: true,
    run: {
      kind,
      memory: name,
      count: about[2] === undefined ? null : Number(about[2]),
      model,
      first: first === '' ? [] : first.split('_'),
      steps: read.filter((step) => step !== null),
      cycle: cycle < 0 ? null : cycle,
    },
  };
}

function readStep(kind: WrittenRun['kind'], word: string): WrittenStep | null {
  const drain = DRAIN.exec(word);
  if (drain !== null) {
    const [, actor = '', cell] = drain;
    return { kind: 'drain', actor: numberOf(actor), cell: cell === undefined ? null : Number(cell) };
  }
  const listed = (text = '', separator: string): string[] => text.split(separator).slice(1);
  if (kind === 'program') {
    const edge = EDGE.exec(word);
    if (edge === null) return null;
    return { kind: 'edge', actor: numberOf(edge[1] ?? ''), number: Number(edge[2]), values: listed(edge[3], '~') };
  }
  const transition = TRANSITION.exec(word);
  if (transition === null) return null;
  const [, number, processes, values] = transition;
  return {
    kind: 'transition',
    number: Number(number),
    processes: listed(processes, '-').map(Number),
    values: listed(values, '~'),
  };
}
