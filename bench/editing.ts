/**
 * What a key costs in a text of 5,000 lines: processor time of each language service, measured on texts that are made of copies
 * of examples with other names; and how long an editor waits for the diagnostics of the built server after a key. Prints
 * tables; judges nothing. On a busy machine the waits say little.
 *
 *     npm run bench:editing
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import * as editing from '../src/editing/index.js';
import { Client } from '../tests/server/client.js';

const LINES = 5_000;
const ROUNDS = 5;
const KEYS = 40;

/** Copies of a text, each with names of its own, up to so many lines. */
function copies(text: string, names: RegExp, language: editing.Document['language'], file: string): editing.Document {
  const words = new Set([...text.matchAll(names)].map((match) => match[1] as string));
  const parts: string[] = [];
  for (let copy = 0; parts.join('\n').split('\n').length < LINES; copy++) {
    parts.push(text.replace(/\b[A-Za-z_]\w*\b/g, (word) => (words.has(word) ? `${word}_${copy}` : word)));
  }
  return { text: parts.join('\n'), language, file };
}

/** One thread that goes on for all the lines. */
function oneThread(): editing.Document {
  const body = Array.from({ length: LINES - 4 }, (_, line) => `  x[${line % 8}] = x[${(line + 1) % 8}]`);
  const text = ['shared x[8]: 0..3', 'thread P(me: 0..1) {', ...body, '}', 'never x[0] == 3'].join('\n');
  return { text, language: 'program', file: 'one.fp' };
}

function cubicle(): editing.Document {
  const text = readFileSync('examples/weak/naive-mutex.cub', 'utf8');
  const at = text.indexOf('transition');
  const body = text.slice(at);
  const parts = [text];
  for (let copy = 0; parts.join('\n').split('\n').length < LINES; copy++) {
    parts.push(body.replace(/transition (\w+)/g, `transition $1_${copy}`));
  }
  return { text: parts.join('\n'), language: 'cubicle', file: 'many.cub' };
}

async function cost(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
}

const lock = readFileSync('examples/programs/test-and-set.fp', 'utf8');
const NAMES = /(?:shared|ghost|thread|const|type|never|invariant|ltl|proc|record) (\w+)/g;
const documents = [copies(lock, NAMES, 'program', 'copies of test-and-set.fp'), oneThread(), cubicle()];
console.log(
  '| text | lines | errors | diagnose quickly | in full | with a fault | hover | complete | symbols | format | rename |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|');
for (const document of documents) {
  const fresh = (): editing.Document => ({ ...document });
  const middle = document.text.indexOf('\n', Math.floor(document.text.length / 2));
  const broken = (): editing.Document => ({
    ...document,
    text: `${document.text.slice(0, middle)} )\n${document.text.slice(middle)}`,
  });
  const errors = (await editing.diagnose(document)).filter(({ severity }) => severity === 'error');
  if (errors[0] !== undefined) console.error(errors[0].message);
  const name = document.text.lastIndexOf('x[') >= 0 ? document.text.lastIndexOf('x[') : middle + 3;
  const row = [
    await cost(() => editing.diagnose(fresh(), { quick: true })),
    await cost(() => editing.diagnose(fresh())),
    await cost(() => editing.diagnose(broken())),
    await cost(() => editing.hover(fresh(), name)),
    await cost(() => editing.complete(fresh(), middle)),
    await cost(() => editing.symbols(fresh())),
    await cost(() => editing.format(fresh())),
    await cost(() => editing.rename(fresh(), name, 'another')),
  ];
  const lines = document.text.split('\n').length;
  const cells = row.map((milliseconds) => `${milliseconds.toFixed(0)} ms`);
  console.log(`| ${document.file} | ${lines} | ${errors.length} | ${cells.join(' | ')} |`);
}

/** From a key until the diagnostics of the text with it are there, as an editor sees it. */
async function waits(document: editing.Document): Promise<string> {
  const client = new Client();
  const uri = `file:///models/${document.file.replaceAll(' ', '-')}`;
  await client.start();
  await client.open(uri, document.text);
  await client.diagnostics(uri);
  const resident = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${client.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const before = resident();
  const times: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    const at = document.text.indexOf('\n', Math.floor((document.text.length * (key + 1)) / (KEYS + 2)));
    const begun = performance.now();
    await client.type(uri, at, at, ' ');
    await client.diagnostics(uri);
    times.push(performance.now() - begun);
  }
  const after = resident();
  client.kill();
  times.sort((one, other) => one - other);
  const [median = 0, worst = 0] = [times[Math.floor(KEYS / 2)], times.at(-1)];
  const cells = [
    document.file,
    `${median.toFixed(0)} ms`,
    `${worst.toFixed(0)} ms`,
    before.toFixed(0),
    after.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log(
  `\nload of the machine: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(', ')}\n`,
);
console.log('| key to diagnostics, by the server | median | worst | MB before | MB after |');
console.log('|---|---|---|---|---|');
for (const document of documents) console.log(await waits(document));
