/**
 * Syntax trees as text, two blanks for each level. Reading the text again gives the same tree, up to places.
 *
 * Comments are kept: one that has a line to itself comes before what followed it, one at the end of a line stays at the
 * end of the line of what it followed. A comment in the middle of a statement moves to the end of it.
 */
import { CommentedLines } from '../shared/commented-lines.js';
import { tightness } from './parse-expression.js';
import {
  printAssignment,
  printCall,
  printDeclaredName,
  printExpression,
  printInitial,
  printType,
} from './print-expression.js';
import type {
  Block,
  DeclarationSyntax,
  DeclaratorSyntax,
  ProgramSyntax,
  StatementSyntax,
  ThreadSyntax,
} from './syntax.js';

export function printProgram(syntax: ProgramSyntax): string {
  return new Printer(syntax.comments).program(syntax);
}

class Printer extends CommentedLines {
  program({ declarations, end = Number.POSITIVE_INFINITY }: ProgramSyntax): string {
    const own = declarations.filter(({ start }) => start < end);
    return this.text(own, groupOf, (declaration) => {
      this.declaration(declaration);
      this.before(declaration.end);
    });
  }

  private declaration(declaration: DeclarationSyntax): void {
    switch (declaration.kind) {
      case 'include':
        return this.line(`include "${declaration.file}"`);
      case 'const':
        return this.line(`const ${declaration.name.text} = ${printExpression(declaration.value)}`);
      case 'type': {
        const { name, constructors, type } = declaration;
        const right = constructors?.map(({ text }) => text).join(' | ') ?? (type === null ? '' : printType(type));
        return this.line(`type ${name.text} = ${right}`);
      }
      case 'record': {
        this.line(`record ${declaration.name.text} {`);
        this.depth++;
        for (const field of declaration.fields) {
          this.before(field.start);
          const first = field.initial === null ? '' : ` = ${printInitial(field.initial)}`;
          this.line(`${printDeclaredName(field)}: ${printType(field.type)}${first};`);
        }
        this.before(declaration.end);
        this.depth--;
        return this.line('}');
      }
      case 'shared':
      case 'ghost':
        return this.line(`${declaration.kind} ${printDeclarators(declaration.declarators)}`);
      case 'thread':
        return this.thread(declaration);
      case 'proc': {
        const parameters = declaration.parameters.map(
          ({ shared, name, type }) => `${shared ? 'shared ' : ''}${name.text}: ${printType(type)}`,
        );
        return this.block(`proc ${declaration.name.text}(${parameters.join(', ')})`, declaration.body);
      }
      case 'never':
      case 'invariant':
      case 'lemma': {
        const name = declaration.name === null ? '' : ` ${declaration.name.text}:`;
        return this.line(`${declaration.kind}${name} ${printExpression(declaration.condition)}`);
      }
      case 'ltl':
        return this.line(`ltl ${declaration.name.text}: ${printExpression(declaration.formula)}`);
      case 'predicates': {
        this.line('predicates {');
        this.depth++;
        for (const condition of declaration.conditions) {
          this.before(condition.start);
          this.line(`${printExpression(condition)};`);
        }
        this.before(declaration.end);
        this.depth--;
        return this.line('}');
      }
    }
  }

  private thread({ name, count, parameters, instances, body }: ThreadSyntax): void {
    let head = `thread ${name.text}`;
    if (count !== null) head += `[${count.kind === 'any' ? 'any' : printExpression(count)}]`;
    if (parameters.length > 0) {
      head += `(${parameters.map((parameter) => `${parameter.name.text}: ${printType(parameter.type)}`).join(', ')})`;
    }
    if (instances !== null) {
      const tuples = instances.map(({ values }) => `(${values.map((value) => printExpression(value)).join(', ')})`);
      head += ` for ${tuples.join(', ')}`;
    }
    this.block(head, body);
  }

  /** `head {`, the statements, `}`; the last line is left open for what may follow it. */
  private block(head: string, block: Block): void {
    if (block.statements.length === 0 && !this.hasBefore(block.end)) {
      return this.line(`${head} {}`.trimStart());
    }
    this.line(`${head} {`.trimStart());
    this.depth++;
    this.statements(block);
    this.depth--;
    this.line('}');
  }

  private statement(statement: StatementSyntax): void {
    const label = statement.labels.map(({ text }) => `${text}: `).join('');
    switch (statement.kind) {
      case 'local':
        return this.line(`${label}local ${printDeclarators(statement.declarators)}`);
      case 'assign':
        return this.line(label + printAssignment(statement));
      case 'fence':
        return this.line(`${label}fence${statement.store === true ? ' store' : ''}`);
      case 'invoke':
        return this.line(label + printCall(statement));
      case 'return':
        return this.line(`${label}return${statement.value === null ? '' : ` ${printExpression(statement.value)}`}`);
      case 'for': {
        const [low, high] = [statement.low, statement.high].map((bound) => printExpression(bound, tightness['+']));
        return this.block(`${label}for ${statement.variable.text} in ${low}..${high}`, statement.body);
      }
      case 'switch':
        return this.switch(label, statement);
      case 'call':
        return this.line(label + printExpression(statement.expression));
      case 'if':
        return this.conditional(label, statement);
      case 'while':
        return this.block(`${label}while (${printExpression(statement.condition)})`, statement.body);
      case 'loop':
      case 'atomic':
        return this.block(label + statement.kind, statement.body);
      case 'block':
        return this.block(label.trimEnd(), statement.body);
      case 'await':
      case 'assume':
      case 'assert':
        return this.line(`${label}${statement.kind} ${printExpression(statement.condition)}`);
      case 'goto':
        return this.line(`${label}goto ${statement.target.text}`);
      case 'choose':
        for (const [position, branch] of statement.branches.entries()) {
          this.block(position === 0 ? `${label}choose` : this.continuing('or'), branch);
        }
        return;
      default:
        return this.line(label + statement.kind);
    }
  }

  private switch(label: string, { value, cases, otherwise, end }: Extract<StatementSyntax, { kind: 'switch' }>): void {
    this.line(`${label}switch (${printExpression(value)}) {`);
    this.depth++;
    const one = (head: string, body: Block): void => {
      this.before(body.start);
      this.line(`${head}:`);
      this.depth++;
      this.statements(body);
      this.depth--;
    };
    for (const { values, body } of cases) {
      one(`case ${values.map((each) => printExpression(each, tightness['+'])).join(', ')}`, body);
    }
    if (otherwise !== null) one('default', otherwise);
    this.before(end);
    this.depth--;
    this.line('}');
  }

  private statements(block: Block): void {
    for (const statement of block.statements) {
      this.before(statement.start);
      this.statement(statement);
      this.before(statement.end);
    }
    this.before(block.end);
  }

  private conditional(head: string, statement: Extract<StatementSyntax, { kind: 'if' }>): void {
    this.block(`${head}if (${printExpression(statement.condition)})`, statement.then);
    const { otherwise } = statement;
    if (otherwise === null) return;
    const [only] = otherwise.statements;
    const commented = only !== undefined && this.hasBefore(only.start);
    if (otherwise.statements.length === 1 && only?.kind === 'if' && only.labels.length === 0 && !commented) {
      this.conditional(`${this.continuing('else')} `, only);
    } else {
      this.block(this.continuing('else'), otherwise);
    }
  }
}

const groupOf = ({ kind }: DeclarationSyntax) =>
  kind === 'thread' || kind === 'proc' || kind === 'record'
    ? null
    : kind === 'never' || kind === 'invariant' || kind === 'lemma' || kind === 'ltl'
      ? 'property'
      : kind;

function printDeclarators(declarators: readonly DeclaratorSyntax[]): string {
  const parts = declarators.map(({ names, type, initial }) => {
    const list = names.map(printDeclaredName);
    const typed = type === null ? '' : `: ${printType(type)}`;
    return `${list.join(', ')}${typed}${initial === null ? '' : ` = ${printInitial(initial)}`}`;
  });
  return parts.join(', ');
}
