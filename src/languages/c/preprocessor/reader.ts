/**
 * The files of a text, one inside of the other, and their directives. Whoever asks for the next token is given the next one
 * outside of directives; a directive on the way is carried out, wherever it stands.
 *
 * After a fault the rest of the line is left out. Two faults end everything, because reading on would not end: files that
 * include each other in a circle, and more tokens than anybody wrote (`expand.ts`).
 */

import type { DiagnosticCode, DiagnosticList } from '../../shared/diagnostics.js';
import { SourceText } from '../../shared/source.js';
import { didYouMean, suggest } from '../../shared/suggest.js';
import { ATOMIC_BUILTINS, PLAIN_BUILTINS } from '../builtins.js';
import { HEADER_NAMES } from '../headers/index.js';
import { faultAt, type Place, type PreprocessOptions, type SourceFile, warningAt } from '../tokens.js';
import { ConditionFault, isTrue } from './condition.js';
import { type Base, Expander } from './expand.js';
import { type FoundFile, findFile, headerOf, type Include } from './include.js';
import { FileLexer } from './lexer.js';
import { defineMacro, type Macro, MacroFault, sameMacro } from './macro.js';
import { DYNAMIC, PREDEFINED, QUESTIONS } from './predefined.js';
import { Enough, isText, type PpToken, ppToken } from './token.js';

interface Group {
  /** The `#if`. */
  readonly at: Place;
  /** A branch was read: the others are left out. */
  taken: boolean;
  last: boolean;
}

interface OpenFile {
  readonly file: SourceFile;
  readonly lexer: FileLexer;
  /** Its path beside the main file; null for the main file. */
  readonly path: string | null;
  readonly groups: Group[];
  /** What `#line` adds to the lines, and the name that it gives. */
  shift: number;
  called: string;
}

const DEEPEST = 100;
const DIRECTIVES = ['if', 'ifdef', 'ifndef', 'elif', 'elifdef', 'elifndef', 'else', 'endif', 'define', 'undef'].concat([
  'include',
  'include_next',
  'import',
  'line',
  'error',
  'warning',
  'pragma',
  'ident',
  'sccs',
]);
const UNDEFINABLE = new Set(['defined', '__VA_ARGS__', '__VA_OPT__', ...QUESTIONS]);

export class Reader implements Base {
  readonly expander = new Expander(this);
  private readonly stack: OpenFile[] = [];
  private readonly once = new Set<string>();
  private waiting: PpToken | null = null;
  private counter = 0;
  inDirective = false;
  looking = false;

  constructor(
    private readonly source: SourceText,
    private readonly options: PreprocessOptions,
    private readonly faults: DiagnosticList,
  ) {
    const main = this.open(source, 0, source.parts[0]?.end ?? 0, source.file, null, false, null);
    const start: Place = { file: main.file, start: 0, end: 0, expansion: null };
    const given = (options.defines ?? []).map((define) => `#define ${definition(define)}\n`);
    if (given.length > 0) this.readBefore(given.join(''), '<command line>', start);
    this.readBefore(PREDEFINED, '<built-in>', start);
  }

  /** Definitions that come before the text. */
  private readBefore(text: string, name: string, at: Place): void {
    this.open(new SourceText(text, name), 0, text.length, name, name, true, at);
    const depth = this.stack.length;
    while (this.stack.length >= depth) {
      const token = this.lex();
      if (token.kind === 'end') this.stack.pop();
      else if (isText(token, '#') && token.lineStart) this.directive(token);
      else this.top.lexer.skipLine();
    }
  }

  private open(
    source: SourceText,
    start: number,
    end: number,
    name: string,
    path: string | null,
    builtIn: boolean,
    includedFrom: Place | null,
  ): OpenFile {
    const file: SourceFile = { name, source, builtIn, includedFrom };
    const lexer = new FileLexer(file, start, end, (from, to, message) =>
      this.fault('lexical', { file, start: from, end: to, expansion: null }, message),
    );
    const opened = { file, lexer, path, groups: [], shift: 0, called: name };
    this.stack.push(opened);
    return opened;
  }

  private get top(): OpenFile {
    return this.stack.at(-1) as OpenFile;
  }

  fault(code: DiagnosticCode, place: Place, message: string): void {
    faultAt(this.faults, code, place, message);
  }

  /** The next token outside of directives; the end is that of the main file. */
  next(): PpToken {
    for (;;) {
      const token = this.lex();
      if (this.inDirective) return token;
      if (token.kind === 'end') {
        if (this.faults.full) throw new Enough();
        if (!this.close()) return token;
      } else if (token.lineStart && !this.looking && (isText(token, '#') || isText(token, '%:'))) {
        this.expander.apart(() => this.directive(token));
      } else return token;
    }
  }

  back(token: PpToken): void {
    this.waiting = token;
  }

  private lex(): PpToken {
    const { waiting } = this;
    this.waiting = null;
    return waiting ?? this.top.lexer.next();
  }

  /** Ends a file; false for the main one. */
  private close(): boolean {
    for (const { at } of this.top.groups.splice(0))
      this.fault('syntax', at, 'this condition is not closed: `#endif` is missing');
    if (this.stack.length === 1) return false;
    this.stack.pop();
    return true;
  }

  private directive(hash: PpToken): void {
    const { lexer } = this.top;
    this.inDirective = true;
    lexer.inDirective = true;
    const name = this.lex();
    const then = name.kind === 'end' ? null : this.carryOut(name, hash);
    this.waiting = null;
    lexer.skipLine();
    this.inDirective = false;
    then?.();
  }

  /** What is left to do when the line is over, if anything. */
  private carryOut(name: PpToken, hash: PpToken): (() => void) | null {
    const { lexer, groups } = this.top;
    if (name.kind === 'number') {
      this.line(name);
      return null;
    }
    switch (name.text) {
      case 'if':
      case 'ifdef':
      case 'ifndef':
        return this.begin(hash, this.asked(name.text, name));
      case 'elif':
      case 'elifdef':
      case 'elifndef':
      case 'else': {
        const group = groups.at(-1);
        if (group === undefined || group.last) {
          this.fault(
            'syntax',
            name.place,
            `\`#${name.text}\` ${group === undefined ? 'without `#if`' : 'after `#else`'}`,
          );
          return null;
        }
        group.last = name.text === 'else';
        return () => this.skip(group);
      }
      case 'endif':
        if (groups.pop() === undefined) this.fault('syntax', name.place, '`#endif` without `#if`');
        return null;
      case 'define':
        this.define();
        return null;
      case 'undef': {
        const macro = this.macroName();
        if (macro !== null) this.expander.macros.delete(macro.text);
        return null;
      }
      case 'include':
      case 'import':
        return this.include(name);
      case 'include_next':
        this.fault(
          'unsupported',
          name.place,
          '`#include_next` is not supported: write the path of the file that is meant',
        );
        return null;
      case 'line':
        this.line(this.expanded());
        return null;
      case 'error':
      case 'warning': {
        lexer.quiet = true;
        const text = lexer.restOfLine();
        lexer.quiet = false;
        const told = `\`#${name.text}\`: ${text}`;
        if (name.text === 'error') this.fault('syntax', name.place, told);
        else warningAt(this.faults, 'syntax', name.place, told);
        return null;
      }
      case 'pragma':
        lexer.quiet = true;
        if (this.lex().text === 'once') this.once.add(this.top.file.name);
        lexer.skipLine();
        lexer.inDirective = true;
        lexer.quiet = false;
        return null;
      case 'ident':
      case 'sccs':
        return null;
      default: {
        const near = suggest(name.text, DIRECTIVES);
        this.fault('syntax', name.place, `\`#${name.text}\` is no directive${didYouMean(near)}`);
        return null;
      }
    }
  }

  /** The next token of a directive, expanded. */
  private expanded(): PpToken {
    let token = this.expander.next();
    while (token.kind === 'padding') token = this.expander.next();
    return token;
  }

  private macroName(): PpToken | null {
    const token = this.lex();
    if (token.kind === 'identifier' && !UNDEFINABLE.has(token.text)) return token;
    const message =
      token.kind === 'identifier' ? `\`${token.text}\` cannot be a macro` : 'expected the name of a macro';
    this.fault('syntax', token.place, message);
    return null;
  }

  private define(): void {
    const name = this.macroName();
    if (name === null) return;
    const tokens: PpToken[] = [];
    do tokens.push(this.lex());
    while (tokens.at(-1)?.kind !== 'end');
    try {
      const macro = this.withPlace(defineMacro(name, tokens));
      const old = this.expander.macros.get(name.text);
      if (old !== undefined && !sameMacro(old, macro)) {
        warningAt(this.faults, 'duplicate', name.place, `the macro \`${name.text}\` had another definition before`);
      }
      this.expander.macros.set(name.text, macro);
    } catch (error) {
      if (!(error instanceof MacroFault)) throw error;
      this.fault('syntax', error.token.place, error.message);
    }
  }

  /** Predefined macros have no place that people could look at. */
  private withPlace(macro: Macro): Macro {
    return this.top.file.name === '<built-in>' ? { ...macro, definition: null } : macro;
  }

  private isDefined(name: string): boolean {
    return this.expander.macros.has(name) || (DYNAMIC as readonly string[]).includes(name) || QUESTIONS.includes(name);
  }

  /** Whether the condition holds; one that is wrong does not. */
  private asked(kind: string, name: PpToken): boolean {
    if (kind === 'if' || kind === 'elif') return this.condition(name);
    const macro = this.macroName();
    return macro !== null && this.isDefined(macro.text) === (kind === 'ifdef' || kind === 'elifdef');
  }

  private condition(name: PpToken): boolean {
    const tokens: PpToken[] = [];
    try {
      for (;;) {
        const token = this.expanded();
        tokens.push(token.kind === 'identifier' ? this.answered(token) : token);
        if (token.kind === 'end') break;
      }
      if (tokens.length === 1) throw new ConditionFault(name, `\`#${name.text}\` without a condition`);
      return isTrue(tokens);
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error;
      this.fault('syntax', (error.token.kind === 'end' ? name : error.token).place, error.message);
      return false;
    }
  }

  /** `defined` and its like as a number; every other name as it is. */
  private answered(token: PpToken): PpToken {
    const { expander } = this;
    const answer = (holds: boolean): PpToken => ({ ...token, kind: 'number', text: holds ? '1' : '0' });
    if (token.text === 'defined') {
      const first = expander.raw();
      const name = isText(first, '(') ? expander.raw() : first;
      if (name.kind !== 'identifier') throw new ConditionFault(token, '`defined` needs the name of a macro');
      if (first !== name && !isText(expander.raw(), ')'))
        throw new ConditionFault(token, '`)` is missing behind `defined`');
      return answer(this.isDefined(name.text));
    }
    if (!QUESTIONS.includes(token.text)) return token;
    if (!isText(expander.raw(), '('))
      throw new ConditionFault(token, `\`${token.text}\` needs an argument in parentheses`);
    if (token.text.startsWith('__has_include')) {
      const name = this.top.lexer.headerName();
      if (name === null || !isText(expander.raw(), ')'))
        throw new ConditionFault(token, 'expected the name of a header');
      return answer(this.found(headerOf(name.text)) !== null);
    }
    const name = expander.raw();
    for (let depth = 1; depth > 0; ) {
      const next = expander.raw();
      if (next.kind === 'end') throw new ConditionFault(token, `\`)\` is missing behind \`${token.text}\``);
      depth += isText(next, '(') ? 1 : isText(next, ')') ? -1 : 0;
    }
    const builtIns: readonly string[] = [...ATOMIC_BUILTINS, ...PLAIN_BUILTINS];
    return answer(token.text === '__has_builtin' && builtIns.includes(name.text));
  }

  private begin(hash: PpToken, holds: boolean): (() => void) | null {
    const group: Group = { at: hash.place, taken: holds, last: false };
    this.top.groups.push(group);
    return holds ? null : () => this.skip(group);
  }

  /** Leaves out lines up to the branch that is read, or to the end of the condition. */
  private skip(group: Group): void {
    const { lexer, groups } = this.top;
    lexer.quiet = true;
    for (let depth = 0; ; ) {
      const token = lexer.next();
      if (token.kind === 'end') break;
      if (!token.lineStart || !(isText(token, '#') || isText(token, '%:'))) continue;
      lexer.inDirective = true;
      const name = lexer.next();
      const { text } = name;
      if (text === 'if' || text === 'ifdef' || text === 'ifndef') depth++;
      else if (text === 'endif' && depth-- === 0) {
        groups.pop();
        lexer.skipLine();
        break;
      } else if (depth === 0 && /^(else|elif|elifdef|elifndef)$/.test(text) && this.branch(group, name)) {
        this.waiting = null;
        lexer.skipLine();
        break;
      }
      lexer.skipLine();
    }
    lexer.quiet = false;
  }

  /** Whether a branch is the one to be read. */
  private branch(group: Group, name: PpToken): boolean {
    if (group.last) this.fault('syntax', name.place, `\`#${name.text}\` after \`#else\``);
    const isElse = name.text === 'else';
    group.last ||= isElse;
    if (group.taken) return false;
    this.top.lexer.quiet = false;
    this.inDirective = true;
    group.taken = isElse || this.expander.apart(() => this.asked(name.text, name));
    this.inDirective = false;
    this.waiting = null;
    this.top.lexer.quiet = true;
    return group.taken;
  }

  private include(name: PpToken): (() => void) | null {
    const header = this.headerName();
    if (header === null) {
      this.fault('syntax', name.place, '`#include` needs a name in quotes or in angle brackets');
      return null;
    }
    const asked = headerOf(header.text);
    const found = this.found(asked);
    if (found === null) {
      const near = asked.quoted ? null : suggest(asked.name, HEADER_NAMES);
      const where = asked.quoted
        ? 'it is neither beside this file, nor in a folder that was named, nor built in'
        : 'it is neither built in, nor in a folder that was named';
      this.fault('missing', header.place, `there is no file \`${asked.name}\`: ${where}${didYouMean(near)}`);
      return null;
    }
    if (this.once.has(found.name)) return null;
    if (this.stack.length > DEEPEST) {
      const message = `reading stops here: files include each other more than ${DEEPEST} deep, probably in a circle`;
      this.fault('nesting', header.place, message);
      throw new Enough();
    }
    return () => this.open(found.source, found.start, found.end, found.name, found.path, found.builtIn, header.place);
  }

  /** The name behind `#include`: as it is written, or made of macros. */
  private headerName(): PpToken | null {
    const direct = this.top.lexer.headerName();
    if (direct !== null) return direct;
    const first = this.expanded();
    if (first.kind === 'string') return first.text.startsWith('"') ? first : null;
    if (!isText(first, '<')) return null;
    let text = '<';
    for (let token = this.expanded(); !isText(token, '>'); token = this.expanded()) {
      if (token.kind === 'end') return null;
      text += (token.spaceBefore ? ' ' : '') + token.text;
    }
    return { ...first, text: `${text}>` };
  }

  private found(asked: Include): FoundFile | null {
    return findFile(asked, this.source, this.top.path, this.options.includeFolders ?? []);
  }

  /** `#line 7 "file"`, and `# 7 "file"` of a text that was preprocessed before. */
  private line(number: PpToken): void {
    if (!/^\d+$/.test(number.text)) {
      this.fault('syntax', number.place, '`#line` needs a number');
      return;
    }
    const { file } = this.top;
    const called = this.expanded();
    const { line, included } = file.source.place(number.place.start);
    this.top.shift = Number(number.text) - (included?.line ?? line) - 1;
    if (called.kind === 'string') this.top.called = called.text.slice(1, -1);
  }

  dynamic(name: PpToken): PpToken | null {
    const text = this.dynamicText(name);
    if (text === null) return null;
    const place: Place = { ...name.place, expansion: { macro: name.text, definition: null, at: name.place } };
    const kind = text.startsWith('"') ? 'string' : 'number';
    return ppToken(kind, text, place, name.spaceBefore, name.lineStart);
  }

  private dynamicText(name: PpToken): string | null {
    switch (name.text as (typeof DYNAMIC)[number]) {
      case '__LINE__':
        return String(this.lineOf(name.place));
      case '__FILE__':
        return quoted(this.top.called);
      case '__BASE_FILE__':
        return quoted(this.source.file);
      case '__FILE_NAME__':
        return quoted(this.top.called.split('/').at(-1) ?? '');
      case '__COUNTER__':
        return String(this.counter++);
      case '__INCLUDE_LEVEL__':
        return String(this.stack.length - 1);
      case '__DATE__':
        return '"Jan  1 1970"';
      case '__TIME__':
        return '"00:00:00"';
      case '__TIMESTAMP__':
        return '"Thu Jan  1 00:00:00 1970"';
      default:
        return null;
    }
  }

  private lineOf(place: Place): number {
    let at = place;
    while (at.expansion !== null) at = at.expansion.at;
    const { line, included } = at.file.source.place(at.start);
    return (included?.line ?? line) + this.top.shift;
  }
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** `NAME=VALUE` as a `#define` has it; a name alone is 1, as compilers have it. */
function definition(given: string): string {
  const line = given.replace(/\n/g, ' ');
  return line.includes('=') ? line.replace('=', ' ') : `${line} 1`;
}
