/**
 * Places of an `.rmm` text.
 *
 * Fences: before and behind the statements of `text` sections, `{ }` blocks and alternatives of `either`; not inside
 * `locked`, and not in a body of `if` or `while` that is a single statement. A label names the point before its statement:
 * a fence before `L: read ...` is not passed by `goto L`, one behind the label (`L: fence; read ...`) is, and then the label
 * is the point before the fence. Both are places.
 *
 * Atomic writes: `write: x := e` becomes `locked write: x := e`.
 *
 * A macro is written once and read at each of its calls: a place in its body is one place in the text, and all the steps
 * that come from it belong to it. Places that cannot be read back (a call may begin in the middle of a statement) are left
 * out by `text-places.ts`.
 */
import { memoraxLexer } from '../languages/memorax/lex.js';
import { expandMacros, MacroDiagnostics } from '../languages/memorax/macros.js';
import { parseMemorax } from '../languages/memorax/parse.js';
import type { FileSyntax, LabelledSyntax, StatementSyntax } from '../languages/memorax/syntax.js';
import { SourceText } from '../languages/shared/source.js';
import { TokenStream } from '../languages/shared/tokens.js';
import { indentation, leadOf, lineBefore } from './layout.js';
import type { FenceCandidate, TextPlace, WriteCandidate } from './text-places.js';

/** Null when the text is not well-formed. */
export function parseRmm(text: string): FileSyntax | null {
  const source = new SourceText(text, '');
  const diagnostics = new MacroDiagnostics(source);
  const lexer = expandMacros(source, diagnostics, memoraxLexer(source, diagnostics));
  const syntax = parseMemorax(new TokenStream(source, diagnostics, lexer));
  return diagnostics.errors === 0 ? syntax : null;
}

/** `word`: what is written there. */
export function rmmFences(
  text: string,
  { processes }: FileSyntax,
  word: 'fence' | 'ssfence' = 'fence',
): FenceCandidate[] {
  const source = new SourceText(text, '');
  const found = processes.flatMap((process, number) =>
    sequencesIn(process.text).flatMap((sequence) =>
      gaps(text, source, sequence, { thread: `process ${number}`, word }),
    ),
  );
  return unique(found, ({ probe }) => probe.offset);
}

export function rmmWrites(text: string, { processes }: FileSyntax): WriteCandidate[] {
  const source = new SourceText(text, '');
  const found = processes.flatMap((process, number) =>
    sequencesIn(process.text)
      .flat()
      .flatMap(({ statement }): WriteCandidate[] => {
        if (statement.kind !== 'write' || statement.how !== 'write') return [];
        const place = described(text, source, 'at', statement, `process ${number}`);
        const { start } = statement;
        return [{ ...place, weight: 0, told: { offset: start }, patch: [{ offset: start, text: 'locked ' }] }];
      }),
  );
  return unique(found, ({ told }) => told.offset);
}

/** Text that a macro puts into several processes is there once. */
function unique<T>(places: readonly T[], offsetOf: (place: T) => number): T[] {
  const known = new Map<number, T>();
  for (const place of places) if (!known.has(offsetOf(place))) known.set(offsetOf(place), place);
  return [...known.entries()].sort(([one], [other]) => one - other).map(([, place]) => place);
}

type Sequence = readonly LabelledSyntax[];

interface Fence {
  readonly thread: string;
  readonly word: string;
}

function gaps(text: string, source: SourceText, sequence: Sequence, { thread, word }: Fence): FenceCandidate[] {
  const found = sequence.flatMap(({ label, statement }, position): FenceCandidate[] => {
    const previous = sequence[position - 1]?.statement;
    const offset = label?.start ?? statement.start;
    const place =
      previous === undefined
        ? described(text, source, 'before', statement, thread)
        : described(text, source, 'after', previous, thread);
    const weight = weightOf(previous, statement);
    const probe = { offset, text: `${word}; ` };
    const before: FenceCandidate = {
      ...place,
      weight,
      probe,
      told: { inserted: 0 },
      patch: [lineBefore(text, offset, `${word};`) ?? probe],
    };
    if (label === null || statement.kind === 'block' || statement.kind === 'goto') return [before];
    const behind = { offset: statement.start, text: `${word}; ` };
    const lead = indentation(text, offset) === null ? null : leadOf(text, statement.start);
    const moved: FenceCandidate = {
      ...described(text, source, 'before', statement, thread),
      weight: weight + 1,
      probe: behind,
      told: { inserted: 0 },
      patch: [lead === null ? behind : { ...behind, text: `${word};\n${lead}` }],
    };
    return [before, moved];
  });
  const last = sequence.at(-1)?.statement;
  if (last === undefined || last.kind === 'goto') return found;
  const lead = indentation(text, last.start);
  found.push({
    ...described(text, source, 'after', last, thread),
    weight: weightOf(last, undefined),
    probe: { offset: last.end, text: `; ${word}` },
    told: { inserted: 2 },
    patch: [{ offset: last.end, text: lead === null ? `; ${word}` : `;\n${lead}${word}` }],
  });
  return found;
}

function weightOf(previous: StatementSyntax | undefined, next: StatementSyntax | undefined): number {
  const [stored, read] = [previous?.kind === 'write', next?.kind === 'read' || next?.kind === 'load'];
  return stored ? (read ? 0 : 2) : read ? 4 : 6;
}

function described(
  text: string,
  source: SourceText,
  where: TextPlace['where'],
  { start, end }: StatementSyntax,
  thread: string,
): Pick<TextPlace, 'line' | 'where' | 'statement' | 'thread'> {
  const [statement = ''] = text.slice(start, end).split(/\s*\n/);
  return { line: source.place(start).line, where, statement, thread };
}

/** Lists of statements that are steps of their own. */
function sequencesIn(statements: Sequence): Sequence[] {
  return [statements, ...statements.flatMap(({ statement }) => innerSequences(statement))];
}

function innerSequences(statement: StatementSyntax): Sequence[] {
  switch (statement.kind) {
    case 'block':
      return sequencesIn(statement.statements);
    case 'either':
      return statement.alternatives.flatMap(sequencesIn);
    case 'if': {
      const bodies = statement.otherwise === null ? [statement.then] : [statement.then, statement.otherwise];
      return bodies.flatMap((body) => innerSequences(body.statement));
    }
    case 'while':
      return innerSequences(statement.body.statement);
    default:
      return [];
  }
}
