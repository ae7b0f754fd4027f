/** What a kernel has to report when it stops, and how a person is told of it. */
import type { Reason } from '../remarks.js';
import { DIVISION, INDEX, OVERFLOW, SHIFT } from './code/code.js';
import { STATUS } from './header.js';
import type { Kernel } from './kernel.js';

/** `HEADER` says what the parts are. */
export interface KernelReport {
  readonly status: number;
  readonly state: number;
  readonly what: number;
  readonly fault: number;
}

/** Reads what the kernel has to report; after that it goes on. */
export function takeReport(kernel: Kernel): KernelReport {
  const [state, what, fault] = [kernel.get('state'), kernel.get('what'), kernel.get('fault')];
  const status = kernel.get('status');
  kernel.set('status', STATUS.running);
  return { status, state, what, fault };
}

/** A violation, and not that nobody knows. */
export function isFailureReport({ status, fault }: KernelReport): boolean {
  return status === STATUS.violated || (status === STATUS.failed && fault !== OVERFLOW);
}

const FAULTS = new Map([
  [DIVISION, 'division by zero'],
  [INDEX, 'an index is out of bounds'],
  [SHIFT, 'a shift by less than 0 or more than 31'],
]);

/** Of a report that a condition has no value. */
export function withoutValue({ status, state, fault }: KernelReport, condition: string): Reason {
  if (status !== STATUS.undefined) throw new Error(`a kernel stopped with status ${status} in state ${state}`);
  return { code: 'no value', condition, why: FAULTS.get(fault) ?? 'a number does not fit into 32 bits' };
}
