/**
 * The door to Z3: SMT-LIB text in, Z3's printed answers out.
 *
 * Z3 runs as WebAssembly (`z3-solver`), is loaded at the first call and not before, and is never used in the inner loop
 * of a search: a call costs milliseconds, so callers batch many `check-sat` in one script. Every call has a context of
 * its own, hence no declaration, option or assertion is seen by the next call. Z3 reports a wrong command inside its
 * output, as `(error "...")`, and goes on with the next one.
 *
 * The package's own `eval_smtlib2_string` hands a pointer into the WebAssembly stack to another thread and gives that
 * piece of stack free before the thread has read it. So the script is placed on the heap here, where it stays until the
 * answer is there (and where a script may be larger than the stack).
 */
import type { Z3_context } from 'z3-solver';

/** What we use of the WebAssembly module under the package; the package types it `any`. */
interface Machine {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(pointer: number): void;
  /** Starts Z3 on a worker thread; the answer is what the surrounding `async_call` resolves to. */
  _async_Z3_eval_smtlib2_string(context: Z3_context, script: number): void;
  async_call(start: () => void): Promise<string>;
  readonly PThread: { readonly runningWorkers: readonly unknown[]; terminateAllThreads(): void };
}

interface Z3Instance {
  readonly machine: Machine;
  newContext(): Z3_context;
  deleteContext(context: Z3_context): void;
}

/** Null until the first call and after `closeZ3`. */
let instance: Promise<Z3Instance> | null = null;
/** The module does one thing at a time: calls queue up behind this one. */
let lastCall: Promise<unknown> = Promise.resolve();

async function load(): Promise<Z3Instance> {
  const { init } = await import('z3-solver');
  const { Z3, em } = await init();
  const machine: Machine = em;
  return {
    machine,
    newContext: () => {
      // Options set by a script outlive its context.
      Z3.global_param_reset_all();
      const configuration = Z3.mk_config();
      const context = Z3.mk_context(configuration);
      Z3.del_config(configuration);
      return context;
    },
    deleteContext: (context) => Z3.del_context(context),
  };
}

async function evaluate(script: string): Promise<string> {
  instance ??= load();
  const { machine, newContext, deleteContext } = await instance.catch((reason: unknown) => {
    instance = null;
    throw reason;
  });
  const bytes = new TextEncoder().encode(script);
  const text = machine._malloc(bytes.length + 1);
  if (text === 0) throw new Error(`Z3 has no memory for a script of ${bytes.length} bytes`);
  machine.HEAPU8.set(bytes, text);
  machine.HEAPU8[text + bytes.length] = 0;
  const context = newContext();
  try {
    return await machine.async_call(() => machine._async_Z3_eval_smtlib2_string(context, text));
  } finally {
    deleteContext(context);
    machine._free(text);
  }
}

/** Runs the commands of a script and gives what they print, as the `z3` program would. Calls may overlap: they queue. */
export function evaluateSmtLib(script: string): Promise<string> {
  const call = lastCall.then(() => evaluate(script));
  lastCall = call.catch(() => undefined);
  return call;
}

/**
 * Ends Z3's worker threads and lets go of its memory, after the calls already made have been answered. A later call
 * starts Z3 afresh.
 */
export function closeZ3(): Promise<void> {
  const closing = lastCall.then(async () => {
    if (instance === null) return;
    const { machine } = await instance;
    instance = null;
    // A worker reports its end some moments after its answer, and a report from a terminated worker is complained about.
    for (let wait = 0; wait < 200 && machine.PThread.runningWorkers.length > 0; wait++)
      await new Promise((resolve) => setTimeout(resolve, 1));
    machine.PThread.terminateAllThreads();
  });
  lastCall = closing.catch(() => undefined);
  return closing;
}
