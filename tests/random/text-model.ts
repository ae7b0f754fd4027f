/**
 * Random models between generation and text: just enough structure for the shrinker to cut at, with terms and literals
 * kept as text. Printing brackets every compound formula, so the structure is what the parser sees.
 */
export type TextFormula =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'and' | 'or' | 'implies' | 'iff' | 'if' | 'not'; readonly operands: readonly TextFormula[] }
  | { readonly kind: 'quantified'; readonly quantifier: string; readonly variable: string; readonly body: TextFormula };

export interface TextSymbol {
  readonly keyword: 'var' | 'array' | 'const' | 'weak var' | 'weak array';
  readonly name: string;
  readonly arity: number;
  readonly sort: string;
}

export interface TextSwitch {
  readonly condition: TextFormula;
  readonly value: string;
}

export type TextUpdate =
  | { readonly kind: 'assign'; readonly target: string; readonly value: string }
  | { readonly kind: 'havoc'; readonly target: string }
  | {
      readonly kind: 'case';
      readonly target: string;
      readonly switches: readonly TextSwitch[];
      readonly otherwise: string | null;
    };

export interface TextTransition {
  readonly name: string;
  /** The acting process of a model for weak memory is in brackets: `[i]`. */
  readonly parameters: readonly string[];
  readonly guard: TextFormula;
  readonly lets: readonly { readonly name: string; readonly value: string }[];
  readonly updates: readonly TextUpdate[];
}

export interface TextProperty {
  readonly parameters: readonly string[];
  readonly formula: TextFormula;
}

export interface TextPredicate extends TextProperty {
  readonly name: string;
}

export interface TextModel {
  readonly processes: number | null;
  readonly types: readonly { readonly name: string; readonly constructors: readonly string[] | null }[];
  readonly symbols: readonly TextSymbol[];
  readonly predicates: readonly TextPredicate[];
  readonly init: TextProperty;
  readonly unsafe: readonly TextProperty[];
  readonly invariants: readonly TextProperty[];
  readonly lemmas?: readonly TextProperty[];
  readonly transitions: readonly TextTransition[];
}

export function literal(text: string): TextFormula {
  return { kind: 'literal', text };
}

export function conjunction(operands: readonly TextFormula[]): TextFormula {
  const [only] = operands;
  if (only === undefined) return literal('true');
  return operands.length === 1 ? only : { kind: 'and', operands };
}

export function printModel(model: TextModel): string {
  const blocks = [
    model.processes === null ? [] : [`number_procs ${model.processes}`],
    model.types.map(
      ({ name, constructors }) => `type ${name}${constructors === null ? '' : ` = ${constructors.join(' | ')}`}`,
    ),
    model.symbols.map(printSymbol),
    model.predicates.map(
      ({ name, parameters, formula }) => `predicate ${name} (${parameters.join(', ')}) { ${printFormula(formula)} }`,
    ),
    model.invariants.map((property) => printProperty('invariant', property)),
    (model.lemmas ?? []).map((property) => printProperty('lemma', property)),
    [printProperty('init', model.init), ...model.unsafe.map((property) => printProperty('unsafe', property))],
    model.transitions.map(printTransition),
  ];
  return `${blocks.flat().join('\n')}\n`;
}

function printSymbol({ keyword, name, arity, sort }: TextSymbol): string {
  const dimensions = arity === 0 ? '' : `[${Array.from({ length: arity }, () => 'proc').join(', ')}]`;
  return `${keyword} ${name}${dimensions} : ${sort}`;
}

function printProperty(keyword: string, { parameters, formula }: TextProperty): string {
  return `${keyword} (${parameters.join(' ')}) { ${printFormula(formula)} }`;
}

function printTransition({ name, parameters, guard, lets, updates }: TextTransition): string {
  const body = [
    ...lets.map((bound) => `let ${bound.name} = ${bound.value} in`),
    updates.map(printUpdate).join(';\n  '),
  ];
  return `transition ${name} (${parameters.join(' ')})\nrequires { ${printFormula(guard)} }\n{ ${body.join(' ')} }`;
}

function printUpdate(update: TextUpdate): string {
  switch (update.kind) {
    case 'assign':
      return `${update.target} := ${update.value}`;
    case 'havoc':
      return `${update.target} := ?`;
    case 'case': {
      const switches = update.switches.map(({ condition, value }) => `| ${printFormula(condition)} : ${value}`);
      const all = update.otherwise === null ? switches : [...switches, `| _ : ${update.otherwise}`];
      return `${update.target} := case ${all.join(' ')}`;
    }
  }
}

export function printFormula(formula: TextFormula): string {
  switch (formula.kind) {
    case 'literal':
      return formula.text;
    case 'quantified':
      return `${formula.quantifier} ${formula.variable}. ${printFormula(formula.body)}`;
    case 'not':
      return `not ${formula.operands.map(printOperand).join(' ')}`;
    case 'if': {
      const [condition, positive, negative] = formula.operands.map(printOperand);
      return `if ${condition} then ${positive} else ${negative}`;
    }
    case 'and':
    case 'or':
    case 'implies':
    case 'iff':
      return formula.operands
        .map(printOperand)
        .join({ and: ' && ', or: ' || ', implies: ' => ', iff: ' <=> ' }[formula.kind]);
  }
}

function printOperand(formula: TextFormula): string {
  return formula.kind === 'literal' ? formula.text : `(${printFormula(formula)})`;
}
