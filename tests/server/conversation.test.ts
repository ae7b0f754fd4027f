/** Conversations of an editor with the built server: open, type, an error, its fix, hover, rename, format, check, cancel. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { CodeAction, CodeLens, DocumentSymbol, InlayHint, TextEdit } from 'vscode-languageserver/node';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type { JsonOutcome } from '../../src/report/json.js';
import type { JsonPage } from '../../src/report/page/data.js';
import { Client } from './client.js';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples');
const read = (file: string) => readFileSync(path.join(EXAMPLES, file), 'utf8');

let client: Client;

beforeEach(async () => {
  expect(inject('buildFailure')).toBeNull();
  client = new Client();
  await client.start();
});

afterEach(() => client.kill());

interface Hover {
  readonly contents: { readonly value: string };
}

type Changes = { readonly changes: Readonly<Record<string, TextEdit[]>> };

/** The end of a part of the text. */
function endOf(uri: string, part: string): number {
  const at = client.text(uri).indexOf(part);
  expect(at, part).toBeGreaterThanOrEqual(0);
  return at + part.length;
}

async function quickFixes(uri: string, from: number, to = from): Promise<CodeAction[]> {
  const document = client.document(uri);
  const range = { start: document.positionAt(from), end: document.positionAt(to) };
  return client.about('codeAction', uri, { range, context: { diagnostics: [] } });
}

async function take({ edit }: CodeAction): Promise<void> {
  for (const [uri, edits] of Object.entries(edit?.changes ?? {})) await client.apply(uri, edits);
}

describe('a program', () => {
  const uri = 'file:///models/peterson.fp';

  it('is opened, broken, mended, renamed, laid out, checked and repaired', async () => {
    const original = read('programs/peterson.fp');
    await client.open(uri, original);
    expect(await client.diagnostics(uri)).toEqual([]);

    // An error with its fix.
    const place = endOf(uri, 'turn = oth');
    await client.type(uri, place, place, 'h');
    const [wrong] = await client.diagnostics(uri, (list) => list.length > 0);
    expect(wrong).toMatchObject({ severity: 1, code: 'unknown-name', source: 'fencepost' });
    expect(wrong?.message).toContain('did you mean `other`?');
    const [mend] = await quickFixes(uri, place);
    expect(mend).toMatchObject({ title: 'write `other`', kind: 'quickfix' });
    await take(mend as CodeAction);
    expect(await client.diagnostics(uri)).toEqual([]);
    expect(client.text(uri)).toBe(original);

    // Hover, definition, references, completion, outline.
    const use = endOf(uri, 'turn = other') - ' = other'.length;
    const hover = await client.ask<Hover>('hover', uri, use);
    expect(hover.contents.value).toContain('shared turn: 0..1');
    expect(hover.contents.value).toContain('| PSO |');
    const definition = await client.ask<{ range: TextEdit['range'] }>('definition', uri, use);
    expect(client.document(uri).offsetAt(definition.range.start)).toBe(
      original.indexOf('turn', original.indexOf('shared turn')),
    );
    const references = await client.ask<unknown[]>('references', uri, use, { context: { includeDeclaration: true } });
    expect(references.length).toBeGreaterThan(2);
    const completions = await client.ask<{ label: string }[]>('completion', uri, endOf(uri, 'P(0)@'));
    expect(completions.map(({ label }) => label)).toEqual(expect.arrayContaining(['wait', 'cs', 'end']));
    const outline = await client.about<DocumentSymbol[]>('documentSymbol', uri);
    expect(outline.map(({ name }) => name)).toEqual(expect.arrayContaining(['flag', 'turn', 'P', 'mutex']));

    // A new name, and refusals.
    for (const name of ['while', 'flag', '1x']) {
      await expect(client.ask('rename', uri, use, { newName: name })).rejects.toThrow(/name|word/);
    }
    const renamed = await client.ask<Changes>('rename', uri, use, { newName: 'whose' });
    await client.apply(uri, renamed.changes[uri] ?? []);
    expect(client.text(uri)).not.toMatch(/\bturn = /);
    expect(await client.diagnostics(uri)).toEqual([]);

    // The usual layout.
    const body = endOf(uri, 'loop {');
    await client.type(uri, body, body, '\n\n\n         ');
    const layout = await client.about<TextEdit[]>('formatting', uri, { options: { tabSize: 2, insertSpaces: true } });
    await client.apply(uri, layout);
    expect(client.text(uri)).not.toContain('\n\n\n');
    expect(await client.about('formatting', uri, { options: { tabSize: 2, insertSpaces: true } })).toEqual([]);

    // Questions at the property, and their answers.
    const before = await client.about<CodeLens[]>('codeLens', uri);
    const titles = before.map(({ command }) => command?.title);
    expect(titles.slice(0, 4)).toEqual(['check under SC', 'check under TSO', 'check under PSO', 'fix']);
    const sc = await client.command<{ answer: JsonOutcome }>('fencepost.check', uri, 'sc', 'mutex');
    expect(sc.answer).toMatchObject({ verdict: 'holds', memory: 'sc' });
    const tso = await client.command<{ answer: JsonOutcome }>('fencepost.check', uri, 'tso', 'mutex');
    expect(tso.answer).toMatchObject({ verdict: 'violated', memory: 'tso' });
    expect(client.progress.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['begin', 'end']));
    const shown = (await client.about<CodeLens[]>('codeLens', uri)).map(({ command }) => command?.title);
    expect(shown.slice(0, 3)).toEqual(['SC: holds', 'TSO: violated', 'check under PSO']);
    const told = await client.diagnostics(uri, (list) => list.length === 2);
    expect(told.map(({ severity, code }) => [severity, code])).toEqual([
      [3, 'holds'],
      [2, 'violated'],
    ]);
    const all = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
    const hints = await client.about<InlayHint[]>('inlayHint', uri, { range: all });
    expect(hints.length).toBeGreaterThan(2);
    expect(hints.map(({ label }) => label).join('\n')).toMatch(/1: P\(0\).* waits/);

    // The fences that fix proposes.
    const actions = await quickFixes(uri, 0);
    expect(actions.map(({ title }) => title)).toContain('add the fences that fix proposes');
    const repaired = await client.command<{ status: string }>('fencepost.fix', uri, 'tso');
    expect(repaired.status).toBe('repaired');
    expect(client.text(uri)).toContain('fence');
    const again = await client.connection.sendRequest('fencepost/check', { uri, memory: 'tso' });
    expect(again).toMatchObject({ answer: { verdict: 'holds', memory: 'tso' } });

    // The text changed: the answers are gone.
    await client.type(uri, 0, 0, '\n');
    expect(await client.diagnostics(uri)).toEqual([]);
    const fresh = await client.about<CodeLens[]>('codeLens', uri);
    expect(fresh[0]?.command?.title).toBe('check under SC');
    expect(client.errors).toEqual([]);
    expect(await client.stop()).toBe(0);
  });

  it('gives the data of a page', async () => {
    await client.open(uri, read('programs/peterson.fp'));
    const reply = await client.connection.sendRequest<{ page: JsonPage }>('fencepost/explore', { uri, memory: 'tso' });
    expect(reply.page).toMatchObject({
      language: 'program',
      answer: { verdict: 'violated' },
      threads: ['P(0)', 'P(1)'],
    });
    const wrong = await client.connection.sendRequest('fencepost/explore', { uri, property: 'nothing' });
    expect(wrong).toEqual({ message: expect.stringContaining('nothing') });
    expect(await client.connection.sendRequest('fencepost/explore', { uri: 'file:///no.fp' })).toHaveProperty(
      'message',
    );
  });

  it('is proved for any number of threads', async () => {
    await client.open(uri, read('dual-tso/any-sb.fp').replace(/ltl .*/g, ''));
    const lenses = await client.about<CodeLens[]>('codeLens', uri);
    expect(lenses.map(({ command }) => command?.title)).toContain('prove for any number');
    const reply = await client.command<{ answer: JsonOutcome }>('fencepost.prove', uri);
    expect(['holds', 'violated']).toContain(reply.answer.verdict);
  });

  it('is shown step by step where it breaks for some number of threads', async () => {
    const lock = `shared taken: bool
thread T[any] { local seen: bool = true; while seen { seen = taken }; taken = true; cs: skip; taken = false }
never T(i)@cs && T(j)@cs
`;
    await client.open(uri, lock);
    const proved = await client.command<{ answer: JsonOutcome }>('fencepost.prove', uri);
    expect(proved.answer.verdict).toBe('violated');
    const reply = await client.connection.sendRequest<{ page: JsonPage }>('fencepost/explore', { uri, any: true });
    expect(reply.page.answer).toMatchObject({ verdict: 'violated', processes: 'any' });
    expect(reply.page.threads.length).toBeGreaterThan(1);
  });
});

describe('a check that takes long', () => {
  const uri = 'file:///models/long.fp';
  const LONG = `shared x[6]: 0..40
thread P(me: 0..5) { loop { x[me] = ?; x[(me + 1) % 6] = x[me] } }
never all: x[0] == 40 && x[1] == 39 && x[2] == 38 && x[3] == 37 && x[4] == 36 && x[5] == 0 && x[0] == 1
`;

  it('is cancelled by its client, by a change of the text, and by closing it', async () => {
    await client.open(uri, LONG);
    expect((await client.diagnostics(uri)).filter(({ severity }) => severity === 1)).toEqual([]);
    const source = new CancellationTokenSource();
    const first = client.connection.sendRequest('fencepost/check', { uri, memory: 'tso' }, source.token);
    source.cancel();
    expect(
      await first.then(
        (reply) => reply,
        (error: Error) => ({ message: error.message }),
      ),
    ).toMatchObject({
      message: expect.stringMatching(/cancel/i),
    });
    const second = client.command('fencepost.check', uri, 'tso');
    await begun(2);
    await client.type(uri, 0, 0, '// a comment\n');
    expect(await second).toEqual({ message: 'cancelled' });
    const third = client.command('fencepost.check', uri, 'tso');
    await begun(3);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    expect(await third).toEqual({ message: 'cancelled' });
  });

  it('ends at its limit of time', async () => {
    const limited = new Client();
    try {
      await limited.start({ timeout: 0.5, maxMemory: 256 });
      await limited.open(uri, LONG);
      const reply = await limited.connection.sendRequest('fencepost/check', { uri, memory: 'tso' });
      expect(reply).toMatchObject({ answer: { verdict: 'unknown' } });
    } finally {
      limited.kill();
    }
  });

  async function begun(count: number): Promise<void> {
    while (client.progress.filter(({ kind }) => kind === 'begin').length < count) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

describe('an array system', () => {
  const uri = 'file:///models/mutex.cub';

  it('is opened, broken, mended, renamed, laid out, checked and repaired', async () => {
    const original = read('weak/naive-mutex-unfenced.cub');
    await client.open(uri, original);
    expect(await client.diagnostics(uri)).toEqual([]);
    const name = /weak (?:var|array) (\w+)/.exec(original)?.[1] ?? '';
    const use = original.lastIndexOf(name) + name.length;
    await client.type(uri, use, use, 'x');
    const [wrong] = await client.diagnostics(uri, (list) => list.length > 0);
    expect(wrong?.message).toContain(`did you mean \`${name}\`?`);
    const [mend] = await quickFixes(uri, use);
    await take(mend as CodeAction);
    expect(client.text(uri)).toBe(original);

    const hover = await client.ask<Hover>('hover', uri, use);
    expect(hover.contents.value).toContain(name);
    expect(hover.contents.value).toContain('| TSO |');
    await expect(client.ask('rename', uri, use, { newName: 'small' })).rejects.toThrow(/capital/);
    const renamed = await client.ask<Changes>('rename', uri, use, { newName: 'Fresh' });
    await client.apply(uri, renamed.changes[uri] ?? []);
    expect(client.text(uri)).not.toMatch(new RegExp(`\\b${name}\\b(?![^(]*\\*\\))`));
    const layout = await client.about<TextEdit[]>('formatting', uri, { options: { tabSize: 2, insertSpaces: true } });
    await client.apply(uri, layout);
    expect(client.text(uri)).toContain('(*');
    expect(await client.diagnostics(uri)).toEqual([]);

    const tso = await client.command<{ answer: JsonOutcome }>('fencepost.check', uri, 'tso');
    expect(tso.answer).toMatchObject({ verdict: 'violated', memory: 'tso' });
    const all = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
    expect((await client.about<InlayHint[]>('inlayHint', uri, { range: all })).length).toBeGreaterThan(0);
    const repaired = await client.command<{ status: string }>('fencepost.fix', uri, 'tso');
    expect(repaired.status).toBe('repaired');
    const proved = await client.command<{ answer: JsonOutcome }>('fencepost.prove', uri);
    expect(proved.answer).toMatchObject({ verdict: 'holds', processes: 'any' });
    expect(client.errors).toEqual([]);
    expect(await client.stop()).toBe(0);
  });
});

/** Languages without an example. */
const RMM = 'forbidden CS CS data x = 0 : [0:1] process(2) text L0: write: x := 1; CS: nop';
const TRENCHER = readFileSync(path.resolve(import.meta.dirname, '../../docs/reference/languages/trencher.md'), 'utf8');

describe('other languages', () => {
  it.each([
    ['a.rmm', RMM, 'write', 'wriet'],
    ['a.trencher', /```[a-z]*\n(thread[^`]*)```/.exec(TRENCHER)?.[1] ?? '', 'transition', 'transitoin'],
  ])('%s: an error is told where it is', async (file, text, word, wrong) => {
    const uri = `file:///models/${file}`;
    await client.open(uri, text);
    expect((await client.diagnostics(uri)).filter(({ severity }) => severity === 1)).toEqual([]);
    const at = text.lastIndexOf(word);
    await client.type(uri, at, at + word.length, wrong);
    const [first] = await client.diagnostics(uri, (list) => list.length > 0);
    expect(first).toMatchObject({ severity: 1, source: 'fencepost' });
    expect(first?.range.start).toEqual(client.document(uri).positionAt(at));
    expect((await client.about<CodeLens[]>('codeLens', uri)).length).toBeGreaterThan(0);
  });

  it.each([
    ['litmus/SB.litmus', 'exists', 'exsts'],
    ['dve/peterson.dve', 'process', 'proces'],
  ])('%s: an error is told', async (file, word, wrong) => {
    const uri = `file:///models/${file}`;
    const text = read(file);
    await client.open(uri, text);
    expect((await client.diagnostics(uri)).filter(({ severity }) => severity === 1)).toEqual([]);
    const at = text.lastIndexOf(word);
    await client.type(uri, at, at + word.length, wrong);
    const found = await client.diagnostics(uri, (list) => list.length > 0);
    expect(found[0]?.severity).toBe(1);
  });
});
