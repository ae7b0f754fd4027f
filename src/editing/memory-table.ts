/** What an access to memory means on each memory model, for people who point at one. */
import type { MemoryName } from '../memory/models.js';
import { MEMORY_MODELS } from '../memory/models.js';

export type Meaning = Readonly<Record<MemoryName, string>>;

export type Access =
  | 'load'
  | 'store'
  | 'locked'
  | 'fence'
  | 'store fence'
  | 'release'
  | 'acquire'
  | 'atomic'
  | WeakAccess;

/** Accesses of array systems, whose transitions are single steps. */
export type WeakAccess = 'weak load' | 'weak store' | 'weak fence';

const NEWEST = 'the newest of its own writes that still wait, else memory';

const MEANINGS: Readonly<Record<Access, Meaning>> = {
  load: { sc: 'reads memory', tso: `reads ${NEWEST}`, pso: `reads ${NEWEST}` },
  store: {
    sc: 'writes memory: all threads see it at once',
    tso: "waits in the thread's store buffer, behind its earlier writes; others see it when it reaches memory",
    pso: 'waits in a buffer of this cell; writes to other cells may reach memory before it',
  },
  locked: {
    sc: 'one step: reads memory and writes it',
    tso: "waits until the thread's store buffer is empty, then reads memory and writes it in one step",
    pso: 'waits until all store buffers of the thread are empty, then reads memory and writes it in one step',
  },
  fence: {
    sc: 'does nothing',
    tso: "waits until the thread's store buffer is empty",
    pso: 'waits until all store buffers of the thread are empty',
  },
  'store fence': {
    sc: 'does nothing',
    tso: 'does nothing: writes reach memory in their order',
    pso: 'the writes before it reach memory before those after it; it waits for nothing',
  },
  release: {
    sc: 'writes memory, as any store',
    tso: 'a store: the writes before it reach memory before it in any case',
    pso: "`fence store`, then the store: the thread's writes before it reach memory first",
  },
  acquire: {
    sc: 'reads memory, as any load',
    tso: `a load: it reads ${NEWEST}`,
    pso: `a load: it reads ${NEWEST}`,
  },
  atomic: {
    sc: 'all of it is one step',
    tso: "waits until the thread's store buffer is empty; then all of it is one step, on memory itself",
    pso: 'waits until all store buffers of the thread are empty; then all of it is one step, on memory itself',
  },
  'weak load': {
    sc: 'reads memory',
    tso: 'reads the newest write to the cell in the buffer of the acting process, else memory',
    pso: 'reads the newest write to the cell in the buffer of the acting process, else memory',
  },
  'weak store': {
    sc: 'writes memory',
    tso: 'goes into the buffer of the acting process; with reads in the same transition it waits until that is empty, and writes memory',
    pso: 'as under TSO, with a buffer for each cell: writes to other cells may overtake it',
  },
  'weak fence': {
    sc: 'is always true',
    tso: 'is true when the buffer of the acting process is empty',
    pso: 'is true when all buffers of the acting process are empty',
  },
};

/** A table in markdown. */
export function memoryTable(access: Access): string {
  const rows = MEMORY_MODELS.map(({ name, title }) => `| ${title} | ${MEANINGS[access][name]} |`);
  return ['| memory | |', '|---|---|', ...rows].join('\n');
}
