/** The extension: starts the language server, and adds what the protocol has no words for: panels, commands, tasks. */
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { registerCommands } from './commands.js';
import type { CheckReply, ExploreAnswer } from './messages.js';
import { Panels } from './panel.js';
import { programCall } from './program.js';
import { FencepostTasks } from './tasks.js';

export const LANGUAGES = ['fencepost', 'cubicle', 'litmus', 'dve', 'rmm'] as const;

let client: LanguageClient | null = null;

function settings(): object {
  const { timeout, maxMemory } = vscode.workspace.getConfiguration('fencepost');
  return { timeout, maxMemory };
}

function start(context: vscode.ExtensionContext, panels: () => Panels): LanguageClient {
  const { command, args, env } = programCall(context, ['lsp']);
  const server: ServerOptions = { command, args, options: { env: { ...process.env, ...env } } };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.map((language) => ({ language })),
    initializationOptions: settings(),
    synchronize: { configurationSection: 'fencepost' },
    outputChannelName: 'Fencepost',
    middleware: {
      // The lenses of the server: a violation that they find is shown step by step.
      executeCommand: async (name, given, next) => {
        const answer: unknown = await next(name, given);
        if (name === 'fencepost.check' && isViolated(answer)) {
          const [uri, memory, property] = given as [string, string, string?];
          void panels().show({ uri, memory, ...(property === undefined ? {} : { property }) });
        }
        if (name === 'fencepost.prove' && isViolated(answer)) {
          const [uri] = given as [string];
          void panels().show({ uri, any: true });
        }
        return answer;
      },
    },
  };
  return new LanguageClient('fencepost', 'Fencepost', server, options);
}

function isViolated(reply: unknown): boolean {
  return (reply as CheckReply | undefined)?.answer?.verdict === 'violated';
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const running = (): LanguageClient => {
    if (client === null) throw new Error('the language server of Fencepost is not running');
    return client;
  };
  const panels = new Panels(context, (params, token) =>
    running().sendRequest<ExploreAnswer>('fencepost/explore', params, token),
  );
  const restart = async (): Promise<void> => {
    await stop();
    client = start(context, () => panels);
    await client.start();
  };
  context.subscriptions.push(
    panels,
    ...registerCommands(LANGUAGES, { panels, restart }),
    vscode.tasks.registerTaskProvider('fencepost', new FencepostTasks(context, LANGUAGES)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('fencepost.path')) void restart();
    }),
  );
  client = start(context, () => panels);
  // Colours, tasks and commands are there even if the server is not; the client has told why.
  await client.start().catch(() => {});
}

/** A client that could not start its server cannot stop it, either. */
async function stop(): Promise<void> {
  const stopped = client;
  client = null;
  if (stopped?.needsStop()) await stopped.stop();
}

export async function deactivate(): Promise<void> {
  await stop();
}
