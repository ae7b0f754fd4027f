/**
 * Certificates as text: JSON, with one cell, local state, list entry or configuration on a line, so that people can read it
 * and compare two. It is written piece by piece: a large proof need never be in memory as text.
 *
 * Messages are written `x=1`, own-messages `own x=1`, the newest first; local states are numbers, which the legend at the head
 * explains. What the lists for threads alone and the configurations mean is said in `certificate.ts`.
 *
 * Reading back trusts nothing: every shape, name and number is looked at, a fault is a value and says where it is, and no
 * text makes it throw. That the text speaks of a certain program is not looked at here: `check-certificate.ts` judges what
 * was read for the system that is made from the program, and never sees the legend. Whoever wants to believe its names
 * compares it with that of the program (`legendFault`).
 */

import type { CellValue } from '../../engines/automata/system.js';
import type {
  CertifiedAlone,
  CertifiedConfiguration,
  CertifiedThread,
  DualCertificate,
} from '../../engines/dual-tso/certificate.js';
import { block, Fault, Fields, listOf, numberBelow, readJson, text as textOf, whole } from '../json-text.js';
import { type CertificateScope, readScope, scopeField } from '../scope.js';
import type { Legend, LegendCell, LegendThread } from './legend.js';

export const SCHEMA = 'fencepost-dual-tso-certificate/1';

type Read =
  | { readonly scope: CertificateScope; readonly certificate: DualCertificate; readonly legend: Legend }
  | { readonly fault: string };

export function* writeCertificate(
  scope: CertificateScope,
  { alone, configurations }: DualCertificate,
  legend: Legend,
): Generator<string> {
  const message = ({ cell, value }: CellValue): string => `${(legend.cells[cell] as LegendCell).name}=${value}`;
  const nameOf = (automaton: number): string => (legend.threads[automaton] as LegendThread).name;
  yield `{"schema": ${JSON.stringify(SCHEMA)},\n`;
  yield scopeField(scope);
  yield* writeLegend(legend);
  yield* block('alone', aloneLines(alone, nameOf, message));
  yield ',\n';
  yield* block(
    'configurations',
    mapped(configurations, ({ memory, threads }) => ({
      memory: memory.flatMap((value, cell) => (value === null ? [] : [message({ cell, value })])),
      threads: threads.map(({ automaton, state, buffer }) => ({
        thread: nameOf(automaton),
        state,
        buffer: buffer.map((each) => (each.own ? `own ${message(each)}` : message(each))),
      })),
    })),
  );
  yield '}\n';
}

/** Cells and threads; other fields follow. */
export function* writeLegend(legend: Legend): Generator<string> {
  yield* block('cells', legend.cells);
  yield ',\n"threads": [';
  for (const [automaton, { name, states }] of legend.threads.entries()) {
    yield `${automaton === 0 ? '' : ','}\n{"name": ${JSON.stringify(name)},\n`;
    yield* block('states', states);
    yield '}';
  }
  yield '\n],\n';
}

function* aloneLines(
  alone: DualCertificate['alone'],
  nameOf: (automaton: number) => string,
  message: (message: CellValue) => string,
): Generator<object> {
  for (const [automaton, states] of alone.entries()) {
    for (const [state, entries] of states.entries()) {
      for (const { own, memory } of entries) {
        yield { thread: nameOf(automaton), state, own: own.map(message), memory: memory.map(message) };
      }
    }
  }
}

function* mapped<A, B>(elements: Iterable<A>, change: (element: A) => B): Generator<B> {
  for (const element of elements) yield change(element);
}

export function readCertificate(text: string): Read {
  return readJson(text, SCHEMA, read);
}

function read(content: unknown): Read {
  const fields = new Fields(content, 'the certificate', [
    'schema',
    'scope',
    'cells',
    'threads',
    'alone',
    'configurations',
  ]);
  const scope = fields.of('scope', readScope);
  const legend: Legend = {
    cells: fields.list('cells', readCell),
    threads: fields.list('threads', readThread),
  };
  const words = new Words(legend);
  const alone = legend.threads.map(({ states }) => states.map((): CertifiedAlone[] => []));
  fields.list('alone', (element, where) => {
    const { automaton, state, own, memory } = words.alone(element, where);
    alone[automaton]?.[state]?.push({ own, memory });
  });
  const configurations = fields.list('configurations', (element, where) => words.configuration(element, where));
  return { scope, certificate: { alone, configurations }, legend };
}

export function readCell(element: unknown, where: string): LegendCell {
  const fields = new Fields(element, where, ['name', 'values']);
  return { name: fields.of('name', textOf), values: fields.list('values', whole) };
}

export function readThread(element: unknown, where: string): LegendThread {
  const fields = new Fields(element, where, ['name', 'states']);
  return { name: fields.of('name', textOf), states: fields.list('states', textOf) };
}

/** What the words of a text stand for, by its legend. */
class Words {
  private readonly automata = new Map<string, number>();
  private readonly messages = new Map<string, CellValue & { readonly own: boolean }>();

  constructor(private readonly legend: Legend) {
    for (const [automaton, { name }] of legend.threads.entries()) {
      if (this.automata.has(name)) throw new Fault('threads', `two of them are called ${JSON.stringify(name)}`);
      this.automata.set(name, automaton);
    }
    for (const [cell, { name, values }] of legend.cells.entries()) {
      for (const value of values) {
        for (const own of [false, true]) {
          const word = `${own ? 'own ' : ''}${name}=${value}`;
          if (this.messages.has(word)) throw new Fault('cells', `two things are called ${JSON.stringify(word)}`);
          this.messages.set(word, { cell, value, own });
        }
      }
    }
  }

  alone(element: unknown, where: string): CertifiedAlone & { readonly automaton: number; readonly state: number } {
    const fields = new Fields(element, where, ['thread', 'state', 'own', 'memory']);
    const own = fields.of('own', (list, place) => this.cellValues(list, place));
    const memory = fields.of('memory', (list, place) => this.cellValues(list, place));
    return { ...this.local(fields), own, memory };
  }

  configuration(element: unknown, where: string): CertifiedConfiguration {
    const fields = new Fields(element, where, ['memory', 'threads']);
    const memory: (number | null)[] = this.legend.cells.map(() => null);
    for (const { cell, value } of fields.of('memory', (list, place) => this.cellValues(list, place))) {
      memory[cell] = value;
    }
    const threads = fields.list('threads', (thread, place): CertifiedThread => {
      const parts = new Fields(thread, place, ['thread', 'state', 'buffer']);
      const buffer = parts.list('buffer', (word, at) => this.message(word, at));
      return { ...this.local(parts), buffer };
    });
    return { memory, threads };
  }

  private local(fields: Fields): { readonly automaton: number; readonly state: number } {
    const automaton = fields.of('thread', (name, where) => {
      const found = this.automata.get(textOf(name, where));
      if (found === undefined) throw new Fault(where, 'there is no such thread in the legend');
      return found;
    });
    const states = this.legend.threads[automaton]?.states.length ?? 0;
    const state = fields.of('state', (number, where) => numberBelow(number, states, where));
    return { automaton, state };
  }

  private message(word: unknown, where: string): CellValue & { readonly own: boolean } {
    const found = this.messages.get(textOf(word, where));
    if (found === undefined) throw new Fault(where, 'the legend has no such cell and value');
    return found;
  }

  /** Each cell at most once, and no own-messages: where these are meant all are. */
  private cellValues(list: unknown, where: string): CellValue[] {
    const seen = new Set<number>();
    return listOf(list, where, (word, place) => {
      const { cell, value, own } = this.message(word, place);
      if (own) throw new Fault(place, 'a cell and a value is wanted');
      if (seen.has(cell)) throw new Fault(place, 'the cell is named twice');
      seen.add(cell);
      return { cell, value };
    });
  }
}

/** Where a legend differs from another; null where it does not. Lines of the text, for people, may be others. */
export function legendFault(legend: Legend, expected: Legend): string | null {
  for (const part of ['cells', 'threads'] as const) {
    if (legend[part].length !== expected[part].length) {
      return `there are ${legend[part].length} ${part} and not ${expected[part].length}`;
    }
    for (const [k, each] of legend[part].entries()) {
      if (wordsOf(each) !== wordsOf(expected[part][k])) {
        return `${JSON.stringify(each.name)} is not ${JSON.stringify(expected[part][k]?.name)} as in the program`;
      }
    }
  }
  return null;
}

function wordsOf(part: LegendCell | LegendThread | undefined): string | undefined {
  return JSON.stringify(part)?.replaceAll(/\bline \d+/g, 'line');
}
