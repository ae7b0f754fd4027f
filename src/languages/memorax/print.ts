/** Statements as people read them, in one line: for the edges of the automata. */
import type { BooleanSyntax, ExpressionSyntax, MemorySyntax, StatementSyntax } from './syntax.js';

const LONGEST = 200;

/** How a location is called: pointers and indices are resolved by whoever prints. */
type Naming = (memory: MemorySyntax) => string;

export function printExpression(expression: ExpressionSyntax): string {
  switch (expression.kind) {
    case 'number':
      return String(expression.value);
    case 'register':
      return expression.name.text;
    case 'negative':
      return `-${printUnit(expression.of)}`;
    case 'sum':
      return `${printExpression(expression.left)} ${expression.operator} ${printUnit(expression.right)}`;
  }
}

function printUnit(expression: ExpressionSyntax): string {
  const text = printExpression(expression);
  return expression.kind === 'sum' ? `(${text})` : text;
}

export function printCondition(condition: BooleanSyntax): string {
  switch (condition.kind) {
    case 'constant':
      return String(condition.value);
    case 'not':
      return `not ${printPart(condition.of, condition.of.kind !== 'constant' && condition.of.kind !== 'comparison')}`;
    case 'and':
      return condition.of.map((part) => printPart(part, part.kind === 'or' || part.kind === 'and')).join(' && ');
    case 'or':
      return condition.of.map((part) => printPart(part, part.kind === 'or')).join(' || ');
    case 'comparison':
      return `${printExpression(condition.left)} ${condition.operator} ${printExpression(condition.right)}`;
  }
}

function printPart(condition: BooleanSyntax, bracketed: boolean): string {
  const text = printCondition(condition);
  return bracketed ? `[${text}]` : text;
}

/** Not for statements that are several steps: those are never shown as one. */
export function printStatement(statement: StatementSyntax, naming: Naming): string {
  const text = print(statement, naming);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function print(statement: StatementSyntax, naming: Naming): string {
  switch (statement.kind) {
    case 'nop':
    case 'fence':
    case 'ssfence':
    case 'llfence':
      return statement.kind;
    case 'read':
      return `${statement.sync ? 'syncrd' : 'read'}: ${naming(statement.memory)} = ${printExpression(statement.equals)}`;
    case 'load':
      return `${statement.sync ? 'syncrd' : 'read'}: ${statement.register.text} := ${naming(statement.memory)}`;
    case 'write': {
      const word = statement.how === 'slocked' ? 'slocked write' : statement.how;
      return `${word}: ${naming(statement.memory)} := ${printExpression(statement.value)}`;
    }
    case 'assign':
      return `${statement.register.text} := ${printExpression(statement.value)}`;
    case 'assume':
      return `assume: ${printCondition(statement.condition)}`;
    case 'locked':
      return printLocked(statement, naming);
    case 'block':
      return statement.statements.map((inner) => print(inner.statement, naming)).join('; ');
    case 'goto':
      return `goto ${statement.label.text}`;
    case 'if':
    case 'while':
    case 'either':
      throw new Error(`\`${statement.kind}\` is not one step`);
  }
}

function printLocked(statement: StatementSyntax & { kind: 'locked' }, naming: Naming): string {
  const [first] = statement.alternatives;
  const [read, write] = first ?? [];
  if (statement.sugar === 'write' && read !== undefined) return `locked ${print(read.statement, naming)}`;
  if (statement.sugar === 'cas' && read?.statement.kind === 'read' && write?.statement.kind === 'write') {
    const { memory, equals } = read.statement;
    return `cas(${naming(memory)}, ${printExpression(equals)}, ${printExpression(write.statement.value)})`;
  }
  const alternatives = statement.alternatives.map((list) =>
    list.map((inner) => print(inner.statement, naming)).join('; '),
  );
  return `locked { ${alternatives.join(' or ')} }`;
}
