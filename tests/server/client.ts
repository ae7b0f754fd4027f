/** An editor without a screen: starts the built program as an editor would, and speaks the protocol with it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import path from 'node:path';
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const PROGRAM = path.resolve('dist', 'cli.js');

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: Diagnostic[];
}

export class Client {
  readonly connection: ProtocolConnection;
  /** What the server has said of progress, in order. */
  readonly progress: { readonly kind: string; readonly title?: string }[] = [];
  readonly errors: string[] = [];
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly texts = new Map<string, TextDocument>();
  private readonly published = new Map<string, Published>();
  private readonly waiting = new Set<() => void>();
  /** The exit status, when it has ended. */
  readonly ended: Promise<number | null>;

  constructor() {
    this.child = spawn(process.execPath, [PROGRAM, 'lsp']);
    this.ended = new Promise((resolve) => this.child.on('close', (status) => resolve(status)));
    this.child.stderr.on('data', (chunk) => this.errors.push(String(chunk)));
    const { stdin, stdout } = this.child;
    this.connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.connection.onNotification('textDocument/publishDiagnostics', (published: Published) => {
      this.published.set(published.uri, published);
      for (const wake of [...this.waiting]) wake();
    });
    this.connection.onNotification('$/progress', ({ value }: { value: { kind: string } }) => {
      this.progress.push(value);
    });
    this.connection.onNotification('window/logMessage', ({ message, type }: { message: string; type: number }) => {
      if (type === 1) this.errors.push(message);
    });
    this.connection.onRequest('window/workDoneProgress/create', () => null);
    this.connection.onRequest('workspace/codeLens/refresh', () => null);
    this.connection.onRequest('workspace/inlayHint/refresh', () => null);
    this.connection.onRequest('workspace/applyEdit', ({ edit }: { edit: { changes: Record<string, TextEdit[]> } }) => {
      for (const [uri, edits] of Object.entries(edit.changes)) this.apply(uri, edits);
      return { applied: true };
    });
    this.connection.listen();
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async start(options: object = {}): Promise<Record<string, unknown>> {
    const refresh = { refreshSupport: true };
    const { capabilities } = await this.connection.sendRequest<{ capabilities: Record<string, unknown> }>(
      'initialize',
      {
        processId: process.pid,
        rootUri: null,
        capabilities: { window: { workDoneProgress: true }, workspace: { codeLens: refresh, inlayHint: refresh } },
        initializationOptions: options,
      },
    );
    await this.connection.sendNotification('initialized', {});
    return capabilities;
  }

  async stop(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const status = await this.ended;
    this.connection.dispose();
    return status;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  async open(uri: string, text: string): Promise<void> {
    const document = TextDocument.create(uri, 'fencepost', 1, text);
    this.texts.set(uri, document);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'fencepost', version: 1, text },
    });
  }

  text(uri: string): string {
    return this.document(uri).getText();
  }

  document(uri: string): TextDocument {
    const found = this.texts.get(uri);
    if (found === undefined) throw new Error(`${uri} is not open`);
    return found;
  }

  /** The text with one part of it replaced. */
  async type(uri: string, from: number, to: number, text: string): Promise<void> {
    const document = this.document(uri);
    const range = { start: document.positionAt(from), end: document.positionAt(to) };
    await this.change(uri, [{ range, text }]);
  }

  apply(uri: string, edits: readonly TextEdit[]): Promise<void> {
    // The last first: none moves another.
    const ordered = [...edits].sort((one, other) => {
      const [a, b] = [one.range.start, other.range.start];
      return b.line - a.line || b.character - a.character;
    });
    return this.change(
      uri,
      ordered.map(({ range, newText }) => ({ range, text: newText })),
    );
  }

  private async change(uri: string, contentChanges: { range: TextEdit['range']; text: string }[]): Promise<void> {
    const document = this.document(uri);
    const version = document.version + 1;
    TextDocument.update(document, contentChanges, version);
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** What the server says of the text as it is now; `accepts` may ask for what comes later. */
  diagnostics(uri: string, accepts: (list: Diagnostic[]) => boolean = () => true): Promise<Diagnostic[]> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.published.get(uri);
        if (found === undefined || found.version !== this.document(uri).version || !accepts(found.diagnostics)) return;
        this.waiting.delete(look);
        resolve(found.diagnostics);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** A question about a place. */
  ask<T>(method: string, uri: string, offset: number, more: object = {}): Promise<T> {
    const position = this.document(uri).positionAt(offset);
    return this.connection.sendRequest<T>(`textDocument/${method}`, { textDocument: { uri }, position, ...more });
  }

  /** A question about a text. */
  about<T>(method: string, uri: string, more: object = {}): Promise<T> {
    return this.connection.sendRequest<T>(`textDocument/${method}`, { textDocument: { uri }, ...more });
  }

  command<T>(command: string, ...given: readonly unknown[]): Promise<T> {
    return this.connection.sendRequest<T>('workspace/executeCommand', { command, arguments: given });
  }
}
