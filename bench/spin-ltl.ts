/**
 * The LTL engine beside SPIN: `npm run bench:spin-ltl -- [--runs N] [--json]`; needs `spin` and `gcc`.
 *
 * The programs of `twins.ts`, without reductions on either side, and a formula that holds without fairness and makes both look at
 * the whole product: a thread that comes into its critical section again and again, and leaves it, begins again and again.
 * SPIN searches depth first and once more from accepting states (`gcc -O2 -DNOREDUCE`, `pan -a`), with a table and a stack of the
 * size that a first run tells. Both have the same states of the program; ours finds the product's components in one search.
 * Times are processor seconds, the best of some runs, each in a process of its own. Nothing passes or fails by a clock.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArguments } from '../src/cli/arguments.js';
import { LtlEngine } from '../src/engines/ltl/engine.js';
import { readProgram } from '../src/languages/program/index.js';
import { memoryNamed } from '../src/memory/models.js';
import { formulaProperty } from '../src/models/program/temporal.js';
import { type Column, table } from '../src/report/table.js';
import { thousands } from './explicit-run.js';
import { SPIN_OPTIONS, usageOf } from './options.js';
import { missingProgram, Pan } from './pan.js';
import { geometricMean } from './result.js';
import { TWINS, type Twin, twinText } from './twins.js';

/** Where a thread begins, by program. */
const ENTRIES: Readonly<Record<string, string>> = {
  'dijkstra.fp': 'want',
  'filter.fp': 'set',
  'lamport-fast.fp': 'start',
  'mcs.fp': 'clear',
  'szymanski.fp': 'want',
  'bakery.fp': 'start',
};
const WORD = '--in-a-process-of-its-own';
const LIMITS = { maxStates: 100_000_000, maxMegabytes: 4096 };

interface Own {
  readonly verdict: string;
  readonly states: number;
  readonly productStates: number;
  readonly seconds: number;
}

/** One question to the engine, in this process. */
function ask({ file, memory, buffer }: Twin): Own {
  const at = (place: string) => `P(0)@${place}`;
  const formula = `(G F ${at('cs')} && G F !${at('cs')}) -> G F ${at(ENTRIES[file] ?? '')}`;
  const { program } = readProgram(`${twinText(file)}\nltl p: ${formula}\n`, file);
  const made = program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`${file} is no program`);
  const [read] = made.ltl;
  if (read === undefined) throw new Error('the formula was read');
  const conditions = read.propositions.map(({ condition }) => condition);
  const questions = formulaProperty(read.name, read.text, read.formula, conditions).questions();
  if ('refused' in questions) throw new Error(questions.refused);
  const [first] = questions;
  if (first === undefined || questions.length > 1) throw new Error('the formula is one question');
  const { propositions, automaton } = first;
  const before = process.cpuUsage();
  const engine = new LtlEngine({
    program: { ...made.program, never: [] },
    memory: memoryNamed(memory),
    buffer: buffer ?? 1,
    ...{
      propositions,
      automaton,
      zeroDead: false,
      symmetry: false,
      fairThreads: false,
      fairBuffers: false,
      limits: LIMITS,
    },
  });
  const work = engine.run();
  let step = work.next();
  while (step.done !== true) step = work.next();
  const { user, system } = process.cpuUsage(before);
  const { states = 0, productStates = 0 } = engine.counts();
  return { verdict: step.value.verdict, states, productStates, seconds: (user + system) / 1e6 };
}

function askApart(number: number): Own {
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), WORD, `${number}`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Own;
}

const right = (title: string): Column => ({ title, align: 'right' });
const COLUMNS: readonly Column[] = [
  ...['program', 'memory'].map((title) => ({ title })),
  ...['states', 'product', 'of pan', 'pan s', 'ours s', 'states/s', 'ratio'].map(right),
];

function main(): void {
  const usage = usageOf('npm run bench:spin-ltl -- [options]', SPIN_OPTIONS);
  const parsed = parseArguments(SPIN_OPTIONS, process.argv.slice(2));
  if (!parsed.ok || parsed.operands.length > 0 || parsed.values.help) {
    console.log(usage);
    process.exitCode = parsed.ok && parsed.values.help ? 0 : 2;
    return;
  }
  const missing = missingProgram();
  if (missing !== null) throw new Error(`${missing} is not installed`);
  const { runs, json } = parsed.values;
  const rows = TWINS.map((twin, number) => {
    const place = (label: string) => `(P[0]@${label})`;
    const formula = `([]<> ${place('cs')} && []<> !${place('cs')}) -> []<> ${place(ENTRIES[twin.file] ?? '')}`;
    const pan = new Pan(twin.promela, {
      compiler: '-O2 -DNOREDUCE',
      options: '-a',
      change: (folder) => appendFileSync(path.join(folder, `${twin.promela}.pml`), `\nltl p { ${formula} }\n`),
    });
    const theirs: number[] = [];
    const ours: Own[] = [];
    try {
      for (let run = 0; run < runs; run++) {
        theirs.push(pan.run());
        ours.push(askApart(number));
      }
    } finally {
      pan.remove();
    }
    const spinSeconds = Math.min(...theirs);
    const seconds = Math.min(...ours.map((run) => run.seconds));
    const { verdict, states, productStates } = ours[0] as Own;
    const { program, memory } = twin;
    const ratio = spinSeconds / seconds;
    return {
      program,
      memory,
      verdict,
      states,
      productStates,
      spinStates: pan.counts.states,
      spinSeconds,
      seconds,
      ratio,
    };
  });
  const mean = geometricMean(rows.map(({ ratio }) => ratio));
  if (json) {
    for (const row of [...rows, { geometricMean: mean, runs, load: loadavg() }]) console.log(JSON.stringify(row));
    return;
  }
  const shown = rows.map(({ program, memory, states, productStates, spinStates, spinSeconds, seconds, ratio }) => [
    ...[program, memory, thousands(states), thousands(productStates), thousands(spinStates)],
    ...[spinSeconds.toFixed(2), seconds.toFixed(2), thousands(states / seconds), ratio.toFixed(2)],
  ]);
  for (const line of table(COLUMNS, shown)) console.log(line);
  console.log(`geometric mean ${mean.toFixed(2)}; processor seconds, best of ${runs}; load ${loadavg().join(', ')}`);
}

const [word, asked] = process.argv.slice(2);
if (word === WORD) console.log(JSON.stringify(ask(TWINS[Number(asked)] as Twin)));
else main();
