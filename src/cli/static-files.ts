/**
 * The files of the workbench over HTTP, for this machine alone: `dist/web`, and Z3 from its package. Nothing else is read,
 * whatever a request asks for, and nothing is written.
 *
 *   - It listens on 127.0.0.1, and answers only requests for that address: a page elsewhere whose name leads here gets nothing.
 *   - The page may load from here alone. Its workers generate code, so theirs is the only policy that allows that.
 *   - It is isolated from other origins, without which browsers do not let Z3's threads share memory.
 */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; " +
  "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'; worker-src 'self'";

const ALWAYS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
} as const;

/** What must follow Z3's program so that it can be loaded as a module, too. */
const AS_MODULE = '\nglobalThis.initZ3 = initZ3;\n';
const Z3_FILES = ['z3-built.js', 'z3-built.wasm'] as const;

/** A file that is served: where it is, and what is added to it. */
export interface Served {
  readonly file: string;
  readonly added: string;
}

/** The folder of Z3's files; null where the package is not installed. */
function z3Folder(): string | null {
  try {
    return path.dirname(createRequire(import.meta.url).resolve('z3-solver'));
  } catch {
    return null;
  }
}

/** By its path in an address; null where nothing is served. */
export function servedAt(pathname: string, folder: string): Served | null {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (!/^\/[\w./+-]*$/.test(name) || name.split('/').some((part) => part.startsWith('.'))) return null;
  if (name.endsWith('/')) name += 'index.html';
  const z3 = Z3_FILES.find((file) => name === `/z3/${file}`);
  if (z3 !== undefined) {
    const from = z3Folder();
    return from === null ? null : { file: path.join(from, z3), added: z3.endsWith('.js') ? AS_MODULE : '' };
  }
  return { file: path.join(folder, ...name.split('/')), added: '' };
}

/** All that a host needs to serve Z3 as well, by their names there. */
export function z3Files(): ReadonlyMap<string, Served> {
  const from = z3Folder();
  if (from === null) return new Map();
  return new Map(
    Z3_FILES.map((file) => [
      `z3/${file}`,
      { file: path.join(from, file), added: file.endsWith('.js') ? AS_MODULE : '' },
    ]),
  );
}

async function respond(request: IncomingMessage, response: ServerResponse, folder: string): Promise<void> {
  const end = (status: number, text: string): void => {
    response.writeHead(status, { ...ALWAYS, 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`${text}\n`);
  };
  const { port } = request.socket.address() as { readonly port?: number };
  const asked = request.headers.host ?? '';
  if (asked !== `127.0.0.1:${port}` && asked !== `localhost:${port}`)
    return end(421, 'this is served to 127.0.0.1 alone');
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(405, 'only GET and HEAD');
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const served = servedAt(pathname, folder);
  const found = served === null ? null : await stat(served.file).catch(() => null);
  if (served === null || found === null || !found.isFile()) return end(404, 'there is no such file');
  const extension = path.extname(served.file);
  const policy = extension === '.html' ? PAGE_POLICY : extension === '.js' ? WORKER_POLICY : "default-src 'none'";
  response.writeHead(200, {
    ...ALWAYS,
    'Content-Security-Policy': policy,
    'Content-Type': TYPES[extension] ?? 'application/octet-stream',
    'Content-Length': found.size + Buffer.byteLength(served.added),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = createReadStream(served.file);
  stream.on('error', () => response.destroy());
  stream.on('end', () => response.end(served.added));
  stream.pipe(response, { end: false });
}

/** Listens on 127.0.0.1; rejects with node's error where that is not possible. */
export function serveFiles(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    respond(request, response, folder).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

export async function contentsOf({ file, added }: Served): Promise<Buffer> {
  return Buffer.concat([await readFile(file), Buffer.from(added)]);
}
