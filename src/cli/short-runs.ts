/**
 * Most commands are over before optimised code pays for its compilation.
 *
 * V8 optimises a function when it has run for a while. With more patience short searches take a third less of the processor
 * (szymanski_na 0.44 s, then 0.27 s), and long ones no more than before: what they need is optimised a little later. The flags
 * are V8's own and change with it, so they are given only to versions of node that are known to have them; any other prints a
 * complaint about them.
 */
import { setFlagsFromString } from 'node:v8';

interface Patience {
  readonly from: number;
  readonly to: number;
  readonly flags: readonly string[];
}

const KNOWN: readonly Patience[] = [
  // Bytes of bytecode; the usual is an eighth, or less.
  { from: 20, to: 20, flags: ['--interrupt-budget=1000000'] },
  // Calls, and rounds of loops; ten times the usual.
  {
    from: 22,
    to: 26,
    flags: [
      '--invocation-count-for-maglev=4000',
      '--invocation-count-for-maglev-osr=1000',
      '--invocation-count-for-turbofan=30000',
      '--invocation-count-for-osr=5000',
    ],
  },
];

export function flagsForShortRuns(version: string): readonly string[] {
  const major = Number.parseInt(version, 10);
  return KNOWN.find(({ from, to }) => from <= major && major <= to)?.flags ?? [];
}

export function expectShortRuns(): void {
  for (const flag of flagsForShortRuns(process.versions.node)) setFlagsFromString(flag);
}
