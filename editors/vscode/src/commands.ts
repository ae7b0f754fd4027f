/** Commands of the palette: they ask for what a lens knows already, and then ask the server the same question as the lens. */
import * as vscode from 'vscode';
import type { CheckReply } from './messages.js';
import type { Panels } from './panel.js';

export interface Parts {
  readonly panels: Panels;
  readonly restart: () => Promise<void>;
}

const MEMORIES: readonly (vscode.QuickPickItem & { readonly memory: string })[] = [
  { label: 'TSO', memory: 'tso', description: 'x86: stores wait in one queue per thread' },
  { label: 'PSO', memory: 'pso', description: 'stores to different variables may change places' },
  { label: 'SC', memory: 'sc', description: 'sequential consistency: no store buffers' },
];

async function pickMemory(title: string): Promise<string | undefined> {
  return (await vscode.window.showQuickPick(MEMORIES, { title, placeHolder: 'Under which memory model?' }))?.memory;
}

/** The text of the active editor, if its language is one of ours. */
function activeUri(languages: readonly string[]): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document !== undefined && languages.includes(document.languageId)) return document.uri.toString();
  void vscode.window.showInformationMessage(
    'Open a model first: a file that ends in .fp, .cub, .litmus, .dve or .rmm.',
  );
  return undefined;
}

/**
 * Commands of the server are commands of the editor while the server runs: the client has registered them. The verdict stands
 * above the property then; here is said what else there is to say.
 */
async function ask(title: string, command: string, ...given: readonly string[]): Promise<void> {
  const options = { location: vscode.ProgressLocation.Window, title };
  try {
    const reply = await vscode.window.withProgress(options, async () =>
      vscode.commands.executeCommand<CheckReply | undefined>(command, ...given),
    );
    const said = reply?.message ?? (reply?.answer === undefined ? null : reply.answer.verdict);
    if (said !== null) void vscode.window.showInformationMessage(`Fencepost: ${said}`);
  } catch (error) {
    void vscode.window.showErrorMessage(`Fencepost: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function registerCommands(languages: readonly string[], { panels, restart }: Parts): vscode.Disposable[] {
  const register = (name: string, run: (uri: string) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(`fencepost.${name}`, async () => {
      const uri = activeUri(languages);
      if (uri !== undefined) await run(uri);
    });
  return [
    register('checkFile', async (uri) => {
      const memory = await pickMemory('Check this model');
      if (memory !== undefined) await ask('Checking', 'fencepost.check', uri, memory);
    }),
    register('fixFile', async (uri) => {
      const memory = await pickMemory('Find the fences that repair this model');
      if (memory !== undefined) await ask('Repairing', 'fencepost.fix', uri, memory);
    }),
    register('proveFile', (uri) => ask('Proving', 'fencepost.prove', uri)),
    register('explore', async (uri) => {
      const memory = await pickMemory('Show the counterexample step by step');
      if (memory !== undefined) await panels.show({ uri, memory });
    }),
    vscode.commands.registerCommand('fencepost.restart', restart),
  ];
}
