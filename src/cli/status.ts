/** Exit statuses, and which one several files have together. */
export const STATUS = { holds: 0, violated: 1, wrong: 2, unknown: 3, internal: 4 } as const;

export type Status = (typeof STATUS)[keyof typeof STATUS];

export const STATUS_MEANINGS: readonly (readonly [Status, string])[] = [
  [STATUS.holds, 'every property holds'],
  [STATUS.violated, 'a property is violated'],
  [STATUS.wrong, 'a model or the command line is wrong'],
  [STATUS.unknown, 'unknown: a limit was reached, or the check was interrupted'],
  [STATUS.internal, 'an internal error'],
];

/** The worst news first: a wrong answer would hide behind anything else. */
const ORDER: readonly Status[] = [STATUS.internal, STATUS.wrong, STATUS.violated, STATUS.unknown, STATUS.holds];

export function combine(statuses: readonly Status[]): Status {
  return ORDER.find((status) => statuses.includes(status)) ?? STATUS.holds;
}
