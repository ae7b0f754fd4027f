/**
 * What a file may import: `npm run layers`. Prints what is wrong, and ends with status 1 if anything is.
 *
 *   - The folders of `src/` are layers: a file imports from its own layer and from lower ones, types included.
 *   - `web/`, the page, is above all of them but `cli`, and nothing in `src/` imports from it.
 *   - Folders side by side do not import each other on a way round, types included: what two of them need is in one of them.
 *   - No file imports itself on a way round, types aside.
 *   - Memory models are told apart by their values (`src/memory/models.ts`), never by their names, and by exhaustive switches.
 *   - The names of all engines stand in `src/engines/registry.ts` alone, those of all languages in `src/languages/index.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The lowest first. */
const LAYERS = [
  'logic',
  'models',
  'memory',
  'languages',
  'bridges',
  'engines',
  'evidence',
  'check',
  'repair',
  'report',
  'editing',
  'server',
  'batch',
  'queue',
  'cli',
];

interface Import {
  readonly target: string;
  readonly typesOnly: boolean;
}

const IMPORT = /(?:^(?:import|export) (type )?(?:[^;'"]*? from )?|import\()'(\.[^']+)'/gm;

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, name]) => ({
    target: path.join(path.dirname(file), `${name}`).replace(/\.js$/, '.ts'),
    typesOnly: type !== undefined,
  }));
}

export type Sources = ReadonlyMap<string, string>;

/** Of files by their paths from `src/`. */
export function faultsOf(sources: Sources): string[] {
  const imports = new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]));
  return [...upward(imports), ...cycles(imports), ...folderCycles(imports), ...names(sources)];
}

function layerOf(file: string): number {
  const [folder] = file.split('/');
  return file.includes('/') ? LAYERS.indexOf(folder as string) : LAYERS.length;
}

function* upward(imports: ReadonlyMap<string, readonly Import[]>): Generator<string> {
  for (const [file, list] of imports) {
    if (layerOf(file) < 0) yield `${file}: its folder is no layer`;
    for (const { target } of list) {
      if (layerOf(target) > layerOf(file)) yield `${file}: imports ${target}, which is in a higher layer`;
    }
  }
}

function* cycles(imports: ReadonlyMap<string, readonly Import[]>): Generator<string> {
  const values = new Map<string, Set<string>>();
  for (const [file, list] of imports) {
    values.set(file, new Set(list.filter(({ typesOnly }) => !typesOnly).map(({ target }) => target)));
  }
  for (const way of waysRound(values)) yield `a cycle of imports: ${way.join(' -> ')}`;
}

/** A folder and all below it are one thing here, beside the other folders of the same parent. */
function* folderCycles(imports: ReadonlyMap<string, readonly Import[]>): Generator<string> {
  const folders = new Map<string, Set<string>>();
  for (const [file, list] of imports) {
    for (const { target } of list) {
      const [from, to] = [file.split('/').slice(0, -1), target.split('/').slice(0, -1)];
      const shared = from.findIndex((name, depth) => name !== to[depth]);
      if (shared < 0 || shared >= to.length) continue;
      const [low, high] = [from, to].map((names) => names.slice(0, shared + 1).join('/')) as [string, string];
      folders.set(low, (folders.get(low) ?? new Set()).add(high));
    }
  }
  for (const way of waysRound(folders)) yield `a cycle of folders: ${way.join(' -> ')}`;
}

function waysRound(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[][] = [];
  const visit = (node: string, way: readonly string[]): void => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      found.push([...way.slice(way.indexOf(node)), node]);
      return;
    }
    state.set(node, 'open');
    for (const next of graph.get(node) ?? []) visit(next, [...way, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

const MEMORY_NAME = /(?:[!=]==?\s*|\bcase\s+)'(?:sc|tso|pso)'/;
const BUFFER_KIND = /buffers\s*[!=]==?\s*'(?:none|one queue|a queue per cell)'/;
const LISTS = [
  { home: 'engines/registry.ts', list: /'explicit'[^;]{0,40}'dual-tso'[^;]{0,40}'predicates'/, what: 'engines' },
  { home: 'languages/index.ts', list: /'dve'[^;]{0,40}'memorax'[^;]{0,40}'trencher'/, what: 'languages' },
];

function* names(sources: Sources): Generator<string> {
  for (const [file, text] of sources) {
    for (const [number, line] of text.split('\n').entries()) {
      if (file !== 'memory/models.ts' && MEMORY_NAME.test(line)) {
        yield `${file}:${number + 1}: compares the name of a memory model: ask its value`;
      }
      if (file !== 'memory/models.ts' && BUFFER_KIND.test(line)) {
        yield `${file}:${number + 1}: compares a kind of store buffers: switch on it, or ask a question of memory/models.ts`;
      }
    }
    for (const { home, list, what } of LISTS) {
      if (file !== home && list.test(text)) yield `${file}: lists the ${what}, which is the matter of ${home}`;
    }
  }
}

/** The page imports from the library and not from the command line; what it imports from itself is no way round. */
export function pageFaults(sources: Sources): string[] {
  const imports = new Map(
    [...sources].map(([file, text]) => [path.join('web', file), importsOf(path.join('web', file), text)] as const),
  );
  const upwards = [...imports].flatMap(([file, list]) =>
    list
      .filter(({ target }) => target.startsWith('src/cli/') || !/^(src|web)\//.test(target))
      .map(({ target }) => `${file}: imports ${target}, which is not for the page`),
  );
  return [...upwards, ...cycles(imports)];
}

function read(folder: string): Sources {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

if (process.argv[2] === '--check') {
  const faults = [...faultsOf(read(path.resolve('src'))), ...pageFaults(read(path.resolve('web')))];
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? 'layers: nothing is wrong' : `layers: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
