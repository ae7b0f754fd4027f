/** Why a program is no array system, in words that say what to write instead. Thrown inside this folder only. */
export class Refused extends Error {}

export interface Refusal {
  readonly refused: string;
}

/** What was made, or why not. */
export function attempting<T>(make: () => T): T | Refusal {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}
