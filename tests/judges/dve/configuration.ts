/** The states of a DVE model, and when two of them are the same. */
import type { Failure } from './evaluate.js';

export type Message = readonly number[];

export interface Running {
  readonly kind: 'running';
  /** The control state of each process. */
  readonly locations: readonly number[];
  /** By cell: see `cells.ts`. */
  readonly values: readonly number[];
  /** By channel: its messages, the oldest first. */
  readonly queues: readonly (readonly Message[])[];
}

/** The error state: one, however it was reached. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
}

export type Configuration = Running | Failed;

/** Equal for two configurations of a model exactly when they are the same state. Every number in them has 16 bits. */
export function configurationKey(configuration: Configuration): string {
  if (configuration.kind === 'failed') return 'failed';
  const { locations, values, queues } = configuration;
  let key = ':';
  for (const location of locations) key += String.fromCharCode(location);
  for (const value of values) key += String.fromCharCode(value & 0xffff);
  for (const queue of queues) {
    key += String.fromCharCode(queue.length);
    for (const message of queue) for (const value of message) key += String.fromCharCode(value & 0xffff);
  }
  return key;
}
