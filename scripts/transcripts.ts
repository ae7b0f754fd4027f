/**
 * The commands that README.md and the guide show, with what they print: `npm run transcripts` runs them all and writes the
 * output again where it has changed. The tests compare.
 *
 * A transcript is an indented block whose lines begin with `$ npx fencepost`; what follows is the output, the error stream
 * last. A line `...` stands for any number of lines. Times are not compared. Commands run in a folder of their own, so that
 * they may write files. In it are the folder of examples and the files of the page: a fenced block with a name behind the
 * language, like "fp lock.fp", is a file for the commands below it.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const INDENT = '    ';
const PROMPT = `${INDENT}$ npx fencepost `;

export interface Transcript {
  readonly words: readonly string[];
  /** Its lines in the page, the command first: from, and up to without. */
  readonly from: number;
  readonly to: number;
  readonly output: readonly string[];
}

/** A file that a page shows, and the line at which it begins. */
interface ShownFile {
  readonly name: string;
  readonly from: number;
  readonly text: string;
}

export function transcriptsOf(page: string): Transcript[] {
  const lines = page.split('\n');
  return lines.flatMap((line, from) => {
    if (!line.startsWith(PROMPT)) return [];
    let to = from + 1;
    while (lines[to]?.startsWith(INDENT) && !lines[to]?.startsWith(`${INDENT}$ `)) to++;
    const words = line.slice(PROMPT.length).match(/'[^']*'|\S+/g) ?? [];
    const output = lines.slice(from + 1, to).map((each) => each.slice(INDENT.length));
    return [{ words: words.map((word) => word.replace(/^'(.*)'$/, '$1')), from, to, output }];
  });
}

export async function pagesWithTranscripts(root: string): Promise<string[]> {
  const guide = await readdir(path.join(root, 'docs', 'guide'));
  return ['README.md', ...guide.sort().map((page) => path.join('docs', 'guide', page))];
}

function filesOf(page: string): ShownFile[] {
  return [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, name, text] = match as unknown as [string, string, string];
    return { name, text, from: page.slice(0, match.index).split('\n').length };
  });
}

/** What the commands of a page print, run one after the other: one may use what another has written. */
export async function run(root: string, page: string): Promise<string[][]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-transcripts-'));
  const files = filesOf(page);
  try {
    symlinkSync(path.join(root, 'examples'), path.join(folder, 'examples'));
    const outputs: string[][] = [];
    for (const { words, from } of transcriptsOf(page)) {
      for (const file of files.filter((each) => each.from <= from))
        writeFileSync(path.join(folder, file.name), file.text);
      outputs.push(await printed(root, folder, words));
    }
    return outputs;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function printed(root: string, cwd: string, words: readonly string[]): Promise<string[]> {
  return new Promise((resolve) => {
    const program = path.join(root, 'dist', 'cli.js');
    execFile(process.execPath, [program, ...words], { cwd }, (_, stdout, stderr) => {
      resolve(`${stdout}${stderr}`.trimEnd().split('\n'));
    });
  });
}

export function isSame(shown: readonly string[], found: readonly string[]): boolean {
  const [line, ...rest] = shown;
  if (line === undefined) return found.length === 0;
  if (line.trim() === '...') return found.some((_, from) => isSame(rest, found.slice(from))) || rest.length === 0;
  return found.length > 0 && withoutTimes(line) === withoutTimes(found[0] as string) && isSame(rest, found.slice(1));
}

function withoutTimes(line: string): string {
  return line.replace(/ +\d+(\.\d+)? s\b/g, ' - s');
}

async function write(root: string): Promise<void> {
  for (const page of await pagesWithTranscripts(root)) {
    const text = readFileSync(path.join(root, page), 'utf8');
    const transcripts = transcriptsOf(text);
    const outputs = await run(root, text);
    const lines = text.split('\n');
    for (const [position, { words, from, to, output }] of [...transcripts.entries()].reverse()) {
      const found = outputs[position] as string[];
      if (isSame(output, found)) continue;
      console.log(`${page}:${from + 1}: written: ${words.join(' ')}`);
      lines.splice(from + 1, to - from - 1, ...found.map((line) => `${INDENT}${line}`.trimEnd()));
    }
    if (lines.join('\n') !== text) writeFileSync(path.join(root, page), lines.join('\n'));
  }
}

if (process.argv[2] === '--write') await write(process.cwd());
