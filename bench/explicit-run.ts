/** One question to the explicit engine, several times: verdict, counts and the best time. */
import { ExplicitEngine, type ExplicitQuestion } from '../src/engines/explicit/engine.js';

export interface TimedRun {
  readonly verdict: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Of the processor. */
  readonly seconds: number;
}

const LIMITS = { maxStates: 100_000_000, maxMegabytes: 4096 };

export function bestRun(question: Omit<ExplicitQuestion, 'limits'>, runs: number): TimedRun {
  const all = Array.from({ length: runs }, (): TimedRun => {
    const before = process.cpuUsage();
    const engine = new ExplicitEngine({ ...question, limits: LIMITS });
    const work = engine.run();
    let step = work.next();
    while (step.done !== true) step = work.next();
    const { user, system } = process.cpuUsage(before);
    return { verdict: step.value.verdict, counts: engine.counts(), seconds: (user + system) / 1e6 };
  });
  return all.reduce((best, run) => (run.seconds < best.seconds ? run : best));
}

/** `1 234 567`. */
export function thousands(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
}
