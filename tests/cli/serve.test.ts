/** `fencepost serve`: what is served to whom, and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedAt } from '../../src/cli/static-files.js';
import { validate } from '../support/schema.js';

const program = path.resolve('dist', 'cli.js');

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function get(port: number, url: string, options: RequestOptions = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: url, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('serve', () => {
  let child: ChildProcess;
  let port = 0;
  let first = '';

  beforeAll(async () => {
    child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    first = await new Promise<string>((resolve) => child.stdout?.once('data', (data: Buffer) => resolve(`${data}`)));
    port = (JSON.parse(first) as { readonly port: number }).port;
  });
  afterAll(() => child.kill('SIGKILL'));

  test('says where, as its schema has it', () => {
    expect(validate(first.trim())).toBe('serve');
    expect(JSON.parse(first)).toMatchObject({ address: `http://127.0.0.1:${port}/`, folder: null });
  });

  test('the page, isolated from other origins, which may load from here alone', async () => {
    const { status, headers, text } = await get(port, '/');
    expect([status, text.startsWith('<!doctype html>')]).toEqual([200, true]);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect((await get(port, '/engine.js')).headers['content-type']).toContain('javascript');
    expect((await get(port, '/z3/z3-built.js')).text).toMatch(/globalThis\.initZ3 = initZ3;\n$/);
  });

  test('nothing but its files, to nobody but this machine', async () => {
    const statusOf = async (url: string, options?: RequestOptions) => (await get(port, url, options)).status;
    for (const url of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fcli.js',
      '/parts',
      '/nowhere.js',
      '/%',
      '/.git',
    ]) {
      expect([url, await statusOf(url)]).toEqual([url, 404]);
    }
    expect(await statusOf('/', { headers: { host: 'elsewhere.example' } })).toBe(421);
    expect(await statusOf('/', { method: 'POST' })).toBe(405);
    expect(await statusOf('/', { method: 'HEAD' })).toBe(200);
  });

  test('a port that is taken is told', async () => {
    const other = spawn(process.execPath, [program, 'serve', '--port', `${port}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    other.stderr?.on('data', (data: Buffer) => {
      errors += data;
    });
    const status = await new Promise((resolve) => other.on('close', resolve));
    expect([status, errors]).toEqual([2, expect.stringContaining('the port is taken by another program')]);
  });

  test('ends with Ctrl-C', async () => {
    const ended = new Promise((resolve) => child.on('close', (status) => resolve(status)));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});

test('--into writes what another host needs', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));
  try {
    const child = spawn(process.execPath, [program, 'serve', '--into', folder], { stdio: 'ignore' });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    for (const file of ['index.html', 'main.js', 'service-worker.js', 'z3/z3-built.wasm'])
      expect([file, existsSync(path.join(folder, file))]).toEqual([file, true]);
    expect(readFileSync(path.join(folder, 'z3', 'z3-built.js'), 'utf8')).toMatch(/globalThis\.initZ3 = initZ3;\n$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('no path leads out of the folder', () => {
  for (const wrong of ['/../x', '/a/../../x', '/%2e%2e/x', '//etc/passwd%00', '/a\\..\\x', '/.hidden', 'x'])
    expect([wrong, servedAt(wrong, '/web')]).toEqual([wrong, null]);
  expect(servedAt('/', '/web')).toEqual({ file: path.join('/web', 'index.html'), added: '' });
});
