/**
 * Syntax trees as text. Reading the text again gives the same tree, up to places.
 *
 * Parentheses are printed where the grammar needs them, and around every quantifier that is an operand: its body would
 * otherwise take what follows.
 */
import type {
  ArgumentSyntax,
  DeclarationSyntax,
  FormulaSyntax,
  ModelSyntax,
  Name,
  ProcessSyntax,
  SymbolSyntax,
  TermSyntax,
  TransitionSyntax,
  UpdateSyntax,
} from './syntax.js';

export function printCubicle(model: ModelSyntax): string {
  const size = model.processes === null ? [] : [`number_procs ${model.processes.text}`];
  const types = model.types.map(({ name, constructors }) => {
    const values = constructors === null ? '' : ` = ${texts(constructors).join(' | ')}`;
    return `type ${name.text}${values}`;
  });
  const groups = [size, types, model.symbols.map(printSymbol)].filter((group) => group.length > 0);
  const parts = [...groups.map((lines) => lines.join('\n')), ...model.declarations.map(printDeclaration)];
  return `${parts.join('\n\n')}\n`;
}

function texts(names: readonly Name[]): string[] {
  return names.map(({ text }) => text);
}

function printSymbol({ kind, weak, name, indices, type }: SymbolSyntax): string {
  const brackets = indices === null ? '' : `[${texts(indices).join(', ')}]`;
  return `${weak ? 'weak ' : ''}${kind} ${name.text}${brackets} : ${type.text}`;
}

function printDeclaration(declaration: DeclarationSyntax): string {
  switch (declaration.kind) {
    case 'predicate': {
      const { name, parameters, formula } = declaration;
      return `predicate ${name.text} (${texts(parameters).join(', ')}) { ${printFormula(formula)} }`;
    }
    case 'transition':
      return printTransition(declaration);
    default: {
      const { kind, name, parameters, formula } = declaration;
      const title = name === null ? kind : `${kind} ${name.text}`;
      return `${title} (${texts(parameters).join(' ')}) { ${printFormula(formula)} }`;
    }
  }
}

function printTransition({ name, parameters, actor, guard, lets, updates }: TransitionSyntax): string {
  const list = parameters.map(({ text }, position) => (position === actor ? `[${text}]` : text)).join(' ');
  const lines = [`transition ${name.text} (${list})`];
  if (guard !== null) lines.push(`requires { ${printFormula(guard)} }`);
  lines.push('{');
  for (const binding of lets) lines.push(`  let ${binding.name.text} = ${printTerm(binding.term)} in`);
  for (const update of updates) lines.push(`  ${printUpdate(update)};`);
  lines.push('}');
  return lines.join('\n');
}

function printUpdate(update: UpdateSyntax): string {
  const { text } = update.target;
  switch (update.kind) {
    case 'havoc':
      return `${text} := ?`;
    case 'assign':
      return `${text}${printIndices(update.indices)} := ${printTerm(update.value)}`;
    case 'case': {
      const binders = update.binders === null ? '' : `[${texts(update.binders).join(', ')}]`;
      const cases = update.switches.map(({ condition, value }) => {
        return `\n    | ${condition === null ? '_' : printFormula(condition)} : ${printTerm(value)}`;
      });
      return `${text}${binders} := case${cases.join('')}`;
    }
  }
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
