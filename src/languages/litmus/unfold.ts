/**
 * A thread of a litmus test as a finite automaton, given the values that each location may hold.
 *
 * A state of the automaton is a place in the text and what the registers hold there. It is left by executing one
 * instruction, alone, on those registers: what that means is said once, in `execute.ts`, and asked here for every
 * combination of values that its reads may see. So everything that registers decide (results, flags, addresses, whether a
 * jump is taken) is known in the automaton, and its edges are about memory only: they read certain values, write certain
 * values, or are local. A jump back leads to a state that is there already, when the registers are the same: loops are loops.
 *
 * An instruction with a load and a store that is not locked has a state in between. A locked one is a single atomic edge,
 * also where it turns out to write nothing: it empties the buffer all the same.
 */
import type { Access, Value } from '../../memory/axiomatic/event.js';
import type { ReadStep, Step } from '../../memory/axiomatic/thread.js';
import { ThreadCode } from './execute.js';
import { registerFile } from './registers.js';
import type { Architecture, Instruction, LitmusThread } from './test.js';

export interface LocalEdge {
  readonly from: number;
  readonly to: number;
  /** The edge is for the case that all these locations hold these values. */
  readonly reads: readonly Access[];
  readonly writes: readonly Access[];
  /** Registers that change. */
  readonly registers: readonly { readonly register: number; readonly value: Value }[];
  readonly atomic: boolean;
  readonly fence: boolean;
  readonly storeFence?: true;
  readonly text: string;
  /** Position of the instruction in its thread; the number of instructions for the end. */
  readonly instruction: number;
}

/** States are numbered from 0, where the thread begins; the last one is its end. */
export interface Unfolding {
  readonly states: number;
  readonly edges: readonly LocalEdge[];
}

/** Null when there are more than `most` states. */
export function unfold(
  thread: LitmusThread,
  architecture: Architecture,
  values: (location: string) => Iterable<Value>,
  most: number,
): Unfolding | null {
  const unfolder = new Unfolder(thread, architecture, values);
  return unfolder.run(most);
}

/** Between two instructions. */
interface State {
  readonly number: number;
  readonly at: number;
  readonly registers: readonly Value[];
}

class Unfolder {
  private readonly thread: LitmusThread;
  private readonly architecture: Architecture;
  private readonly values: (location: string) => Iterable<Value>;
  private readonly states: State[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly edges: LocalEdge[] = [];
  private count = 0;

  constructor(thread: LitmusThread, architecture: Architecture, values: (location: string) => Iterable<Value>) {
    this.thread = thread;
    this.architecture = architecture;
    this.values = values;
  }

  run(most: number): Unfolding | null {
    const { instructions, registers } = this.thread;
    this.state(0, registers);
    const last: State[] = [];
    for (let next = 0; next < this.states.length; next++) {
      if (this.count > most) return null;
      const state = this.states[next] as State;
      const instruction = instructions[state.at];
      if (instruction === undefined || instruction.action.kind === 'return') last.push(state);
      else this.execute(state, instruction);
    }
    const end = this.count++;
    const nothing = { reads: [], writes: [], registers: [], atomic: false };
    // At the end all writes have reached memory.
    for (const { number, at } of last) {
      this.edges.push({ ...nothing, from: number, to: end, fence: true, text: 'end', instruction: at });
    }
    return { states: this.count, edges: this.edges };
  }

  /** The number of a state between two instructions. */
  private state(at: number, registers: readonly Value[]): number {
    const key = `${at} ${registers.map((value) => `${typeof value === 'string' ? '&' : ''}${value}`).join(' ')}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.count++;
    this.numbers.set(key, number);
    this.states.push({ number, at, registers });
    return number;
  }

  private execute(state: State, instruction: Instruction): void {
    const { action } = instruction;
    // A jump to where it stands, with no jump back allowed: it is taken exactly when it is cut.
    const alone = action.kind === 'jump' ? { ...instruction, action: { ...action, to: 0 } } : instruction;
    const thread = { instructions: [alone], registers: state.registers };
    const first = new ThreadCode(thread, this.architecture, 0).start();
    this.follow(state, instruction, first, state.number, []);
  }

  /** Goes on with an instruction that has come to a state by the reads before; those of `reads` belong to the next edge. */
  private follow(state: State, instruction: Instruction, step: Step, from: number, reads: readonly Access[]): void {
    const { at } = state;
    const base = { from, reads, writes: [], registers: [], fence: false, text: instruction.origin, instruction: at };
    const atomic = instruction.locked && reads.length > 0;
    switch (step.kind) {
      case 'read':
        for (const seen of this.combinations(step)) {
          const next = step.next(seen.map(({ value }) => value));
          if (step.locked || next.kind === 'end') {
            this.follow(state, instruction, next, from, [...reads, ...seen]);
            continue;
          }
          const between = this.count++;
          this.edges.push({ ...base, reads: seen, atomic: false, to: between });
          this.follow(state, instruction, next, between, []);
        }
        return;
      case 'write': {
        const { to, registers } = this.after(state, step.next());
        this.edges.push({ ...base, atomic: step.locked, writes: step.writes, to, registers });
        return;
      }
      case 'fence': {
        const { to, registers } = this.after(state, step.next());
        const parts = step.fence === 'store' ? { storeFence: true as const } : {};
        this.edges.push({ ...base, atomic: false, fence: step.fence === 'full', ...parts, to, registers });
        return;
      }
      case 'cut':
      case 'end': {
        const { to, registers } = this.after(state, step);
        this.edges.push({ ...base, atomic, to, registers });
        return;
      }
    }
  }

  /** Where an instruction leads, and the registers it has changed. */
  private after({ at, registers: before }: State, step: Step): Pick<LocalEdge, 'to' | 'registers'> {
    const { action } = this.thread.instructions[at] as Instruction;
    if (step.kind === 'cut') {
      if (action.kind !== 'jump') throw new Error('only a jump is cut');
      return { to: this.state(action.to, before), registers: [] };
    }
    if (step.kind !== 'end') throw new Error('an instruction ends with its write or its fence');
    const registers = registerFile(this.architecture).names.map((name) => step.register(name));
    const changed = registers.flatMap((value, register) => (value === before[register] ? [] : [{ register, value }]));
    return { to: this.state(at + 1, registers), registers: changed };
  }

  /** What the locations may hold at the moment of a read. */
  private combinations({ locations }: ReadStep): Access[][] {
    return locations.reduce<Access[][]>(
      (tuples, location) =>
        tuples.flatMap((tuple) => [...this.values(location)].map((value) => [...tuple, { location, value }])),
      [[]],
    );
  }
}
