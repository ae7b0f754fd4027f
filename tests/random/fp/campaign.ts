/** `--kind fp`: random texts of the `.fp` language against the reference interpreter (judge.ts). */
import type { Campaign, Case } from '../campaigns.js';
import { randomText } from './generate.js';
import { type Compile, expectedOf, type FpLimits, judgeText, LIMITS } from './judge.js';
import { shrinkText } from './shrink.js';

export function fpCampaign(limits: FpLimits = LIMITS, compile?: Compile): Campaign {
  return {
    things: 'texts of programs',
    async judge(seed) {
      const text = randomText(seed);
      return judgeText(text, seed, limits, compile).map(({ way, result }): Case => {
        const again = (smaller: string) => {
          const same = judgeText(smaller, seed, limits, compile).find((other) => other.way === way)?.result;
          return same?.kind === 'wrong' && result.kind === 'wrong' && same.fault === result.fault ? same : null;
        };
        const shrunk = async (): Promise<string> => {
          const smallest = shrinkText(text, (smaller) => again(smaller) !== null);
          return `${again(smallest)?.detail ?? ''}\n\n// expect: ${expectedOf(smallest, limits)}\n${smallest}`;
        };
        return { way, result, shrunk };
      });
    },
  };
}
