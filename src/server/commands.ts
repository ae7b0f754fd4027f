/**
 * The commands of lenses and quick fixes, and the two requests that are not of the protocol:
 *
 *     fencepost.check   [uri, memory, property?]    -> { answer } | { message }
 *     fencepost.prove   [uri]                       -> { answer } | { message }
 *     fencepost.fix     [uri, memory]               -> { status, message }, and the text is changed by the client
 *     fencepost/check   { uri, memory?, property?, any? } -> { answer } | { message }
 *     fencepost/explore { uri, memory?, property?, any? } -> { page } | { message }
 */
import { type CancellationToken, RequestType, type TextEdit } from 'vscode-languageserver/node';
import { difference } from '../editing/rename.js';
import { partsOf } from '../languages/shared/bundle.js';
import { MEMORY_NAMES, type MemoryName } from '../memory/models.js';
import type { JsonOutcome } from '../report/json.js';
import type { JsonPage } from '../report/page/data.js';
import type { Asked } from './answers.js';
import { type Checking, runJob, titleOf } from './checks.js';
import { editsIn } from './convert.js';
import type { Answer } from './jobs.js';
import { ANY } from './lenses.js';
import type { Open, Texts } from './texts.js';

export const COMMANDS = ['fencepost.check', 'fencepost.prove', 'fencepost.fix'] as const;

export interface Commanding {
  readonly checking: Checking;
  readonly texts: Texts;
  /** There is something new to show. */
  answered(open: Open): Promise<void>;
}

/** The parameters of `fencepost/check` and `fencepost/explore`. */
export interface AskParams {
  readonly uri: string;
  readonly memory?: MemoryName;
  readonly property?: string;
  /** For any number of threads or processes, as `fencepost.prove` asks. */
  readonly any?: boolean;
}

export type CheckReply = { readonly answer: JsonOutcome } | Message;
export type ExploreReply = { readonly page: JsonPage } | Message;
interface Message {
  readonly message: string;
}

export function registerCommands(commanding: Commanding): void {
  const { connection } = commanding.checking;
  connection.onExecuteCommand(async ({ command, arguments: given = [] }, token) => {
    const [uri, memory, property] = given as unknown[];
    const asked: Asked = { memory: memoryOf(memory), property: textOf(property), any: false };
    const open = commanding.texts.get(textOf(uri) ?? '');
    if (open === undefined) return NOT_OPEN;
    switch (command as (typeof COMMANDS)[number]) {
      case 'fencepost.check':
        return check(commanding, open, asked, token);
      case 'fencepost.prove':
        return check(commanding, open, ANY, token);
      case 'fencepost.fix':
        return fix(commanding, open, asked, token);
    }
  });
  connection.onRequest(CHECK, async (params, token) => {
    const open = commanding.texts.get(textOf(params?.uri) ?? '');
    return open === undefined ? NOT_OPEN : check(commanding, open, askedBy(params), token);
  });
  connection.onRequest(EXPLORE, async (params, token) => {
    const open = commanding.texts.get(textOf(params?.uri) ?? '');
    if (open === undefined) return NOT_OPEN;
    const asked = askedBy(params);
    const title = titleOf(open.document?.file ?? '', asked.memory, 'exploring');
    const answer = await runJob(commanding.checking, open, { kind: 'explore', asked, title }, token);
    return answer.kind === 'page' ? { page: answer.page } : { message: messageOf(answer) };
  });
}

const CHECK = new RequestType<AskParams, CheckReply, void>('fencepost/check');
const EXPLORE = new RequestType<AskParams, ExploreReply, void>('fencepost/explore');

const NOT_OPEN: Message = { message: 'this text is not open' };

function askedBy({ memory, property, any }: AskParams): Asked {
  return { memory: memoryOf(memory), property: textOf(property), any: any === true };
}

function memoryOf(given: unknown): MemoryName | null {
  return MEMORY_NAMES.find((name) => name === given) ?? null;
}

function textOf(given: unknown): string | null {
  return typeof given === 'string' ? given : null;
}

async function check(
  { checking, answered }: Commanding,
  open: Open,
  asked: Asked,
  token: CancellationToken,
): Promise<CheckReply> {
  const title = titleOf(open.document?.file ?? '', asked.memory, asked.any ? 'proving' : 'checking');
  const answer = await runJob(checking, open, { kind: 'check', asked, title }, token);
  if (answer.kind !== 'answer') return { message: messageOf(answer) };
  await answered(open);
  return { answer: answer.answer };
}

async function fix({ checking, texts }: Commanding, open: Open, asked: Asked, token: CancellationToken) {
  const { connection } = checking;
  const title = titleOf(open.document?.file ?? '', asked.memory, 'repairing');
  const answer = await runJob(checking, open, { kind: 'fix', asked, title }, token);
  if (answer.kind !== 'fix') return { status: 'unknown', message: messageOf(answer) };
  const { status, sentence } = answer;
  const [first] = answer.sets;
  const message = REPAIRS[status] + (sentence === null ? '' : `: ${sentence}`);
  if (status !== 'repaired' || first === undefined) {
    connection.window.showInformationMessage(message);
    return { status, message };
  }
  // Of the text as it was asked about.
  if (texts.get(open.text.uri) !== open) return { status, message: 'the text has changed meanwhile' };
  const done = await connection.workspace.applyEdit({
    label: 'add fences',
    edit: { changes: changesOf(texts, open, first.text) },
  });
  return { status, message: done.applied ? message : 'the client did not change the text' };
}

/** What turns a text and those that it includes into these, as one text. */
function changesOf(texts: Texts, { text, beside }: Open, whole: string): Record<string, TextEdit[]> {
  const changes = partsOf(whole).map(({ file, start, end }): [string, TextEdit[]] => {
    const document = file === null ? text : texts.documentOf(text, file, beside.included.get(file) ?? '');
    const before = document.getText();
    const part = whole.slice(start, end);
    // The last line of a part is ended; that of the text may not be.
    const after = before.endsWith('\n') || beside.included.size === 0 ? part : part.replace(/\n$/, '');
    return [document.uri, editsIn(document, difference(before, after))];
  });
  return Object.fromEntries(changes.filter(([, edits]) => edits.length > 0));
}

const REPAIRS = {
  unneeded: 'no fence is needed',
  repaired: 'repaired',
  unrepairable: 'no set of fences repairs it',
  unknown: 'no repair was found',
} as const;

function messageOf(answer: Answer): string {
  if (answer.kind === 'refused') return answer.message;
  return answer.kind === 'cancelled' ? 'cancelled' : 'this is no answer to the question';
}
