/** The extension out of its package, with a stand-in for the editor and the server that is in the package. */
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { example } from '../../report/page/pages.js';
import { type Unpacked, unpacked } from './packed.js';
import { Editor } from './stub.js';

interface Extension {
  activate(context: object): Promise<void>;
  deactivate(): Promise<void>;
}

type Load = (request: string, ...rest: unknown[]) => unknown;

/** Loaded anew, with this editor as its `vscode`. */
function load(folder: string, editor: Editor): Extension {
  const file = path.join(folder, 'dist', 'extension.js');
  const loader = Module as unknown as { _load: Load };
  const usual = loader._load;
  loader._load = (request, ...rest) => (request === 'vscode' ? editor.vscode : usual.call(loader, request, ...rest));
  try {
    const require = createRequire(import.meta.url);
    delete require.cache[file];
    return require(file) as Extension;
  } finally {
    loader._load = usual;
  }
}

let pack: Unpacked;
let editor: Editor;
let extension: Extension;
const subscriptions: { dispose(): void }[] = [];

beforeAll(async () => {
  expect(inject('buildFailure')).toBeNull();
  pack = await unpacked();
  editor = new Editor({ 'fencepost.path': '', 'fencepost.timeout': 3600, 'fencepost.maxMemory': 1024 });
  extension = load(pack.extension, editor);
  await extension.activate({ extensionPath: pack.extension, subscriptions });
});

afterAll(async () => {
  for (const each of subscriptions) each.dispose();
  await extension?.deactivate();
  pack?.remove();
});

describe('the extension', () => {
  it('starts the server of the package, which finds what is wrong in a text', async () => {
    const text = example('programs/peterson.fp').replace('turn = other', 'trun = other');
    const { uri } = editor.open('/somewhere/broken.fp', 'fencepost', text);
    await expect.poll(() => editor.diagnostics.get(`${uri}`)?.length ?? 0).toBeGreaterThan(0);
    const [first] = editor.diagnostics.get(`${uri}`) ?? [];
    expect(first?.message).toContain('`trun`');
    expect(text.split('\n')[first?.range.start.line ?? 0]).toContain('trun');
  });

  it('shows a counterexample in a panel, and marks the line of a step', async () => {
    const text = example('programs/peterson.fp');
    const { uri } = editor.open('/somewhere/peterson.fp', 'fencepost', text);
    await editor.run('fencepost.explore');
    const [panel] = editor.panels;
    expect(panel?.html).toMatch(/default-src 'none'; script-src 'nonce-[^']+'/);
    expect(panel?.received.map(({ kind }) => kind)).toEqual(['working', 'show']);
    const page = panel?.received.at(-1)?.page as { headline: string; answer: { verdict: string } };
    expect(page.headline).toMatch(/^violated with 2 threads under TSO/);
    panel?.say({ kind: 'reveal', lines: { first: 22, last: 22 } });
    await expect.poll(() => editor.marked).toEqual([21]);
    panel?.say({ kind: 'reveal', lines: null });
    await expect.poll(() => editor.marked).toEqual([]);
    // A page that is made anew is told again.
    panel?.say({ kind: 'ready' });
    expect(panel?.received.map(({ kind }) => kind)).toEqual(['working', 'show', 'show']);
    panel?.close();
    expect(`${uri}`).toBe('file:///somewhere/peterson.fp');
  });

  it('checks a model from the palette, and opens the panel when it is violated', async () => {
    const before = editor.panels.length;
    await editor.run('fencepost.checkFile');
    expect(editor.messages.at(-1)).toBe('Fencepost: violated');
    await expect.poll(() => editor.panels.length).toBe(before + 1);
    await expect.poll(() => editor.panels.at(-1)?.received.at(-1)?.kind).toBe('show');
    editor.pick = 2;
    await editor.run('fencepost.checkFile');
    editor.pick = 0;
    expect(editor.messages.at(-1)).toBe('Fencepost: holds');
    expect(editor.panels.length).toBe(before + 1);
  });

  it('offers tasks for the text that is open', () => {
    const tasks = editor.tasks.flatMap((provider) => provider.provideTasks()) as {
      name: string;
      matchers: string;
      execution: { process: string; args: string[] };
    }[];
    expect(tasks.map(({ name }) => name)).toEqual(['check peterson.fp', 'compare peterson.fp', 'fix peterson.fp']);
    const [check] = tasks;
    expect(check?.matchers).toBe('$fencepost');
    expect(check?.execution.args).toEqual([
      path.join(pack.extension, 'server', 'dist', 'cli.js'),
      ...['check', 'peterson.fp'],
    ]);
  });
});
