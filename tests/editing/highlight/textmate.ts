/** Texts coloured by the engine that VS Code uses, with the grammars that the extension ships. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { EDITOR_LANGUAGES, type EditorLanguage } from '../../../scripts/grammars/names.js';
import { SCOPES } from '../../../scripts/grammars/textmate.js';
import type { Kind } from '../../../src/editing/highlight/grammar.js';
import type { HighlightToken } from '../../../src/editing/highlight/index.js';

const require = createRequire(import.meta.url);
const { INITIAL, parseRawGrammar, Registry } = require('vscode-textmate') as typeof import('vscode-textmate');
const oniguruma = require('vscode-oniguruma') as typeof import('vscode-oniguruma');

const KINDS = new Map(Object.entries(SCOPES).map(([kind, scope]) => [scope, kind as Kind]));

export type Tokenizer = (text: string) => HighlightToken[];

/** One for each language. */
export async function textMateTokenizers(): Promise<ReadonlyMap<EditorLanguage['language'], Tokenizer>> {
  const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM({ data: wasm });
  const { createOnigScanner, createOnigString, OnigScanner, OnigString } = oniguruma;
  const onigLib = Promise.resolve({
    createOnigScanner: createOnigScanner ?? ((patterns: string[]) => new OnigScanner(patterns)),
    createOnigString: createOnigString ?? ((text: string) => new OnigString(text)),
  });
  const file = ({ id }: EditorLanguage) => `editors/vscode/syntaxes/${id}.tmLanguage.json`;
  const registry = new Registry({
    onigLib,
    loadGrammar: async (scope) => {
      const found = EDITOR_LANGUAGES.find(({ id }) => `source.${id}` === scope);
      return found === undefined ? null : parseRawGrammar(readFileSync(file(found), 'utf8'), file(found));
    },
  });
  const made = EDITOR_LANGUAGES.map(async (each) => {
    const grammar = await registry.loadGrammar(`source.${each.id}`);
    if (grammar === null) throw new Error(`no grammar of ${each.id}`);
    const tokenize: Tokenizer = (text) => {
      const tokens: HighlightToken[] = [];
      let stack = INITIAL;
      let start = 0;
      for (const line of text.split('\n')) {
        const { tokens: found, ruleStack } = grammar.tokenizeLine(line, stack);
        for (const { startIndex, endIndex, scopes } of found) {
          const kind = kindOf(scopes.at(-1) as string, each.id);
          // The engine adds the end of the line.
          const to = Math.min(endIndex, line.length);
          if (kind !== null && startIndex < to) tokens.push({ from: start + startIndex, to: start + to, kind });
        }
        stack = ruleStack;
        start += line.length + 1;
      }
      return tokens;
    };
    return [each.language, tokenize] as const;
  });
  return new Map(await Promise.all(made));
}

function kindOf(scope: string, id: string): Kind | null {
  if (scope === `source.${id}`) return null;
  const kind = KINDS.get(scope.slice(0, -id.length - 1));
  if (kind === undefined) throw new Error(`no kind has the scope ${scope}`);
  return kind;
}
