/**
 * The programs of public test sets in C, found in their folders, with what the sets say of each:
 *
 * - GenMC: a folder with `variants/*.c` is a test; under `correct` it has no errors, under `wrong` it has. What a compiler is given
 *   stands behind `|` in `args.*.in`. The verdict is for GenMC's own memory models: what is right there is right on stronger
 *   memories, and what is wrong there may be right on them.
 * - Nidhugg: `reference.results.txt` says `Allow` where an error is found. A comment in the file says under which memory, SC if
 *   there is none. Under a weaker one an error stays an error, and nothing is said of what is right.
 * - Anything else: each `.c` file that has a `main`, with nothing known.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MEMORY_MODELS } from '../../src/memory/models.js';

export interface CorpusProgram {
  readonly file: string;
  /** The part of the set that it belongs to. */
  readonly group: string;
  /** Null where the set says nothing. */
  readonly expected: 'holds' | 'violated' | null;
  /** The memory that the set names for it. */
  readonly memory: string | null;
  /** What a compiler is given: `-D`, `-I`. */
  readonly flags: readonly string[];
}

export function programsIn(folder: string): CorpusProgram[] {
  if (!statSync(folder).isDirectory()) return [plain(folder, path.dirname(folder))];
  const names = readdirSync(folder).sort();
  if (names.includes('variants')) return ofGenmc(folder);
  if (names.includes('reference.results.txt') && names.includes('C-tests')) return ofNidhugg(folder);
  const below = names.map((name) => path.join(folder, name));
  const own = below.filter((file) => file.endsWith('.c') && hasMain(file)).map((file) => plain(file, folder));
  return [...own, ...below.filter((file) => statSync(file).isDirectory()).flatMap(programsIn)];
}

const hasMain = (file: string): boolean => /\bmain\s*\(/.test(readFileSync(file, 'utf8'));

function plain(file: string, folder: string): CorpusProgram {
  const expected = /-(broken|unsafe|wrong)\b/.test(file) ? 'violated' : null;
  return { file, group: path.basename(folder), expected, memory: null, flags: [] };
}

function ofGenmc(folder: string): CorpusProgram[] {
  const group = path.relative(path.join(folder, '../../..'), path.dirname(folder));
  const expected = folder.includes('/wrong/') ? 'violated' : folder.includes('/correct/') ? 'holds' : null;
  const variants = readdirSync(path.join(folder, 'variants')).filter((name) => name.endsWith('.c'));
  const flags = genmcFlags(folder);
  return variants
    .sort()
    .map((name) => ({ file: path.join(folder, 'variants', name), group, expected, memory: null, flags }));
}

/** Of the run for sequential consistency, if there is one. Where GenMC looks for threads that never end, stuck threads are asked for. */
function genmcFlags(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => /^(args|genmc)\..*\.in$/.test(name));
  const file =
    files.find((name) => name.includes('.sc.')) ?? files.find((name) => name.includes('rc11.mo')) ?? files[0];
  if (file === undefined) return [];
  const [line = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n');
  const root = folder.slice(0, Math.max(0, folder.lastIndexOf('/tests/')));
  const flags = (line.match(/-[DI]\S+/g) ?? []).map((flag) =>
    flag.startsWith('-I') ? `-I${path.resolve(root, flag.slice(2).replace(/^\.\.?\//, ''))}` : flag,
  );
  return line.includes('-check-liveness') ? [...flags, '--property', 'deadlock'] : flags;
}

function ofNidhugg(folder: string): CorpusProgram[] {
  const lines = readFileSync(path.join(folder, 'reference.results.txt'), 'utf8').split('\n');
  return lines.flatMap((line): CorpusProgram[] => {
    const [, name, answer] = /^(\S+)\s+(Allow|Forbid)\b/.exec(line) ?? [];
    const file = path.join(folder, 'C-tests', `${name}.c`);
    if (name === undefined || !existsSync(file)) return [];
    const [, memory = 'sc'] = /nidhuggc:.*?--?(sc|tso|pso|power|arm)\b/.exec(readFileSync(file, 'utf8')) ?? [];
    const expected = answer === 'Allow' ? 'violated' : 'holds';
    return [{ file, group: path.relative(path.join(folder, '..'), folder), expected, memory, flags: [] }];
  });
}

/** What a set says of a program under this memory. */
export function expectedUnder({ expected, memory: named }: CorpusProgram, memory: string): CorpusProgram['expected'] {
  const rank = (name: string) => MEMORY_MODELS.findIndex((model) => model.name === name);
  if (named === null || expected === null || rank(named) < 0 || rank(named) === rank(memory)) return expected;
  const isWeaker = rank(memory) > rank(named);
  return isWeaker === (expected === 'violated') ? expected : null;
}
