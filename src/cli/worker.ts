import type { Host } from './host.js';
import type { Values } from './options.js';
import type { Status } from './status.js';
export async function run(_v: Values<'worker'>, _o: readonly string[], _h: Host): Promise<Status> { return 0; }
