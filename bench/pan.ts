/**
 * SPIN's searchers: made from Promela, run, and what they print.
 *
 * `spin -a -o2` keeps values of dead variables in states, as the programs here do; nothing else is switched. `-DNOREDUCE`
 * turns partial-order reduction off and `-DSAFETY` leaves out what only liveness needs. A first run, not measured, tells how
 * large the table and the stack have to be: larger ones cost time, and smaller ones too.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TWINS_FOLDER } from './twins.js';

export const SPIN_SWITCHES = '-a -o2';
export const GCC_SWITCHES = '-O2 -DSAFETY -DNOREDUCE';
/** In megabytes. */
const MEMORY_LIMIT = 8192;
const FIRST_RUN = '-m10000000 -w24';

export interface PanCounts {
  readonly states: number;
  /** Successors, new or not. */
  readonly transitions: number;
  readonly depth: number;
}

/** What a searcher says; or why that is no complete search. */
export function readPan(text: string): PanCounts | string {
  const errors = /errors: (\d+)/.exec(text)?.[1];
  const states = /(\d+) states, stored/.exec(text)?.[1];
  const transitions = /(\d+) transitions/.exec(text)?.[1];
  const depth = /depth reached (\d+)/.exec(text)?.[1];
  if (errors === undefined || states === undefined || transitions === undefined || depth === undefined) {
    return 'the searcher printed no counts';
  }
  if (errors !== '0') return /^pan:\d+: (.*)$/m.exec(text)?.[1] ?? 'the searcher found an error';
  // `error: max search depth too small`, `out of memory`: it went on, or gave up, without some states.
  const obstacle = /^(?:error: |pan: )?(max search depth too small|out of memory|reached -DMEMLIM bound)/m.exec(
    text,
  )?.[1];
  if (obstacle !== undefined) return obstacle;
  // The initial state is counted as the target of a transition.
  return { states: Number(states), transitions: Number(transitions) - 1, depth: Number(depth) };
}

/** By these the table has 1.4 to 2.8 places for each state, the fastest in trials with four twins, and the stack just fits. */
export function sizesFor({ states, depth }: PanCounts): string {
  return `-m${depth + 10} -w${Math.round(Math.log2(states)) + 1}`;
}

/** The first of these programs that is not there. */
export function missingProgram(): string | null {
  const needed: readonly (readonly [string, string])[] = [
    ['spin', '-V'],
    ['gcc', '--version'],
    ['bash', '--version'],
  ];
  return needed.find(([program, version]) => spawnSync(program, [version]).error !== undefined)?.[0] ?? null;
}

/** `Spin Version 6.5.2 -- 6 December 2019`. */
export function versionOf(program: 'spin' | 'gcc'): string {
  const { stdout } = spawnSync(program, [program === 'spin' ? '-V' : '--version'], { encoding: 'utf8' });
  return stdout.split('\n')[0] ?? '';
}

/** Runs a command in a shell; the seconds are those of the processor. */
function timed(command: string, folder: string): { readonly text: string; readonly seconds: number } {
  const script = `TIMEFORMAT='%U %S'; time ${command}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  if (status !== 0 || times === null) throw new Error(`${command}: ${stdout}${stderr}`);
  return { text: stdout, seconds: Number((Number(times[1]) + Number(times[2])).toFixed(3)) };
}

/** How a searcher is made and run, where it is not for safety alone. */
export interface PanKind {
  readonly compiler: string;
  /** Of each run. */
  readonly options: string;
  /** Changes the copy of the programs in this folder first. */
  change(folder: string): void;
}

const SAFETY: PanKind = { compiler: GCC_SWITCHES, options: '', change: () => {} };

export class Pan {
  readonly counts: PanCounts;
  readonly makingSeconds: number;
  private readonly folder: string;
  private readonly name: string;

  /** `promela`: a file of `bench/twins`, without ending. */
  constructor(
    promela: string,
    private readonly kind: PanKind = SAFETY,
  ) {
    this.name = promela;
    this.folder = mkdtempSync(path.join(tmpdir(), 'fencepost-spin-'));
    try {
      cpSync(TWINS_FOLDER, this.folder, { recursive: true });
      kind.change(this.folder);
      const compile = `gcc ${kind.compiler} -DMEMLIM=${MEMORY_LIMIT} -o pan pan.c`;
      this.makingSeconds = timed(`{ spin ${SPIN_SWITCHES} ${promela}.pml && ${compile}; }`, this.folder).seconds;
      this.counts = this.search(FIRST_RUN).counts;
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** One measured search, in processor seconds. */
  run(): number {
    return this.search(sizesFor(this.counts)).seconds;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private search(options: string): { readonly counts: PanCounts; readonly seconds: number } {
    const { text, seconds } = timed(`./pan ${this.kind.options} ${options}`, this.folder);
    const counts = readPan(text);
    if (typeof counts === 'string') throw new Error(`${this.name}: ${counts}`);
    return { counts, seconds };
  }
}
