/**
 * Smaller texts that may still show a fault. Where the text can be read its tree is cut: without a declaration, a statement,
 * a label, a name; with the inside in the place of a statement, a part in the place of an expression. What a cut leaves is
 * printed and read again; one that makes no sense is refused there and does not fail as wanted. Where printing itself is at
 * fault, lines are dropped. Greedy.
 */
import { type ProgramSyntax, parseProgramText, printProgram } from '../../../src/languages/program/index.js';
import type {
  Block,
  DeclarationSyntax,
  DeclaratorSyntax,
  ExpressionSyntax,
  StatementSyntax,
} from '../../../src/languages/program/syntax.js';

export function shrinkText(text: string, fails: (smaller: string) => boolean, mostTrials = 3000): string {
  let current = text;
  const tried = new Set([text]);
  search: for (;;) {
    for (const smaller of smallerTexts(current)) {
      if (tried.has(smaller)) continue;
      tried.add(smaller);
      if (tried.size > mostTrials) return current;
      if (!fails(smaller)) continue;
      current = smaller;
      continue search;
    }
    return current;
  }
}

export function* smallerTexts(text: string): Generator<string> {
  const { syntax } = parseProgramText(text, 'shrunk.fp');
  if (syntax !== null) for (const smaller of smallerTrees(syntax)) yield printProgram(smaller);
  const lines = text.split('\n');
  for (const [k] of lines.entries()) yield lines.toSpliced(k, 1).join('\n');
}

function* smallerTrees(syntax: ProgramSyntax): Generator<ProgramSyntax> {
  const { declarations } = syntax;
  if (syntax.comments.length > 0) yield { ...syntax, comments: [] };
  for (const [k, declaration] of declarations.entries()) {
    yield { ...syntax, declarations: declarations.toSpliced(k, 1) };
    for (const smaller of smallerDeclarations(declaration)) {
      yield { ...syntax, declarations: declarations.with(k, smaller) };
    }
  }
}

function* smallerDeclarations(declaration: DeclarationSyntax): Generator<DeclarationSyntax> {
  switch (declaration.kind) {
    case 'thread': {
      for (const body of smallerBlocks(declaration.body)) yield { ...declaration, body };
      const { instances } = declaration;
      if (instances !== null && instances.length > 1) {
        for (const [k] of instances.entries()) yield { ...declaration, instances: instances.toSpliced(k, 1) };
      }
      if (declaration.count !== null || declaration.parameters.length > 0) {
        yield { ...declaration, count: null, parameters: [], instances: null };
      }
      return;
    }
    case 'proc':
      for (const body of smallerBlocks(declaration.body)) yield { ...declaration, body };
      return;
    case 'record': {
      const { fields } = declaration;
      for (const [k] of fields.entries()) yield { ...declaration, fields: fields.toSpliced(k, 1) };
      return;
    }
    case 'shared':
    case 'ghost':
      for (const declarators of smallerDeclarators(declaration.declarators)) yield { ...declaration, declarators };
      return;
    case 'never':
    case 'invariant':
    case 'lemma':
      for (const condition of smallerExpressions(declaration.condition)) yield { ...declaration, condition };
      return;
    case 'const':
      for (const value of smallerExpressions(declaration.value)) yield { ...declaration, value };
      return;
    case 'ltl':
      for (const formula of smallerExpressions(declaration.formula)) yield { ...declaration, formula };
      return;
    case 'predicates': {
      const { conditions } = declaration;
      for (const [k] of conditions.entries()) yield { ...declaration, conditions: conditions.toSpliced(k, 1) };
      return;
    }
    case 'type':
  }
}

function* smallerDeclarators(declarators: readonly DeclaratorSyntax[]): Generator<readonly DeclaratorSyntax[]> {
  for (const [k, declarator] of declarators.entries()) {
    if (declarators.length > 1) yield declarators.toSpliced(k, 1);
    const { names, initial, type } = declarator;
    if (names.length > 1) {
      for (const [n] of names.entries()) yield declarators.with(k, { ...declarator, names: names.toSpliced(n, 1) });
    }
    if (initial !== null) {
      yield declarators.with(k, { ...declarator, initial: null });
      if (initial.kind !== 'any' && initial.kind !== 'list') {
        for (const smaller of smallerExpressions(initial))
          yield declarators.with(k, { ...declarator, initial: smaller });
      }
    }
    if (type !== null && type.kind !== 'int') {
      yield declarators.with(k, { ...declarator, type: { kind: 'int', start: type.start, end: type.end } });
    }
  }
}

function* smallerBlocks(block: Block): Generator<Block> {
  const { statements } = block;
  for (const [k, statement] of statements.entries()) {
    yield { ...block, statements: statements.toSpliced(k, 1) };
    for (const inner of blocksOf(statement)) {
      yield { ...block, statements: statements.toSpliced(k, 1, ...inner.statements) };
    }
    for (const smaller of smallerStatements(statement)) yield { ...block, statements: statements.with(k, smaller) };
  }
}

function blocksOf(statement: StatementSyntax): readonly Block[] {
  if (statement.kind === 'if') return [statement.then, ...(statement.otherwise === null ? [] : [statement.otherwise])];
  if (statement.kind === 'choose') return statement.branches;
  if (statement.kind === 'switch') return statement.cases.map(({ body }) => body);
  return 'body' in statement ? [statement.body] : [];
}

function* smallerStatements(statement: StatementSyntax): Generator<StatementSyntax> {
  const { labels, start, end } = statement;
  for (const [k] of labels.entries()) yield { ...statement, labels: labels.toSpliced(k, 1) };
  switch (statement.kind) {
    case 'local':
      for (const declarators of smallerDeclarators(statement.declarators)) yield { ...statement, declarators };
      return;
    case 'assign': {
      const { value, target } = statement;
      if (statement.operator !== undefined) {
        const { operator, ...plain } = statement;
        yield plain;
      }
      if (value.kind !== 'any') for (const smaller of smallerExpressions(value)) yield { ...statement, value: smaller };
      for (const index of target.index === null ? [] : smallerExpressions(target.index)) {
        yield { ...statement, target: { ...target, index } };
      }
      return;
    }
    case 'call':
      yield { kind: 'skip', labels, start, end };
      for (const expression of smallerExpressions(statement.expression)) {
        if (expression.kind === 'locked') yield { ...statement, expression };
      }
      return;
    case 'if':
      if (statement.otherwise !== null) yield { ...statement, otherwise: null };
      for (const condition of smallerExpressions(statement.condition)) yield { ...statement, condition };
      for (const then of smallerBlocks(statement.then)) yield { ...statement, then };
      for (const otherwise of statement.otherwise === null ? [] : smallerBlocks(statement.otherwise)) {
        yield { ...statement, otherwise };
      }
      return;
    case 'while':
      for (const condition of smallerExpressions(statement.condition)) yield { ...statement, condition };
      for (const body of smallerBlocks(statement.body)) yield { ...statement, body };
      return;
    case 'for':
      for (const low of smallerExpressions(statement.low)) yield { ...statement, low };
      for (const high of smallerExpressions(statement.high)) yield { ...statement, high };
      for (const body of smallerBlocks(statement.body)) yield { ...statement, body };
      return;
    case 'switch': {
      const { cases, otherwise } = statement;
      for (const value of smallerExpressions(statement.value)) yield { ...statement, value };
      for (const [k, each] of cases.entries()) {
        if (cases.length > 1) yield { ...statement, cases: cases.toSpliced(k, 1) };
        for (const body of smallerBlocks(each.body)) yield { ...statement, cases: cases.with(k, { ...each, body }) };
      }
      if (otherwise !== null) yield { ...statement, otherwise: null };
      for (const body of otherwise === null ? [] : smallerBlocks(otherwise)) yield { ...statement, otherwise: body };
      return;
    }
    case 'invoke': {
      const { arguments: given, target } = statement;
      if (target !== null) yield { ...statement, target: null };
      for (const [k, argument] of given.entries()) {
        for (const smaller of smallerExpressions(argument)) yield { ...statement, arguments: given.with(k, smaller) };
      }
      yield { kind: 'skip', labels, start, end };
      return;
    }
    case 'return':
      for (const value of statement.value === null ? [] : smallerExpressions(statement.value)) {
        yield { ...statement, value };
      }
      return;
    case 'loop':
    case 'atomic':
    case 'block':
      for (const body of smallerBlocks(statement.body)) yield { ...statement, body };
      return;
    case 'await':
    case 'assume':
    case 'assert':
      for (const condition of smallerExpressions(statement.condition)) yield { ...statement, condition };
      return;
    case 'choose': {
      const { branches } = statement;
      for (const [k, branch] of branches.entries()) {
        if (branches.length > 1) yield { ...statement, branches: branches.toSpliced(k, 1) };
        for (const smaller of smallerBlocks(branch)) yield { ...statement, branches: branches.with(k, smaller) };
      }
      return;
    }
    case 'goto':
    case 'fence':
    case 'break':
    case 'continue':
      yield { kind: 'skip', labels, start, end };
      return;
    case 'skip':
  }
}

/** Parts, the simplest values, and the same with a smaller part. Types are the reader's matter. */
function* smallerExpressions(expression: ExpressionSyntax): Generator<ExpressionSyntax> {
  const { start, end } = expression;
  const parts = partsOf(expression);
  yield* parts;
  const simple = expression.kind === 'number' || expression.kind === 'boolean';
  if (!simple) {
    yield { kind: 'boolean', value: true, start, end };
    yield { kind: 'boolean', value: false, start, end };
  }
  if (!simple || (expression.kind === 'number' && Number(expression.text) > 1)) {
    yield { kind: 'number', text: '0', start, end };
    yield { kind: 'number', text: '1', start, end };
  }
  for (const [k, part] of parts.entries()) {
    for (const smaller of smallerExpressions(part)) yield withPart(expression, k, smaller);
  }
}

function partsOf(expression: ExpressionSyntax): readonly ExpressionSyntax[] {
  switch (expression.kind) {
    case 'name':
    case 'localOf':
      return expression.index === null ? [] : [expression.index];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse];
    case 'locked':
      return [...(expression.target.index === null ? [] : [expression.target.index]), ...expression.operands];
    default:
      return [];
  }
}

function withPart(expression: ExpressionSyntax, position: number, part: ExpressionSyntax): ExpressionSyntax {
  const parts = partsOf(expression).with(position, part);
  const [first = part, second = part, third = part] = parts;
  switch (expression.kind) {
    case 'name':
    case 'localOf':
      return { ...expression, index: first };
    case 'unary':
      return { ...expression, operand: first };
    case 'binary':
      return { ...expression, left: first, right: second };
    case 'conditional':
      return { ...expression, condition: first, whenTrue: second, whenFalse: third };
    case 'locked': {
      const { target } = expression;
      if (target.index === null) return { ...expression, operands: parts };
      return { ...expression, target: { ...target, index: first }, operands: parts.slice(1) };
    }
    default:
      return expression;
  }
}
