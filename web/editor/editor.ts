/** The editor: CodeMirror with the parts that are used here, and with a worker behind it that reads what is typed. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { LanguageName } from '../../src/languages/index.js';
import { el, marked } from '../dom.js';
import type { Offer, Problem } from '../editing-protocol.js';
import { markdownView } from '../markdown.js';
import { colours } from './highlight.js';
import { type Inserted, type LineMarks, marks, showInserted, showMarks } from './marks.js';
import type { Services } from './services.js';

export interface EditorHooks {
  /** The name of the text, whose extension tells the language. */
  file(): string;
  /** After each change of the text. */
  changed(): void;
  /** When the problems of the text are known. */
  read(problems: readonly Problem[]): void;
}

export interface Editor {
  readonly view: EditorView;
  text(): string;
  replace(text: string): void;
  setLanguage(language: LanguageName | null): void;
  /** Reads the text again, for another name. */
  readAgain(): void;
  mark(marks: LineMarks | null): void;
  preview(lines: readonly Inserted[]): void;
  goTo(from: number, to?: number): void;
}

/** After the last key. */
const PAUSE_MILLISECONDS = 120;

export function openEditor(parent: HTMLElement, text: string, services: Services, hooks: EditorHooks): Editor {
  const language = new Compartment();
  let reading = 0;
  const readNow = async (): Promise<void> => {
    const shown = view.state.doc;
    const problems = await services.ask('problems', { file: hooks.file(), text: shown.toString() });
    if (problems === null || view.state.doc !== shown) return;
    view.dispatch(setDiagnostics(view.state, problems.map(diagnosticOf)));
    hooks.read(problems);
  };
  const readSoon = (): void => {
    window.clearTimeout(reading);
    reading = window.setTimeout(() => void readNow(), PAUSE_MILLISECONDS);
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        EditorView.lineWrapping,
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        indentUnit.of('  '),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [(context) => offersFor(context, services, hooks.file())] }),
        hoverTooltip(async (_view, at) => explanationAt(view, at, services, hooks.file())),
        highlightActiveLine(),
        highlightSelectionMatches(),
        // Tab leaves the editor, as it leaves any field; lines are indented with Ctrl-] and Ctrl-[.
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        linter(null),
        lintGutter(),
        marks,
        language.of(colours(null)),
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the model', spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          hooks.changed();
          readSoon();
        }),
      ],
    }),
  });
  void readNow();
  return {
    view,
    text: () => view.state.doc.toString(),
    replace: (whole) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: whole } }),
    setLanguage: (name) => view.dispatch({ effects: language.reconfigure(colours(name)) }),
    readAgain: () => void readNow(),
    mark: (shown) => {
      view.dispatch({ effects: showMarks.of(shown) });
      const line = shown?.performed?.first ?? shown?.pins[0]?.line;
      if (line !== undefined && line <= view.state.doc.lines) scrollTo(view, view.state.doc.line(line).from);
    },
    preview: (lines) => {
      view.dispatch({ effects: showInserted.of(lines) });
      const first = lines[0];
      if (first !== undefined)
        scrollTo(view, view.state.doc.line(Math.min(Math.max(first.before, 1), view.state.doc.lines)).from);
    },
    goTo: (from, to = from) => {
      const most = view.state.doc.length;
      const selection = { anchor: Math.min(from, most), head: Math.min(to, most) };
      view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
      view.focus();
    },
  };
}

/** Moves the editor alone: the page stays where the reader has it. */
function scrollTo(view: EditorView, place: number): void {
  const block = view.lineBlockAt(place);
  const { scrollTop, clientHeight } = view.scrollDOM;
  const margin = Math.min(60, clientHeight / 4);
  if (block.top < scrollTop + margin || block.bottom > scrollTop + clientHeight - margin)
    view.scrollDOM.scrollTop = block.top - clientHeight / 3;
}

function diagnosticOf({ from, to, severity, code, message, help, fixes }: Problem): Diagnostic {
  return {
    from,
    to,
    severity,
    source: code,
    message,
    renderMessage: () =>
      el('span', {}, ...marked(message), ...(help === null ? [] : [el('br'), el('small', {}, ...marked(help))])),
    actions: fixes.map(({ title, edits }) => ({
      name: title,
      apply: (view) => view.dispatch({ changes: edits.map((edit) => ({ ...edit })), userEvent: 'input.fix' }),
    })),
  };
}

async function offersFor(
  context: CompletionContext,
  services: Services,
  file: string,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w@]+/);
  if (word === null && !context.explicit) return null;
  const offers = await services.ask('offers', { file, text: context.state.doc.toString(), at: context.pos });
  const [first] = offers ?? [];
  if (first === undefined || context.aborted) return null;
  return { from: first.from, to: first.to, options: (offers ?? []).map(completionOf), validFor: /^[\w@]*$/ };
}

function completionOf({ label, kind, detail, info, insert }: Offer): Completion {
  return {
    label,
    type: kind,
    apply: insert,
    ...(detail === null ? {} : { detail }),
    ...(info === null ? {} : { info: () => el('div', { class: 'offer-info' }, ...markdownView(info)) }),
  };
}

async function explanationAt(view: EditorView, at: number, services: Services, file: string) {
  const explained = await services.ask('explain', { file, text: view.state.doc.toString(), at });
  if (explained === null) return null;
  const { from, to, markdown } = explained;
  return {
    pos: from,
    end: to,
    create: () => ({ dom: el('div', { class: 'explained' }, ...markdownView(markdown)) }),
  };
}
