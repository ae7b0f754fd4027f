/**
 * Exact linear programming over the rationals: the simplex method on dictionaries.
 *
 * A dictionary expresses its basic variables by the others: `denominator * basic = constant + sum of entry * nonbasic`.
 * The problem's own variables are free; each inequality adds a slack variable, which must not be negative. Entries stay
 * integers under one common denominator for the whole dictionary: they are subdeterminants of the input, so the division
 * in a pivot leaves no remainder (integer pivoting after Edmonds and Bareiss), and they grow no faster than those do.
 *
 * Free variables enter the basis as soon as a row mentions them and never leave it. Feasibility and maximisation take
 * the variable of least index among those they may take (Bland's rule), hence never cycle. Rows can be added at any time
 * and a dictionary can be copied, which is what branching needs.
 */
import { floorDivide } from './linear.js';

/** The nonbasic variable's multipliers start at position 1; position 0 is the constant. */
type Row = bigint[];

interface Maximum {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export class Dictionary {
  private denominator = 1n;
  private rows: Row[] = [];
  /** Names of the variables of the rows and of the columns: the free ones are 0 to `freeCount` - 1, then the slacks. */
  private basic: number[] = [];
  private nonbasic: number[];
  private slackCount = 0;

  constructor(private readonly freeCount: number) {
    this.nonbasic = Array.from({ length: freeCount }, (_, i) => i);
  }

  copy(): Dictionary {
    const copy = new Dictionary(this.freeCount);
    copy.denominator = this.denominator;
    copy.rows = this.rows.map((row) => row.slice());
    copy.basic = this.basic.slice();
    copy.nonbasic = this.nonbasic.slice();
    copy.slackCount = this.slackCount;
    return copy;
  }

  /** Demands that the sum of `coefficients[i]` times free variable i is at most `bound`. */
  addAtMost(coefficients: readonly bigint[], bound: bigint): void {
    const row = this.express(coefficients.map((c) => -c));
    row[0] = (row[0] as bigint) + bound * this.denominator;
    this.rows.push(row);
    this.basic.push(this.freeCount + this.slackCount++);
    const column = this.nonbasic.findIndex((name, j) => name < this.freeCount && row[j + 1] !== 0n);
    if (column >= 0) this.pivot(this.rows.length - 1, column);
  }

  /** A linear form in the free variables, expressed by the nonbasic ones. */
  private express(coefficients: readonly bigint[]): Row {
    const row: Row = new Array<bigint>(this.nonbasic.length + 1).fill(0n);
    this.basic.forEach((name, i) => {
      const factor = name < this.freeCount ? (coefficients[name] as bigint) : 0n;
      if (factor === 0n) return;
      const own = this.rows[i] as Row;
      for (let j = 0; j < row.length; j++) row[j] = (row[j] as bigint) + factor * (own[j] as bigint);
    });
    this.nonbasic.forEach((name, j) => {
      if (name < this.freeCount)
        row[j + 1] = (row[j + 1] as bigint) + (coefficients[name] as bigint) * this.denominator;
    });
    return row;
  }

  /** Exchanges the basic variable of a row with the nonbasic one of a column. */
  private pivot(rowIndex: number, column: number): void {
    const at = column + 1;
    const pivotRow = this.rows[rowIndex] as Row;
    const old = this.denominator;
    const entry = pivotRow[at] as bigint;
    const sign = entry < 0n ? -1n : 1n;
    const size = entry * sign;
    for (let i = 0; i < this.rows.length; i++) {
      if (i === rowIndex) continue;
      const row = this.rows[i] as Row;
      const factor = (row[at] as bigint) * sign;
      if (factor === 0n) {
        if (size !== old) for (let j = 0; j < row.length; j++) row[j] = ((row[j] as bigint) * size) / old;
        continue;
      }
      for (let j = 0; j < row.length; j++) {
        row[j] = j === at ? factor : ((row[j] as bigint) * size - factor * (pivotRow[j] as bigint)) / old;
      }
    }
    for (let j = 0; j < pivotRow.length; j++) pivotRow[j] = j === at ? old * sign : -(pivotRow[j] as bigint) * sign;
    this.denominator = size;
    const entering = this.nonbasic[column] as number;
    this.nonbasic[column] = this.basic[rowIndex] as number;
    this.basic[rowIndex] = entering;
  }

  /** Whether the inequalities have a solution; if so the dictionary describes one (`value`). */
  makeFeasible(): boolean {
    for (;;) {
      let leaving = -1;
      for (let i = 0; i < this.rows.length; i++) {
        if ((this.basic[i] as number) < this.freeCount || ((this.rows[i] as Row)[0] as bigint) >= 0n) continue;
        if (leaving < 0 || (this.basic[i] as number) < (this.basic[leaving] as number)) leaving = i;
      }
      if (leaving < 0) return true;
      const entering = this.leastPositive(this.rows[leaving] as Row);
      if (entering < 0) return false;
      this.pivot(leaving, entering);
    }
  }

  /** The column of least name with a positive multiplier, -1 when there is none. */
  private leastPositive(row: Row): number {
    let column = -1;
    for (let j = 0; j < this.nonbasic.length; j++) {
      if ((row[j + 1] as bigint) <= 0n) continue;
      if (column < 0 || (this.nonbasic[j] as number) < (this.nonbasic[column] as number)) column = j;
    }
    return column;
  }

  /** The largest value of a linear form in the free variables, null when there is none. The dictionary must be feasible. */
  maximise(coefficients: readonly bigint[]): Maximum | null {
    const objective = this.express(coefficients);
    if (this.nonbasic.some((name, j) => name < this.freeCount && objective[j + 1] !== 0n)) return null;
    // As a row of no variable that could leave the basis, the objective takes part in every pivot.
    this.rows.push(objective);
    this.basic.push(-1);
    try {
      for (;;) {
        const entering = this.leastPositive(objective);
        if (entering < 0) return { numerator: objective[0] as bigint, denominator: this.denominator };
        const leaving = this.firstToVanish(entering);
        if (leaving < 0) return null;
        this.pivot(leaving, entering);
      }
    } finally {
      this.rows.pop();
      this.basic.pop();
    }
  }

  /** The row whose slack first becomes zero as the variable of a column grows, -1 when none does. */
  private firstToVanish(column: number): number {
    let leaving = -1;
    for (let i = 0; i < this.rows.length; i++) {
      const row = this.rows[i] as Row;
      const slope = row[column + 1] as bigint;
      if ((this.basic[i] as number) < this.freeCount || slope >= 0n) continue;
      if (leaving >= 0) {
        const best = this.rows[leaving] as Row;
        const difference = (row[0] as bigint) * (best[column + 1] as bigint) - (best[0] as bigint) * slope;
        // Both slopes are negative: this row's ratio is smaller when the difference is positive.
        if (difference < 0n || (difference === 0n && (this.basic[i] as number) > (this.basic[leaving] as number)))
          continue;
      }
      leaving = i;
    }
    return leaving;
  }

  /** `common` times the present values of the free variables; `common` is positive. */
  point(): { readonly values: readonly bigint[]; readonly common: bigint } {
    const values = new Array<bigint>(this.freeCount).fill(0n);
    this.basic.forEach((name, i) => {
      if (name < this.freeCount) values[name] = (this.rows[i] as Row)[0] as bigint;
    });
    return { values, common: this.denominator };
  }
}

/** The largest integer not above a maximum. */
export function floorOf(maximum: Maximum): bigint {
  return floorDivide(maximum.numerator, maximum.denominator);
}
