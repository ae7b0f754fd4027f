/** `fencepost serve`: the workbench for the browser, from this machine to this machine; or its files for another host. */
import { cp, mkdir, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { SCHEMA } from '../report/json.js';
import { plural } from '../report/words.js';
import { fileFault } from './faults.js';
import type { Host } from './host.js';
import { systemReason } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { contentsOf, serveFiles, z3Files } from './static-files.js';
import { STATUS, type Status } from './status.js';

const USUAL_PORT = 8417;

export async function run(values: Values<'serve'>, _operands: readonly string[], host: Host): Promise<Status> {
  const folder = path.join(host.root, 'dist', 'web');
  const built = await stat(path.join(folder, 'index.html')).catch(() => null);
  if (built === null) return fileFault(host, values.json, folder, 'the page was not built: npm run build makes it');
  return values.into === null ? serve(values, folder, host) : write(values, folder, values.into, host);
}

async function serve({ port, json, quiet }: Values<'serve'>, folder: string, host: Host): Promise<Status> {
  let server: Awaited<ReturnType<typeof serveFiles>>;
  try {
    // Whoever names a port wants that one; otherwise any will do.
    server = await serveFiles(folder, port ?? USUAL_PORT).catch((error: unknown) => {
      if (port !== null) throw error;
      return serveFiles(folder, 0);
    });
  } catch (error) {
    return fileFault(host, json, `127.0.0.1:${port}`, reasonOf(error));
  }
  const taken = (server.address() as AddressInfo).port;
  const address = `http://127.0.0.1:${taken}/`;
  if (json) writeJson(host, { schema: SCHEMA, address, port: taken, folder: null, z3: z3Files().size > 0 });
  else
    host.output.write(quiet ? `${address}\n` : `${address}\n  the workbench, for this machine alone; Ctrl-C ends it\n`);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      server.close(() => resolve());
      server.closeAllConnections();
    };
    if (host.stop.aborted) end();
    else host.stop.addEventListener('abort', end, { once: true });
  });
  return STATUS.holds;
}

async function write({ json, quiet }: Values<'serve'>, folder: string, into: string, host: Host): Promise<Status> {
  try {
    await mkdir(path.join(into, 'z3'), { recursive: true });
    await cp(folder, into, { recursive: true });
    const z3 = z3Files();
    for (const [name, served] of z3) await writeFile(path.join(into, name), await contentsOf(served));
    if (json) writeJson(host, { schema: SCHEMA, address: null, port: null, folder: into, z3: z3.size > 0 });
    else if (!quiet) {
      const with3 = z3.size === 0 ? 'without Z3, which is not installed' : `with ${plural(z3.size, 'file')} of Z3`;
      host.output.write(`${into}: the workbench as static files, ${with3}\n`);
    }
    return STATUS.holds;
  } catch (error) {
    return fileFault(host, json, into, systemReason(error));
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return 'the port is taken by another program: leave out --port, or give another one';
  if (code === 'EACCES') return 'this port is not for everybody: give one above 1023';
  return systemReason(error);
}
