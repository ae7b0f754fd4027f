/** The texts that a client has open, each as a document of the language services, with what was answered about it. */
import type { Location } from 'vscode-languageserver/node';
import { TextDocument as Document, type TextDocument } from 'vscode-languageserver-textdocument';
import { acrossFiles, type Diagnosis, type Document as Edited, type Place, references } from '../editing/index.js';
import { languageOf } from '../languages/index.js';
import { Answers } from './answers.js';
import { addressOf, type Beside, besideOf, pathBeside, pathOf } from './beside.js';
import { rangeIn } from './convert.js';
import type { Running } from './jobs.js';

export interface Open {
  readonly text: TextDocument;
  /** Null when the language is not known. */
  readonly document: Edited | null;
  readonly answers: Answers;
  /** Checks of this text that are not done. */
  readonly running: Set<Running>;
  /** What it includes. */
  readonly beside: Beside;
  /** What is wrong with it, when that is known. */
  diagnoses: readonly Diagnosis[] | null;
}

const NOTHING: Beside = { included: new Map(), paths: new Set() };

export class Texts {
  private readonly open = new Map<string, Open>();

  /** The text as it is now. Checks of an earlier text are cancelled. */
  set(text: TextDocument): Open {
    const before = this.open.get(text.uri);
    for (const running of before?.running ?? []) running.cancel();
    const file = fileOf(text.uri);
    const content = text.getText();
    const language = languageOf(content, { file });
    const isProgram = language?.name === 'program';
    const beside = isProgram ? besideOf(content, text.uri, (path) => this.textAt(path)) : NOTHING;
    const { included } = beside;
    const document = language === null ? null : { text: content, file, language: language.name, included };
    const opened: Open = { text, document, answers: new Answers(), running: new Set(), beside, diagnoses: null };
    this.open.set(text.uri, opened);
    return opened;
  }

  /** The open texts that include a file, by others or at once. */
  including(uri: string): Open[] {
    const path = pathOf(uri);
    return path === null ? [] : this.all().filter(({ text, beside }) => text.uri !== uri && beside.paths.has(path));
  }

  /** The open texts that a text includes. */
  includedBy({ beside }: Open): Open[] {
    return this.all().filter(({ text }) => beside.paths.has(pathOf(text.uri) ?? ''));
  }

  /** What is known to be wrong with a text: where it is part of others, what they say; null when that is not known yet. */
  diagnosesOf(open: Open): readonly Diagnosis[] | null {
    const own = pathOf(open.text.uri);
    const parts = new Set(this.includedBy(open));
    const around = this.including(open.text.uri).filter((each) => !parts.has(each));
    if (around.length === 0 || own === null) return open.diagnoses;
    const told = new Map<string, Diagnosis>();
    for (const { text, diagnoses } of around) {
      if (diagnoses === null) return null;
      for (const { cause } of diagnoses) {
        if (cause === undefined || pathBeside(pathOf(text.uri) ?? '', cause.file) !== own) continue;
        const { from, to, message } = cause.diagnosis;
        told.set(`${from} ${to} ${message}`, cause.diagnosis);
      }
    }
    return [...told.values()];
  }

  /** A place of a text, or of one that it includes. */
  locate({ text, beside }: Open, place: Place): Location {
    if (place.file === undefined) return { uri: text.uri, range: rangeIn(text, place) };
    const other = this.documentOf(text, place.file, beside.included.get(place.file) ?? '');
    return { uri: other.uri, range: rangeIn(other, place) };
  }

  /** A text that another includes, as the editor knows it. */
  documentOf(text: TextDocument, name: string, content: string): TextDocument {
    const path = pathBeside(pathOf(text.uri) ?? '', name);
    const open = this.all().find((each) => pathOf(each.text.uri) === path)?.text;
    return open ?? Document.create(addressOf(path), 'fencepost', 0, content);
  }

  /** Why the name at a place is not changed: a text that includes this one has it, too. Null when none is known to. */
  async useAround(uri: string, offset: number): Promise<string | null> {
    const path = pathOf(uri);
    for (const { text, document, beside } of this.including(uri)) {
      const own = pathOf(text.uri) ?? '';
      const name = [...beside.included.keys()].find((each) => pathBeside(own, each) === path);
      if (document === null || name === undefined) continue;
      const places = await references(document, offset, name);
      const here = places.find(({ file }) => file === name);
      const word = beside.included.get(name)?.slice(here?.from, here?.to) ?? '';
      const other = places.find(({ file }) => file !== name);
      if (other !== undefined) return acrossFiles(word, other.file ?? document.file);
    }
    return null;
  }

  private textAt(path: string): string | undefined {
    return this.all()
      .find(({ text }) => pathOf(text.uri) === path)
      ?.text.getText();
  }

  get(uri: string): Open | undefined {
    return this.open.get(uri);
  }

  delete(uri: string): void {
    for (const running of this.open.get(uri)?.running ?? []) running.cancel();
    this.open.delete(uri);
  }

  all(): Open[] {
    return [...this.open.values()];
  }
}

/** The name of a file in messages: the last part of its address. */
function fileOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
