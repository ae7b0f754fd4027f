/** Declarations of `.fp` texts on one line, and the types of expressions as far as their words tell. */
import {
  printDeclaredName,
  printExpression,
  printInitial,
  printType,
} from '../../languages/program/print-expression.js';
import type {
  DeclarationSyntax,
  DeclaratorSyntax,
  DeclaredName,
  ExpressionSyntax,
  FieldSyntax,
  ProcedureSyntax,
  ThreadSyntax,
  TypeSyntax,
} from '../../languages/program/syntax.js';
import type { Entity } from '../names.js';

export function constantSignature({ name, value }: DeclarationSyntax & { kind: 'const' }): string {
  return `const ${name.text} = ${printExpression(value)}`;
}

type Typed =
  | (DeclarationSyntax & { kind: 'type' | 'record' })
  /** A type alone. */
  | { readonly kind: 'type'; readonly type: TypeSyntax };

export function typeSignature(declaration: Typed): string {
  if (!('name' in declaration)) return printType(declaration.type);
  const { name } = declaration;
  if (declaration.kind === 'record') {
    return `record ${name.text} { ${declaration.fields.map(fieldSignature).join(', ')} }`;
  }
  const { constructors, type } = declaration;
  const right = constructors?.map(({ text }) => text).join(' | ') ?? (type === null ? '' : printType(type));
  return `type ${name.text} = ${right}`;
}

export function fieldSignature(field: FieldSyntax): string {
  const first = field.initial === null ? '' : ` = ${printInitial(field.initial)}`;
  return `${printDeclaredName(field)}: ${printType(field.type)}${first}`;
}

export function declaratorSignature(declared: DeclaredName, { type, initial }: DeclaratorSyntax): string {
  const written = type === null ? '' : `: ${printType(type)}`;
  return `${printDeclaredName(declared)}${written}${initial === null ? '' : ` = ${printInitial(initial)}`}`;
}

export function threadSignature({ name, count, parameters }: ThreadSyntax): string {
  const list = parameters.map((each) => `${each.name.text}: ${printType(each.type)}`).join(', ');
  if (list !== '') return `thread ${name.text}(${list})`;
  return `thread ${name.text}${count === null ? '' : `[${count.kind === 'any' ? 'any' : printExpression(count)}]`}`;
}

export function procedureSignature({ name, parameters }: ProcedureSyntax): string {
  const list = parameters.map(({ shared, name: each, type }) => {
    return `${shared ? 'shared ' : ''}${each.text}: ${printType(type)}`;
  });
  return `proc ${name.text}(${list.join(', ')})`;
}

const CONDITIONS: ReadonlySet<string> = new Set(['<->', '->', '||', '&&', '==', '!=', '<', '<=', '>', '>=']);

/** Null where it is not known. */
export function typeOf(
  syntax: ExpressionSyntax,
  { globals }: { readonly globals: ReadonlyMap<string, Entity> },
  locals?: ReadonlyMap<string, Entity>,
): string | null {
  switch (syntax.kind) {
    case 'number':
    case 'self':
    case 'count':
      return 'int';
    case 'boolean':
    case 'at':
      return 'bool';
    case 'unary':
      return syntax.operator === '-' || syntax.operator === '~' ? 'int' : 'bool';
    case 'binary':
      return CONDITIONS.has(syntax.operator) ? 'bool' : 'int';
    case 'conditional':
      return typeOf(syntax.whenTrue, { globals }, locals);
    case 'locked':
      return syntax.operation === 'cas' ? 'bool' : typeOf(syntax.target, { globals }, locals);
    case 'name':
      return (locals?.get(syntax.name.text) ?? globals.get(syntax.name.text))?.type ?? null;
    case 'localOf':
      return null;
  }
}
