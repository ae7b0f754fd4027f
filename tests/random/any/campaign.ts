/**
 * `--kind any`: random texts with any number of threads, asked of the parameterized engine through the bridge, of Dual-TSO and
 * of the explicit engine for a few threads. Nobody knows the truth for all numbers; two decided answers that contradict each
 * other are wrong, and so is a violation that the program's machine does not replay.
 */

import { check } from '../../../src/check/check.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { type BridgeMemory, type Comparison, compare, type Patience } from '../../bridges/any-threads/compare.js';
import type { Campaign, Case, Result } from '../campaigns.js';
import { withCertificate } from '../certified.js';
import { smallerTexts } from '../fp/shrink.js';
import { refutationFault } from '../lemma-judge.js';
import { randomAnyText } from './generate.js';

const MEMORIES = ['sc', 'tso', 'pso'] as const;
/** Threads of each kind that are looked at state by state. */
const MOST_THREADS = { sc: 2, tso: 2, pso: 4 };
const MOST_TRIALS = 600;

/** Who answers: tests put others in. */
export type Ask = (text: string, memory: BridgeMemory, cubes: 'views' | 'events') => Promise<Comparison>;

export function anyCampaign(
  patience: Patience,
  ask: Ask = asking(patience),
  memories: readonly BridgeMemory[] = MEMORIES,
  certified = 1,
): Campaign {
  return {
    things: 'programs for any number of threads',
    async judge(seed) {
      const text = randomAnyText(seed);
      // Events are the slower form of cube, and the rarer.
      const cubes = seed % 4 === 0 ? 'events' : 'views';
      const cases: Case[] = [];
      for (const memory of memories) {
        const isCertified = seed % certified < 2;
        const again = (smaller: string) =>
          judged(smaller, memory, () => ask(smaller, memory, cubes), isCertified ? patience : null);
        const result = await again(text);
        const way = memory === 'tso' ? `${memory}, ${cubes}` : memory;
        cases.push({ way, result, shrunk: () => shrunkText(text, memory, result, again) });
      }
      return cases;
    },
  };
}

/** `--kind any-pso`: under PSO alone, models and programs in turn. */
export function anyPsoCampaign(patience: Patience, models: Campaign, certified = 1): Campaign {
  const programs = anyCampaign(patience, asking(patience), ['pso'], certified);
  return {
    things: 'models and programs for any number under PSO',
    judge: (seed) => (seed % 2 === 0 ? models : programs).judge(seed),
  };
}

function asking(patience: Patience): Ask {
  return (text, memory, cubes) => compare(text, memory, patience, MOST_THREADS[memory], cubes);
}

async function judged(
  text: string,
  memory: BridgeMemory,
  ask: () => Promise<Comparison>,
  certified: Patience | null,
): Promise<Result> {
  const { program, diagnostics } = readProgram(text, 'random.fp');
  if (program === null) {
    return { kind: 'wrong', fault: 'rejected', detail: diagnostics.map(({ message }) => message).join('; ') };
  }
  let comparison: Comparison;
  try {
    comparison = await ask();
  } catch (error) {
    return {
      kind: 'wrong',
      fault: 'breaks',
      detail: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
    };
  }
  const { bridge, dual, explicit, wrong } = comparison;
  if (wrong !== null) return { kind: 'wrong', fault: 'contradiction', detail: wrong };
  const hint = await hintFault(text, memory);
  if (hint !== null) return { kind: 'wrong', fault: 'lemma', detail: hint };
  const agreed: Result = { kind: 'agreed', verdict: bridge.verdict, size: bridge.count ?? 0 };
  const options = {
    file: 'random.fp',
    memory,
    ...(certified?.timeout === undefined ? {} : { timeout: certified.timeout }),
  };
  // The proof of the exact engine has a certificate of its own.
  if (certified !== null && dual?.verdict === 'holds') {
    const certified = await withCertificate({ ...agreed, verdict: 'holds' }, text, {
      ...options,
      engine: memory === 'pso' ? 'pso-queues' : 'dual-tso',
    });
    if (certified.kind === 'wrong') return certified;
  }
  if (certified !== null && bridge.verdict === 'holds') {
    return withCertificate(agreed, text, { ...options, engine: 'parameterized' });
  }
  if (bridge.verdict === 'holds' || bridge.verdict === 'violated') return agreed;
  const missed = [...explicit, ...(dual === null ? [] : [dual])].some(({ verdict }) => verdict === 'violated');
  return { kind: 'unknown', reason: `${bridge.verdict}: ${bridge.reason}`, missed };
}

const FOR_HINTS = { maxCubes: 300, maxStates: 3_000, timeout: 3 };

/** What is wrong with what is said of a text's lemmas; they are not tried under PSO. */
async function hintFault(text: string, memory: BridgeMemory): Promise<string | null> {
  if (memory === 'pso' || !/^lemma/m.test(text)) return null;
  const hinted = await check(text, { file: 'random.fp', memory, engine: 'parameterized', ...FOR_HINTS });
  return hinted.ok ? refutationFault(text, hinted.outcome, memory) : null;
}

/** Greedy: the first smaller text with the same fault, as long as there is one. */
async function shrunkText(
  text: string,
  memory: BridgeMemory,
  found: Result,
  again: (smaller: string) => Promise<Result>,
): Promise<string> {
  if (found.kind !== 'wrong') return text;
  let current = text;
  let detail = found.detail;
  const tried = new Set([text]);
  search: for (;;) {
    for (const smaller of smallerTexts(current)) {
      if (tried.has(smaller) || tried.size > MOST_TRIALS) continue;
      tried.add(smaller);
      if (found.fault !== 'rejected' && readProgram(smaller, 'smaller.fp').program === null) continue;
      const result = await again(smaller);
      if (result.kind !== 'wrong' || result.fault !== found.fault) continue;
      current = smaller;
      detail = result.detail;
      continue search;
    }
    return `// ${memory}: ${detail}\n${current}`;
  }
}
