/** What the command line says of a question, as the library wants it: what was not given is not there. */
import type { CheckOptions } from '../check/check.js';
import type { Host } from './host.js';
import type { Values } from './options.js';
import { memoryBound } from './surroundings.js';

/** Options that mean something to the library by the same name. */
type Asked =
  | 'processes'
  | 'memory'
  | 'engine'
  | 'language'
  | 'buffer'
  | 'extrapolate'
  | 'timeout'
  | 'cubes'
  | 'maxCubes'
  | 'maxDepth'
  | 'maxProcesses'
  | 'maxPredicates'
  | 'maxStates'
  | 'checkInvariants'
  | 'bufferPerLocation'
  | 'atomicWaits'
  | 'property'
  | 'ltl'
  | 'fairThreads';

const NAMES: readonly Asked[] = [
  'processes',
  'memory',
  'engine',
  'language',
  'buffer',
  'extrapolate',
  'timeout',
  'cubes',
  'maxCubes',
  'maxDepth',
  'maxProcesses',
  'maxPredicates',
  'maxStates',
  'checkInvariants',
  'bufferPerLocation',
  'atomicWaits',
  'property',
  'ltl',
  'fairThreads',
];

type Given = Partial<
  Values<Asked | 'maxMemory' | 'noApproximation' | 'where' | 'fairBuffers' | 'noFairBuffers' | 'noReduction'>
>;

export function questionOf(values: Given, host: Host): CheckOptions {
  const named = NAMES.filter((name) => values[name] !== undefined && values[name] !== null);
  return {
    ...Object.fromEntries(named.map((name) => [name, values[name]])),
    ...(values.noApproximation === undefined ? {} : { approximate: !values.noApproximation }),
    ...(values.noFairBuffers ? { fairBuffers: false } : {}),
    ...(values.noReduction ? { reduce: false } : {}),
    ...(values.where ? { propositions: namesIn(values.where) } : {}),
    maxMemory: memoryBound(host, values.maxMemory ?? null),
    signal: host.stop,
  };
}

const NAMED = /^\s*([A-Za-z_][A-Za-z_0-9]*)\s*=(?!=)\s*(\S.*)$/s;

/** `wait=P_0.p1; cs=P_0.CS`; `askedFault` has looked at it. */
function namesIn(list: string): Record<string, string> {
  const parts = list.split(';').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = '', condition = ''] = NAMED.exec(part) ?? [];
      return [name, condition.trim()];
    }),
  );
}

/** What is wrong with a temporal question, and a hint; null when nothing is. */
export function askedFault({
  where,
  fairBuffers,
  noFairBuffers,
}: Values<'where' | 'fairBuffers' | 'noFairBuffers'>): [message: string, hint: string] | null {
  if (fairBuffers && noFairBuffers) return ['--fair-buffers and --no-fair-buffers contradict each other', 'give one'];
  const wrong = (where ?? '').split(';').find((part) => part.trim() !== '' && !NAMED.test(part));
  if (wrong === undefined) return null;
  return [`--where: \`${wrong.trim()}\` does not give a name to a condition`, "write --where 'wait=P_0.p1; cs=P_0.CS'"];
}
