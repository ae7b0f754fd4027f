/** `fencepost lsp`: the language server, by standard input and output. */
import type { Host } from './host.js';
import type { Values } from './options.js';
import { STATUS, type Status } from './status.js';

export async function run(_: Values<'lsp'>, __: readonly string[], host: Host): Promise<Status> {
  const { serve } = await import('../server/lsp.js');
  await serve({ version: host.version, root: host.root, stop: host.stop });
  return STATUS.holds;
}
