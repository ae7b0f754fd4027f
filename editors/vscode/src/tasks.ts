/** Tasks: the program on the file that is open, with a problem matcher for what is wrong in its text. */
import path from 'node:path';
import * as vscode from 'vscode';
import { programCall } from './program.js';

interface FencepostTask extends vscode.TaskDefinition {
  readonly type: 'fencepost';
  readonly command: string;
  readonly file: string;
  readonly memory?: string;
  readonly args?: readonly string[];
}

export class FencepostTasks implements vscode.TaskProvider {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly languages: readonly string[],
  ) {}

  provideTasks(): vscode.Task[] {
    const document = vscode.window.activeTextEditor?.document;
    const folder = document === undefined ? undefined : vscode.workspace.getWorkspaceFolder(document.uri);
    if (document === undefined || folder === undefined || !this.languages.includes(document.languageId)) return [];
    const file = path.relative(folder.uri.fsPath, document.uri.fsPath);
    const commands = document.languageId === 'litmus' ? ['litmus'] : ['check', 'compare', 'fix'];
    return commands.map((command) => this.task({ type: 'fencepost', command, file }, folder));
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const definition = task.definition as FencepostTask;
    if (typeof definition.command !== 'string' || typeof definition.file !== 'string') return undefined;
    return this.task(definition, task.scope ?? vscode.TaskScope.Workspace);
  }

  private task(definition: FencepostTask, scope: vscode.WorkspaceFolder | vscode.TaskScope): vscode.Task {
    const { command, file, memory, args = [] } = definition;
    const options = [...(memory === undefined ? [] : ['--memory', memory]), ...args];
    const call = programCall(this.context, [command, file, ...options]);
    const execution = new vscode.ProcessExecution(call.command, call.args, { env: call.env });
    return new vscode.Task(definition, scope, `${command} ${file}`, 'fencepost', execution, '$fencepost');
  }
}
