/**
 * What host and kernel tell each other: a few fields at the start of memory, how the host names them and how kernel code
 * reads and writes them.
 */
import {
  binary,
  type Code,
  type CodeFunction,
  call,
  constant,
  get,
  load,
  ONE,
  perform,
  return_,
  type Statement,
  store,
  when,
  ZERO,
} from './code/code.js';

/** Addresses of the fields. */
export const HEADER = {
  count: 0,
  /** Why the kernel stopped: one of STATUS. */
  status: 4,
  /** The state where: the violating one, or the one whose step fails. */
  state: 8,
  /** The number of the step that fails, or of the property. */
  what: 12,
  /** The fault of the step. */
  fault: 16,
  /** The size of the table less one. */
  mask: 20,
  /** No state is expanded when there are this many. */
  ceiling: 24,
  /** Successors since the host looked last. */
  transitions: 28,
  /** Whether a step was ever refused because a buffer is full. */
  full: 32,
  /** The number of the first step that leads to this state is noted in `found`, and one more. */
  target: 36,
  found: 40,
  /** The state that is being expanded; NO_PARENT while initial states are added. */
  parent: 44,
  /** Where the table begins. */
  table: 48,
  /** Where the next successor of the batch is put. */
  batched: 52,
  /** Where the next successor is told the host, in kernels that do so. */
  listed: 56,
  /** One more than the number of the first state from which nothing can happen while a thread is not at its end. */
  stuck: 60,
  /** Steps of the state that is expanded with which a thread goes on waiting, times the bytes of a waiting successor. */
  idle: 64,
  /** Not 0 while successors are told the host, in kernels that do so when they are asked to. */
  listing: 68,
  /** Where states are dealt out (`parallel/dealing.ts`): the number of this partition, and the same as part of a reference. */
  partition: 72,
  reference: 76,
  /** Successors that were sent to other partitions since the host looked last. */
  sent: 80,
  /** Not 0 when a box for another partition may be too full for the successors of one more state. */
  crowded: 84,
  /** Successors that were sent, or put into the batch, a short while ago, and are left out now. */
  again: 88,
  /** Who sleeps in the state that is expanded (`parallel/sleep.ts`), and its number. */
  asleep: 92,
  expanding: 96,
} as const;
export const NO_PARENT = -1;
/** Which exchanges of threads belong to `found`: a bit for each. */
export const SWAPS = 128;
export const HEADER_BYTES = 192;
export const MOST_SWAPS = 8 * (HEADER_BYTES - SWAPS);

export const STATUS = { running: 0, violated: 1, failed: 2, undefined: 3 } as const;

export function field(address: number): Code {
  return load(constant(address));
}

export function setField(address: number, value: Code): Statement {
  return store(constant(address), 0, value);
}

/** Added to the number of a step with which a thread goes on waiting and nothing changes. */
export const IDLE = 2 ** 30;

/** What is violated, where it is no property of the list: a failure, and `never deadlock`. */
export const WHAT = { failure: -1, deadlock: -2 } as const;

/** A step was refused because a buffer is full. */
export function markFull(): Statement {
  return setField(HEADER.full, ONE);
}

/** Tells the host why the kernel stops. */
export function report(status: keyof typeof STATUS, state: Code, what: Code, fault: Code): Statement {
  return perform('report', constant(STATUS[status]), state, what, fault);
}

/** A step of state `id` fails: returns 1. */
export function returnFailure(step: Code, fault: Code): Statement {
  return return_(call('fail', get('id'), step, fault));
}

export function failFunction(): CodeFunction {
  // What is wrong with a successor that was found before counts before.
  const body = [perform('insert'), report('failed', get('id'), get('step'), get('reason')), return_(ONE)];
  return { name: 'fail', parameters: ['id', 'step', 'reason'], body, exported: false };
}

/** The first report counts. */
export function reportFunction(): CodeFunction {
  const noted = [
    setField(HEADER.status, get('status')),
    setField(HEADER.state, get('state')),
    setField(HEADER.what, get('what')),
    setField(HEADER.fault, get('reason')),
  ];
  return {
    name: 'report',
    parameters: ['status', 'state', 'what', 'reason'],
    body: [when(binary('==', field(HEADER.status), ZERO), noted)],
    exported: false,
  };
}
