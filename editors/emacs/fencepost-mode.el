;;; fencepost-mode.el --- Modes for models of Fencepost  -*- lexical-binding: t; -*-

;; Written by `npm run grammars`; do not edit.
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; A major mode for each language that Fencepost reads, and `fencepost lsp' for eglot and lsp-mode:
;;
;;   (require 'fencepost-mode)
;;   (add-hook 'fencepost-mode-hook #'eglot-ensure)   ; or #'lsp

;;; Code:

(defvar fencepost-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    table)
  "Syntax table of fencepost-mode.")

(defvar fencepost-font-lock-keywords
  `((,(regexp-opt '("load_acquire" "store_release" "store" "fence" "atomic" "cas" "swap" "fetch_add") 'symbols) . font-lock-builtin-face)
    (,(regexp-opt '("count" "never" "invariant" "lemma" "ltl" "predicates" "assume" "assert") 'symbols) . font-lock-preprocessor-face)
    (,(regexp-opt '("u8" "u16" "u32" "i8" "i16" "i32" "int" "bool") 'symbols) . font-lock-type-face)
    (,(regexp-opt '("in" "if" "else" "while" "loop" "await" "goto" "choose" "or" "break" "continue" "skip"
                   "for" "switch" "case" "default" "return") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("include" "const" "type" "shared" "thread" "local" "proc" "record" "ghost") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("true" "false" "any" "self") 'symbols) . font-lock-constant-face)
    ("^\\s-*\\(\\_<[A-Za-z_][A-Za-z0-9_]*\\)\\s-*:" 1 font-lock-constant-face)
    ("@\\s-*\\([A-Za-z_][A-Za-z0-9_]*\\)" 1 font-lock-constant-face)
    ("\\_<\\(?:thread\\|proc\\|type\\|record\\|never\\|invariant\\|ltl\\)\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)\\s-*[:([{=]" 1 font-lock-function-name-face))
  "What is coloured in fencepost-mode.")

;;;###autoload
(define-derived-mode fencepost-mode prog-mode "Fencepost program"
  "Major mode for files of the kind: Fencepost program (.fp)."
  :syntax-table fencepost-syntax-table
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local font-lock-defaults '(fencepost-font-lock-keywords))
  (setq-local indent-tabs-mode nil))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.fp\\'" . fencepost-mode))

(defvar fencepost-cubicle-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\( "()1n" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?\) ")(4n" table)
    table)
  "Syntax table of fencepost-cubicle-mode.")

(defvar fencepost-cubicle-font-lock-keywords
  `((,(regexp-opt '("int" "real" "bool" "proc") 'symbols) . font-lock-type-face)
    (,(regexp-opt '("True" "False" "true" "false") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("type" "init" "transition" "array" "var" "const" "predicate" "weak" "number_procs") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("unsafe" "invariant" "lemma") 'symbols) . font-lock-preprocessor-face)
    (,(regexp-opt '("requires" "case" "if" "then" "else" "let" "in" "not" "forall" "exists" "forall_other"
                   "exists_other") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("fence") 'symbols) . font-lock-builtin-face)
    ("\\_<\\(?:transition\\|predicate\\|type\\)\\s-+\\([A-Za-z][A-Za-z0-9_]*\\)" 1 font-lock-function-name-face))
  "What is coloured in fencepost-cubicle-mode.")

;;;###autoload
(define-derived-mode fencepost-cubicle-mode prog-mode "Cubicle array system"
  "Major mode for files of the kind: Cubicle array system (.cub)."
  :syntax-table fencepost-cubicle-syntax-table
  (setq-local comment-start "(* ")
  (setq-local comment-end " *)")
  (setq-local font-lock-defaults '(fencepost-cubicle-font-lock-keywords))
  (setq-local indent-tabs-mode nil))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cub\\'" . fencepost-cubicle-mode))

(defvar fencepost-litmus-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\( "()1n" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?\) ")(4n" table)
    (modify-syntax-entry ?# "< b" table)
    (modify-syntax-entry ?\n "> b" table)
    table)
  "Syntax table of fencepost-litmus-mode.")

(defvar fencepost-litmus-font-lock-keywords
  `((,(regexp-opt '("lock" "LOCK" "mov" "MOV" "movb" "MOVB" "movw" "MOVW" "movl" "MOVL" "movq" "MOVQ" "add"
                   "ADD" "xor" "XOR" "or" "OR" "AND" "sub" "SUB" "cmp" "CMP" "test" "TEST" "inc" "INC" "dec"
                   "DEC" "NOT" "neg" "NEG" "setnb" "SETNB" "xchg" "XCHG" "xadd" "XADD" "lea" "LEA" "pause"
                   "PAUSE" "cmpxchg" "CMPXCHG" "cmovc" "CMOVC" "mfence" "MFENCE" "sfence" "SFENCE" "lfence"
                   "LFENCE" "addb" "ADDB" "addw" "ADDW" "addl" "ADDL" "addq" "ADDQ" "xorb" "XORB" "xorw"
                   "XORW" "xorl" "XORL" "xorq" "XORQ" "orb" "ORB" "orw" "ORW" "orl" "ORL" "orq" "ORQ" "andb"
                   "ANDB" "andw" "ANDW" "andl" "ANDL" "andq" "ANDQ" "subb" "SUBB" "subw" "SUBW" "subl" "SUBL"
                   "subq" "SUBQ" "cmpb" "CMPB" "cmpw" "CMPW" "cmpl" "CMPL" "cmpq" "CMPQ" "testb" "TESTB"
                   "testw" "TESTW" "testl" "TESTL" "testq" "TESTQ" "incb" "INCB" "incw" "INCW" "incl" "INCL"
                   "incq" "INCQ" "decb" "DECB" "decw" "DECW" "decl" "DECL" "decq" "DECQ" "notb" "NOTB" "notw"
                   "NOTW" "notl" "NOTL" "notq" "NOTQ" "negb" "NEGB" "negw" "NEGW" "negl" "NEGL" "negq" "NEGQ"
                   "xchgb" "XCHGB" "xchgw" "XCHGW" "xchgl" "XCHGL" "xchgq" "XCHGQ" "xaddb" "XADDB" "xaddw"
                   "XADDW" "xaddl" "XADDL" "xaddq" "XADDQ" "leal" "LEAL" "leaq" "LEAQ" "cmpxchgb" "CMPXCHGB"
                   "cmpxchgw" "CMPXCHGW" "cmpxchgl" "CMPXCHGL" "cmpxchgq" "CMPXCHGQ" "cmovcb" "CMOVCB"
                   "cmovcw" "CMOVCW" "cmovcl" "CMOVCL" "cmovcq" "CMOVCQ" "shl" "SHL" "shlb" "SHLB" "shlw"
                   "SHLW" "shll" "SHLL" "shlq" "SHLQ" "movnti" "MOVNTI" "movntil" "MOVNTIL" "movntiq"
                   "MOVNTIQ" "endbr64" "ENDBR64" "nop" "NOP" "nopl" "NOPL" "nopw" "NOPW" "clflush" "CLFLUSH"
                   "clflushopt" "CLFLUSHOPT") 'symbols) . font-lock-builtin-face)
    (,(regexp-opt '("and" "not" "jmp" "JMP" "je" "JE" "jne" "JNE" "jle" "JLE" "jlt" "JLT" "jge" "JGE" "jgt"
                   "JGT" "js" "JS" "jns" "JNS" "ret" "RET") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("Observed" "exists" "forall" "final" "observed" "locations" "filter" "with") 'symbols) . font-lock-preprocessor-face)
    (,(regexp-opt '("true" "false") 'symbols) . font-lock-constant-face)
    ("%[A-Za-z][A-Za-z0-9]*" 0 font-lock-variable-name-face)
    ("\\_<P[0-9]+\\_>" 0 font-lock-function-name-face))
  "What is coloured in fencepost-litmus-mode.")

;;;###autoload
(define-derived-mode fencepost-litmus-mode prog-mode "Litmus test"
  "Major mode for files of the kind: Litmus test (.litmus)."
  :syntax-table fencepost-litmus-syntax-table
  (setq-local comment-start "(* ")
  (setq-local comment-end " *)")
  (setq-local font-lock-defaults '(fencepost-litmus-font-lock-keywords))
  (setq-local indent-tabs-mode nil))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.litmus\\'" . fencepost-litmus-mode))

(defvar fencepost-dve-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    table)
  "Syntax table of fencepost-dve-mode.")

(defvar fencepost-dve-font-lock-keywords
  `((,(regexp-opt '("const" "channel" "process" "state" "init" "accept" "commit" "trans" "system") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("byte" "int") 'symbols) . font-lock-type-face)
    (,(regexp-opt '("assert" "property" "buchi" "genbuchi" "muller" "rabin" "streett") 'symbols) . font-lock-preprocessor-face)
    (,(regexp-opt '("guard" "sync" "effect" "async" "and" "or" "not" "imply") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("true" "false") 'symbols) . font-lock-constant-face)
    ("\\_<process\\s-+\\([A-Za-z_][A-Za-z0-9_]*\\)" 1 font-lock-function-name-face))
  "What is coloured in fencepost-dve-mode.")

;;;###autoload
(define-derived-mode fencepost-dve-mode prog-mode "DVE model"
  "Major mode for files of the kind: DVE model (.dve)."
  :syntax-table fencepost-dve-syntax-table
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local font-lock-defaults '(fencepost-dve-font-lock-keywords))
  (setq-local indent-tabs-mode nil))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.dve\\'" . fencepost-dve-mode))

(defvar fencepost-rmm-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 14" table)
    (modify-syntax-entry ?* ". 23" table)
    table)
  "Syntax table of fencepost-rmm-mode.")

(defvar fencepost-rmm-font-lock-keywords
  `((,(regexp-opt '("Z") 'symbols) . font-lock-type-face)
    (,(regexp-opt '("process" "data" "registers" "text" "macro" "endmacro") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("forbidden" "predicates" "assume") 'symbols) . font-lock-preprocessor-face)
    (,(regexp-opt '("if" "then" "else" "while" "do" "goto" "either" "or" "not") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("read" "write" "syncwr" "syncrd" "fence" "ssfence" "llfence" "locked" "slocked" "cas" "nop") 'symbols) . font-lock-builtin-face)
    (,(regexp-opt '("true" "false" "my" "me" "other") 'symbols) . font-lock-constant-face)
    ("\\$[A-Za-z0-9_]+" 0 font-lock-variable-name-face)
    ("^\\s-*\\(\\_<[A-Za-z_][A-Za-z0-9_]*\\)\\s-*:[^=]" 1 font-lock-constant-face))
  "What is coloured in fencepost-rmm-mode.")

;;;###autoload
(define-derived-mode fencepost-rmm-mode prog-mode "Memorax program"
  "Major mode for files of the kind: Memorax program (.rmm)."
  :syntax-table fencepost-rmm-syntax-table
  (setq-local comment-start "/* ")
  (setq-local comment-end " */")
  (setq-local font-lock-defaults '(fencepost-rmm-font-lock-keywords))
  (setq-local indent-tabs-mode nil))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.rmm\\'" . fencepost-rmm-mode))

(defvar fencepost-modes '(fencepost-mode fencepost-cubicle-mode fencepost-litmus-mode fencepost-dve-mode fencepost-rmm-mode)
  "The modes that the language server of Fencepost is for.")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons fencepost-modes '("fencepost" "lsp"))))

(with-eval-after-load 'lsp-mode
  (dolist (pair '((fencepost-mode . "fencepost")
                  (fencepost-cubicle-mode . "cubicle")
                  (fencepost-litmus-mode . "litmus")
                  (fencepost-dve-mode . "dve")
                  (fencepost-rmm-mode . "rmm")))
    (add-to-list 'lsp-language-id-configuration pair))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection '("fencepost" "lsp"))
                    :activation-fn (lambda (_file mode) (memq mode fencepost-modes))
                    :server-id 'fencepost)))

(provide 'fencepost-mode)

;;; fencepost-mode.el ends here
