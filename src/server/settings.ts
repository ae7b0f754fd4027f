/** What a client can set, in the section `fencepost` of its configuration. */

export interface Settings {
  /** Seconds for each check. */
  readonly timeout: number;
  /** Megabytes for each check. */
  readonly maxMemory: number;
}

export const DEFAULTS: Settings = { timeout: 60, maxMemory: 2048 };

/** Of whatever a client sends: what is no such setting is left out. */
export function settingsOf(given: unknown): Settings {
  const of = typeof given === 'object' && given !== null ? (given as Partial<Record<keyof Settings, unknown>>) : {};
  return {
    timeout: within(of.timeout, 0.1, 100_000) ?? DEFAULTS.timeout,
    maxMemory: Math.round(within(of.maxMemory, 64, 1_000_000) ?? DEFAULTS.maxMemory),
  };
}

function within(value: unknown, low: number, high: number): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : null;
}
