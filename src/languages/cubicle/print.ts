/**
 * Syntax trees as text. Reading the text again gives the same tree, up to places.
 *
 * Parentheses are printed where the grammar needs them, and around every quantifier that is an operand: its body would
 * otherwise take what follows. Comments are kept as those of programs are: see `commented-lines.ts`.
 */
import { CommentedLines } from '../shared/commented-lines.js';
import type { Span } from '../shared/source.js';
import type { Comment } from '../shared/token-reader.js';
import type {
  ArgumentSyntax,
  DeclarationSyntax,
  FormulaSyntax,
  ModelSyntax,
  Name,
  PredicateSyntax,
  ProcessSyntax,
  PropertySyntax,
  SymbolSyntax,
  TermSyntax,
  TransitionSyntax,
  TypeSyntax,
  UpdateSyntax,
} from './syntax.js';

type Part =
  | (Span & { readonly part: 'size'; readonly text: string })
  | (TypeSyntax & { readonly part: 'type' })
  | (SymbolSyntax & { readonly part: 'symbol' })
  | (DeclarationSyntax & { readonly part: 'rest' });

export function printCubicle(model: ModelSyntax, comments: readonly Comment[] = []): string {
  return new Printer(comments).model(model);
}

class Printer extends CommentedLines {
  model({ processes, types, symbols, declarations }: ModelSyntax): string {
    const parts: Part[] = [
      ...(processes === null ? [] : [{ part: 'size' as const, ...processes }]),
      ...types.map((type) => ({ part: 'type' as const, ...type })),
      ...symbols.map((symbol) => ({ part: 'symbol' as const, ...symbol })),
      ...declarations.map((declaration) => ({ part: 'rest' as const, ...declaration })),
    ];
    const groupOf = ({ part }: Part) => (part === 'rest' ? null : part);
    return this.text(parts, groupOf, (part) => {
      this.part(part);
      this.before(part.end);
    });
  }

  private part(part: Part): void {
    switch (part.part) {
      case 'size':
        return this.line(`number_procs ${part.text}`);
      case 'type': {
        const values = part.constructors === null ? '' : ` = ${texts(part.constructors).join(' | ')}`;
        return this.line(`type ${part.name.text}${values}`);
      }
      case 'symbol':
        return this.line(printSymbol(part));
      case 'rest':
        return part.kind === 'transition' ? this.transition(part) : this.formula(headOf(part), part.formula);
    }
  }

  /**
   * `head { formula }`. A conjunction that does not fit the line, or has comments in it, has a line for each of its parts.
   */
  private formula(head: string, formula: FormulaSyntax): void {
    const whole = `${head} { ${printFormula(formula)} }`;
    const commented = this.hasBefore(formula.end);
    if (formula.kind !== 'and' || (whole.length <= WIDTH && !commented)) {
      this.line(whole);
      return this.before(formula.end);
    }
    this.line(`${head} {`);
    this.depth++;
    for (const [position, operand] of formula.operands.entries()) {
      this.before(operand.start);
      const last = position === formula.operands.length - 1;
      this.line(`${printFormula(operand, tightness.if)}${last ? '' : ' &&'}`);
      this.before(operand.end);
    }
    this.depth--;
    this.line('}');
  }

  private transition({ name, parameters, actor, guard, body, lets, updates }: TransitionSyntax): void {
    const list = parameters.map(({ text }, position) => (position === actor ? `[${text}]` : text)).join(' ');
    this.line(`transition ${name.text} (${list})`);
    if (guard !== null) {
      this.before(guard.start);
      this.formula('requires', guard);
    }
    this.before(body.start);
    this.line('{');
    this.depth++;
    for (const binding of lets) {
      this.before(binding.start);
      this.line(`let ${binding.name.text} = ${printTerm(binding.term)} in`);
    }
    for (const update of updates) {
      this.before(update.start);
      this.update(update);
      this.before(update.end);
    }
    this.before(body.end);
    this.depth--;
    this.line('}');
  }

  private update(update: UpdateSyntax): void {
    const { text } = update.target;
    switch (update.kind) {
      case 'havoc':
        return this.line(`${text} := ?;`);
      case 'assign':
        return this.line(`${text}${printIndices(update.indices)} := ${printTerm(update.value)};`);
      case 'case': {
        const binders = update.binders === null ? '' : `[${texts(update.binders).join(', ')}]`;
        this.line(`${text}${binders} := case`);
        this.depth++;
        for (const [position, { condition, value, start, end }] of update.switches.entries()) {
          this.before(start);
          const last = position === update.switches.length - 1 ? ';' : '';
          this.line(`| ${condition === null ? '_' : printFormula(condition)} : ${printTerm(value)}${last}`);
          this.before(end);
        }
        this.depth--;
      }
    }
  }
}

/** As wide as the examples are. */
const WIDTH = 120;

function headOf(declaration: PropertySyntax | PredicateSyntax): string {
  const { kind, name, parameters } = declaration;
  if (kind === 'predicate') return `predicate ${declaration.name.text} (${texts(parameters).join(', ')})`;
  return `${name === null ? kind : `${kind} ${name.text}`} (${texts(parameters).join(' ')})`;
}

function texts(names: readonly Name[]): string[] {
  return names.map(({ text }) => text);
}

function printSymbol({ kind, weak, name, indices, type }: SymbolSyntax): string {
  const brackets = indices === null ? '' : `[${texts(indices).join(', ')}]`;
  return `${weak ? 'weak ' : ''}${kind} ${name.text}${brackets} : ${type.text}`;
}

function printProcess({ kind, text }: ProcessSyntax): string {
  return kind === 'number' ? `#${text}` : text;
}

function printIndices(indices: readonly ProcessSyntax[] | null): string {
  return indices === null ? '' : `[${indices.map(printProcess).join(', ')}]`;
}

function printTerm(term: TermSyntax): string {
  switch (term.kind) {
    case 'process':
      return printProcess(term.process);
    case 'symbol': {
      const reader = term.reader === null ? '' : `${printProcess(term.reader)}@`;
      return `${reader}${term.name.text}${printIndices(term.indices)}`;
    }
    case 'number':
      return term.text;
    case 'product':
      return `${term.coefficient} * ${printTerm(term.factor)}`;
    case 'sum':
      return `${printTerm(term.left)} ${term.operator} ${printTerm(term.right)}`;
  }
}

/** How tightly a formula holds together: an operand is put into parentheses unless it binds tighter than its place. */
const tightness = { quantified: 0, implies: 1, iff: 1, or: 2, and: 3, if: 4, not: 5 } as const;
const TIGHTEST = 6;

function printFormula(formula: FormulaSyntax, atLeast = 0): string {
  const text = printNode(formula);
  const own = formula.kind in tightness ? tightness[formula.kind as keyof typeof tightness] : TIGHTEST;
  return own < atLeast ? `(${text})` : text;
}

function printNode(formula: FormulaSyntax): string {
  switch (formula.kind) {
    case 'constant':
      return formula.value ? 'true' : 'false';
    case 'fence':
      return 'fence()';
    case 'compare':
      return `${printTerm(formula.left)} ${formula.operator} ${printTerm(formula.right)}`;
    case 'call':
      return `${formula.name.text}(${formula.arguments.map(printArgument).join(', ')})`;
    case 'not':
      return `not ${printFormula(formula.operand, tightness.if)}`;
    case 'and':
      return formula.operands.map((operand) => printFormula(operand, tightness.if)).join(' && ');
    case 'or':
      return formula.operands.map((operand) => printFormula(operand, tightness.and)).join(' || ');
    case 'implies':
    case 'iff': {
      const operator = formula.kind === 'implies' ? '=>' : '<=>';
      return `${printFormula(formula.left, tightness.or)} ${operator} ${printFormula(formula.right, tightness.implies)}`;
    }
    case 'if': {
      const { condition, positive, negative } = formula;
      return `if ${printFormula(condition)} then ${printFormula(positive)} else ${printFormula(negative, tightness.if)}`;
    }
    case 'quantified': {
      const variables = texts(formula.variables).join(' <> ');
      return `${formula.quantifier} ${variables}. ${printFormula(formula.body)}`;
    }
  }
}

function printArgument(argument: ArgumentSyntax): string {
  return argument.kind === 'term' ? printTerm(argument.term) : printFormula(argument.formula);
}
