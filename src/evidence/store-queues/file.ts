/**
 * Certificates of the PSO engine as text: JSON, with one cell, local state or element on a line, so that people can read it and
 * compare two. It is written piece by piece: a large proof need never be in memory as text.
 *
 * An element says what memory holds (`x=1`), and of some threads in which local state they are (a number, which the legend at
 * the head explains; null for any) and what their store queues hold: entries, the oldest first, and `more` where newer ones may
 * be behind them. A queue that is not named may hold anything. Of a load buffer it says what messages are in it, the newest
 * first: `own` ones of stores that the thread has made, what it has `seen` in memory, and on which cells it is `without` own
 * messages up to there.
 *
 * Reading back trusts nothing: every shape, name and number is looked at, a fault is a value and says where it is, and no text
 * makes it throw. Whether it speaks of a certain program is judged elsewhere.
 */
import type { CellValue } from '../../engines/automata/system.js';
import type {
  CertifiedElement,
  CertifiedMessage,
  CertifiedQueue,
  CertifiedThread,
  PsoCertificate,
} from '../../engines/pso-queues/certificate.js';
import { block, Fault, Fields, numberBelow, readJson, text as textOf, whole } from '../json-text.js';
import { readCell, readThread, writeLegend } from '../minor-set/file.js';
import type { Legend, LegendCell, LegendThread } from '../minor-set/legend.js';
import { type CertificateScope, readScope, scopeField } from '../scope.js';

export const SCHEMA = 'fencepost-pso-certificate/1';

type Read =
  | { readonly scope: CertificateScope; readonly certificate: PsoCertificate; readonly legend: Legend }
  | { readonly fault: string };

export function* writeCertificate(
  scope: CertificateScope,
  { elements }: PsoCertificate,
  legend: Legend,
): Generator<string> {
  const cellName = (cell: number): string => (legend.cells[cell] as LegendCell).name;
  const nameOf = (automaton: number): string => (legend.threads[automaton] as LegendThread).name;
  yield `{"schema": ${JSON.stringify(SCHEMA)},\n`;
  yield scopeField(scope);
  yield* writeLegend(legend);
  yield* block('elements', lines());
  yield '}\n';

  function message({ kind, held, without }: CertifiedMessage): object {
    return {
      [kind]: held.map(({ cell, value }) => ({ cell: cellName(cell), value })),
      ...(without.length === 0 ? {} : { without: without.map(cellName) }),
    };
  }

  function* lines(): Generator<object> {
    for (const { memory, threads } of elements) {
      yield {
        memory: memory.flatMap((value, cell) => (value === null ? [] : [{ cell: cellName(cell), value }])),
        threads: threads.map(({ automaton, state, queues, messages }) => ({
          thread: nameOf(automaton),
          state,
          queues: queues.map(({ cell, word, open }) => ({ cell: cellName(cell), entries: word, more: open })),
          ...(messages === undefined ? {} : { messages: messages.map(message) }),
        })),
      };
    }
  }
}

export function readCertificate(text: string): Read {
  return readJson(text, SCHEMA, (content) => {
    const fields = new Fields(content, 'the certificate', ['schema', 'scope', 'cells', 'threads', 'elements']);
    const scope = fields.of('scope', readScope);
    const legend: Legend = { cells: fields.list('cells', readCell), threads: fields.list('threads', readThread) };
    const words = new Words(legend);
    const elements = fields.list('elements', (each, where) => words.element(each, where));
    return { scope, certificate: { elements }, legend };
  });
}

/** What the names of a text stand for, by its legend. */
class Words {
  private readonly automata: ReadonlyMap<string, number>;
  private readonly cells: ReadonlyMap<string, number>;

  constructor(private readonly legend: Legend) {
    this.automata = numbered(legend.threads, 'threads');
    this.cells = numbered(legend.cells, 'cells');
  }

  element(element: unknown, where: string): CertifiedElement {
    const fields = new Fields(element, where, ['memory', 'threads']);
    const memory: (number | null)[] = this.legend.cells.map(() => null);
    for (const { cell, value } of fields.list('memory', (held, place) => this.held(held, place))) {
      if (memory[cell] !== null) throw new Fault(`${where}, memory`, 'a cell is named twice');
      memory[cell] = value;
    }
    return { memory, threads: fields.list('threads', (thread, place) => this.thread(thread, place)) };
  }

  private held(element: unknown, where: string): CellValue {
    const fields = new Fields(element, where, ['cell', 'value']);
    return { cell: fields.of('cell', (name, place) => this.cell(name, place)), value: fields.of('value', whole) };
  }

  private thread(element: unknown, where: string): CertifiedThread {
    const fields = new Fields(element, where, ['thread', 'state', 'queues', ...given(element, 'messages')]);
    const automaton = fields.of('thread', (name, place) => {
      const found = this.automata.get(textOf(name, place));
      if (found === undefined) throw new Fault(place, 'there is no such thread in the legend');
      return found;
    });
    const states = this.legend.threads[automaton]?.states.length ?? 0;
    const state = fields.of('state', (number, place) => (number === null ? null : numberBelow(number, states, place)));
    const queues = fields.list('queues', (queue, place) => this.queue(queue, place));
    if (new Set(queues.map(({ cell }) => cell)).size < queues.length) {
      throw new Fault(`${where}, queues`, 'a cell is named twice');
    }
    if (given(element, 'messages').length === 0) return { automaton, state, queues };
    return { automaton, state, queues, messages: fields.list('messages', (each, place) => this.message(each, place)) };
  }

  private message(element: unknown, where: string): CertifiedMessage {
    const kind = given(element, 'own').length > 0 ? 'own' : 'seen';
    const fields = new Fields(element, where, [kind, ...given(element, 'without')]);
    const held = fields.list(kind, (each, place) => this.held(each, place));
    if (held.some(({ cell }, k) => k > 0 && cell <= (held[k - 1] as CellValue).cell) || held.length === 0) {
      throw new Fault(`${where}, ${kind}`, 'cells are not in the order of the legend, or there are none');
    }
    if (kind === 'own' && held.length > 1) throw new Fault(`${where}, own`, 'more than one store');
    const hasOthers = given(element, 'without').length > 0;
    return { kind, held, without: hasOthers ? fields.list('without', (name, place) => this.cell(name, place)) : [] };
  }

  private queue(element: unknown, where: string): CertifiedQueue {
    const fields = new Fields(element, where, ['cell', 'entries', 'more']);
    const open = fields.of('more', (value, place) => {
      if (typeof value !== 'boolean') throw new Fault(place, 'neither true nor false');
      return value;
    });
    return {
      cell: fields.of('cell', (name, place) => this.cell(name, place)),
      word: fields.list('entries', whole),
      open,
    };
  }

  private cell(name: unknown, where: string): number {
    const found = this.cells.get(textOf(name, where));
    if (found === undefined) throw new Fault(where, 'there is no such cell in the legend');
    return found;
  }
}

/** The name, if the object has such a field. */
function given(element: unknown, name: string): string[] {
  return typeof element === 'object' && element !== null && Object.hasOwn(element, name) ? [name] : [];
}

function numbered(named: readonly { readonly name: string }[], where: string): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [number, { name }] of named.entries()) {
    if (numbers.has(name)) throw new Fault(where, `two of them are called ${JSON.stringify(name)}`);
    numbers.set(name, number);
  }
  return numbers;
}
