/**
 * Tables 1 and 2 of P. A. Abdulla, M. F. Atig, A. Bouajjani and T. P. Ngo, "The Benefits of Duality in Verifying Concurrent
 * Programs under TSO" (2016), section 7, their columns for Dual-TSO. They were measured on an Intel Core2 at 2.4 GHz.
 *
 * The paper gives names and numbers of processes, and neither texts nor verdicts. The programs in `examples/dual-tso` are ours:
 * what a name stands for, as its usual sources have it, and for litmus tests one way to have that many threads, which each
 * file tells. The paper does not say where fences are, either: ours have those they need. They can be asked without them
 * as well, and the figures of the paper stand beside both.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ProgramFile, readProgram } from '../../src/languages/program/index.js';
import type { Program } from '../../src/models/program/model.js';

export const DUAL_FOLDER = path.join('examples', 'dual-tso');

export interface PaperProgram {
  readonly table: 1 | 2;
  readonly program: string;
  /** In `examples/dual-tso`. */
  readonly file: string;
  readonly processes: number | 'any';
  /** So many `any` threads the explicit engine is asked about, at least one for each part in the test; null in table 1. */
  readonly instance: number | null;
  readonly paperSeconds: number;
  readonly paperConfigurations: number;
}

/** A row of ours: a program of the paper, with fences or without. */
export interface DualQuestion {
  readonly paper: PaperProgram;
  /** `SB`, `SB, without fences`. */
  readonly program: string;
  readonly text: string;
}

function fixed(program: string, file: string, processes: number, seconds: number, configurations: number) {
  const paper = { paperSeconds: seconds, paperConfigurations: configurations };
  return { table: 1, program, file, processes, instance: null, ...paper } satisfies PaperProgram;
}

function any(program: string, file: string, instance: number, seconds: number, configurations: number) {
  const paper = { paperSeconds: seconds, paperConfigurations: configurations };
  return { table: 2, program, file, processes: 'any', instance, ...paper } satisfies PaperProgram;
}

export const PAPER_PROGRAMS: readonly PaperProgram[] = [
  fixed('SB', 'sb.fp', 5, 0.3, 10_641),
  fixed('LB', 'lb.fp', 3, 0.0, 2_048),
  fixed('WRC', 'wrc.fp', 4, 0.0, 1_507),
  fixed('ISA2', 'isa2.fp', 3, 0.0, 509),
  fixed('RWC', 'rwc.fp', 5, 0.1, 4_277),
  fixed('W+RWC', 'w-rwc.fp', 4, 0.0, 1_713),
  fixed('IRIW', 'iriw.fp', 4, 0.0, 520),
  fixed('Nbw_w_wr', 'nbw-w-wr.fp', 2, 0.0, 222),
  fixed('Sense_rev_bar', 'sense-rev-bar.fp', 2, 0.1, 1_704),
  fixed('Dekker', 'dekker.fp', 2, 0.1, 5_053),
  fixed('Dekker_simple', 'dekker-simple.fp', 2, 0.0, 98),
  fixed('Peterson', 'peterson.fp', 2, 0.1, 5_442),
  fixed('Peterson_loop', 'peterson-loop.fp', 2, 0.2, 7_632),
  fixed('Szymanski', 'szymanski.fp', 2, 0.6, 29_018),
  fixed('MP', 'mp.fp', 4, 0.0, 883),
  fixed('Ticket_spin_lock', 'ticket-spin-lock.fp', 3, 0.9, 18_963),
  fixed('Bakery', 'bakery.fp', 2, 2.6, 82_050),
  fixed('Dijkstra', 'dijkstra.fp', 2, 0.2, 8_324),
  fixed('Lamport_fast', 'lamport-fast.fp', 3, 17.7, 292_543),
  fixed('Burns', 'burns.fp', 4, 124.3, 2_762_578),
  any('SB', 'any-sb.fp', 3, 0.0, 147),
  any('LB', 'any-lb.fp', 3, 0.6, 1_028),
  any('MP', 'any-mp.fp', 3, 0.0, 149),
  any('WRC', 'any-wrc.fp', 3, 0.8, 618),
  any('ISA2', 'any-isa2.fp', 3, 4.3, 1_539),
  any('RWC', 'any-rwc.fp', 3, 0.2, 293),
  any('W+RWC', 'any-w-rwc.fp', 3, 1.5, 828),
  any('IRIW', 'any-iriw.fp', 4, 4.6, 648),
];

const FENCE = /^ *fence\n/gm;

/** The questions about a program: as it is, and without its fences if it has some. */
export function questionsAbout(paper: PaperProgram): DualQuestion[] {
  const text = readFileSync(path.join(DUAL_FOLDER, paper.file), 'utf8');
  const plain = text.replace(FENCE, '');
  const asIs = { paper, program: paper.program, text };
  return plain === text ? [asIs] : [asIs, { paper, program: `${paper.program}, without fences`, text: plain }];
}

export function sourceOf({ paper, text }: DualQuestion): ProgramFile {
  const { program, diagnostics } = readProgram(text, paper.file);
  if (program === null) throw new Error(`${paper.file}: ${diagnostics[0]?.message ?? 'it is no program'}`);
  return program;
}

/** With so many `any` threads; null where there are none. */
export function instanceOf(source: ProgramFile, number: number | null): Program {
  const made = source.instantiate(number);
  if (made.kind !== 'program') throw new Error(made.message);
  return made.program;
}
