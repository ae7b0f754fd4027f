/**
 * Trencher's text format: text in, program or diagnostics out.
 *
 * Memory is an unbounded array there. Here it has the cells whose addresses the analysis of values finds; when it does
 * not find all, those from 0 on, as many as the file or the caller says, and leaving them is a failure.
 */
import { conjunction } from '../../models/program/expression.js';
import type { NeverProperty, Program, SharedVariable, Sort, StateExpression } from '../../models/program/model.js';
import { type Diagnostic, DiagnosticList } from '../shared/diagnostics.js';
import { SourceText } from '../shared/source.js';
import { type Automaton, compileThread, type Layout } from './compile.js';
import { parseTrencher } from './parse.js';
import type { FileSyntax } from './syntax.js';
import { type Analysis, addressesOf, analyseValues, type Values } from './values.js';

const DEFAULT_CELLS = 16;

interface ReadOptions {
  /** How many cells memory has when the addresses are unknown and the file does not say (`memory_size`). */
  readonly cells?: number;
}

interface TrencherReading {
  /** Null when there is an error among the diagnostics. */
  readonly program: Program | null;
  /** For each thread the locations of its final states; null for a thread that declares none. */
  readonly finals: readonly (readonly number[] | null)[];
  /** In the order of the text. */
  readonly diagnostics: Diagnostic[];
}

export function readTrencher(content: string | Uint8Array, file: string, options: ReadOptions = {}): TrencherReading {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const syntax = parseTrencher(source, diagnostics);
  const made = diagnostics.errors === 0 ? compile(syntax, source, diagnostics, options) : null;
  const sound = made !== null && diagnostics.errors === 0;
  return {
    program: sound ? made.program : null,
    finals: sound ? made.finals : [],
    diagnostics: diagnostics.all(),
  };
}

function compile(
  syntax: FileSyntax,
  source: SourceText,
  diagnostics: DiagnosticList,
  options: ReadOptions,
): { program: Program; finals: (number[] | null)[] } {
  const analysis = analyseValues(syntax);
  const layout = layOut(syntax, analysis, source, diagnostics, options);
  const automata = syntax.threads.map((thread, index) =>
    compileThread({ index, thread, layout, analysis, source, diagnostics }),
  );
  const finals = syntax.threads.map((thread, index) => {
    const numbers = automata[index]?.numbers;
    const locations = new Set(thread.finals.map(({ state }) => numbers?.get(state) as number));
    return locations.size === 0 ? null : [...locations];
  });
  const program: Program = {
    shared: layout.cells,
    templates: automata.map(({ locations, edges, entry, copied }, index) => {
      const { name, registers } = syntax.threads[index] as FileSyntax['threads'][number];
      const locals = registers.map(({ text, start }, register) => {
        const sort = sortOf(analysis.register(index, register));
        return { name: text, sort, size: null, place: source.place(start) };
      });
      const copies = copied.flatMap((variable) => {
        const { name: cell, sort, place } = layout.cells[variable] as SharedVariable;
        return ['$was', '$is'].map((word) => ({ name: `${word} ${cell}`, sort, size: null, place }));
      });
      return { name: name.text, parameters: 0, locals: [...locals, ...copies], locations, entry, edges };
    }),
    threads: syntax.threads.map(({ name, registers }, template) => {
      const copies = 2 * (automata[template]?.copied.length ?? 0);
      return { name: name.text, template, initial: Array.from({ length: registers.length + copies }, () => [0]) };
    }),
    never: finalProperty(syntax, finals, automata, source, diagnostics),
    outOfRange: 'failure',
  };
  return { program, finals };
}

function sortOf(values: Values): Sort {
  if (values === null) return { kind: 'int' };
  return { kind: 'range', low: Math.min(...values), high: Math.max(...values) };
}

function layOut(
  { threads, cells: declared }: FileSyntax,
  analysis: Analysis,
  source: SourceText,
  diagnostics: DiagnosticList,
  options: ReadOptions,
): Layout {
  const addresses = new Map<number, number>();
  let unknown: { start: number; end: number } | null = null;
  for (const [thread, { transitions }] of threads.entries()) {
    for (const transition of transitions) {
      const possible = addressesOf(thread, transition, analysis);
      if (possible === null) unknown ??= transition;
      else for (const address of possible) if (!addresses.has(address)) addresses.set(address, transition.start);
    }
  }
  if (unknown !== null) {
    const size = declared ?? options.cells ?? DEFAULT_CELLS;
    for (let address = 0; address < size; address++) {
      if (!addresses.has(address)) addresses.set(address, unknown.start);
    }
    if (declared === null) {
      const message = `no bound is found for this address: memory is taken to have the cells 0 to ${size - 1}, and leaving them is a failure (\`memory_size\` changes it)`;
      diagnostics.warning('unsupported', unknown, message);
    }
  }
  const sorted = [...addresses].sort(([one], [other]) => one - other);
  const cells = sorted.map(([address, start]): SharedVariable => {
    const sort = sortOf(analysis.cell(address));
    return { name: `memory[${address}]`, sort, size: null, place: source.place(start), initial: [0] };
  });
  return { cells, variables: new Map(sorted.map(([address], variable) => [address, variable])) };
}

/** All threads in final states at once: what reachability asks. */
function finalProperty(
  { threads }: FileSyntax,
  finals: readonly (readonly number[] | null)[],
  automata: readonly Automaton[],
  source: SourceText,
  diagnostics: DiagnosticList,
): NeverProperty[] {
  if (automata.length === 0 || finals.every((locations) => locations === null)) return [];
  const without = threads.find((_, index) => finals[index] === null);
  if (without !== undefined) {
    const message = 'this thread has no final state, so the threads are never all in theirs';
    diagnostics.warning('vacuous', without.name, message);
    return [];
  }
  const condition = conjunction(
    finals.map((locations, thread): StateExpression => ({ kind: 'at', thread, locations: locations ?? [] })),
  ) as StateExpression;
  const first = threads[0]?.finals[0]?.place;
  const text = threads.map((thread) => `${thread.name.text}@${thread.finals.map(({ place }) => place.text).join('|')}`);
  return [{ name: 'final', condition, text: text.join(' && '), place: source.place(first?.start ?? 0) }];
}
