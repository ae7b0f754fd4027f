/** A program that includes files, in an editor: those that are open count as they are there, others as they are on the disk. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { CodeAction, CodeLens, Diagnostic, InlayHint, Location } from 'vscode-languageserver/node';
import type { JsonOutcome } from '../../src/report/json.js';
import type { JsonPage } from '../../src/report/page/data.js';
import { Client } from './client.js';

const LOCK = `shared flag[2]: bool
proc enter(me: 0..1) {
  flag[me] = true
  wait: await !flag[1 - me]
}
`;
const MAIN = `include "lock.fp"
thread P(me: 0..1) { enter(me); cs: skip; flag[me] = false }
never mutex: P(0)@cs && P(1)@cs
`;

let folder: string;
let client: Client;
const uriOf = (name: string) => pathToFileURL(path.join(folder, name)).href;

beforeEach(async () => {
  expect(inject('buildFailure')).toBeNull();
  folder = mkdtempSync(path.join(tmpdir(), 'fencepost-includes-'));
  writeFileSync(path.join(folder, 'lock.fp'), LOCK);
  client = new Client();
  await client.start();
});

afterEach(() => {
  client.kill();
  rmSync(folder, { recursive: true });
});

const errors = (list: readonly Diagnostic[]) => list.filter(({ severity }) => severity === 1);

it('finds the files on the disk, and those that are open', async () => {
  const [main, lock] = [uriOf('main.fp'), uriOf('lock.fp')];
  await client.open(main, MAIN);
  expect(await client.diagnostics(main)).toEqual([]);
  const call = MAIN.indexOf('enter(me)');
  const declared = await client.ask<Location>('definition', main, call);
  expect(declared).toEqual({
    uri: lock,
    range: { start: { line: 1, character: 5 }, end: { line: 1, character: 10 } },
  });
  const all = await client.ask<Location[]>('references', main, call, { context: { includeDeclaration: true } });
  expect(all.map(({ uri }) => uri)).toEqual([main, lock]);
  await expect(client.ask('rename', main, call, { newName: 'take' })).rejects.toThrow(/within one file only/);

  // Open, it is told of as a part of the other.
  await client.open(lock, LOCK);
  expect(await client.diagnostics(lock)).toEqual([]);
  const at = LOCK.indexOf('enter');
  await expect(client.ask('rename', lock, at, { newName: 'take' })).rejects.toThrow(/`main\.fp`/);
  expect(await client.ask('rename', lock, LOCK.indexOf('me: '), { newName: 'who' })).toMatchObject({
    changes: { [lock]: [{}, {}, {}] },
  });

  // A fault in it is told in both, its fix there.
  const use = LOCK.indexOf('await');
  await client.type(lock, use, use + 'await'.length, 'awiat');
  const [there] = await client.diagnostics(lock, (list) => errors(list).length > 0);
  expect(there?.range.start.line).toBe(3);
  const [here] = await client.diagnostics(main, (list) => errors(list).length > 0);
  expect(here?.range.start).toEqual({ line: 0, character: 0 });
  expect(here?.message).toMatch(/^lock\.fp:4:/);
  const range = client.document(lock).positionAt(use);
  const actions = await client.about<CodeAction[]>('codeAction', lock, {
    range: { start: range, end: range },
    context: { diagnostics: [] },
  });
  expect(actions.map(({ title }) => title)).toEqual(['write `await`']);
  await client.apply(lock, actions[0]?.edit?.changes?.[lock] ?? []);
  expect(await client.diagnostics(main, (list) => list.length === 0)).toEqual([]);
  expect(await client.diagnostics(lock, (list) => list.length === 0)).toEqual([]);

  // Closed, what is on the disk counts again.
  await client.type(lock, 0, 0, 'shared flag: int\n');
  await client.diagnostics(main, (list) => errors(list).length > 0);
  await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: lock } });
  expect(await client.diagnostics(main, (list) => list.length === 0)).toEqual([]);
  writeFileSync(path.join(folder, 'lock.fp'), LOCK.replace('enter', 'other'));
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: lock, type: 2 }] });
  await client.diagnostics(main, (list) => errors(list).length > 0);
  rmSync(path.join(folder, 'lock.fp'));
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: lock, type: 3 }] });
  const missing = await client.diagnostics(main, (list) => /no file/.test(String(list[0]?.message)));
  expect(missing[0]?.code).toBe('unknown-name');
  expect(client.errors).toEqual([]);
  expect(await client.stop()).toBe(0);
});

it('checks, shows and repairs the program with them', async () => {
  const [main, lock] = [uriOf('main.fp'), uriOf('lock.fp')];
  await client.open(main, MAIN);
  await client.open(lock, LOCK);
  const sc = await client.command<{ answer: JsonOutcome }>('fencepost.check', main, 'sc', 'mutex');
  expect(sc.answer.verdict).toBe('holds');
  const tso = await client.connection.sendRequest('fencepost/check', { uri: main, memory: 'tso' });
  expect(tso).toMatchObject({ answer: { verdict: 'violated' } });
  const all = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
  const hints = await client.about<InlayHint[]>('inlayHint', main, { range: all });
  for (const { position } of hints) expect(position.line).toBeLessThan(MAIN.split('\n').length);
  const explored = await client.connection.sendRequest<{ page: JsonPage }>('fencepost/explore', {
    uri: main,
    memory: 'tso',
  });
  expect(explored.page.answer.verdict).toBe('violated');
  const titles = (await client.about<CodeLens[]>('codeLens', main)).map(({ command }) => command?.title);
  expect(titles).toContain('SC: holds');

  // A change of the included text takes the answers away.
  await client.type(lock, 0, 0, '// a lock\n');
  await client.diagnostics(main, (list) => list.length === 0);
  const fresh = (await client.about<CodeLens[]>('codeLens', main)).map(({ command }) => command?.title);
  expect(fresh).toContain('check under SC');

  // The fence belongs into the included file.
  const fixed = await client.command<{ status: string }>('fencepost.fix', main, 'tso');
  expect(fixed.status).toBe('repaired');
  expect(client.text(main)).toBe(MAIN);
  expect(client.text(lock)).toContain('fence');
  const again = await client.connection.sendRequest('fencepost/check', { uri: main, memory: 'tso' });
  expect(again).toMatchObject({ answer: { verdict: 'holds' } });
  expect(client.errors).toEqual([]);
});

it('does not read what is no file, and ends where files include each other', async () => {
  const names = ['/dev/zero', '.', '', 'number3.fp', '../'.repeat(50), '\u0000', 'a'.repeat(5000)];
  for (const [number, name] of names.entries()) {
    const one = uriOf(`number${number}.fp`);
    await client.open(one, `include "${name}"\nthread P { skip }\n`);
    expect(errors(await client.diagnostics(one)).length, name).toBeGreaterThan(0);
  }
  const uri = uriOf('main.fp');
  const other = uriOf('other.fp');
  await client.open(uri, 'include "other.fp"\nthread P { skip }\n');
  await client.open(other, 'include "main.fp"\n');
  const told = await client.diagnostics(uri, (list) => list.length > 0);
  expect(told[0]?.message).toContain('includes itself');
  await client.open('untitled:one.fp', 'include "lock.fp"\nthread P { skip }\n');
  expect(errors(await client.diagnostics('untitled:one.fp')).length).toBeGreaterThan(0);
  expect(client.errors).toEqual([]);
});
