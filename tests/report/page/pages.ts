/** Report pages of real answers, and files that a browser opens. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check } from '../../../src/check/check.js';
import { litmus } from '../../../src/check/litmus.js';
import type { FixOptions } from '../../../src/check/options.js';
import { questionScope } from '../../../src/check/question-scope.js';
import { inLanguage } from '../../../src/languages/index.js';
import { fix } from '../../../src/repair/index.js';
import { jsonLitmus } from '../../../src/report/litmus.js';
import { type JsonPage, pageData } from '../../../src/report/page/data.js';

const examples = path.resolve(import.meta.dirname, '..', '..', '..', 'examples');

export function example(name: string): string {
  return readFileSync(path.join(examples, name), 'utf8');
}

interface Asked extends FixOptions {
  readonly repair?: boolean;
}

export async function pageOfText(
  file: string,
  text: string,
  { repair = false, ...options }: Asked = {},
): Promise<JsonPage> {
  const asked = { ...options, file };
  const [found, result] = [inLanguage(text, asked), await check(text, asked)];
  if (!found.ok || !result.ok) throw new Error(`${file} is not answered: ${JSON.stringify(result)}`);
  const { outcome } = result;
  const fixed = repair ? await fix(text, { ...asked, memory: outcome.memory }) : null;
  const isTest = found.options.language === 'litmus';
  const states = isTest ? await litmus(text, { file, memory: outcome.memory }) : null;
  return pageData({
    made: 'fencepost 1.2.3',
    file,
    language: found.options.language,
    text,
    outcome,
    scope: await questionScope(text, asked),
    repair: fixed === null ? null : fixed.ok ? fixed : { refused: `${fixed.diagnostics[0]?.message}` },
    litmus: states?.ok ? jsonLitmus(file, states.answer) : null,
  });
}

const answered = new Map<string, Promise<JsonPage>>();

/** Answered once for all tests. */
export function pageOf(name: string, options: Asked = {}): Promise<JsonPage> {
  const key = `${name} ${JSON.stringify(options)}`;
  const page = answered.get(key) ?? pageOfText(name, example(name), options);
  answered.set(key, page);
  return page;
}

const folder = path.join(tmpdir(), `fencepost-pages-${process.pid}`);

/** When all tests are done. */
export function removePages(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The address of a file with this text. */
export function addressOf(name: string, html: string): string {
  const file = path.join(folder, `${name.replaceAll(/\W/g, '-')}.html`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, html);
  return pathToFileURL(file).href;
}

/** Each turn writes once, waits until the write has arrived, and counts: three steps. */
export function longRun(turns: number): string {
  return `shared x: int = 0
thread A {
  local i: int = 0
  while (i < ${turns}) {
    x = i
    fence
    i = i + 1
  }
  done: skip
}
never late: A@done
`;
}
