/** The files for editors that are written from `src/editing/highlight`. */
import { emacsModes } from './emacs.js';
import { EDITOR_LANGUAGES } from './names.js';
import { textMateGrammar } from './textmate.js';
import { neovimServer, vimDetection, vimPlugin, vimSyntax } from './vim.js';

export function grammarFiles(): (readonly [file: string, text: string])[] {
  return [
    ...EDITOR_LANGUAGES.flatMap((each) => [
      [`editors/vscode/syntaxes/${each.id}.tmLanguage.json`, textMateGrammar(each)] as const,
      [`editors/vim/syntax/${each.id}.vim`, vimSyntax(each)] as const,
      [`editors/vim/ftdetect/${each.id}.vim`, vimDetection(each)] as const,
      [`editors/vim/ftplugin/${each.id}.vim`, vimPlugin(each)] as const,
    ]),
    ['editors/vim/lsp/fencepost.lua', neovimServer()],
    ['editors/emacs/fencepost-mode.el', emacsModes()],
  ];
}
