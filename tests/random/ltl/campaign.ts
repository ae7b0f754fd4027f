/**
 * `--kind ltl`: random temporal questions. In turn
 *
 *   brute force   programs of all kinds with small automata, against the product by the interpreter, in maps
 *   counters      integers without bound, stored up to a shift: against counters modulo some number without that reduction
 *   alike         questions that are taken for the same but for the names of threads: they have the same answer
 *   renamed       states stored up to the names of threads, against a search without that
 *
 * Every lasso is replayed by the judge, and every proof about counters has a certificate that is accepted.
 */
import { check } from '../../../src/check/check.js';
import { ask as askLtl, disagreement } from '../../engines/ltl/ask.js';
import { randomQuestion } from '../../engines/ltl/random-questions.js';
import type { Campaign, Case, Result } from '../campaigns.js';
import { ACCEPTED, type Certified, certifiedText } from '../certified.js';
import { Random } from '../random.js';
import { alikeCase } from './alike.js';
import { counterCase } from './counters.js';
import { found, renamedQuestion } from './renamed.js';

const FEW_NODES = 600;
const MEMORIES = ['sc', 'tso', 'pso'] as const;
const MODULI = [24, 40] as const;
const MOST_STATES = 3000;
const MOST_MODULAR = 60_000;

const WAYS = [brute, counters, alike, renamed];

export function ltlCampaign(): Campaign {
  return {
    things: 'temporal questions',
    byWay: true,
    judge: async (seed) => [await (WAYS[seed % WAYS.length] as (seed: number) => Case | Promise<Case>)(seed)],
  };
}

function brute(seed: number): Case {
  const question = randomQuestion(seed);
  const { kind, fault } = disagreement(question, FEW_NODES, { threads: true });
  const result: Result =
    fault !== null
      ? { kind: 'wrong', fault, detail: '' }
      : kind === 'too large' || kind === 'overflow'
        ? { kind: 'unknown', reason: kind, missed: false }
        : { kind: 'agreed', verdict: kind, size: 0 };
  return { way: 'brute force', result, shrunk: async () => JSON.stringify(question) };
}

function alike(seed: number): Case {
  const { questions, first } = alikeCase(new Random(seed));
  const told = (result: Result): Case => ({ way: 'alike', result, shrunk: async () => JSON.stringify(questions[0]) });
  if (first.every((each, number) => each === number)) return told({ kind: 'agreed', verdict: 'none alike', size: 0 });
  const said = questions.map((question) => {
    const { answer } = askLtl(question);
    return answer.verdict === 'holds' ? `holds, ${answer.unbounded}` : answer.verdict;
  });
  const other = first.findIndex((each, number) => said[each] !== said[number]);
  if (said.includes('unknown')) return told({ kind: 'unknown', reason: 'a limit', missed: false });
  if (other < 0) return told({ kind: 'agreed', verdict: `alike, ${said[0]?.replace(/,.*/, '')}`, size: 0 });
  const fault = `question ${other} says ${said[other]}, and ${first[other]} says ${said[first[other] as number]}`;
  return told({ kind: 'wrong', fault, detail: '' });
}

function renamed(seed: number): Case {
  const question = renamedQuestion(new Random(seed));
  const told = (result: Result): Case => ({ way: 'renamed', result, shrunk: async () => JSON.stringify(question) });
  const [merged, plain] = [found(question, true), found(question, false)];
  if (merged.order === 1) return told({ kind: 'agreed', verdict: 'nobody renamed', size: 0 });
  if (merged.state === 'limited' || plain.state === 'limited')
    return told({ kind: 'unknown', reason: 'a limit', missed: false });
  // Where there is both a failing step and an accepting run, either may be met first.
  const same = merged.state === plain.state || [merged, plain].every(({ state }) => state !== 'empty');
  const asFull = merged.state !== 'empty' || plain.state !== 'empty' || merged.full === plain.full;
  const fault = `${merged.state} up to renaming, ${merged.full}; ${plain.state} without, ${plain.full}`;
  if (!same || !asFull) return told({ kind: 'wrong', fault, detail: '' });
  // The engine leaves its first search at once, and tells its violations with names.
  const { answer } = askLtl({ ...question, patience: 0 });
  const right = plain.state === 'empty' ? answer.verdict === 'holds' : answer.verdict !== 'holds';
  if (!right) return told({ kind: 'wrong', fault: `the engine: ${answer.verdict}; ${fault}`, detail: '' });
  return told({ kind: 'agreed', verdict: `renamed, ${plain.state}`, size: 0 });
}

/** The automaton of a checker is plainer than that of the search, and may lead to more states. */
function isSettled(certificate: string): boolean {
  return certificate === ACCEPTED || /^the limit of \d+ states/.test(certificate);
}

interface Asked {
  readonly verdict: string;
  readonly states: number;
  readonly grows: boolean;
}

async function counters(seed: number): Promise<Case> {
  const random = new Random(seed);
  const { text, modulo } = counterCase(random);
  const memory = random.pick(MEMORIES);
  const [fairThreads, fairBuffers] = [random.chance(0.5), random.chance(0.7)];
  const fair = {
    ...(fairThreads ? { fairThreads } : {}),
    ...(memory === 'sc' || fairBuffers ? {} : { fairBuffers }),
  };
  const bound = memory === 'sc' ? {} : { buffer: 1 };
  const options = { file: 'random.fp', memory, property: 'p', warnings: false, ...fair, ...bound };
  const ask = async (asked: string, reduce: boolean, maxStates: number): Promise<Asked> => {
    const result = await check(asked, { ...options, reduce, maxStates });
    if (!result.ok) throw new Error(`${result.diagnostics[0]?.message}\n${asked}`);
    const { verdict, counts, trace, reasons } = result.outcome;
    if (JSON.stringify(reasons).includes('cannot be followed')) throw new Error(`a cycle is refused\n${asked}`);
    return { verdict, states: counts.states ?? 0, grows: trace?.growth !== undefined };
  };
  const way = modulo === null ? 'stale counters' : 'counters';
  const told = (result: Result): Case => ({ way, result, shrunk: async () => `// ${memory}\n${text}` });
  const ours = await ask(text, true, MOST_STATES);
  const wrong = (other: Asked, by: string) =>
    told({ kind: 'wrong', fault: `${ours.verdict}, and ${other.verdict} ${by}`, detail: text });
  // What the integers themselves say, as far as that goes.
  const plain = await ask(text, false, MOST_STATES);
  if (plain.verdict !== 'unknown' && ours.verdict !== plain.verdict) return wrong(plain, 'without the reduction');
  if (ours.verdict === 'unknown') return told({ kind: 'unknown', reason: 'no end', missed: false });
  const decided = plain.verdict === 'unknown' ? 'where integers have no end' : 'where they have one';
  const certified: Certified | null =
    ours.verdict === 'holds' ? await certifiedText(text, { ...options, maxStates: MOST_STATES }) : null;
  if (certified !== null && ('fault' in certified || !isSettled(certified.certificate)))
    return told({ kind: 'wrong', fault: 'certificate', detail: JSON.stringify(certified) });
  const agreed = told({
    kind: 'agreed',
    verdict: `${ours.verdict}${ours.grows ? ', growing' : ''}, ${decided}`,
    size: 0,
    ...certified,
  });
  if (modulo === null) return agreed;
  const [one, other] = [
    await ask(modulo(MODULI[0]), true, MOST_MODULAR),
    await ask(modulo(MODULI[1]), true, MOST_MODULAR),
  ];
  if (one.verdict === 'unknown' || other.verdict === 'unknown' || one.verdict !== other.verdict)
    return told({ kind: 'unknown', reason: 'the moduli differ', missed: false });
  return ours.verdict === one.verdict ? agreed : wrong(one, 'with moduli');
}
