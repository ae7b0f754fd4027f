/**
 * Panels that show a run step by step, one for each text. A step that is looked at is marked in the text; when the text changes
 * the panel says so, because the lines of its run are those of the old text.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ExploreAnswer, ExploreParams, FromPanel, Lines, ToPanel } from './messages.js';
import { type PanelParts, panelPage } from './page.js';

export type Explore = (params: ExploreParams, token: vscode.CancellationToken) => Promise<ExploreAnswer>;

export class Panels implements vscode.Disposable {
  private readonly open = new Map<string, RunPanel>();
  private readonly parts: PanelParts;

  constructor(
    context: vscode.ExtensionContext,
    private readonly explore: Explore,
  ) {
    const read = (name: string) => readFileSync(path.join(context.extensionPath, 'dist', name), 'utf8');
    this.parts = { script: read('panel.js'), style: read('panel.css') };
  }

  async show(params: ExploreParams): Promise<void> {
    let panel = this.open.get(params.uri);
    if (panel === undefined) {
      panel = new RunPanel(vscode.Uri.parse(params.uri), this.parts, this.explore);
      panel.onDispose(() => this.open.delete(params.uri));
      this.open.set(params.uri, panel);
    }
    await panel.show(params);
  }

  dispose(): void {
    for (const panel of [...this.open.values()]) panel.dispose();
  }
}

class RunPanel implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
  });
  private readonly listeners: vscode.Disposable[];
  private asked: ExploreParams | null = null;
  private running: vscode.CancellationTokenSource | null = null;
  /** Said again when the page is made anew. */
  private last: ToPanel | null = null;

  constructor(
    private readonly uri: vscode.Uri,
    parts: PanelParts,
    private readonly explore: Explore,
  ) {
    const title = `Run of ${path.basename(uri.path)}`;
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, localResourceRoots: [], enableFindWidget: true };
    this.panel = vscode.window.createWebviewPanel('fencepost.run', title, column, options);
    this.listeners = [
      this.panel.webview.onDidReceiveMessage((message: FromPanel) => this.receive(message)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.toString() !== uri.toString() || contentChanges.length === 0) return;
        this.clear();
        if (this.last?.kind === 'show') void this.panel.webview.postMessage({ kind: 'changed' } satisfies ToPanel);
      }),
    ];
    this.panel.webview.html = panelPage(parts);
    this.onDispose(() => this.close());
  }

  onDispose(then: () => void): void {
    this.panel.onDidDispose(then);
  }

  async show(params: ExploreParams): Promise<void> {
    this.asked = params;
    this.running?.cancel();
    const running = new vscode.CancellationTokenSource();
    this.running = running;
    this.panel.reveal(undefined, true);
    this.say({ kind: 'working', title: path.basename(this.uri.path) });
    let answer: ExploreAnswer;
    try {
      answer = await this.explore(params, running.token);
    } catch (error) {
      answer = { message: error instanceof Error ? error.message : String(error) };
    }
    // A later question has been asked meanwhile, and is answered by itself.
    if (running.token.isCancellationRequested) return;
    this.say('page' in answer ? { kind: 'show', page: answer.page } : { kind: 'message', text: answer.message });
  }

  dispose(): void {
    this.panel.dispose();
  }

  private say(message: ToPanel): void {
    this.last = message;
    void this.panel.webview.postMessage(message);
  }

  private receive(message: FromPanel): void {
    switch (message.kind) {
      case 'ready':
        if (this.last !== null) void this.panel.webview.postMessage(this.last);
        return;
      case 'again':
        if (this.asked !== null) void this.show(this.asked);
        return;
      case 'reveal':
        void this.reveal(message.lines);
    }
  }

  private async reveal(lines: Lines | null): Promise<void> {
    this.clear();
    if (lines === null) return;
    const visible = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === this.uri.toString(),
    );
    const viewColumn = visible?.viewColumn ?? vscode.ViewColumn.One;
    const document = await vscode.workspace.openTextDocument(this.uri);
    const editor = visible ?? (await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true }));
    const last = Math.max(0, Math.min(lines.last, document.lineCount) - 1);
    const range = new vscode.Range(Math.min(lines.first - 1, last), 0, last, 0);
    editor.setDecorations(this.mark, [range]);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  private clear(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === this.uri.toString()) editor.setDecorations(this.mark, []);
    }
  }

  private close(): void {
    this.running?.cancel();
    this.clear();
    this.mark.dispose();
    for (const listener of this.listeners) listener.dispose();
  }
}
