/** What the command line says of a question, as the library wants it: what was not given is not there. */
import type { CheckOptions } from '../check.js';
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
  | 'timeout'
  | 'cubes'
  | 'maxCubes'
  | 'maxDepth'
  | 'maxProcesses'
  | 'maxStates'
  | 'checkInvariants';

const NAMES: readonly Asked[] = [
  'processes',
  'memory',
  'engine',
  'language',
  'buffer',
  'timeout',
  'cubes',
  'maxCubes',
  'maxDepth',
  'maxProcesses',
  'maxStates',
  'checkInvariants',
];

type Given = Partial<Values<Asked | 'maxMemory' | 'noApproximation'>>;

export function questionOf(values: Given, host: Host): CheckOptions {
  const named = NAMES.filter((name) => values[name] !== undefined && values[name] !== null);
  return {
    ...Object.fromEntries(named.map((name) => [name, values[name]])),
    ...(values.noApproximation === undefined ? {} : { approximate: !values.noApproximation }),
    maxMemory: memoryBound(host, values.maxMemory ?? null),
    signal: host.stop,
  };
}
