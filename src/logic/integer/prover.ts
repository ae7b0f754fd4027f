/**
 * Whether formulas over integer variables have a model: the theorem prover that predicate abstraction asks (Dan, Meshman,
 * Vechev and Yahav 2013, figure 7). Nearly all questions are conjunctions of a few differences, answered in about a
 * microsecond.
 *
 * The search goes by a candidate. Differences keep a solution of all they were told; whatever that solution happens to
 * satisfy needs no thought. Only a disequality or a disjunction that is false there is looked at: its cases that
 * contradict the differences drop out, one that is left alone is assumed at once, and the cases of the one with the
 * fewest are tried one after the other. Every disequality and every disjunction is assumed at most once on a path, so the
 * search ends; it leaves out no case but contradictory ones, so `null` is a proof. Linear constraints that are no
 * differences join in where everything else is satisfied (see `general.ts`).
 *
 * Each question starts from other values, so that models differ also in what was not asked: a model is used again to
 * refute other implications, and models that are much alike refute the same ones.
 */
import { type Bounds, Differences } from './differences.js';
import type { Atom, Formula } from './formula.js';
import { guessGeneral, solveGeneral } from './general.js';
import { startingValues } from './starts.js';
import { truthOf } from './truth.js';

export type { Bounds } from './differences.js';

interface ProverCounts {
  calls: number;
  /** Cases of disjunctions and disequalities that were tried. */
  cases: number;
  /** Conjunctions that went to the procedures for general linear constraints. */
  general: number;
  /** Calls that were given up. */
  unknown: number;
}

/** More cases than this in one call are not tried. */
const MOST_CASES = 100_000;
/** So often are values for general constraints guessed. */
const GUESSES = 3;

type Answer = 'found' | 'none' | 'unknown';

/** How much was assumed at some moment, to go back there. */
interface Mark {
  readonly edgeCount: number;
  readonly nodeCount: number;
  readonly apartCount: number;
  readonly literalCount: number;
  readonly generalCount: number;
  readonly choiceCount: number;
}

export class Prover {
  readonly counts: ProverCounts = { calls: 0, cases: 0, general: 0, unknown: 0 };

  private readonly differences: Differences;
  private readonly starts: readonly Float64Array[];
  /** Some variable has no value at all. */
  private readonly impossible: boolean;
  /** The model, where general constraints do not allow the values of the differences. */
  private readonly generalValues: Float64Array;
  private values: Float64Array;

  private assumedCount = 0;
  private readonly assumed: Formula[] = [];
  private readonly assumedPositive: boolean[] = [];
  /** The differences among what was assumed have no solution. */
  private contradiction = false;
  /** What that comes to, as stacks: disequalities, general literals among all literals, and disjunctions. */
  private apartCount = 0;
  private apartLeft = new Int32Array(64);
  private apartRight = new Int32Array(64);
  private readonly apartValue: number[] = [];
  private literalCount = 0;
  private readonly literalAtom: Atom[] = [];
  private readonly literalPositive: number[] = [];
  private generalCount = 0;
  private readonly general: Atom[] = [];
  private readonly generalPositive: boolean[] = [];
  private choiceCount = 0;
  private readonly choice: Extract<Formula, { kind: 'and' | 'or' }>[] = [];
  private readonly choicePositive: boolean[] = [];
  /** One of its cases is assumed. */
  private readonly choiceMade: boolean[] = [];
  private madeCount = 0;
  private readonly made: number[] = [];
  private casesLeft = 0;

  /** Bounds by variable. */
  constructor(readonly bounds: readonly Bounds[]) {
    this.differences = new Differences(bounds);
    this.impossible = bounds.some(({ low, high }) => low !== null && high !== null && low > high);
    this.starts = startingValues(bounds);
    this.generalValues = new Float64Array(bounds.length);
    this.values = this.differences.values;
  }

  /**
   * Values for all variables, each within its bounds, that make the formulas true together; null when there are none. The
   * array may be reused by the next call.
   */
  model(formulas: readonly Formula[]): Float64Array | null | 'unknown' {
    this.start();
    for (let i = 0; i < formulas.length; i++) this.assume(formulas[i] as Formula, true);
    return this.answer();
  }

  /** Whether the premises imply the conclusion. What is not known counts as no. */
  implies(premises: readonly Formula[], conclusion: Formula): boolean {
    this.start();
    this.assume(conclusion, false);
    for (let i = 0; i < premises.length; i++) this.assume(premises[i] as Formula, true);
    return this.answer() === null;
  }

  /** The same in pieces: `start`, then `assume` formulas or their negations, then `answer`, as `model` does. */
  start(): void {
    this.differences.start(this.starts[this.counts.calls++ % this.starts.length] as Float64Array);
    this.apartCount = 0;
    this.literalCount = 0;
    this.generalCount = 0;
    this.choiceCount = 0;
    this.madeCount = 0;
    this.assumedCount = 0;
    this.contradiction = this.impossible;
  }

  assume(formula: Formula, positive: boolean): void {
    this.assumed[this.assumedCount] = formula;
    this.assumedPositive[this.assumedCount++] = positive;
    if (!this.contradiction && !this.add(formula, positive)) this.contradiction = true;
  }

  answer(): Float64Array | null | 'unknown' {
    if (this.differences.tooLarge) return this.giveUp();
    if (this.contradiction) return null;
    this.casesLeft = MOST_CASES;
    const answer = this.search();
    if (answer === 'unknown' || this.differences.tooLarge) return this.giveUp();
    if (answer === 'none') return null;
    const { values } = this;
    for (let i = 0; i < this.assumedCount; i++) {
      const truth = truthOf(this.assumed[i] as Formula, values);
      if (truth === null) return this.giveUp();
      if (truth !== this.assumedPositive[i]) throw new Error('values were found that are no model');
    }
    return values;
  }

  private giveUp(): 'unknown' {
    this.counts.unknown++;
    return 'unknown';
  }

  /** Assumes a formula or its negation, the disjunctions in it left open; false when that contradicts the differences. */
  private add(formula: Formula, positive: boolean): boolean {
    switch (formula.kind) {
      case 'true':
        return positive;
      case 'false':
        return !positive;
      case 'atom':
        return this.addLiteral(formula, positive);
      case 'not':
        return this.addLiteral(formula.operand, !positive);
    }
    if ((formula.kind === 'and') === positive) {
      const { operands } = formula;
      for (let i = 0; i < operands.length; i++) if (!this.add(operands[i] as Formula, positive)) return false;
      return true;
    }
    const choice = this.choiceCount++;
    this.choice[choice] = formula;
    this.choicePositive[choice] = positive;
    this.choiceMade[choice] = false;
    return true;
  }

  private addLiteral(atom: Atom, positive: boolean): boolean {
    const { variables, coefficients, constant } = atom;
    this.literalAtom[this.literalCount] = atom;
    this.literalPositive[this.literalCount++] = positive ? 1 : 0;
    const count = variables.length;
    // With one variable its coefficient is 1, as atoms are kept in lowest terms.
    if (count > 2 || (count === 2 && (coefficients[0] !== 1 || coefficients[1] !== -1))) {
      this.general[this.generalCount] = atom;
      this.generalPositive[this.generalCount++] = positive;
      return true;
    }
    const left = variables[0] as number;
    const { differences } = this;
    const right = count === 2 ? (variables[1] as number) : differences.zero;
    if (atom.relation === '<=') {
      return positive ? differences.add(left, right, -constant) : differences.add(right, left, constant - 1);
    }
    if (positive) return differences.add(left, right, -constant) && differences.add(right, left, constant);
    const apart = this.apartCount++;
    if (apart === this.apartLeft.length) this.grow();
    this.apartLeft[apart] = left;
    this.apartRight[apart] = right;
    this.apartValue[apart] = -constant;
    return true;
  }

  private grow(): void {
    const wider = (array: Int32Array): Int32Array<ArrayBuffer> => {
      const result = new Int32Array(2 * array.length);
      result.set(array);
      return result;
    };
    this.apartLeft = wider(this.apartLeft);
    this.apartRight = wider(this.apartRight);
  }

  /** Looks for values for all that is assumed; `values` has them when there are some. */
  private search(): Answer {
    const { differences } = this;
    const { madeCount } = this;
    let answer: Answer;
    for (;;) {
      this.values = differences.values;
      const apart = this.separate();
      if (differences.tooLarge) {
        answer = 'unknown';
        break;
      }
      if (apart === 'none') {
        answer = 'none';
        break;
      }
      const choice = this.narrowestChoice();
      if (choice === 'again') continue;
      if (choice === 'none') {
        answer = 'none';
        break;
      }
      if (apart >= 0) answer = this.tryBothSides(apart);
      else if (choice >= 0) answer = this.tryCases(choice);
      else answer = this.searchGeneral();
      break;
    }
    while (this.madeCount > madeCount) this.choiceMade[this.made[--this.madeCount] as number] = false;
    return answer;
  }

  /** Assumes the only possible side of violated disequalities; a disequality with two possible sides, -1 if none is left. */
  private separate(): number | 'none' {
    const { differences } = this;
    const { values } = differences;
    for (;;) {
      let open = -1;
      let narrowed = false;
      for (let i = 0; i < this.apartCount; i++) {
        const left = this.apartLeft[i] as number;
        const right = this.apartRight[i] as number;
        const value = this.apartValue[i] as number;
        const difference = (values[left] as number) - (right === differences.zero ? 0 : (values[right] as number));
        if (difference !== value) continue;
        const below = differences.allows(left, right, value - 1);
        const above = differences.allows(right, left, -value - 1);
        if (!below && !above) return 'none';
        if (below && above) open = i;
        else {
          narrowed = true;
          if (below) differences.add(left, right, value - 1);
          else differences.add(right, left, -value - 1);
        }
      }
      if (!narrowed) return open;
    }
  }

  private tryBothSides(apart: number): Answer {
    const { differences } = this;
    const left = this.apartLeft[apart] as number;
    const right = this.apartRight[apart] as number;
    const value = this.apartValue[apart] as number;
    const before = this.mark();
    let answer: Answer = 'none';
    for (let side = 0; side < 2 && answer === 'none'; side++) {
      if (!this.oneMoreCase()) return 'unknown';
      const possible = side === 0 ? differences.add(left, right, value - 1) : differences.add(right, left, -value - 1);
      if (possible) answer = this.search();
      this.undo(before);
    }
    return answer;
  }

  /**
   * Of the disjunctions that the values violate, the one with the fewest possible cases; -1 when none is violated. `again`
   * when a case was the only possible one and has been assumed.
   */
  private narrowestChoice(): number | 'none' | 'again' {
    let narrowest = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.choiceCount; i++) {
      if (this.choiceMade[i]) continue;
      const formula = this.choice[i] as (typeof this.choice)[number];
      const positive = this.choicePositive[i] as boolean;
      if (truthOf(formula, this.values) === positive) continue;
      let possible = 0;
      let last = -1;
      for (let j = 0; j < formula.operands.length; j++) {
        if (!this.allows(formula.operands[j] as Formula, positive)) continue;
        possible++;
        last = j;
      }
      if (possible === 0) return 'none';
      if (possible === 1) {
        this.make(i);
        return this.add(formula.operands[last] as Formula, positive) ? 'again' : 'none';
      }
      if (possible >= fewest) continue;
      fewest = possible;
      narrowest = i;
    }
    return narrowest;
  }

  private make(choice: number): void {
    this.choiceMade[choice] = true;
    this.made[this.madeCount++] = choice;
  }

  private tryCases(choice: number): Answer {
    const { operands } = this.choice[choice] as (typeof this.choice)[number];
    const positive = this.choicePositive[choice] as boolean;
    const before = this.mark();
    this.make(choice);
    let answer: Answer = 'none';
    for (let i = 0; i < operands.length && answer === 'none'; i++) {
      if (!this.oneMoreCase()) return 'unknown';
      if (this.add(operands[i] as Formula, positive)) answer = this.search();
      this.undo(before);
    }
    return answer;
  }

  private allows(formula: Formula, positive: boolean): boolean {
    const before = this.mark();
    const possible = this.add(formula, positive);
    this.undo(before);
    return possible;
  }

  private mark(): Mark {
    const { differences, apartCount, literalCount, generalCount, choiceCount } = this;
    const { edgeCount, nodeCount } = differences;
    return { edgeCount, nodeCount, apartCount, literalCount, generalCount, choiceCount };
  }

  private undo({ edgeCount, nodeCount, apartCount, literalCount, generalCount, choiceCount }: Mark): void {
    this.differences.undo(edgeCount, nodeCount);
    this.apartCount = apartCount;
    this.literalCount = literalCount;
    this.generalCount = generalCount;
    this.choiceCount = choiceCount;
  }

  private oneMoreCase(): boolean {
    this.counts.cases++;
    return --this.casesLeft >= 0;
  }

  /** The differences, disequalities and disjunctions are satisfied: now the general constraints, too. */
  private searchGeneral(): Answer {
    const { general, generalPositive, generalCount, differences } = this;
    let hold = this.generalsHold();
    // A guess may move what has nothing to do with general constraints; the exact procedure leaves that as it is here.
    if (!hold) this.generalValues.set(this.values);
    for (let attempt = 0; attempt < GUESSES && !hold; attempt++) {
      guessGeneral(differences, general, generalPositive, generalCount, attempt);
      hold = this.generalsHold() && this.areApart();
    }
    if (differences.tooLarge) return 'unknown';
    if (!hold) {
      const solved = this.solveGeneral();
      if (solved !== 'found') return solved;
    }
    for (let i = 0; i < this.choiceCount; i++) {
      const formula = this.choice[i] as (typeof this.choice)[number];
      if (this.choiceMade[i] || truthOf(formula, this.values) === this.choicePositive[i]) continue;
      return this.tryCases(i);
    }
    return 'found';
  }

  private solveGeneral(): Answer {
    this.counts.general++;
    const { literalAtom, literalPositive, literalCount, bounds, generalValues } = this;
    const solved = solveGeneral(literalAtom, literalPositive, literalCount, bounds, generalValues);
    if (solved === false) return 'none';
    this.values = generalValues;
    // Numbers that cannot be computed with exactly are no model that could be checked.
    return solved === true && this.generalsHold() ? 'found' : 'unknown';
  }

  /** Whether the values satisfy the disequalities. */
  private areApart(): boolean {
    const { values, zero } = this.differences;
    for (let i = 0; i < this.apartCount; i++) {
      const right = this.apartRight[i] as number;
      const difference =
        (values[this.apartLeft[i] as number] as number) - (right === zero ? 0 : (values[right] as number));
      if (difference === this.apartValue[i]) return false;
    }
    return true;
  }

  private generalsHold(): boolean {
    for (let i = 0; i < this.generalCount; i++) {
      const atom = this.general[i] as Atom;
      if (truthOf(atom, this.values) !== this.generalPositive[i]) return false;
    }
    return true;
  }
}
