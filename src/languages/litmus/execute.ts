/**
 * The instructions of a thread as steps on memory.
 *
 * Registers live here; memory is asked by read steps and told by write steps. The meaning of instructions is that of
 * herd's X86 models, with their simplifications: the flags are those of a comparison with 0 (`SF` says greater, the carry
 * is never set), an access is to one whole location whatever its size, X86 does not look at sizes at all. An instruction
 * with two memory operands reads them as two events, unless it is locked: then both at one moment.
 *
 * A jump back is taken at most `unroll` times for each target; then the thread is cut.
 */

import type { Value } from '../../memory/axiomatic/event.js';
import type { Step } from '../../memory/axiomatic/thread.js';
import { type RegisterFile, registerFile } from './registers.js';
import type {
  Architecture,
  Arithmetic,
  Instruction,
  JumpCondition,
  LitmusThread,
  MemoryOperand,
  Operand,
  RegisterPart,
  Target,
} from './test.js';
import { add, calculate, cut, isGreater, locationOf, signed } from './values.js';

/** Everything that a thread is between two instructions. */
interface State {
  readonly at: number;
  readonly executed: number;
  readonly registers: readonly Value[];
  /** How often each target was jumped back to. */
  readonly jumps: ReadonlyMap<number, number>;
}

interface Write {
  readonly target: Target;
  readonly value: Value;
}

/** Flags and registers that change besides the target. */
type Extra = readonly (readonly [register: number, value: Value])[];

export class ThreadCode {
  private readonly thread: LitmusThread;
  private readonly file: RegisterFile;
  private readonly unroll: number;
  /** For each instruction, what it or a later one may write. */
  private readonly written: readonly (ReadonlySet<string> | null)[];

  constructor(thread: LitmusThread, architecture: Architecture, unroll: number) {
    this.thread = thread;
    this.file = registerFile(architecture);
    this.unroll = unroll;
    this.written = futureWrites(thread.instructions);
  }

  start(): Step {
    return this.run({ at: 0, executed: 0, registers: this.thread.registers, jumps: new Map() });
  }

  /** Goes on to the next step on memory. */
  private run(from: State): Step {
    let state = from;
    for (;;) {
      const instruction = this.thread.instructions[state.at];
      const { registers } = state;
      if (instruction === undefined || instruction.action.kind === 'return') {
        return { kind: 'end', register: (name) => registers[this.file.names.indexOf(name)] ?? 0n };
      }
      const done = this.execute(state, instruction);
      if ('kind' in done) return done;
      state = done;
    }
  }

  private execute(state: State, instruction: Instruction): State | Step {
    const { action } = instruction;
    switch (action.kind) {
      case 'nothing':
      case 'return':
        return advance(state);
      case 'fence':
        return {
          ...this.base(state, instruction),
          kind: 'fence',
          fence: action.fence,
          next: () => this.run(advance(state)),
        };
      case 'jump':
        return this.jump(state, action);
      case 'move':
        return this.read(state, instruction, [action.source], ([value]) =>
          this.write(state, instruction, [{ target: action.target, value: value as Value }], []),
        );
      case 'move-if-carry': {
        if (state.registers[this.file.carry] === 0n) return advance(state);
        return this.read(state, instruction, [action.source], ([value]) =>
          this.write(state, instruction, [{ target: action.target, value: value as Value }], []),
        );
      }
      case 'arithmetic':
        return this.read(state, instruction, [action.target, action.source], ([left, right]) => {
          const value = cut(calculate(action.operation, left as Value, right as Value), instruction.bits);
          const flags = this.flags(value, 0n, instruction.bits);
          return this.write(
            state,
            instruction,
            [{ target: action.target, value }],
            this.changed(action.operation, flags),
          );
        });
      case 'compare':
        return this.read(state, instruction, [action.left, action.right], ([left, right]) => {
          const flags = this.flags(left as Value, right as Value, instruction.bits);
          return this.write(state, instruction, [], [...flags, [this.file.carry, 0n]]);
        });
      case 'test':
        return this.read(state, instruction, [action.left, action.right], ([left, right]) => {
          const common = cut(calculate('and', left as Value, right as Value), instruction.bits);
          const flags = this.flags(common, 0n, instruction.bits);
          return this.write(state, instruction, [], [...flags, [this.file.carry, 0n]]);
        });
      case 'address': {
        const value = cut(this.addressValue(state, action.source), instruction.bits);
        return this.write(state, instruction, [{ target: action.target, value }], []);
      }
      case 'exchange-add':
        return this.read(state, instruction, [action.target, action.source], ([old, source]) => {
          const value = cut(add(old as Value, source as Value), instruction.bits);
          const extra: Extra = [...this.flags(value, 0n, instruction.bits), [this.file.carry, 0n]];
          // Where both are one register, the sum stays.
          const writes = [
            { target: action.source, value: old as Value },
            { target: action.target, value },
          ];
          return this.write(state, instruction, writes, extra);
        });
      case 'set-no-carry': {
        const value = state.registers[this.file.carry] === 0n ? 1n : 0n;
        return this.write(state, instruction, [{ target: action.target, value }], []);
      }
      case 'exchange':
        return this.read(state, instruction, [action.left, action.right], ([left, right]) => {
          const writes = [
            { target: action.left, value: right as Value },
            { target: action.right, value: left as Value },
          ];
          return this.write(state, instruction, writes, []);
        });
      case 'compare-exchange': {
        const accumulator: Target = { kind: 'register', ...this.file.accumulator, bits: instruction.bits };
        return this.read(state, instruction, [action.target, action.source, accumulator], ([old, source, compared]) => {
          const equal = old === compared;
          const write = equal
            ? { target: action.target, value: source as Value }
            : { target: accumulator, value: old as Value };
          return this.write(state, instruction, [write], [[this.file.zero, equal ? 1n : 0n]]);
        });
      }
    }
  }

  /** What an operation does to the flags: not to the carry when it counts, and nothing at all when it inverts. */
  private changed(operation: Arithmetic, flags: Extra): Extra {
    if (operation === 'not') return [];
    return operation === 'inc' || operation === 'dec' ? flags : [...flags, [this.file.carry, 0n]];
  }

  private base(state: State, instruction: Instruction) {
    const { origin, locked } = instruction;
    return { instruction: state.executed, origin, locked, mayWrite: this.written[state.at] ?? null };
  }

  /** Reads operands, those in memory by steps, and goes on with their values cut to the size of the operation. */
  private read(
    state: State,
    instruction: Instruction,
    operands: readonly Operand[],
    then: (values: readonly Value[]) => State | Step,
  ): State | Step {
    const values = new Array<Value>(operands.length).fill(0n);
    const inMemory: { readonly operand: number; readonly location: string }[] = [];
    for (const [index, operand] of operands.entries()) {
      if (operand.kind === 'memory') inMemory.push({ operand: index, location: this.address(state, operand) });
      else values[index] = cut(this.local(state, operand), instruction.bits);
    }
    if (inMemory.length === 0) return then(values);
    const groups = instruction.locked ? [inMemory] : inMemory.map((one) => [one]);
    const readGroup = (group: number, known: readonly Value[]): Step => {
      const wanted = groups[group];
      if (wanted === undefined) return this.goOn(then(known));
      const locations = [...new Set(wanted.map(({ location }) => location))];
      return {
        ...this.base(state, instruction),
        kind: 'read',
        locations,
        next: (read) => {
          const more = [...known];
          for (const { operand, location } of wanted) {
            more[operand] = cut(read[locations.indexOf(location)] as Value, instruction.bits);
          }
          return readGroup(group + 1, more);
        },
      };
    };
    return readGroup(0, values);
  }

  /** Writes targets, those in memory by one step, and other registers; then the instruction is over. */
  private write(state: State, instruction: Instruction, writes: readonly Write[], extra: Extra): State | Step {
    let registers = state.registers;
    for (const [register, value] of extra) registers = registers.with(register, value);
    const accesses = new Map<string, Value>();
    for (const { target, value } of writes) {
      if (target.kind === 'register') registers = this.setRegister(registers, target, value);
      else accesses.set(this.address(state, target), this.word(cut(value, instruction.bits)));
    }
    const after = advance({ ...state, registers });
    if (accesses.size === 0) return after;
    return {
      ...this.base(state, instruction),
      kind: 'write',
      writes: [...accesses].map(([location, value]) => ({ location, value })),
      next: () => this.run(after),
    };
  }

  private goOn(done: State | Step): Step {
    return 'kind' in done ? done : this.run(done);
  }

  private word(value: Value): Value {
    return signed(value, this.file.bits);
  }

  private local(state: State, operand: Exclude<Operand, MemoryOperand>): Value {
    return operand.kind === 'immediate' ? operand.value : part(state.registers, operand);
  }

  private address(state: State, operand: MemoryOperand): string {
    return locationOf(this.addressValue(state, operand));
  }

  private addressValue(state: State, operand: MemoryOperand): Value {
    const { symbol, displacement, base, index, scale } = operand;
    let address: Value = symbol ?? 0n;
    if (base !== null) address = add(address, part(state.registers, base));
    if (index !== null) {
      const value = part(state.registers, index);
      address = add(address, typeof value === 'bigint' ? value * scale : value);
    }
    return this.word(add(address, displacement));
  }

  /** 32 bits clear the upper half of a register, fewer leave the rest as it is. */
  private setRegister(registers: readonly Value[], target: RegisterPart, value: Value): readonly Value[] {
    const { register, bits, shift } = target;
    const old = registers[register];
    if (bits >= 32 || typeof value !== 'bigint' || typeof old !== 'bigint') {
      return registers.with(register, this.word(cut(value, bits)));
    }
    const mask = ((1n << BigInt(bits)) - 1n) << BigInt(shift);
    const kept = BigInt.asUintN(this.file.bits, old) & ~mask;
    return registers.with(register, this.word(kept | ((value << BigInt(shift)) & mask)));
  }

  private flags(left: Value, right: Value, bits: number): Extra {
    const equal = signed(left, bits) === signed(right, bits);
    return [
      [this.file.zero, equal ? 1n : 0n],
      [this.file.sign, isGreater(left, right, bits) ? 1n : 0n],
    ];
  }

  private jump(state: State, jump: { condition: JumpCondition | null; to: number; label: string }): State | Step {
    if (jump.condition !== null && !this.holds(state, jump.condition)) return advance(state);
    const executed = state.executed + 1;
    if (jump.to > state.at) return { ...state, at: jump.to, executed };
    const times = (state.jumps.get(jump.to) ?? 0) + 1;
    if (times > this.unroll) return { kind: 'cut', label: jump.label };
    return { ...state, at: jump.to, executed, jumps: new Map([...state.jumps, [jump.to, times]]) };
  }

  private holds(state: State, condition: JumpCondition): boolean {
    const equal = state.registers[this.file.zero] !== 0n;
    const greater = state.registers[this.file.sign] !== 0n;
    switch (condition) {
      case 'e':
        return equal;
      case 'ne':
        return !equal;
      case 'gt':
      case 's':
        return greater;
      case 'le':
      case 'ns':
        return !greater;
      case 'ge':
        return equal || greater;
      case 'lt':
        // As herd has it: also when equal.
        return equal || !greater;
    }
  }
}

function advance(state: State): State {
  return { ...state, at: state.at + 1, executed: state.executed + 1 };
}

function part(registers: readonly Value[], { register, bits, shift }: RegisterPart): Value {
  const value = registers[register] ?? 0n;
  return cut(typeof value === 'bigint' ? BigInt.asUintN(64, value) >> BigInt(shift) : value, bits);
}

export function targetsOf({ action }: Pick<Instruction, 'action'>): Target[] {
  if (action.kind === 'exchange-add') return [action.source, action.target];
  if (action.kind === 'exchange') return [action.left, action.right];
  return 'target' in action ? [action.target] : [];
}

/** For each instruction the locations that it or one after it may write; null when an address is in a register. */
function futureWrites(instructions: readonly Instruction[]): (ReadonlySet<string> | null)[] {
  const future: (Set<string> | null)[] = instructions.map((instruction) => {
    const written = new Set<string>();
    for (const target of targetsOf(instruction)) {
      if (target.kind !== 'memory') continue;
      const { symbol, displacement, base, index } = target;
      if (base !== null || index !== null) return null;
      written.add(locationOf(add(symbol ?? 0n, displacement)));
    }
    return written;
  });
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = instructions.length - 1; at >= 0; at--) {
      const { action } = instructions[at] as Instruction;
      const nexts = action.kind === 'return' ? [] : action.kind !== 'jump' ? [at + 1] : [action.to];
      if (action.kind === 'jump' && action.condition !== null) nexts.push(at + 1);
      for (const next of nexts) {
        const [now, later] = [future[at], future[next]];
        if (now === null || later === undefined) continue;
        const size = now?.size;
        if (later === null) future[at] = null;
        else for (const location of later) now?.add(location);
        if (later === null || now?.size !== size) changed = true;
      }
    }
  }
  return future;
}
