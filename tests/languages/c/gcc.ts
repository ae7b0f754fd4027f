/**
 * What GCC makes of a text: the same predefined macros and the same headers as ours, in a folder of their own, so that the
 * tokens can be compared one by one. Without GCC these tests are skipped, with a printed word.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtInHeader, HEADER_NAMES } from '../../../src/languages/c/headers/index.js';
import { preprocess } from '../../../src/languages/c/preprocess.js';
import { DIGRAPHS, FileLexer } from '../../../src/languages/c/preprocessor/lexer.js';
import { PREDEFINED } from '../../../src/languages/c/preprocessor/predefined.js';
import type { PreprocessOptions } from '../../../src/languages/c/tokens.js';
import { type Diagnostic, DiagnosticList } from '../../../src/languages/shared/diagnostics.js';
import { SourceText } from '../../../src/languages/shared/source.js';

export const hasGcc = spawnSync('gcc', ['--version']).status === 0;
if (!hasGcc) console.log('skipped: gcc is not installed');

export class Gcc {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'fencepost-c-'));

  constructor() {
    this.provide([...HEADER_NAMES, '__fencepost_locks.h']);
    this.write('predefined.h', PREDEFINED);
  }

  /** Headers of ours. */
  provide(names: Iterable<string>): void {
    for (const name of names) {
      const text = builtInHeader(name);
      if (text !== null) this.write(path.join('headers', name), text);
    }
  }

  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** The tokens, or null where GCC says that the text is wrong. */
  tokens(file: string, more: readonly string[] = []): string[] | null {
    const fixed = ['-E', '-P', '-w', '-undef', '-nostdinc', '-imacros', `${this.folder}/predefined.h`];
    const given = [...fixed, `-I${this.folder}/headers`, ...more, path.basename(file)];
    const run = spawnSync('gcc', given, { cwd: path.dirname(file), encoding: 'utf8', maxBuffer: 1 << 28 });
    return run.status === 0 ? relexed(plainLetters(run.stdout.replace(/^#pragma.*$/gm, ''))) : null;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Ours, or null where there is an error. */
export function ourTokens(source: SourceText, options: PreprocessOptions = {}): string[] | null {
  const { texts, errors } = preprocessed(source, options);
  return errors.length === 0 ? texts : null;
}

export function preprocessed(
  source: SourceText,
  options: PreprocessOptions = {},
): { readonly texts: string[]; readonly errors: Diagnostic[]; readonly warnings: Diagnostic[] } {
  const faults = new DiagnosticList(source);
  const tokens = preprocess(source, options, faults);
  const texts = tokens.filter(({ kind }) => kind !== 'annotation' && kind !== 'end').map(({ text }) => text);
  const all = faults.all();
  return {
    texts,
    errors: all.filter(({ severity }) => severity === 'error'),
    warnings: all.filter(({ severity }) => severity === 'warning'),
  };
}

/** GCC prints letters of names that are not ASCII by their numbers. */
const plainLetters = (text: string): string =>
  text.replace(/\\U([0-9a-f]{8})/g, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)));

function relexed(text: string): string[] {
  const file = { name: 'gcc', source: new SourceText(text, 'gcc'), builtIn: false, includedFrom: null };
  const lexer = new FileLexer(file, 0, text.length, () => {});
  const texts: string[] = [];
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next()) {
    texts.push(token.kind === 'punctuator' ? (DIGRAPHS.get(token.text) ?? token.text) : token.text);
  }
  return texts;
}
