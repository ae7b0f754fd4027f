/**
 * Where a run is in the text of its model. Steps of programs know their line; transitions of an array system, instructions of a
 * litmus test, labels and properties are looked up. What cannot be told for certain has no place.
 */
import type { LanguageName } from '../../languages/index.js';
import { inclusionOf, type Part, partsOf, withHeads } from '../../languages/shared/bundle.js';
import { actorOf, type Run, type RunStep } from './run.js';

/** A line of the text, in pieces. */
export interface SourceLine {
  readonly text: string;
  /** Where comments begin and end in it. */
  readonly comments: readonly (readonly [start: number, end: number])[];
  /** The text with blanks for comments. */
  readonly code: string;
}

const BLOCKS: Readonly<Record<LanguageName, readonly (readonly [begin: string, end: string])[]>> = {
  program: [
    ['/*', '*/'],
    ['//', '\n'],
  ],
  dve: [
    ['/*', '*/'],
    ['//', '\n'],
  ],
  memorax: [['/*', '*/']],
  cubicle: [['(*', '*)']],
  litmus: [
    ['(*', '*)'],
    ['#', '\n'],
  ],
  trencher: [['#', '\n']],
  c: [
    ['/*', '*/'],
    ['//', '\n'],
  ],
};

/** Block comments of Cubicle and of litmus tests nest; those of the others do not. */
const NESTING = '(*';

export function linesOf(text: string, language: LanguageName): SourceLine[] {
  const kinds = BLOCKS[language];
  let open: { readonly begin: string; readonly end: string; depth: number } | null = null;
  return text.split(/\r\n|\r|\n/).map((line) => {
    const comments: [number, number][] = [];
    let code = '';
    let start = 0;
    let at = 0;
    const close = (): void => {
      comments.push([start, at]);
      code += ' '.repeat(at - start);
    };
    while (at < line.length) {
      if (open === null) {
        const kind = kinds.find(([begin]) => line.startsWith(begin, at));
        if (kind === undefined) {
          code += line[at];
          at++;
          continue;
        }
        [open, start] = [{ begin: kind[0], end: kind[1], depth: 1 }, at];
        at += kind[0].length;
      } else if (line.startsWith(open.end, at)) {
        at += open.end.length;
        open.depth--;
        if (open.depth > 0) continue;
        open = null;
        close();
      } else if (open.begin === NESTING && line.startsWith(NESTING, at)) {
        at += NESTING.length;
        open.depth++;
      } else at++;
    }
    if (open !== null) {
      close();
      if (open.end === '\n') open = null;
    }
    return { text: line, comments, code };
  });
}

/** Lines from 1; the last is part of it. */
export interface Place {
  readonly first: number;
  readonly last: number;
}

const at = (line: number): Place => ({ first: line, last: line });

export class Source {
  readonly lines: readonly SourceLine[];
  private readonly language: LanguageName;
  private readonly parts: readonly Part[];

  constructor(text: string, language: LanguageName) {
    this.language = language;
    this.parts = partsOf(text);
    const lines = linesOf(withHeads(text), language);
    this.lines = lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines;
  }

  /** Of the statement that a step performs; null for a drain, and where it cannot be told. */
  stepPlace(run: Run, step: RunStep): Place | null {
    if (step.kind === 'drain') return null;
    if (this.language === 'litmus') return this.instruction(run.threads.indexOf(actorOf(step) ?? ''), step.transition);
    if (step.line !== undefined) return this.lineIn(step.line, step.file);
    return this.block(
      new RegExp(`^\\s*transition\\s+${literally(step.transition)}\\b`),
      /^\s*(transition|unsafe|init)\b/,
    );
  }

  /** Where a thread is behind a number of steps: at its next statement in the run, else where its place says. */
  threadPlace(run: Run, done: number, thread: string): Place | null {
    const next = run.steps.slice(done).find((step) => step.kind === 'transition' && actorOf(step) === thread);
    if (next !== undefined) return this.stepPlace(run, next);
    const standing = run.states[done]?.cells.get(thread);
    const line = standing === undefined ? null : /^line (\d+)(?: of (.+))?$/.exec(standing);
    if (line !== null && this.language !== 'litmus') return this.lineIn(Number(line[1]), line[2]);
    return standing?.startsWith('@') === true && this.language === 'program' ? this.label(thread, standing) : null;
  }

  /** What the run violates. */
  propertyPlace({ violated }: Run): Place | null {
    if (violated === null) return null;
    const { property, condition } = violated;
    const line =
      /\(line (\d+)(?: of (.+))?\)$/.exec(condition) ?? /^(?:invariant )?line (\d+)(?: of (.+))?$/.exec(property);
    if (line !== null) return this.lineIn(Number(line[1]), line[2]);
    const unsafe = /^unsafe\[(\d+)\]$/.exec(property);
    if (unsafe !== null) return this.found(/^\s*unsafe\b/, Number(unsafe[1]));
    const name = literally(property.replace(/^invariant /, ''));
    switch (this.language) {
      case 'program':
        return this.found(new RegExp(`^\\s*(never|invariant|ltl)\\s+${name}\\s*:`));
      case 'c':
        return this.written(new RegExp(`^\\s*(//|/\\*|\\*)?\\s*@?\\s*(never|invariant|ltl)\\s+${name}\\s*:`));
      case 'cubicle':
        return this.found(new RegExp(`^\\s*unsafe\\s+${name}\\b`));
      case 'litmus':
        return this.found(/^\s*(~\s*)?(exists|forall)\b/);
      case 'memorax':
        return this.found(/^\s*forbidden\b/);
      case 'dve':
      case 'trencher':
        return null;
    }
  }

  /** A line of the text, or of a file that it includes. */
  lineIn(line: number, file?: string): Place | null {
    const part = this.parts.find((each) => each.file === (file ?? null));
    return part === undefined ? null : this.within(at(part.line + line - 1));
  }

  /** What is written before a line: its number in its file, or nothing where the name of a file stands. */
  numberOf(line: number): string {
    if (this.parts.some((part) => part.file !== null && part.line - 1 === line)) return '';
    return `${inclusionOf(this.parts, line)?.line ?? line}`;
  }

  private within(place: Place): Place | null {
    return place.first >= 1 && place.last <= this.lines.length ? place : null;
  }

  /** The line that looks so, of several the one with that number. */
  private found(pattern: RegExp, number = 1): Place | null {
    const found = this.lines.flatMap(({ code }, index) => (pattern.test(code) ? [index + 1] : []));
    const line = found[number - 1];
    return line === undefined ? null : at(line);
  }

  /** The same, in comments too. */
  private written(pattern: RegExp): Place | null {
    const found = this.lines.findIndex(({ text }) => pattern.test(text));
    return found < 0 ? null : at(found + 1);
  }

  /** From the line that begins it to the last one with code before the next such block. */
  private block(begin: RegExp, next: RegExp): Place | null {
    const first = this.lines.findIndex(({ code }) => begin.test(code));
    if (first < 0) return null;
    const following = this.lines.findIndex(({ code }, index) => index > first && next.test(code));
    let last = following < 0 ? this.lines.length - 1 : following - 1;
    while (last > first && this.lines[last]?.code.trim() === '') last--;
    return { first: first + 1, last: last + 1 };
  }

  /** The row of an instruction, if its column has it only once. */
  private instruction(thread: number, statement: string): Place | null {
    const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();
    const rows = this.lines.flatMap(({ code }, index) => {
      const cell = code.split('|')[thread]?.replace(/;\s*$/, '');
      return cell !== undefined && plain(cell).endsWith(plain(statement)) ? [index + 1] : [];
    });
    return rows.length === 1 ? at(rows[0] as number) : null;
  }

  /** A label of a thread of a program: `cs:` between the head of that thread and the next. */
  private label(thread: string, standing: string): Place | null {
    const name = /^@(\w+)/.exec(standing)?.[1];
    const template = /^\w+/.exec(thread)?.[0];
    if (name === undefined || template === undefined) return null;
    const head = this.lines.findIndex(({ code }) => new RegExp(`^\\s*thread\\s+${template}\\b`).test(code));
    if (head < 0) return null;
    const after = this.lines.findIndex(({ code }, index) => index > head && /^\s*thread\b/.test(code));
    const body = this.lines.slice(head, after < 0 ? undefined : after);
    const rows = body.flatMap(({ code }, index) =>
      new RegExp(`\\b${name}\\s*:(?!=)`).test(code) ? [head + index + 1] : [],
    );
    return rows.length === 1 ? at(rows[0] as number) : null;
  }
}

function literally(text: string): string {
  return text.replaceAll(/[^\w]/g, '\\$&');
}
