/** Which program answers: the one that the settings name, or the one in the extension, run by the editor's own node. */
import path from 'node:path';
import * as vscode from 'vscode';

export interface ProgramCall {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

export function programCall(context: vscode.ExtensionContext, args: readonly string[]): ProgramCall {
  const named = vscode.workspace.getConfiguration('fencepost').get<string>('path', '').trim();
  if (named !== '') return { command: named, args: [...args], env: {} };
  const cli = path.join(context.extensionPath, 'server', 'dist', 'cli.js');
  // The editor is no node, but behaves like one when it is told so.
  return { command: process.execPath, args: [cli, ...args], env: { ELECTRON_RUN_AS_NODE: '1' } };
}
