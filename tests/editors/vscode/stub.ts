/**
 * As much of VS Code as the extension and its language client need to run without it: texts, events, and a record of what they
 * make the editor do. What nobody asks about is a stand-in that can be called, made and disposed of.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

class Disposable {
  constructor(private readonly end: () => void = () => {}) {}
  static from(...all: readonly { dispose(): void }[]): Disposable {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
  dispose(): void {
    this.end();
  }
}

type Listener = (event: unknown) => unknown;

class EventEmitter {
  private readonly listeners = new Set<Listener>();
  readonly event = (listener: Listener, self?: unknown): Disposable => {
    const bound = self === undefined ? listener : listener.bind(self);
    this.listeners.add(bound);
    return new Disposable(() => this.listeners.delete(bound));
  };
  fire(event?: unknown): void {
    for (const listener of [...this.listeners]) listener(event);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

class Uri {
  constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  readonly authority = '';
  readonly query = '';
  readonly fragment = '';
  get fsPath(): string {
    return this.path;
  }
  static parse(text: string): Uri {
    const { protocol, pathname } = new URL(text);
    return new Uri(protocol.slice(0, -1), decodeURIComponent(pathname));
  }
  static file(file: string): Uri {
    return new Uri('file', path.resolve(file));
  }
  toString(): string {
    return this.scheme === 'file' ? pathToFileURL(this.path).href : `${this.scheme}:${this.path}`;
  }
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...given: readonly (number | Position)[]) {
    const [first, second, third, fourth] = given as number[];
    const [from, to] = given as Position[];
    const plain = typeof first === 'number';
    this.start = plain ? new Position(first, second as number) : (from as Position);
    this.end = plain ? new Position(third as number, fourth as number) : (to as Position);
  }
}

class CancellationTokenSource {
  private readonly emitter = new EventEmitter();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }
  dispose(): void {}
}

class Diagnostic {
  source = '';
  code: unknown;
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {}
}

/** Anything else: a class, a function, a namespace, a disposable. */
function anything(name: string): unknown {
  const made = class {};
  Object.defineProperty(made, 'name', { value: name });
  return new Proxy(made, {
    get: (target, key) => {
      if (key === 'dispose') return () => {};
      if (typeof key === 'symbol' || key === 'then' || key in target) return Reflect.get(target, key);
      return anything(`${name}.${key}`);
    },
    apply: () => new Disposable(),
  });
}

/** The first thing of a name that an object does not have is made, and kept. */
function withRest<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get: (target, key) => {
      if (!(key in target) && typeof key === 'string' && key !== 'then') {
        const rest = /^(on|register|create)/.test(key) ? () => new Disposable() : anything(`${name}.${key}`);
        Reflect.set(target, key, rest);
      }
      return Reflect.get(target, key);
    },
  });
}

export interface StubText {
  readonly uri: Uri;
  readonly languageId: string;
  readonly version: number;
  readonly lineCount: number;
  getText(): string;
}

export interface StubPanel {
  html: string;
  readonly received: { readonly kind: string; readonly [key: string]: unknown }[];
  say(message: unknown): void;
  close(): void;
}

export class Editor {
  readonly diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly commands = new Map<string, (...given: unknown[]) => unknown>();
  readonly panels: StubPanel[] = [];
  readonly messages: string[] = [];
  /** Lines that are marked, from 0. */
  marked: number[] = [];
  readonly tasks: { provideTasks(): unknown[] }[] = [];
  readonly texts: StubText[] = [];
  /** What is picked when there is something to choose. */
  pick = 0;
  private readonly opened = new EventEmitter();
  readonly vscode: object;

  constructor(private readonly configuration: Readonly<Record<string, unknown>>) {
    this.vscode = this.make();
  }

  open(file: string, languageId: string, text: string): StubText {
    const opened = {
      uri: Uri.file(file),
      languageId,
      version: 1,
      lineCount: text.split('\n').length,
      getText: () => text,
    };
    this.texts.push(opened);
    this.opened.fire(opened);
    return opened;
  }

  async run(command: string, ...given: readonly unknown[]): Promise<unknown> {
    const found = this.commands.get(command);
    if (found === undefined) throw new Error(`command '${command}' not found`);
    return found(...given);
  }

  private get editor(): object | undefined {
    const document = this.texts.at(-1);
    if (document === undefined) return undefined;
    const setDecorations = (_: unknown, ranges: readonly Range[]) => {
      this.marked = ranges.map(({ start }) => start.line);
    };
    return { document, viewColumn: 1, setDecorations, revealRange: () => {}, selection: new Range(0, 0, 0, 0) };
  }

  private make(): object {
    const owner = this;
    const say = async (text: string) => void this.messages.push(text);
    const section = (name: string) => {
      const own = Object.entries(this.configuration).flatMap(([key, value]) =>
        key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), value] as const] : [],
      );
      const values = Object.fromEntries(own);
      return {
        ...values,
        get: (key: string, other: unknown) => values[key] ?? other,
        has: (key: string) => key in values,
      };
    };
    const window = {
      get activeTextEditor() {
        return owner.editor;
      },
      get visibleTextEditors() {
        return owner.editor === undefined ? [] : [owner.editor];
      },
      tabGroups: { all: [], onDidChangeTabs: () => new Disposable(), onDidChangeTabGroups: () => new Disposable() },
      createOutputChannel: () => withRest('channel', { appendLine: () => {}, append: () => {}, dispose: () => {} }),
      createTextEditorDecorationType: () => new Disposable(),
      createWebviewPanel: () => this.panel(),
      showInformationMessage: say,
      showWarningMessage: say,
      showErrorMessage: say,
      showQuickPick: async (items: readonly unknown[]) => items[this.pick],
      showTextDocument: async () => this.editor,
      withProgress: (_: unknown, task: (progress: object, token: object) => unknown) =>
        task({ report: () => {} }, new CancellationTokenSource().token),
    };
    const workspace = {
      textDocuments: this.texts,
      notebookDocuments: [],
      workspaceFolders: undefined,
      getConfiguration: section,
      getWorkspaceFolder: ({ path: file }: Uri) => ({ uri: Uri.file(path.dirname(file)), name: 'folder', index: 0 }),
      openTextDocument: async (uri: Uri) => this.texts.find((text) => `${text.uri}` === `${uri}`),
      onDidOpenTextDocument: this.opened.event,
      applyEdit: async () => true,
    };
    const languages = {
      match: (selector: readonly { language: string }[], { languageId }: StubText) =>
        [selector].flat().some(({ language }) => language === languageId) ? 10 : 0,
      createDiagnosticCollection: () => ({
        set: (uri: Uri, found: readonly Diagnostic[]) => this.diagnostics.set(`${uri}`, found),
        delete: (uri: Uri) => this.diagnostics.delete(`${uri}`),
        clear: () => this.diagnostics.clear(),
        dispose: () => {},
      }),
    };
    const commands = {
      registerCommand: (name: string, run: (...given: unknown[]) => unknown) => {
        if (this.commands.has(name)) throw new Error(`command '${name}' already exists`);
        this.commands.set(name, run);
        return new Disposable(() => this.commands.delete(name));
      },
      executeCommand: (name: string, ...given: readonly unknown[]) => this.run(name, ...given),
    };
    const tasks = {
      registerTaskProvider: (_: string, provider: { provideTasks(): unknown[] }) => {
        this.tasks.push(provider);
        return new Disposable();
      },
    };
    class Task {
      constructor(...given: readonly unknown[]) {
        const [definition, scope, name, source, execution, matchers] = given;
        Object.assign(this, { definition, scope, name, source, execution, matchers });
      }
    }
    class ProcessExecution {
      constructor(
        readonly process: string,
        readonly args: readonly string[],
      ) {}
    }
    return withRest('vscode', {
      version: '1.91.0',
      env: { language: 'en', appName: 'Visual Studio Code', machineId: 'test' },
      window: withRest('window', window),
      workspace: withRest('workspace', workspace),
      languages: withRest('languages', languages),
      commands: withRest('commands', commands),
      tasks: withRest('tasks', tasks),
      ...{
        Disposable,
        EventEmitter,
        Uri,
        Position,
        Range,
        CancellationTokenSource,
        Diagnostic,
        Task,
        ProcessExecution,
      },
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      ViewColumn: { Active: -1, Beside: -2, One: 1 },
      CancellationError: class extends Error {},
      ThemeColor: class {},
      ProgressLocation: { Window: 10, Notification: 15 },
      TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
      TaskScope: { Global: 1, Workspace: 2 },
    });
  }

  private panel(): object {
    const [received, message, disposed] = [[] as StubPanel['received'], new EventEmitter(), new EventEmitter()];
    const webview = {
      html: '',
      postMessage: async (each: StubPanel['received'][number]) => received.push(each),
      onDidReceiveMessage: message.event,
    };
    const close = () => disposed.fire();
    const panel = { webview, reveal: () => {}, onDidDispose: disposed.event, dispose: close };
    this.panels.push({
      get html() {
        return webview.html;
      },
      received,
      say: (each) => message.fire(each),
      close,
    } as StubPanel);
    return panel;
  }
}
