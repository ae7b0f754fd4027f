/** `fencepost-mode.el`: a major mode for each language, and the language server for eglot and lsp-mode. */

import type { Comments, WordClass } from '../../src/editing/highlight/grammar.js';
import { GRAMMARS, type HighlightLanguage, type Kind } from '../../src/editing/highlight/index.js';
import { EDITOR_LANGUAGES, type EditorLanguage } from './names.js';

const FACES: Readonly<Record<WordClass, string>> = {
  declaration: 'font-lock-keyword-face',
  control: 'font-lock-keyword-face',
  instruction: 'font-lock-builtin-face',
  type: 'font-lock-type-face',
  property: 'font-lock-preprocessor-face',
  constant: 'font-lock-constant-face',
};

const face = (kind: Kind): string =>
  `font-lock-${kind === 'label' ? 'constant' : kind === 'definition' ? 'function-name' : 'variable-name'}-face`;

/** What is no word: a regular expression of Emacs, the group that is coloured, and its kind. */
const PATTERNS: Readonly<Record<HighlightLanguage, readonly (readonly [string, number, Kind])[]>> = {
  program: [
    ['^\\s-*\\(\\_<[A-Za-z_][A-Za-z0-9_]*\\)\\s-*:', 1, 'label'],
    ['@\\s-*\\([A-Za-z_][A-Za-z0-9_]*\\)', 1, 'label'],
    [
      '\\_<\\(?:thread\\|proc\\|type\\|record\\|never\\|invariant\\|ltl\\)\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)\\s-*[:([{=]',
      1,
      'definition',
    ],
  ],
  cubicle: [['\\_<\\(?:transition\\|predicate\\|type\\)\\s-+\\([A-Za-z][A-Za-z0-9_]*\\)', 1, 'definition']],
  litmus: [
    ['%[A-Za-z][A-Za-z0-9]*', 0, 'register'],
    ['\\_<P[0-9]+\\_>', 0, 'definition'],
  ],
  dve: [['\\_<process\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)', 1, 'definition']],
  memorax: [
    ['\\$[A-Za-z0-9_]+', 0, 'register'],
    ['^\\s-*\\(\\_<[A-Za-z_][A-Za-z0-9_]*\\)\\s-*:[^=]', 1, 'label'],
  ],
};

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function syntaxEntries({ line, block: [opening], nest }: Comments): string[] {
  const entries = ['(modify-syntax-entry ?_ "_" table)'];
  if (opening === '/*') {
    const slash = line === null ? '. 14' : '. 124b';
    entries.push(`(modify-syntax-entry ?/ ${quoted(slash)} table)`, '(modify-syntax-entry ?* ". 23" table)');
    if (line !== null) entries.push('(modify-syntax-entry ?\\n "> b" table)');
  } else {
    const flag = nest ? 'n' : '';
    entries.push(
      `(modify-syntax-entry ?\\( "()1${flag}" table)`,
      `(modify-syntax-entry ?* ". 23${flag}" table)`,
      `(modify-syntax-entry ?\\) ")(4${flag}" table)`,
    );
    if (line === '#') entries.push('(modify-syntax-entry ?# "< b" table)', '(modify-syntax-entry ?\\n "> b" table)');
  }
  return entries;
}

const modeName = ({ id }: EditorLanguage): string => (id === 'fencepost' ? 'fencepost-mode' : `fencepost-${id}-mode`);

function mode(each: EditorLanguage): string {
  const { language, title, extension } = each;
  const { words, contextual, comments } = GRAMMARS[language];
  const name = modeName(each);
  const prefix = name.replace(/-mode$/, '');
  const all = Object.entries({ ...contextual, ...words });
  const rows: string[] = [];
  for (const kind of new Set(all.map(([, its]) => its))) {
    const those = all.filter(([, its]) => its === kind).map(([word]) => quoted(word));
    rows.push(`(,(regexp-opt '(${folded(those)}) 'symbols) . ${FACES[kind]})`);
  }
  for (const [pattern, group, kind] of PATTERNS[language]) rows.push(`(${quoted(pattern)} ${group} ${face(kind)})`);
  const { line, block } = comments;
  const [start, end] = line === null || line === '#' ? [`${block[0]} `, ` ${block[1]}`] : [`${line} `, ''];
  return `(defvar ${prefix}-syntax-table
  (let ((table (make-syntax-table)))
    ${syntaxEntries(comments).join('\n    ')}
    table)
  "Syntax table of ${name}.")

(defvar ${prefix}-font-lock-keywords
  \`(${rows.join('\n    ')})
  "What is coloured in ${name}.")

;;;###autoload
(define-derived-mode ${name} prog-mode "${title}"
  "Major mode for files of the kind: ${title} (.${extension})."
  :syntax-table ${prefix}-syntax-table
  (setq-local comment-start ${quoted(start)})
  (setq-local comment-end ${quoted(end)})
  (setq-local font-lock-defaults '(${prefix}-font-lock-keywords))
  (setq-local indent-tabs-mode nil))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\\\.${extension}\\\\'" . ${name}))
`;
}

function folded(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 90) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n                   ');
}

export function emacsModes(): string {
  const modes = EDITOR_LANGUAGES.map(modeName).join(' ');
  const ids = EDITOR_LANGUAGES.map((each) => `(${modeName(each)} . "${each.id}")`).join('\n                  ');
  return `;;; fencepost-mode.el --- Modes for models of Fencepost  -*- lexical-binding: t; -*-

;; Written by \`npm run grammars\`; do not edit.
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; A major mode for each language that Fencepost reads, and \`fencepost lsp' for eglot and lsp-mode:
;;
;;   (require 'fencepost-mode)
;;   (add-hook 'fencepost-mode-hook #'eglot-ensure)   ; or #'lsp

;;; Code:

${EDITOR_LANGUAGES.map(mode).join('\n')}
(defvar fencepost-modes '(${modes})
  "The modes that the language server of Fencepost is for.")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons fencepost-modes '("fencepost" "lsp"))))

(with-eval-after-load 'lsp-mode
  (dolist (pair '(${ids}))
    (add-to-list 'lsp-language-id-configuration pair))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection '("fencepost" "lsp"))
                    :activation-fn (lambda (_file mode) (memq mode fencepost-modes))
                    :server-id 'fencepost)))

(provide 'fencepost-mode)

;;; fencepost-mode.el ends here
`;
}
