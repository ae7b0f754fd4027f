/**
 * Why something cannot be made of a program, in words that a user can act on. It is thrown far down and caught where the
 * making begins: nobody outside sees the exception, but a value.
 */
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

/** The same, with words before those of a refusal: what it is about. */
export function about<T>(what: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof Refused ? new Refused(`${what}: ${error.message}`) : error;
  }
}
