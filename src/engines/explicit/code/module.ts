/** Kernel code that runs: its exported functions and the memory that they work on, in WebAssembly or in JavaScript. */
import { assemble } from './assembler.js';
import type { CodeFunction } from './code.js';
import { printJavaScript } from './javascript.js';
import { WEB_ASSEMBLY } from './webassembly.js';

export type BackEnd = 'wasm' | 'javascript';

export const PAGE = 65_536;
/** No address is larger. */
export const ADDRESSES = 2 ** 32 - PAGE;

export interface RunningModule<Functions> {
  readonly functions: Functions;
  readonly cells: Int32Array;
  /** A memory with at least so many bytes and the same contents up to `used`; what was never written is zero. */
  readonly reserve: (bytes: number, used: number) => Int32Array;
}

/** Throws a RangeError when the host does not give so many bytes. */
export function runModule<Functions>(
  code: readonly CodeFunction[],
  bytes: number,
  backEnd: BackEnd,
): RunningModule<Functions> {
  return backEnd === 'wasm' ? inWebAssembly(code, bytes) : inJavaScript(code, bytes);
}

function inWebAssembly<Functions>(code: readonly CodeFunction[], bytes: number): RunningModule<Functions> {
  return runBytes(assemble(code), bytes);
}

/** The same for code that is assembled already. */
export function runBytes<Functions>(code: Uint8Array<ArrayBuffer>, bytes: number): RunningModule<Functions> {
  if (WEB_ASSEMBLY === null) throw new Error('there is no WebAssembly here');
  const { Memory, Module, Instance } = WEB_ASSEMBLY;
  const memory = new Memory({ initial: Math.ceil(bytes / PAGE), maximum: ADDRESSES / PAGE + 1 });
  const instance = new Instance(new Module(code), { kernel: { memory } });
  return {
    functions: instance.exports as Functions,
    cells: new Int32Array(memory.buffer),
    reserve: (wanted) => {
      memory.grow(Math.max(0, Math.ceil((wanted - memory.buffer.byteLength) / PAGE)));
      return new Int32Array(memory.buffer);
    },
  };
}

function inJavaScript<Functions>(code: readonly CodeFunction[], bytes: number): RunningModule<Functions> {
  let cells = new Int32Array(Math.ceil(bytes / 4));
  const make = new Function('memory', printJavaScript(code));
  const functions = make(cells) as Functions & { attach(memory: Int32Array): void };
  return {
    functions,
    cells,
    reserve: (wanted, used) => {
      const larger = new Int32Array(Math.ceil(wanted / 4));
      larger.set(cells.subarray(0, used / 4));
      cells = larger;
      functions.attach(cells);
      return cells;
    },
  };
}
