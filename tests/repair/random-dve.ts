/**
 * Random `.dve` models that are right under SC and wrong with store buffers: two processes that write and read two global
 * variables, in a line or in a circle, some of them two in one step; and an assertion or a formula of a usual shape.
 */
import { settleAnyway } from '../../src/check/check.js';
import type { FixOptions } from '../../src/repair/index.js';
import type { Random } from '../random/random.js';

export interface RandomRepair {
  readonly text: string;
  readonly options: FixOptions & { readonly file: string };
}

/** Null when it is not wrong with store buffers, or not right without. */
export async function randomDve(random: Random, kind: 'states' | 'runs'): Promise<RandomRepair | null> {
  const circle = random.chance(0.5);
  const processes = ['A', 'B'].map((name) => process(random, name, circle));
  const bound = random.pick([{ bufferPerLocation: 1 }, { buffer: 2 }]);
  const options = {
    ...{ file: 'random.dve', memory: random.pick(['tso', 'tso', 'pso'] as const), ...bound },
    with: random.pick(['fences', 'atomic-writes', 'atomic-writes'] as const),
    atomicWaits: random.pick(['own', 'all'] as const),
    ...(kind === 'states' ? {} : { ltl: formula(random), fairThreads: random.chance(0.6) }),
    ...(kind === 'runs' && random.chance(0.15) ? { fairBuffers: false } : {}),
  };
  const assertion = kind === 'states' || random.chance(0.2) ? `  assert s2: ${condition(random)};\n` : '';
  const text = `byte x, y;\n${processes.join('\n').replace('  trans', `${assertion}  trans`)}\nsystem async;\n`;
  const verdict = async (memory: 'sc' | 'tso' | 'pso'): Promise<string> => {
    for (const ltl of kind === 'states' ? [undefined] : [undefined, options.ltl]) {
      const { ltl: _, ...others } = options;
      const asked = { ...others, ...(ltl === undefined ? {} : { ltl }), memory, maxStates: 20_000 };
      const answer = await settleAnyway(text, asked);
      if (!answer.ok) throw new Error(`${answer.diagnostics[0]?.message}\n${text}${ltl}`);
      if (answer.outcome.verdict !== 'holds') return answer.outcome.verdict;
    }
    return 'holds';
  };
  if ((await verdict('sc')) !== 'holds' || (await verdict(options.memory)) !== 'violated') return null;
  return { text, options };
}

function process(random: Random, name: string, circle: boolean): string {
  const transitions: string[] = [];
  const last = circle ? 0 : 3;
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, last],
  ]) {
    const guard = random.chance(0.35) ? `guard ${condition(random)}; ` : '';
    transitions.push(`    s${from} -> s${to} { ${guard}${effect(random)}}`);
  }
  if (random.chance(0.3)) transitions.push(`    s1 -> s0 { guard ${condition(random)}; }`);
  return `process ${name} {\n  state s0, s1, s2, s3;\n  init s0;\n  trans\n${transitions.join(',\n')};\n}`;
}

function effect(random: Random): string {
  if (random.chance(0.3)) return '';
  const one = () => {
    const variable = random.pick(['x', 'y']);
    return `${variable} = ${random.pick(['1', '1', '0', `1 - ${variable}`, `(${variable} + 1) % 3`])}`;
  };
  const first = one();
  const second = random.chance(0.15) ? `, ${one()}` : '';
  return `effect ${first}${second}; `;
}

function condition(random: Random): string {
  return random.pick(['x == 0', 'y == 0', 'x == 1', 'y == 1', 'x == y', 'x != y', 'x < 2']);
}

function formula(random: Random): string {
  const atom = () => random.pick(['x == 1', 'y == 1', 'x == y', 'x == 2', 'A.s1', 'B.s1', 'A.s2', 'B.s2', 'y > 0']);
  const [p, q] = [`(${atom()})`, `(${atom()})`];
  return random.pick([
    `F ${p}`,
    `F (${p} && ${q})`,
    `G (${p} -> F ${q})`,
    `G F ${p}`,
    `F G ${p}`,
    `${p} U ${q}`,
    `G (${p} -> ${q})`,
    `F (${p} && X ${q})`,
    `G !(${p} && ${q})`,
  ]);
}
