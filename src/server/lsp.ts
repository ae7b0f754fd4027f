/**
 * The language server: `fencepost lsp`, by standard input and output. What is asked while a text is written is answered here,
 * by the language services of `src/editing`; checks run in child processes (`jobs.ts`).
 *
 * Nothing that a client sends, or that a text holds, ends the server: a question that fails is answered with nothing, and
 * the failure is logged.
 */
import path from 'node:path';
import {
  type CodeLens,
  type Connection,
  createConnection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  type InlayHint,
  ProposedFeatures,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import * as editing from '../editing/index.js';
import { actionsFor } from './actions.js';
import type { Checking } from './checks.js';
import { COMMANDS, registerCommands } from './commands.js';
import { completionsIn, diagnosticIn, editsIn, rangeIn, symbolsIn } from './convert.js';
import { Jobs } from './jobs.js';
import { lensesFor, verdictsFor } from './lenses.js';
import { DEFAULTS, type Settings, settingsOf } from './settings.js';
import { type Open, Texts } from './texts.js';

/** Milliseconds after a key: keys that come faster are looked at together. */
const PAUSE = 40;
/** Milliseconds: a text that is read quickly in less is read in full at once, others when nothing is typed for a while. */
const SHORT = 50;
const IDLE = 1000;
/** Of the error of a request that cannot be done. */
const REQUEST_FAILED = -32_803;

export interface Serving {
  readonly version: string;
  /** The folder of the package. */
  readonly root: string;
  readonly stop: AbortSignal;
}

/** Ends when the client says so, or is gone. */
export function serve({ version, root, stop }: Serving): Promise<void> {
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  const server = new Server(connection, version, new Jobs(path.join(root, 'dist', 'work.js')));
  return new Promise((resolve) => {
    const end = (): void => {
      server.close();
      resolve();
    };
    connection.onExit(end);
    process.stdin.on('close', end);
    process.stdin.on('end', end);
    stop.addEventListener('abort', end);
    connection.listen();
  });
}

class Server {
  private readonly texts = new Texts();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private client: InitializeParams['capabilities'] = {};
  private given: Settings = DEFAULTS;

  constructor(
    private readonly connection: Connection,
    private readonly version: string,
    jobs: Jobs,
  ) {
    connection.onInitialize((params) => this.initialize(params));
    connection.onDidChangeConfiguration(({ settings }) => {
      this.given = settingsOf((settings as { fencepost?: unknown } | null)?.fencepost);
    });
    connection.onDidChangeWatchedFiles(({ changes }) => this.changedOutside(changes.map(({ uri }) => uri)));
    connection.onInitialized(() => this.watch());
    const documents = new TextDocuments(TextDocument);
    documents.onDidChangeContent(({ document }) => this.changed(document));
    documents.onDidClose(({ document }) => this.closed(document.uri));
    documents.listen(connection);
    this.questions();
    const checking: Checking = {
      connection,
      jobs,
      version,
      settings: () => this.settings(),
      showsProgress: () => this.client.window?.workDoneProgress === true,
    };
    registerCommands({ checking, texts: this.texts, answered: (open) => this.show(open) });
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const { text } of this.texts.all()) this.texts.delete(text.uri);
  }

  private initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    this.client = capabilities;
    this.given = settingsOf(initializationOptions);
    return {
      serverInfo: { name: 'fencepost', version: this.version },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        completionProvider: { triggerCharacters: ['@', '.'] },
        documentFormattingProvider: true,
        documentSymbolProvider: true,
        codeActionProvider: true,
        codeLensProvider: { resolveProvider: false },
        inlayHintProvider: true,
        executeCommandProvider: { commands: [...COMMANDS] },
      },
    };
  }

  /** Files may be included that are not open. */
  private watch(): void {
    if (this.client.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    const watchers = [{ globPattern: '**/*.fp' }];
    this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => {});
  }

  /** What the client has set now; what it said at first, when it cannot be asked. */
  private async settings(): Promise<Settings> {
    if (this.client.workspace?.configuration !== true) return this.given;
    const found: unknown = await this.connection.workspace.getConfiguration('fencepost').catch(() => null);
    return found === null || found === undefined ? this.given : settingsOf(found);
  }

  private changed(text: TextDocument): void {
    this.take(text);
    // Those that include it have another meaning now.
    for (const open of this.texts.including(text.uri)) this.take(open.text);
  }

  private take(text: TextDocument): void {
    const hadAnswers = (this.texts.get(text.uri)?.answers.of({ property: null }).length ?? 0) > 0;
    const open = this.texts.set(text);
    clearTimeout(this.timers.get(text.uri));
    this.timers.set(
      text.uri,
      setTimeout(() => this.look(open, true), PAUSE),
    );
    if (hadAnswers) this.refresh();
  }

  private closed(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    const parts = this.texts.get(uri);
    this.texts.delete(uri);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    for (const open of this.texts.including(uri)) this.take(open.text);
    for (const open of parts === undefined ? [] : this.texts.includedBy(parts)) void this.show(open);
  }

  /** Files that are not open have changed on the disk. */
  private changedOutside(uris: readonly string[]): void {
    const around = new Set(uris.flatMap((uri) => (this.texts.get(uri) === undefined ? this.texts.including(uri) : [])));
    for (const open of around) this.take(open.text);
  }

  /** First quickly; then, when no key has come for a while, for all that reading shows. */
  private async look(open: Open, quick: boolean): Promise<void> {
    const { document, text } = open;
    if (document === null) return;
    const begun = performance.now();
    try {
      open.diagnoses = await editing.diagnose(document, { quick });
    } catch (error) {
      this.connection.console.error(`${document.file}: ${String(error)}`);
      return;
    }
    // Another text may have come meanwhile.
    if (this.texts.get(text.uri) !== open) return;
    await this.show(open);
    for (const part of this.texts.includedBy(open)) await this.show(part);
    if (this.texts.get(text.uri) !== open || !quick || document.language !== 'program') return;
    const later = setTimeout(() => this.look(open, false), performance.now() - begun > SHORT ? IDLE : 0);
    this.timers.set(text.uri, later);
  }

  /** What is wrong with the text, and what was answered about it. */
  private async show(open: Open): Promise<void> {
    const { text, document } = open;
    if (document === null) return;
    const verdicts = await verdictsFor(open, document);
    const diagnoses = this.texts.diagnosesOf(open);
    if (this.texts.get(text.uri) !== open || diagnoses === null) return;
    const leads = this.client.textDocument?.publishDiagnostics?.relatedInformation === true;
    const locate = leads ? (place: editing.Place) => this.texts.locate(open, place) : null;
    const diagnostics: Diagnostic[] = [...diagnoses.map((each) => diagnosticIn(text, each, locate)), ...verdicts];
    await this.connection.sendDiagnostics({ uri: text.uri, version: text.version, diagnostics });
    if (open.answers.of({ property: null }).length > 0 || verdicts.length > 0) this.refresh();
  }

  private refresh(): void {
    const { workspace } = this.client;
    if (workspace?.codeLens?.refreshSupport === true)
      void this.connection.sendRequest('workspace/codeLens/refresh').catch(() => {});
    if (workspace?.inlayHint?.refreshSupport === true) void this.connection.languages.inlayHint.refresh();
  }

  private questions(): void {
    const { connection } = this;
    connection.onHover(({ textDocument, position }) =>
      this.at(textDocument.uri, async (document, text) => {
        const told = await editing.hover(document, text.offsetAt(position));
        if (told === null) return null;
        return { contents: { kind: 'markdown', value: told.markdown }, range: rangeIn(text, told) };
      }),
    );
    connection.onDefinition(({ textDocument, position }) =>
      this.at(textDocument.uri, async (document, text, open) => {
        const found = await editing.definition(document, text.offsetAt(position));
        return found === null ? null : this.texts.locate(open, found);
      }),
    );
    connection.onReferences(({ textDocument, position, context }) =>
      this.at(textDocument.uri, async (document, text, open) => {
        const offset = text.offsetAt(position);
        const declared = context.includeDeclaration ? null : await editing.definition(document, offset);
        const found = await editing.references(document, offset);
        const wanted = found.filter(({ from, file }) => from !== declared?.from || file !== declared.file);
        return wanted.map((place) => this.texts.locate(open, place));
      }),
    );
    connection.onPrepareRename(({ textDocument, position }) =>
      this.at(textDocument.uri, async (document, text) => {
        const found = await editing.renameable(document, text.offsetAt(position));
        return found === null ? null : { range: rangeIn(text, found), placeholder: found.name };
      }),
    );
    connection.onRenameRequest(({ textDocument, position, newName }) =>
      this.at(textDocument.uri, async (document, text) => {
        const offset = text.offsetAt(position);
        const elsewhere = await this.texts.useAround(text.uri, offset);
        if (elsewhere !== null) return new ResponseError(REQUEST_FAILED, elsewhere);
        const result = await editing.rename(document, offset, newName);
        if (!result.ok) return new ResponseError(REQUEST_FAILED, result.message);
        return { changes: { [text.uri]: editsIn(text, result.edits) } };
      }),
    );
    connection.onCompletion(({ textDocument, position }) =>
      this.at(textDocument.uri, async (document, text) => {
        return completionsIn(text, await editing.complete(document, text.offsetAt(position)));
      }),
    );
    connection.onDocumentFormatting(({ textDocument }) =>
      this.at(textDocument.uri, async (document, text) => {
        const result = await editing.format(document);
        return result.ok ? editsIn(text, result.edits) : new ResponseError(REQUEST_FAILED, result.message);
      }),
    );
    connection.onDocumentSymbol(({ textDocument }) =>
      this.at(textDocument.uri, async (document, text) => symbolsIn(text, await editing.symbols(document))),
    );
    connection.onCodeLens(({ textDocument }) =>
      this.at(textDocument.uri, (document, _, open): Promise<CodeLens[]> => lensesFor(open, document)),
    );
    connection.onCodeAction(({ textDocument, range }) =>
      this.at(textDocument.uri, async (_, _text, open) => actionsFor(open, this.texts.diagnosesOf(open) ?? [], range)),
    );
    connection.languages.inlayHint.on(({ textDocument, range }) =>
      this.at(textDocument.uri, async (document, text, open): Promise<InlayHint[]> => {
        const outline = await editing.symbols(document);
        const lineOf = (name: string): number | null => {
          const found = outline.find((symbol) => symbol.kind === 'transition' && symbol.name === name);
          return found === undefined ? null : text.positionAt(found.at.from).line + 1;
        };
        return [...open.answers.steps(lineOf)].flatMap(([line, steps]): InlayHint[] => {
          if (line - 1 < range.start.line || line - 1 > range.end.line) return [];
          const end = text.offsetAt({ line, character: 0 });
          const last = text
            .getText()
            .slice(0, end)
            .replace(/\r?\n$/, '').length;
          return [{ position: text.positionAt(last), label: steps.join('; '), paddingLeft: true }];
        });
      }),
    );
  }

  /** An answer about a text that is open; nothing when it is not, or when answering fails. */
  private async at<T>(
    uri: string,
    answer: (document: editing.Document, text: TextDocument, open: Open) => Promise<T>,
  ): Promise<T | null> {
    const open = this.texts.get(uri);
    if (open === undefined || open.document === null) return null;
    try {
      return await answer(open.document, open.text, open);
    } catch (error) {
      this.connection.console.error(`${open.document.file}: ${String(error)}`);
      return null;
    }
  }
}
