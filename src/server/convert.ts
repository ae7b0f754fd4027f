/** Between the protocol, which counts lines and UTF-16 units, and the language services, which count units alone. */
import {
  type CodeLens,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  type Location,
  MarkupKind,
  type Range as ProtocolRange,
  SymbolKind,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type {
  CompletionKind,
  Completions,
  Diagnosis,
  Edit,
  OutlineKind,
  OutlineSymbol,
  Place,
  Range,
} from '../editing/index.js';

export function rangeIn(document: TextDocument, { from, to }: Range): ProtocolRange {
  return { start: document.positionAt(from), end: document.positionAt(to) };
}

export function editsIn(document: TextDocument, edits: readonly Edit[]): TextEdit[] {
  return edits.map((edit) => ({ range: rangeIn(document, edit), newText: edit.insert }));
}

export const SOURCE = 'fencepost';

/** `locate`: of a fault in an included text, for clients that lead there. */
export function diagnosticIn(
  document: TextDocument,
  diagnosis: Diagnosis,
  locate: ((place: Place) => Location) | null = null,
): Diagnostic {
  const { severity, code, message, help, cause } = diagnosis;
  const related =
    cause === undefined || locate === null
      ? null
      : { location: locate({ ...cause.diagnosis, file: cause.file }), message: cause.diagnosis.message };
  return {
    range: rangeIn(document, diagnosis),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: SOURCE,
    message: help === null ? message : `${message}\n${help}`,
    ...(related === null ? {} : { relatedInformation: [related] }),
  };
}

const COMPLETIONS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  instruction: CompletionItemKind.Function,
  constant: CompletionItemKind.Constant,
  value: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
  field: CompletionItemKind.Field,
  type: CompletionItemKind.Class,
  thread: CompletionItemKind.Module,
  procedure: CompletionItemKind.Function,
  label: CompletionItemKind.Reference,
  snippet: CompletionItemKind.Snippet,
};

export function completionsIn(document: TextDocument, completions: Completions): CompletionItem[] {
  const range = rangeIn(document, completions);
  return completions.items.map(({ label, kind, detail, documentation, insert }) => ({
    label,
    kind: COMPLETIONS[kind],
    detail,
    textEdit: { range, newText: insert ?? label },
    ...(documentation === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
  }));
}

const SYMBOLS: Readonly<Record<OutlineKind, SymbolKind>> = {
  constant: SymbolKind.Constant,
  type: SymbolKind.Enum,
  value: SymbolKind.EnumMember,
  record: SymbolKind.Struct,
  field: SymbolKind.Field,
  variable: SymbolKind.Variable,
  array: SymbolKind.Array,
  thread: SymbolKind.Module,
  procedure: SymbolKind.Function,
  label: SymbolKind.Key,
  property: SymbolKind.Property,
  transition: SymbolKind.Method,
  predicate: SymbolKind.Function,
  initial: SymbolKind.Constructor,
};

export function symbolsIn(document: TextDocument, symbols: readonly OutlineSymbol[]): DocumentSymbol[] {
  return symbols.map((symbol) => ({
    name: symbol.name,
    detail: symbol.detail,
    kind: SYMBOLS[symbol.kind],
    range: rangeIn(document, symbol),
    selectionRange: rangeIn(document, symbol.at),
    children: symbolsIn(document, symbol.children),
  }));
}

export type Lensed = Pick<CodeLens, 'range' | 'command'>;
