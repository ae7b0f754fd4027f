/**
 * Random models against exhaustive exploration of small instances: `npm run fuzz -- --count 500 --seed 1 --timeout 5`.
 *
 * Model number k of a campaign is made from seed + k alone, so `--seed S+k --count 1` repeats it. Each is checked twice:
 * as a user would, and in one of the other ways (without approximation, for a fixed number of processes), in turn. Every
 * disagreement is shrunk and printed as a file for tests/regressions. Exit status 1 when there is any.
 */
import { parseArgs } from 'node:util';
import { randomModel } from '../tests/random/generate.js';
import { type Fault, type Judgement, type JudgeOptions, judge, THOROUGH } from '../tests/random/judge.js';
import { shrink } from '../tests/random/shrink.js';
import { printModel, type TextModel } from '../tests/random/text-model.js';

interface Totals {
  holds: number;
  violated: number;
  /** The models, by reason. */
  readonly unknown: Map<string, string[]>;
  /** Models left unknown although a small instance is violated. */
  readonly missed: string[];
  readonly wrong: Map<Fault, number>;
  /** Agreed violations by the length of their trace. */
  readonly lengths: Map<number, number>;
}

const TITLES_SHOWN = 12;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      timeout: { type: 'string', default: '5' },
      'keep-going': { type: 'string', default: '5' },
    },
  });
  const [count, seed, timeout, mostFaults] = [values.count, values.seed, values.timeout, values['keep-going']].map(
    Number,
  );
  if (![count, seed, timeout, mostFaults].every((value) => Number.isFinite(value))) {
    console.error('usage: npm run fuzz -- [--count N] [--seed S] [--timeout seconds] [--keep-going faults]');
    return 2;
  }
  const options: JudgeOptions = { ...THOROUGH, limits: { ...THOROUGH.limits, timeout: timeout as number } };
  const totals: Totals = {
    holds: 0,
    violated: 0,
    unknown: new Map(),
    missed: [],
    wrong: new Map(),
    lengths: new Map(),
  };
  let faults = 0;
  let judged = 0;
  for (let number = 0; number < (count as number); number++) {
    const model = randomModel((seed as number) + number);
    for (const way of waysToCheck(model, (seed as number) + number)) {
      const varied: JudgeOptions = { ...options, limits: { ...options.limits, ...way } };
      const judgement = await judge(printModel(model), varied);
      const title = `seed ${(seed as number) + number} ${JSON.stringify(way)}`;
      record(totals, title, judgement);
      if (judgement.kind !== 'wrong') continue;
      await report(model, title, judgement, varied);
      faults++;
    }
    judged++;
    if (faults >= (mostFaults as number)) break;
    if (judged % 100 === 0) console.error(`${judged} models: ${summary(totals)}`);
  }
  print(totals, judged);
  return faults > 0 ? 1 : 0;
}

type Way = Pick<JudgeOptions['limits'], 'approximate' | 'processes'>;

function waysToCheck(model: TextModel, seed: number): Way[] {
  if (model.processes !== null) return [{}, { approximate: false }];
  return [{}, [{ approximate: false }, { processes: 2 }, { processes: 3 }, { processes: 1 }][seed % 4] ?? {}];
}

function record(totals: Totals, title: string, judgement: Judgement): void {
  const count = <Key>(map: Map<Key, number>, key: Key): void => void map.set(key, (map.get(key) ?? 0) + 1);
  switch (judgement.kind) {
    case 'agreed':
      totals[judgement.verdict]++;
      if (judgement.verdict === 'violated') count(totals.lengths, judgement.depth);
      return;
    case 'unknown': {
      // Figures differ from model to model; the limit is what counts.
      const reason = judgement.reason.replace(/\d+/g, 'N');
      totals.unknown.set(reason, [...(totals.unknown.get(reason) ?? []), title]);
      if (judgement.missed) totals.missed.push(title);
      return;
    }
    case 'wrong':
      count(totals.wrong, judgement.fault);
  }
}

async function report(
  model: TextModel,
  title: string,
  found: Extract<Judgement, { kind: 'wrong' }>,
  options: JudgeOptions,
): Promise<void> {
  const smallest = await shrink(model, async (smaller) => {
    const judgement = await judge(printModel(smaller), options);
    if (judgement.kind !== 'wrong' || judgement.fault !== found.fault) return false;
    return found.fault !== 'rejected' || judgement.detail === found.detail;
  });
  const text = printModel(smallest);
  const judgement = await judge(text, options);
  const detail = judgement.kind === 'wrong' ? judgement.detail : found.detail;
  const truth = found.fault === 'wrong holds' ? 'violated' : found.fault === 'wrong violated' ? 'holds' : '?';
  console.log(`\n=== ${title}: ${found.fault}\n${detail}\n\n(* expect: ${truth} *)\n${text}`);
}

function summary(totals: Totals): string {
  const unknown = [...totals.unknown.values()].flat().length;
  const wrong = [...totals.wrong.values()].reduce((total, value) => total + value, 0);
  return `${totals.holds} hold, ${totals.violated} violated, ${unknown} unknown, ${wrong} wrong`;
}

function print(totals: Totals, judged: number): void {
  console.log(`${judged} models: ${summary(totals)}`);
  const lengths = [...totals.lengths].sort(([one], [other]) => one - other);
  console.log(
    `steps to the violation: ${lengths.map(([length, count]) => `${length}: ${count}`).join(', ') || 'none'}`,
  );
  for (const [reason, titles] of totals.unknown) {
    console.log(`unknown ${titles.length}: ${reason}\n  ${titles.slice(0, TITLES_SHOWN).join('\n  ')}`);
  }
  if (totals.missed.length > 0) {
    const titles = totals.missed.slice(0, TITLES_SHOWN).join('\n  ');
    console.log(`unknown although a small instance is violated ${totals.missed.length}:\n  ${titles}`);
  }
  for (const [fault, count] of totals.wrong) console.log(`${fault}: ${count}`);
}

process.exitCode = await main();
