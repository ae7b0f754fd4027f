/**
 * Terms: names resolved, types checked, sums brought into linear form.
 *
 * A function that meets a fault reports it and returns null; whoever gets null keeps quiet, so that one fault is told
 * once. Inside the body of a predicate faults are placed at the outermost call: the body alone was checked where it is
 * declared, so what is left depends on the arguments.
 */
import { add, multiply, ONE, type Rational, rational, ZERO } from '../../logic/rational.js';
import {
  type Access,
  INT,
  type NumberSort,
  PROC,
  type Process,
  REAL,
  type Sort,
  type StateSymbol,
  type Summand,
  sortName,
  type Term,
} from '../../models/array-system/model.js';
import type { DiagnosticCode } from '../shared/diagnostics.js';
import type { Span } from '../shared/source.js';
import { didYouMean } from '../shared/suggest.js';
import { type DeclarationScope, lookUp, namesInScope, processTerm, type Scope } from './scope.js';
import type { NumberUse, PredicateSyntax, ProcessSyntax, SymbolUse, TermSyntax } from './syntax.js';
import { describeMeaning, type Vocabulary } from './vocabulary.js';

type Linear = Extract<Term, { kind: 'linear' }>;

const DIGITS_READ = 10_000;
/** Sums grow by `let` only. */
const SUMMANDS_KEPT = 1_000;

/** The outermost predicate call being expanded. */
export interface Expansion {
  readonly call: Span;
  readonly predicate: PredicateSyntax;
}

export class TermChecker {
  readonly vocabulary: Vocabulary;
  readonly declaration: DeclarationScope;
  protected expansion: Expansion | null = null;

  constructor(vocabulary: Vocabulary, declaration: DeclarationScope) {
    this.vocabulary = vocabulary;
    this.declaration = declaration;
  }

  report(code: DiagnosticCode, span: Span, message: string, instead: string | null = null): null {
    const inside = this.expansion === null ? '' : ` (in the body of \`${this.expansion.predicate.name.text}\`)`;
    // Inside of a predicate the place is that of the call, where nothing is to be replaced.
    const more = { instead: this.expansion === null ? instead : null };
    this.vocabulary.diagnostics.error(code, this.placeOf(span), message + inside, more);
    return null;
  }

  /** Where a fault at this place is shown. */
  protected placeOf(span: Span): Span {
    return this.expansion?.call ?? span;
  }

  term(syntax: TermSyntax, scope: Scope): Term | null {
    switch (syntax.kind) {
      case 'process':
        return this.processTerm(syntax.process, scope);
      case 'symbol':
        return this.symbolUse(syntax, scope);
      case 'number':
        return this.number(syntax);
      case 'product': {
        const factor = this.linear(syntax.factor, scope);
        const coefficient = this.numberValue(syntax.coefficient, syntax);
        return factor && coefficient && scale(factor, coefficient);
      }
      case 'sum': {
        const left = this.linear(syntax.left, scope);
        const right = this.linear(syntax.right, scope);
        if (left === null || right === null) return null;
        // A whole number can be added to a real one; nothing else is both.
        const whole = syntax.right.kind === 'number' && right.sort === INT;
        if (left.sort !== right.sort && !whole) {
          const message = `${sortName(left.sort)} and ${sortName(right.sort)} cannot be added`;
          return this.report('type-mismatch', syntax.right, message);
        }
        if (left.summands.length >= SUMMANDS_KEPT) {
          return this.report('too-large', syntax, `a sum has at most ${SUMMANDS_KEPT} summands`);
        }
        return this.combine(left, syntax.operator === '+' ? right : scale(right, rational(-1)));
      }
    }
  }

  /** A process variable, `#k`, or a name that stands for one of them. */
  process(syntax: ProcessSyntax, scope: Scope): Process | null {
    const term = this.processTerm(syntax, scope);
    if (term === null || term.kind === 'process') return term?.process ?? null;
    const message = `\`${syntax.text}\` stands for a term of type ${sortName(sortOf(term))}, not for a process`;
    return this.report('type-mismatch', syntax, message);
  }

  /** The cell of an array, or a scalar. */
  access(symbol: StateSymbol, use: SymbolUse, scope: Scope): Access | null {
    const { indices, reader } = use;
    const written = indices?.length ?? 0;
    if (written !== symbol.arity) {
      if (symbol.arity === 0) return this.report('wrong-kind', use.name, `\`${symbol.name}\` is not an array`);
      const count = `${symbol.arity} ${symbol.arity === 1 ? 'index' : 'indices'}`;
      if (written === 0) {
        return this.report('wrong-kind', use.name, `\`${symbol.name}\` is an array: write a cell of it, with ${count}`);
      }
      return this.report('arity', use.name, `\`${symbol.name}\` has ${count}, not ${written}`);
    }
    const processes = (indices ?? []).map((index) => this.process(index, scope));
    const readingProcess = reader === null ? null : this.process(reader, scope);
    if ((reader !== null && readingProcess === null) || !processes.every((process) => process !== null)) return null;
    const access: Access = { symbol, indices: processes, reader: readingProcess };
    this.declaration.places.set(access, this.placeOf(use));
    return access;
  }

  private processTerm(syntax: ProcessSyntax, scope: Scope): Term | null {
    if (syntax.kind === 'number') return this.processConstant(syntax);
    const binding = lookUp(scope, syntax.text);
    if (binding !== undefined) return binding;
    const unknown = `\`${syntax.text}\` is not known here`;
    if (this.vocabulary.predicates.has(syntax.text)) {
      const hint = 'it is a predicate, whose arguments stand between parentheses';
      return this.report('unknown-name', syntax, `${unknown}: ${hint}`);
    }
    const near = this.vocabulary.nearest(syntax.text, namesInScope(scope)) ?? this.vocabulary.nearest(syntax.text);
    return this.report('unknown-name', syntax, `${unknown}${didYouMean(near)}`, near);
  }

  private processConstant(syntax: ProcessSyntax): Term | null {
    const { processes } = this.vocabulary;
    if (processes === null) {
      const message = `\`#${syntax.text}\` needs a fixed number of processes: start the file with \`number_procs\``;
      return this.report('process-number', syntax, message);
    }
    const number = syntax.text.length <= 20 ? Number(syntax.text) : Number.POSITIVE_INFINITY;
    if (number > processes) {
      const message = `there is no process \`#${syntax.text}\`: \`number_procs\` is ${processes}`;
      return this.report('process-number', syntax, message);
    }
    return processTerm({ kind: 'constant', number });
  }

  private symbolUse(syntax: SymbolUse, scope: Scope): Term | null {
    const { text } = syntax.name;
    const meaning = this.vocabulary.meaning(text);
    if (meaning === undefined) {
      const near = this.vocabulary.nearest(text);
      return this.report('unknown-name', syntax.name, `\`${text}\` is not declared${didYouMean(near)}`, near);
    }
    if (meaning.kind === 'constructor') {
      if (syntax.indices === null && syntax.reader === null) return meaning;
      return this.report('wrong-kind', syntax.name, `\`${text}\` is ${describeMeaning(meaning)}, not a variable`);
    }
    const access = this.access(meaning.symbol, syntax, scope);
    if (access === null) return null;
    const { sort } = access.symbol;
    if (sort.kind !== 'int' && sort.kind !== 'real') return { kind: 'access', access };
    return { kind: 'linear', sort, constant: ZERO, summands: [{ coefficient: ONE, access }] };
  }

  private linear(syntax: TermSyntax, scope: Scope): Linear | null {
    const term = this.term(syntax, scope);
    if (term === null || term.kind === 'linear') return term;
    const message = `arithmetic needs a term of type int or real, and this one is of type ${sortName(sortOf(term))}`;
    return this.report('type-mismatch', syntax, message);
  }

  private number(syntax: NumberUse): Linear | null {
    const constant = this.numberValue(syntax.text, syntax);
    return constant && { kind: 'linear', sort: syntax.real ? REAL : INT, constant, summands: [] };
  }

  private numberValue(text: string, span: Span): Rational | null {
    if (text.length > DIGITS_READ) {
      return this.report('too-large', span, `a number has at most ${DIGITS_READ} digits`);
    }
    const dot = text.indexOf('.');
    if (dot < 0) return rational(BigInt(text));
    const fraction = text.slice(dot + 1);
    return rational(BigInt(text.slice(0, dot) + fraction), 10n ** BigInt(fraction.length));
  }

  private combine(left: Linear, right: Linear): Linear {
    const summands = [...left.summands];
    for (const summand of right.summands) {
      const at = summands.findIndex(({ access }) => this.sameCell(access, summand.access));
      const known = summands[at];
      if (known === undefined) {
        summands.push(summand);
        continue;
      }
      const coefficient = add(known.coefficient, summand.coefficient);
      if (coefficient.numerator === 0n) summands.splice(at, 1);
      else summands[at] = { coefficient, access: known.access };
    }
    return { kind: 'linear', sort: left.sort, constant: add(left.constant, right.constant), summands };
  }

  /** Who reads matters for weak cells only; in a transition that is the actor, written or not. */
  private sameCell(a: Access, b: Access): boolean {
    if (a.symbol !== b.symbol) return false;
    if (!a.indices.every((process, i) => sameProcess(process, b.indices[i] as Process))) return false;
    if (!a.symbol.weak) return true;
    const [readerOfA, readerOfB] = [a.reader ?? this.declaration.actor, b.reader ?? this.declaration.actor];
    if (readerOfA === null || readerOfB === null) return readerOfA === readerOfB;
    return sameProcess(readerOfA, readerOfB);
  }
}

export function sameProcess(a: Process, b: Process): boolean {
  if (a.kind === 'bound') return b.kind === 'bound' && a.name === b.name;
  return b.kind === 'constant' && a.number === b.number;
}

export function sortOf(term: Term): Sort {
  switch (term.kind) {
    case 'process':
      return PROC;
    case 'access':
      return term.access.symbol.sort;
    default:
      return term.sort;
  }
}

function scale(term: Linear, factor: Rational): Linear {
  const sort: NumberSort = term.sort;
  const summands: Summand[] =
    factor.numerator === 0n
      ? []
      : term.summands.map(({ coefficient, access }) => ({ coefficient: multiply(coefficient, factor), access }));
  return { kind: 'linear', sort, constant: multiply(term.constant, factor), summands };
}
