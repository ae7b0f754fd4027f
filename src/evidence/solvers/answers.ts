/**
 * What a solver printed, held against what it was asked.
 *
 * The text echoes the title of each group, after which nothing may be printed, and the label of each obligation, after
 * which exactly `unsat` may be. Anything else (another answer, an error, a line too few or too many, an echo out of
 * order) is a failure of what was echoed last. So a solver that stumbles over a declaration, skips a command or stops
 * half-way cannot make a certificate accepted.
 */

export interface Failure {
  /** The obligation, or the group, that failed. */
  readonly label: string;
  /** What the solver printed in place of `unsat`. */
  readonly answer: string;
}

interface Expected {
  readonly echo: string;
  readonly answer: string;
  /** `sat` would mean that the obligation fails, and not just that too little was assumed. */
  readonly conclusive: boolean;
}

const INCONCLUSIVE = 'unknown: not the negations of all cubes were assumed';

export class Answers {
  readonly failed: Failure[] = [];
  /** Obligations that have an answer, right or wrong. */
  answered = 0;
  /** Obligations answered `unsat`. */
  proved = 0;
  readonly #expected: Expected[] = [];
  #next = 0;
  #current: Expected = { echo: 'the head of the text', answer: '', conclusive: true };
  #printed: string[] = [];

  expectGroup(title: string): void {
    this.#expected.push({ echo: title, answer: '', conclusive: true });
  }

  expectObligation(label: string, conclusive: boolean): void {
    this.#expected.push({ echo: label, answer: 'unsat', conclusive });
  }

  /** One line of the solver's output. Some solvers keep the quotes of an echoed text. */
  line(text: string): void {
    const trimmed = text.trim();
    if (trimmed === '') return;
    const next = this.#expected[this.#next];
    if (next === undefined || (trimmed !== next.echo && trimmed !== `"${next.echo}"`)) {
      this.#printed.push(trimmed);
      return;
    }
    this.#close();
    this.#current = next;
    this.#next++;
    if (this.#next > 4096) {
      this.#expected.splice(0, this.#next);
      this.#next = 0;
    }
  }

  /**
   * The output has ended. What was never echoed, or echoed without an answer, has failed; unless the check was stopped,
   * for then it is merely unknown.
   */
  end(stopped: boolean): void {
    if (!stopped || this.#printed.length > 0) this.#close();
    if (stopped) return;
    for (const { echo } of this.#expected.slice(this.#next)) this.failed.push({ label: echo, answer: 'no answer' });
  }

  #close(): void {
    const { echo, answer, conclusive } = this.#current;
    const printed = this.#printed.join('\n');
    this.#printed = [];
    if (answer !== '') this.answered++;
    if (printed === answer) {
      if (answer !== '') this.proved++;
      return;
    }
    const told = printed === 'sat' && !conclusive ? INCONCLUSIVE : printed;
    this.failed.push({ label: echo, answer: told === '' ? 'no answer' : told });
  }
}
