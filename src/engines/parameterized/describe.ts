/** Cubes in the words of the model: what all forms of cube share. */
import { Kind, type Literal, type Literals, PLAIN } from '../../logic/literals.js';
import { type Rational, rational } from '../../logic/rational.js';
import type {
  Access,
  ArraySystem,
  EnumSort,
  Formula,
  NumberSort,
  Operator,
  Process,
  Term,
} from '../../models/array-system/model.js';
import { INT } from '../../models/array-system/model.js';
import { showFormula } from '../../models/array-system/show.js';
import { first } from './slots.js';
import { outside } from './universal.js';

export class Description {
  private readonly system: ArraySystem;
  private readonly literals: Literals;

  constructor(system: ArraySystem, literals: Literals) {
    this.system = system;
    this.literals = literals;
  }

  name(process: number): string {
    return process >= outside(9) ? `k${outside(0) - process + 1}` : `z${process + 1}`;
  }

  /** As people read it: by number when names are absolute. */
  shownName(process: number): string {
    return this.literals.absolute ? `#${process + 1}` : this.name(process);
  }

  show(literal: Literal): string {
    return showFormula(this.formula(literal), new Map());
  }

  /** That so many processes never satisfy all of this. */
  never(processes: number, parts: readonly string[]): string {
    const names = this.literals.absolute ? [] : first(processes).map((p) => this.name(p));
    return `never (${names.join(' ')}) { ${parts.length === 0 ? 'true' : parts.join(' && ')} }`;
  }

  process(process: number): Process {
    return this.literals.absolute
      ? { kind: 'constant', number: process + 1 }
      : { kind: 'bound', name: this.name(process) };
  }

  private access(cell: number): Access {
    const info = this.literals.symbolOf(cell);
    const index = info.base;
    const symbol = this.system.symbols[index];
    return {
      // A choice that could not be eliminated is a constant the model does not name.
      symbol: symbol ?? { name: info.name, index, constant: true, arity: 0, sort: info.sort, weak: false },
      indices: this.literals.indicesOf(cell).map((p) => this.process(p)),
      reader: info.tag === PLAIN ? null : this.process(this.literals.readerOf(cell)),
      ...(info.tag === PLAIN ? {} : { moment: info.tag }),
    };
  }

  private term(code: number): Term {
    return code < 0
      ? { kind: 'process', process: this.process(-code - 1) }
      : { kind: 'access', access: this.access(code) };
  }

  formula(literal: Literal): Formula {
    const { literals } = this;
    const left = literals.left[literal] as number;
    const right = literals.right[literal] as number;
    const kind = literals.kind[literal];
    if (kind === Kind.mask) return this.maskFormula(left, right);
    if (kind === Kind.linear) return this.linearFormula(literal);
    return { kind: 'compare', operator: literals.operatorOf(literal), left: this.term(left), right: this.term(right) };
  }

  private maskFormula(cell: number, mask: number): Formula {
    const access = this.access(cell);
    const { sort } = access.symbol;
    if (sort.kind !== 'enum') throw new Error('a mask on something that is no enumeration');
    const left: Term = { kind: 'access', access };
    const compare = (operator: Operator, value: number): Formula => ({
      kind: 'compare',
      operator,
      left,
      right: { kind: 'constructor', sort, value },
    });
    const inside = sort.constructors.map((_, v) => v).filter((v) => mask & (1 << v));
    const out = sort.constructors.map((_, v) => v).filter((v) => !(mask & (1 << v)));
    if (inside.length === 1) return compare('=', inside[0] as number);
    if (out.length < inside.length) return conjunction(out.map((v) => compare('<>', v)));
    return { kind: 'or', operands: inside.map((v) => compare('=', v)) };
  }

  /** An enumeration too large for masks: `=` or `<>` between its cells, or with a constructor. */
  private wideFormula(literal: Literal, sort: EnumSort): Formula {
    const { variables, relation, constant } = this.literals.constraintOf(literal);
    const [left, right] = variables.map((cell): Term => ({ kind: 'access', access: this.access(cell) }));
    if ((relation !== '=' && relation !== '<>') || left === undefined) throw new Error('an ordered enumeration');
    const value: Term = right ?? { kind: 'constructor', sort, value: Number(constant) };
    return { kind: 'compare', operator: relation, left, right: value };
  }

  /** Positive summands on the left, negative ones on the right, cells of arrays first: as the language writes them. */
  private linearFormula(literal: Literal): Formula {
    const constraint = this.literals.constraintOf(literal);
    const first = this.access(constraint.variables[0] as number).symbol.sort;
    if (first.kind === 'enum') return this.wideFormula(literal, first);
    const sort: NumberSort = first.kind === 'real' || first.kind === 'int' ? first : INT;
    const side = (positive: boolean, constant: Rational): Term => ({
      kind: 'linear',
      sort,
      constant,
      summands: constraint.variables
        .flatMap((cell, i) => {
          const k = constraint.coefficients[i] as bigint;
          return k > 0n === positive ? [{ coefficient: rational(positive ? k : -k), access: this.access(cell) }] : [];
        })
        .sort((a, b) => b.access.symbol.arity - a.access.symbol.arity),
    });
    const hasPositive = constraint.coefficients.some((k) => k > 0n);
    const left = side(true, hasPositive ? rational(0) : rational(-constraint.constant));
    const right = side(false, hasPositive ? rational(constraint.constant) : rational(0));
    return { kind: 'compare', operator: constraint.relation, left, right };
  }
}

function conjunction(operands: Formula[]): Formula {
  return operands.length === 1 ? (operands[0] as Formula) : { kind: 'and', operands };
}
