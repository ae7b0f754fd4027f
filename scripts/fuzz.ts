/**
 * Random cases against independent answers: `npm run fuzz -- --kind weak --count 500 --seed 1 --timeout 5`.
 *
 *   sc         models without weak memory, against exhaustive exploration of small instances
 *   weak       models with it, against exhaustive exploration on the store-buffer machine
 *   programs   straight-line programs: the axiomatic models, the store-buffer machine and the engine against one another
 *   explicit   programs as automata: compiled kernels, the interpreter and the axioms against one another
 *   fp         texts of the `.fp` language: compiled programs against an interpreter of the syntax tree
 *   ltl        temporal questions: against brute force, and integers without bound against counters modulo some number
 *   dual       finite programs under TSO: Dual-TSO against the explicit engine, and its certificates
 *   pso        finite programs under PSO, also for any number of threads: the PSO engine against the explicit one
 *   predicates finite programs and counters: predicate abstraction against the explicit engine, and its certificates
 *   any        texts for any number of threads: the two engines for that, and the explicit one for few threads
 *   any-pso    models and texts in turn, for any number under PSO alone
 *   c          sequential programs in C: what they compute against the program that GCC makes of them
 *   c-threads  programs with threads in C: the axiomatic model where they are straight, the same program in `.fp` otherwise
 *   certificates  certificates of every kind that were spoilt, or are offered for another question
 *
 * What holds gets a certificate, which must be accepted; the summary says how many were judged. Certificates take half of the
 * time: `--certify 8` makes one for one seed in eight (sc, weak, any, any-pso). `--memory tso` asks about that memory alone.
 * Case number k of a campaign is made from seed + k alone, so `--seed S+k --count 1` repeats it. Each is judged in several
 * ways (tests/random/campaigns.ts). Every disagreement is shrunk and printed as a file for tests/regressions. Exit status 1
 * when there is any. With `--jobs N` seeds are judged by N processes; what is printed is the same, in the order of the seeds.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Pool } from '../src/batch/pool.js';
import { serve } from '../src/batch/serve.js';
import { THOROUGH } from '../tests/bridges/any-threads/compare.js';
import { anyCampaign, anyPsoCampaign } from '../tests/random/any/campaign.js';
import { concurrentCampaign } from '../tests/random/c/concurrent.js';
import { sequentialCampaign } from '../tests/random/c/sequential.js';
import { type Campaign, type Case, plainCampaign, programCampaign, weakCampaign } from '../tests/random/campaigns.js';
import { corruptedCampaign } from '../tests/random/corrupted/campaign.js';
import { dualCampaign } from '../tests/random/dual/campaign.js';
import { explicitCampaign } from '../tests/random/explicit/campaign.js';
import { fpCampaign } from '../tests/random/fp/campaign.js';
import { ltlCampaign } from '../tests/random/ltl/campaign.js';
import { predicateCampaign } from '../tests/random/predicates/campaign.js';
import { psoCampaign } from '../tests/random/pso/campaign.js';

interface Totals {
  readonly agreed: Map<string, number>;
  /** The cases, by reason. */
  readonly unknown: Map<string, string[]>;
  /** Cases left unknown although the other side found a violation. */
  readonly missed: string[];
  readonly wrong: Map<string, number>;
  /** Agreed violations by the length of their trace. */
  readonly lengths: Map<number, number>;
  /** What holds, by what became of its certificate. */
  readonly certificates: Map<string, number>;
  /** Verdicts by way and verdict. */
  readonly ways: Map<string, number>;
}

const TITLES_SHOWN = 12;
const PROGRESS_EVERY = 100;
/** Seeds for each process that are judged before they are asked for. */
const AHEAD = 8;
const USAGE =
  'usage: npm run fuzz -- [--kind sc|weak|programs|explicit|fp|ltl|dual|pso|any|any-pso|predicates|c|c-threads|certificates] [--count N] [--seed S] [--timeout seconds] [--keep-going faults]' +
  ' [--cubes views|events] [--memory sc|tso|pso] [--certify N] [--jobs N]';
const FORMS = ['views', 'events'] as const;
const MEMORIES = ['sc', 'tso', 'pso'] as const;

/** What of a campaign is asked. */
interface Share {
  readonly forms: readonly (typeof FORMS)[number][];
  readonly memories: readonly (typeof MEMORIES)[number][];
  /** One seed in so many gets its certificates. */
  readonly certified: number;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      kind: { type: 'string', default: 'sc' },
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      timeout: { type: 'string', default: '5' },
      'keep-going': { type: 'string', default: '5' },
      cubes: { type: 'string' },
      memory: { type: 'string', multiple: true },
      certify: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '1' },
      child: { type: 'boolean', default: false },
    },
  });
  const count = Number(values.count);
  const seed = Number(values.seed);
  const timeout = Number(values.timeout);
  const mostFaults = Number(values['keep-going']);
  const forms = FORMS.filter((form) => values.cubes === undefined || values.cubes === form);
  const memories = MEMORIES.filter((memory) => values.memory?.includes(memory) ?? true);
  const certified = Number(values.certify);
  const isAsked = forms.length > 0 && memories.length > 0;
  const campaign = isAsked ? campaignOf(values.kind, timeout, { forms, memories, certified }) : null;
  const jobs = Number(values.jobs);
  const numbers = [count, seed, timeout, mostFaults, certified, jobs];
  if (campaign === null || !numbers.every((value) => Number.isFinite(value))) {
    console.error(USAGE);
    return 2;
  }
  if (values.child) {
    serve((asked: number) => judged(campaign, asked));
    return new Promise(() => {});
  }
  const judge = jobs > 1 ? judgesInProcesses(jobs, seed, count) : (asked: number) => judged(campaign, asked);
  const totals: Totals = {
    agreed: new Map(),
    unknown: new Map(),
    missed: [],
    wrong: new Map(),
    lengths: new Map(),
    certificates: new Map(),
    ways: new Map(),
  };
  let faults = 0;
  let done = 0;
  while (done < count && faults < mostFaults) {
    for (const one of await judge(seed + done)) {
      const title = `seed ${seed + done} ${one.way}`;
      record(totals, title, one);
      if (one.result.kind !== 'wrong') continue;
      faults++;
      console.log(`\n=== ${title}: ${one.result.fault}\n${one.shrunk}`);
    }
    done++;
    if (done % PROGRESS_EVERY === 0) console.error(`${done} ${campaign.things}: ${summary(totals)}`);
  }
  print(totals, done, campaign.things);
  if (campaign.byWay === true) for (const [way, times] of [...totals.ways].sort()) console.log(`${times} ${way}`);
  return faults > 0 ? 1 : 0;
}

/** A case that can go to another process. */
type Judged = Pick<Case, 'way' | 'result'> & { readonly shrunk: string | null };

async function judged(campaign: Campaign, seed: number): Promise<Judged[]> {
  const cases: Judged[] = [];
  for (const { way, result, shrunk } of await campaign.judge(seed)) {
    cases.push({ way, result, shrunk: result.kind === 'wrong' ? await shrunk() : null });
  }
  return cases;
}

/** Seeds are judged ahead, so that all processes have something to do, and asked for in their order. */
function judgesInProcesses(jobs: number, first: number, count: number): (seed: number) => Promise<Judged[]> {
  const program = { file: fileURLToPath(import.meta.url), words: ['--child', ...process.argv.slice(2)] };
  const pool = new Pool<number, Judged[]>(program, jobs);
  const ahead = new Map<number, Promise<Judged[]>>();
  let next = first;
  const ask = async (seed: number): Promise<Judged[]> => {
    const ended = await pool.ask(seed, { seconds: null, megabytes: null });
    if (ended.kind === 'done') return ended.result;
    const fault = ended.kind === 'crashed' ? ended.crash.message : ended.kind === 'failed' ? ended.message : ended.kind;
    return [
      { way: 'the process', result: { kind: 'wrong', fault, detail: '' }, shrunk: 'not shrunk: there is no answer' },
    ];
  };
  return async (seed) => {
    for (; next < first + count && ahead.size < AHEAD * jobs; next++) ahead.set(next, ask(next));
    const cases = await (ahead.get(seed) ?? ask(seed));
    ahead.delete(seed);
    return cases;
  };
}

function campaignOf(kind: string, timeout: number, { forms, memories, certified }: Share): Campaign | null {
  switch (kind) {
    case 'sc':
      return plainCampaign(timeout, certified);
    case 'weak':
      return weakCampaign(timeout, forms, memories, certified);
    case 'programs':
      return programCampaign(timeout, forms);
    case 'explicit':
      return explicitCampaign();
    case 'fp':
      return fpCampaign();
    case 'ltl':
      return ltlCampaign();
    case 'dual':
      return dualCampaign();
    case 'pso':
      return psoCampaign();
    case 'any':
      return anyCampaign({ ...THOROUGH, timeout }, undefined, memories, certified);
    case 'any-pso':
      return anyPsoCampaign({ ...THOROUGH, timeout }, weakCampaign(timeout, forms, ['pso'], certified), certified);
    case 'predicates':
      return predicateCampaign(timeout);
    case 'c':
      return sequentialCampaign();
    case 'c-threads':
      return concurrentCampaign(timeout);
    case 'certificates':
      return corruptedCampaign();
    default:
      return null;
  }
}

function record(totals: Totals, title: string, { way, result }: Pick<Case, 'way' | 'result'>): void {
  const what = { agreed: 'verdict', unknown: 'reason', wrong: 'fault' }[result.kind] as keyof typeof result;
  count(totals.ways, `${way}: ${result[what]}`);
  switch (result.kind) {
    case 'agreed':
      count(totals.agreed, result.verdict);
      if (result.verdict === 'violated') count(totals.lengths, result.size);
      if (result.verdict === 'holds' || result.certificate !== undefined)
        count(totals.certificates, result.certificate ?? 'not judged');
      return;
    case 'unknown': {
      // Figures differ from model to model; the limit is what counts.
      const reason = result.reason.replace(/\d+/g, 'N');
      totals.unknown.set(reason, [...(totals.unknown.get(reason) ?? []), title]);
      if (result.missed) totals.missed.push(title);
      return;
    }
    case 'wrong':
      count(totals.wrong, result.fault);
  }
}

function count<Key>(map: Map<Key, number>, key: Key): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

function summary({ agreed, unknown, wrong }: Totals): string {
  const agreements = [...agreed].sort().map(([verdict, times]) => `${times} ${verdict}`);
  const faults = [...wrong.values()].reduce((total, value) => total + value, 0);
  return [...agreements, `${[...unknown.values()].flat().length} unknown`, `${faults} wrong`].join(', ');
}

function print(totals: Totals, judged: number, things: string): void {
  console.log(`${judged} ${things}: ${summary(totals)}`);
  if (totals.certificates.size > 0) {
    const told = [...totals.certificates].map(([word, times]) => `${times} ${word.replace(/\d+/g, 'N')}`);
    console.log(`certificates of what holds: ${told.join(', ')}`);
  }
  const lengths = [...totals.lengths].sort(([one], [other]) => one - other);
  if (lengths.length > 0) {
    console.log(`steps to the violation: ${lengths.map(([length, times]) => `${length}: ${times}`).join(', ')}`);
  }
  for (const [reason, titles] of totals.unknown) {
    console.log(`unknown ${titles.length}: ${reason}\n  ${titles.slice(0, TITLES_SHOWN).join('\n  ')}`);
  }
  if (totals.missed.length > 0) {
    const titles = totals.missed.slice(0, TITLES_SHOWN).join('\n  ');
    console.log(`unknown although a violation was found otherwise ${totals.missed.length}:\n  ${titles}`);
  }
  for (const [fault, times] of totals.wrong) console.log(`${fault}: ${times}`);
}

// Z3 keeps threads.
process.exit(await main());
