/** One state of a run as it is shown: where each thread is, its locals, its store buffer, and what memory holds. */
import { hasBuffers, hasOneQueue, type MemoryName, memoryNamed } from '../../memory/models.js';
import { type Child, type Element, h } from './element.js';
import { actorOf, hasPlaces, localsOf, type Run, type RunStep, type State, sharedOf, type Waiting } from './run.js';

/** As many colours as the style sheet has; further threads begin again. */
const COLOURS = 6;

export function threadClass(thread: number): string {
  return thread < 0 ? 'nobody' : `t${thread % COLOURS}`;
}

/** What is new or looked at in a state, because of the step that led to it. */
interface Marks {
  readonly step: RunStep | null;
  /** The state before. */
  readonly before: State | null;
  /** `cell`, read from memory. */
  readonly read: ReadonlySet<string>;
  /** `thread cell`, read from the thread's own buffer. */
  readonly readOwn: ReadonlySet<string>;
}

function marksOf(run: Run, done: number): Marks {
  const step = run.steps[done - 1] ?? null;
  const reads = step?.kind === 'transition' ? step.reads : [];
  return {
    step,
    before: run.states[done - 1] ?? null,
    read: new Set(reads.filter(({ from }) => from === 'memory').map(({ cell }) => cell)),
    readOwn: new Set(reads.filter(({ from }) => from === 'buffer').map(({ reader, cell }) => `${reader} ${cell}`)),
  };
}

function isWritten(step: RunStep | null, cell: string): boolean {
  if (step === null) return false;
  return Object.hasOwn(step.changes, cell) || (step.kind === 'drain' && Object.hasOwn(step.writes, cell));
}

/** A named box with a value; `marked` where the step has written or read it. */
function cellBox(name: string, cell: string, state: State, marks: Marks): Element {
  const value = state.cells.get(cell) ?? '';
  const before = marks.before?.cells.get(cell);
  const written = isWritten(marks.step, cell);
  const read = marks.read.has(cell);
  const tags = [
    ...(written ? [before !== undefined && before !== value ? `was ${before}` : 'written'] : []),
    ...(read ? ['read'] : []),
  ];
  return h(
    'div',
    { class: classes('cell', written && 'changed', read && 'read'), 'data-cell': cell },
    h('dt', {}, name),
    h('dd', {}, h('code', {}, value), tags.length === 0 ? null : h('small', {}, tags.join(', '))),
  );
}

export function classes(...names: readonly (string | false)[]): string {
  return names.filter((name) => name !== false).join(' ');
}

/** As many places as the pipe needs for this run, so that nothing jumps while it fills and drains. */
const MOST_PLACES = 5;

function pipe(thread: string, waiting: readonly Waiting[], marks: Marks, { title, most }: Lane): Element {
  const newest = new Map(waiting.map(({ cell }, position) => [cell, position]));
  return h(
    'div',
    { class: 'pipe', style: `--places: ${Math.min(Math.max(most, 1), MOST_PLACES)}` },
    title === null ? null : h('span', { class: 'lane' }, title),
    h(
      'ol',
      {
        class: 'queue',
        'aria-label': title === null ? `Store buffer of ${thread}` : `Writes of ${thread} to ${title}`,
      },
      ...waiting.map(({ cell, value, step }, position) => {
        const isNew = marks.step?.step === step;
        const read = marks.readOwn.has(`${thread} ${cell}`) && newest.get(cell) === position;
        const tags = [...(isNew ? ['new'] : [`step ${step}`]), ...(read ? ['read'] : [])];
        return h(
          'li',
          {
            class: classes('slot', isNew && 'changed', read && 'read'),
            'data-cell': cell,
            'data-key': `${thread} ${step} ${cell}`,
          },
          h('code', {}, `${cell} = ${value}`),
          h('small', {}, tags.join(', ')),
        );
      }),
    ),
    waiting.length === 0 ? h('p', { class: 'empty' }, 'empty') : null,
  );
}

/** A queue of a store buffer. */
interface Lane {
  /** The cell that it is for; null where one queue takes all. */
  readonly title: string | null;
  /** The most writes in it at one moment of the run. */
  readonly most: number;
}

/** The queues that a thread uses in the run. */
function lanesOf(run: Run, thread: string, oneQueue: boolean): Lane[] {
  const lengths = (cell: string | null): number[] =>
    run.states.map(({ buffers }) => {
      const waiting = buffers.get(thread) ?? [];
      return cell === null ? waiting.length : waiting.filter((each) => each.cell === cell).length;
    });
  const lane = (title: string | null): Lane => ({ title, most: lengths(title).reduce((a, b) => Math.max(a, b), 0) });
  if (oneQueue) return [lane(null)];
  const cells = run.states.flatMap(({ buffers }) => (buffers.get(thread) ?? []).map(({ cell }) => cell));
  return [...new Set(cells)].map(lane);
}

/** Writes enter above and leave below, to memory. */
function buffers(run: Run, state: State, thread: string, memory: MemoryName, marks: Marks): Child[] {
  const model = memoryNamed(memory);
  if (!hasBuffers(model)) return [];
  const oneQueue = hasOneQueue(model);
  const waiting = state.buffers.get(thread) ?? [];
  const drained = marks.step?.kind === 'drain' && marks.step.process === thread;
  const lanes = lanesOf(run, thread, oneQueue);
  const title = oneQueue ? 'Store buffer' : 'Store buffers, one for each cell';
  const pipes = lanes.map((lane) => {
    const own = lane.title === null ? waiting : waiting.filter(({ cell }) => cell === lane.title);
    return pipe(thread, own, marks, lane);
  });
  return [
    h('h4', {}, title),
    pipes.length === 0 ? h('p', { class: 'empty' }, 'never used in this run') : h('div', { class: 'pipes' }, ...pipes),
    pipes.length === 0
      ? null
      : h('p', { class: classes('mouth', drained && 'left') }, drained ? '▼ to memory, now' : '▼ to memory'),
  ];
}

/** What a view puts below each thread. */
export type Below = (thread: number) => Child;

function threadCard(run: Run, done: number, thread: number, memory: MemoryName, below: Below): Element {
  const name = run.threads[thread] as string;
  const state = run.states[done] as State;
  const marks = marksOf(run, done);
  const acts = marks.step !== null && actorOf(marks.step) === name;
  const place = state.cells.get(name);
  const moved = isWritten(marks.step, name);
  const locals = localsOf(run, name);
  return h(
    'section',
    { class: classes('thread', threadClass(thread), acts && 'acts'), 'data-thread': name },
    h(
      'h3',
      {},
      h('span', { class: 'name' }, hasPlaces(run) ? name : `process ${name}`),
      place === undefined || place === ''
        ? null
        : h('span', { class: classes('place', moved && 'changed'), 'data-place': place }, placeText(place)),
    ),
    locals.length === 0
      ? null
      : h('dl', { class: 'cells locals' }, ...locals.map((local) => cellBox(local.name, local.cell, state, marks))),
    ...buffers(run, state, name, memory, marks),
    below(thread),
  );
}

function placeText(place: string): string {
  return place.startsWith('@') || place === 'end' ? `at ${place}` : `before ${place}`;
}

/** Of an array system: a row for each array over processes, a column for each process; everything else below. */
function arrayTable(run: Run, cells: readonly string[], state: State, marks: Marks): Child[] {
  const indexed = /^(.+)\[(#\d+)\]$/;
  const arrays = [...new Set(cells.flatMap((cell) => indexed.exec(cell)?.[1] ?? []))];
  const others = cells.filter((cell) => !indexed.test(cell));
  const entry = (array: string, process: string): Element => {
    const cell = `${array}[${process}]`;
    const value = state.cells.get(cell);
    if (value === undefined) return h('td', {});
    const before = marks.before?.cells.get(cell);
    const written = isWritten(marks.step, cell);
    const tag = written && before !== undefined && before !== value ? `was ${before}` : written ? 'written' : null;
    const read = marks.read.has(cell);
    const tags = [...(tag === null ? [] : [tag]), ...(read ? ['read'] : [])].join(', ');
    return h(
      'td',
      { class: classes(written && 'changed', read && 'read'), 'data-cell': cell },
      h('code', {}, value),
      tags === '' ? null : h('small', {}, tags),
    );
  };
  const table = h(
    'table',
    { class: 'arrays' },
    h('thead', {}, h('tr', {}, h('td', {}), ...run.threads.map((name) => h('th', { scope: 'col' }, name)))),
    h(
      'tbody',
      {},
      ...arrays.map((array) =>
        h('tr', {}, h('th', { scope: 'row' }, array), ...run.threads.map((process) => entry(array, process))),
      ),
    ),
  );
  return [
    arrays.length === 0 ? null : h('div', { class: 'wide' }, table),
    others.length === 0
      ? null
      : h('dl', { class: 'cells' }, ...others.map((cell) => cellBox(cell, cell, state, marks))),
  ];
}

/** Behind that many steps. */
export function stateView(run: Run, done: number, memory: MemoryName, below: Below = () => null): Element {
  const state = run.states[done] as State;
  const shared = sharedOf(run);
  const marks = marksOf(run, done);
  const isProgram = hasPlaces(run);
  const title = isProgram ? 'Memory' : 'State';
  const contents = isProgram
    ? [h('dl', { class: 'cells' }, ...shared.map((cell) => cellBox(cell, cell, state, marks)))]
    : arrayTable(run, shared, state, marks);
  // What a process of an array system has beside its arrays is its store buffer.
  const withCards = isProgram || hasBuffers(memoryNamed(memory));
  const cards = withCards ? run.threads.map((_, thread) => threadCard(run, done, thread, memory, below)) : [];
  return h(
    'div',
    { class: 'state' },
    cards.length === 0 ? null : h('div', { class: 'threads', style: `--threads: ${run.threads.length}` }, ...cards),
    h('section', { class: 'memory' }, h('h3', {}, title), ...contents),
  );
}
