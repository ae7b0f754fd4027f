/**
 * How everything that went wrong is told: people read it on the standard error stream, and with `--json` programs read
 * the same on standard output. Nothing here shows a stack trace, unless `FENCEPOST_DEBUG` asks for it.
 */

import type { Reason } from '../engines/remarks.js';
import { LANGUAGES, type LanguageName, languageOfFile, languageOfText, listed } from '../languages/index.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { refusalText, type SpellOption } from '../languages/shared/help.js';
import { type JsonDiagnostic, jsonError } from '../report/json.js';
import { reasonText } from '../report/remarks.js';
import { plural } from '../report/words.js';
import type { Host } from './host.js';
import { writeJson } from './json.js';
import { spellOption } from './options.js';
import { STATUS, type Status } from './status.js';

function tell(
  host: Host,
  json: boolean,
  file: string,
  lines: readonly string[],
  diagnostics: readonly JsonDiagnostic[],
): void {
  for (const line of lines) host.errors.write(`${line}\n`);
  if (json) writeJson(host, jsonError(file, diagnostics));
}

function withoutPlace(code: JsonDiagnostic['code'], message: string): JsonDiagnostic {
  return { severity: 'error', code, message, line: null, column: null };
}

/** A mistake on the command line itself. */
export function commandLineFault(host: Host, message: string, hint: string): Status {
  host.errors.write(`fencepost: error[usage]: ${message}\n  ${hint}\n`);
  return STATUS.wrong;
}

/** A file that could not be read or written. */
export function fileFault(host: Host, json: boolean, file: string, message: string): Status {
  tell(host, json, file, [`${file}: error[io]: ${message}`], [withoutPlace('io', message)]);
  return STATUS.wrong;
}

/** A database that cannot be used; `place` has no secrets. */
export function queueFault(host: Host, json: boolean, place: string, message: string): Status {
  tell(host, json, place, [`${place}: error[queue]: ${message}`], [withoutPlace('queue', message)]);
  return STATUS.wrong;
}

/** A file that is no model and says something it may not say, such as a manifest. */
export function placedFault(
  host: Host,
  json: boolean,
  file: string,
  { code, message, line, column }: Omit<JsonDiagnostic, 'severity' | 'file'>,
): Status {
  const diagnostic: JsonDiagnostic = { severity: 'error', code, message, line, column };
  tell(host, json, file, [`${file}:${line}:${column}: error[${code}]: ${message}`], [diagnostic]);
  return STATUS.wrong;
}

/** Options by the words that were typed, and those that were not by their first name. */
export function spellingOf({ written }: Host): SpellOption {
  return (option) => written?.get(option) ?? spellOption(option);
}

function jsonDiagnostic(
  { severity, code, option, message, file, included, line, column }: Diagnostic,
  spell: SpellOption,
): JsonDiagnostic {
  const told = option === undefined ? message : `${spell(option)}: ${message}`;
  return { severity, code, message: told, ...(included === undefined ? {} : { file }), line, column };
}

interface Named {
  readonly name: string;
  readonly text: string;
}

/** A model that says something it may not say, or a question that does not fit it. */
export async function modelFault(
  host: Host,
  json: boolean,
  { name, text }: Named,
  diagnostics: readonly Diagnostic[],
): Promise<Status> {
  const limit = diagnostics.find(({ code }) => code === 'limit');
  const spell = spellingOf(host);
  if (limit !== undefined) return tellStopped(host, name, json, refusalText({ help: [], ...limit }, spell));
  const shown = await host.services.renderDiagnostics(diagnostics, text, spell);
  const told = diagnostics.map((each) => jsonDiagnostic(each, spell));
  tell(host, json, name, [shown], told);
  return STATUS.wrong;
}

/** The same, where the language may be the reason: neither the command line nor the name of the file tells it. */
export async function unreadable(
  host: Host,
  json: boolean,
  input: Named,
  language: LanguageName | undefined,
  diagnostics: readonly Diagnostic[],
): Promise<Status> {
  const { name, text } = input;
  const status = await modelFault(host, json, input, diagnostics);
  const inText = diagnostics.some(({ code, line, beside }) => {
    return code === 'unknown-language' || (line !== null && beside === undefined);
  });
  if (language !== undefined || languageOfFile(name) !== null || !inText) return status;
  const found = languageOfText(text);
  const names = LANGUAGES.map((each) => each.name).join(', ');
  const read = found === null ? '' : `it begins like ${listed([found])} and was read so; `;
  host.errors.write(`${name}: ${read}--language names the language: ${names}\n`);
  return status;
}

export async function warn(host: Host, text: string, warnings: readonly Diagnostic[]): Promise<void> {
  if (warnings.length === 0) return;
  host.errors.write(`${await host.services.renderDiagnostics(warnings, text, spellingOf(host))}\n`);
}

/** A question that a limit ended before there was an answer. */
export function stoppedFault(host: Host, { file, json, left = 0 }: Stopped, reason: Reason): Status {
  const status = tellStopped(host, file ?? 'fencepost', json, reasonText(reason, spellingOf(host)));
  if (left > 0) host.errors.write(`fencepost: ${plural(left, 'file')} not answered\n`);
  return status;
}

/** A question whose process ended before there was an answer. */
export function crashFault(host: Host, json: boolean, file: string, message: string): Status {
  return tellStopped(host, file, json, message);
}

function tellStopped(host: Host, file: string, json: boolean, message: string): Status {
  if (json) writeJson(host, jsonError(file, [withoutPlace('limit', message)]));
  else host.output.write(`${file}: unknown\n  reason: ${message}\n`);
  return STATUS.unknown;
}

interface Stopped {
  readonly file: string | null;
  readonly json: boolean;
  readonly left?: number;
}

/** A fault of this program, a failed self-check too. */
export function internalFault(host: Host, json: boolean, file: string, error: unknown): Status {
  const message = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
  const report =
    `${file}: error[internal]: ${message} ` +
    `(a fault of fencepost ${host.version}, not of the model: please report it with the model and the command; ` +
    'FENCEPOST_DEBUG=1 shows where it happened)';
  const stack = host.variables.FENCEPOST_DEBUG === '1' && error instanceof Error ? [error.stack ?? ''] : [];
  tell(host, json, file, [report, ...stack], [withoutPlace('internal', message)]);
  return STATUS.internal;
}
