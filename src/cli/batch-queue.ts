import type { Batch, BatchValues } from './batch.js';
import type { Host } from './host.js';
import type { Status } from './status.js';
export async function runInQueue(_b: Batch, _q: string): Promise<Status | null> { return null; }
export async function lookAtQueue(_v: BatchValues, _q: string, _h: Host): Promise<Status> { return 0; }
