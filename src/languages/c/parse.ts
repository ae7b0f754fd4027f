/**
 * Statements and whole files of C. A fault ends the statement or the declaration that it is in, and reading goes on behind it,
 * so that one run shows several.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { Block, Declaration, FunctionNode, Statement, Unit } from './ast.js';
import { Fault, shown } from './cursor.js';
import { DeclarationParser } from './parse-declaration.js';
import { GHOST } from './preprocessor/lexer.js';
import type { Token } from './tokens.js';

export function parse(tokens: readonly Token[], faults: DiagnosticList): Unit {
  return new Parser(tokens, faults).unit();
}

class Parser extends DeclarationParser {
  unit(): Unit {
    const items: Unit['items'][number][] = [];
    while (this.token.kind !== 'end' && !this.faults.full) {
      const before = this.at;
      try {
        items.push(...this.external());
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        this.recover();
        if (this.at === before) this.skip();
      }
    }
    return { items, end: this.token.place };
  }

  private external(): Unit['items'][number][] {
    const { kind, text, place } = this.token;
    if (kind === 'annotation') {
      this.skip();
      return [{ kind: 'annotation', text, place }];
    }
    if (this.take(';')) return [];
    if (this.take(GHOST)) return this.ghosts(place);
    if (this.is('asm', '__asm__', '__asm'))
      throw this.fault('unsupported', place, 'assembly outside of functions is not read');
    if (this.is('_Static_assert')) return [this.staticAssertion()];
    const specifiers = this.specifiers();
    if (this.is(';')) return this.declarations(specifiers, null);
    const declarator = this.declarator(specifiers.type, true);
    if (declarator.type.kind === 'function' && this.is('{')) {
      const { name, type } = declarator;
      this.declare(name, null);
      const body = this.scoped(() => {
        for (const parameter of type.parameters) if (parameter.name !== null) this.declare(parameter.name, null);
        return this.block();
      });
      const found: FunctionNode = { kind: 'function', name, type, body, place: declarator.place };
      return [...specifiers.constants, found];
    }
    if (declarator.type.kind === 'function' && this.beginsDeclaration())
      throw this.fault('unsupported', this.token.place, 'parameters are declared inside the parentheses');
    return this.declarations(specifiers, declarator);
  }

  private ghosts(place: Statement['place']): Declaration[] {
    return this.declarations(this.specifiers(), null).map((each): Declaration => {
      if (each.kind === 'variable' && each.type.kind !== 'function') return { ...each, ghost: true };
      throw this.fault('syntax', place, 'a ghost is a variable: `//@ ghost int count = 0;`');
    });
  }

  protected block(): Block {
    const { place } = this.token;
    this.expect('{', 'a block begins');
    const items = this.scoped(() => {
      const found: Statement[] = [];
      while (!this.is('}') && this.token.kind !== 'end' && !this.faults.full) {
        const before = this.at;
        try {
          found.push(this.statement());
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          this.recover();
          if (this.at === before) this.skip();
        }
      }
      return found;
    });
    this.expect('}', 'a block ends');
    return { kind: 'block', items, place: this.from(place) };
  }

  private statement(): Statement {
    return this.deeper(() => this.anyStatement());
  }

  /** The body of a loop or a case, where a comment may stand first. */
  private body(): Statement {
    const items: Statement[] = [];
    const { place } = this.token;
    while (this.token.kind === 'annotation' || this.is(GHOST)) items.push(this.anyStatement());
    const statement = this.is('}') ? ({ kind: 'empty', place } as const) : this.scoped(() => this.statement());
    if (items.length === 0) return statement;
    return { kind: 'block', items: [...items, statement], place: this.from(place) };
  }

  private anyStatement(): Statement {
    const { kind, text, place } = this.token;
    if (kind === 'annotation') {
      this.skip();
      return { kind: 'annotation', text, place };
    }
    if (this.is('{')) return this.block();
    if (this.take(';')) return { kind: 'empty', place };
    if (this.take(GHOST)) {
      const value = this.expression();
      this.expect(';', 'an assignment to a ghost ends');
      return { kind: 'ghost', value, place: value.place };
    }
    if (kind === 'identifier') {
      const next = this.ahead(1);
      const labelled = next.kind === 'punctuator' && next.text === ':';
      if (labelled && text !== 'default') {
        this.skip();
        this.skip();
        this.attributes();
        return { kind: 'label', name: text, body: this.body(), place };
      }
      const special = this.keyword(text, place);
      if (special !== null) return special;
      if (this.beginsDeclaration()) return this.local(place);
    }
    const value = this.expression();
    this.expect(';', 'a statement ends');
    return { kind: 'expression', value, place: value.place };
  }

  private local(place: Statement['place']): Statement {
    if (this.is('_Static_assert')) {
      return { kind: 'declarations', declarations: [this.staticAssertion()], place };
    }
    const specifiers = this.specifiers();
    const declarations: Declaration[] = this.declarations(specifiers, null);
    return { kind: 'declarations', declarations, place: this.from(place) };
  }

  private condition(): ReturnType<Parser['expression']> {
    this.expect('(', 'a condition begins');
    const condition = this.expression();
    this.expect(')', 'a condition ends');
    return condition;
  }

  private keyword(text: string, place: Statement['place']): Statement | null {
    switch (text) {
      case 'if': {
        this.skip();
        const condition = this.condition();
        const then = this.body();
        const otherwise = this.take('else') ? this.body() : null;
        return { kind: 'if', condition, then, otherwise, place };
      }
      case 'while': {
        this.skip();
        const condition = this.condition();
        return { kind: 'while', condition, body: this.body(), place: this.from(place) };
      }
      case 'do': {
        this.skip();
        const body = this.body();
        this.expect('while', 'a `do` has its condition');
        const condition = this.condition();
        this.expect(';', 'a statement ends');
        return { kind: 'do', condition, body, place: this.from(place) };
      }
      case 'for':
        return this.scoped(() => this.forLoop(place));
      case 'switch': {
        this.skip();
        const value = this.condition();
        return { kind: 'switch', value, body: this.body(), place };
      }
      case 'case': {
        this.skip();
        const value = this.constant();
        const last = this.take('...') ? this.constant() : null;
        this.expect(':', 'a case ends');
        return { kind: 'case', value, last, body: this.body(), place };
      }
      case 'default':
        this.skip();
        this.expect(':', '`default` ends');
        return { kind: 'default', body: this.body(), place };
      case 'goto': {
        this.skip();
        if (this.is('*'))
          throw this.fault('unsupported', place, 'a `goto` leads to a label: computed ones are not read');
        const { text: name } = this.name('a label');
        this.expect(';', 'a statement ends');
        return { kind: 'goto', name, place: this.from(place) };
      }
      case 'break':
      case 'continue':
        this.skip();
        this.expect(';', 'a statement ends');
        return { kind: text, place };
      case 'return': {
        this.skip();
        const value = this.is(';') ? null : this.expression();
        this.expect(';', 'a statement ends');
        return { kind: 'return', value, place: this.from(place) };
      }
      case 'asm':
      case '__asm__':
      case '__asm': {
        this.skip();
        while (this.is('volatile', '__volatile__', 'goto', 'inline')) this.skip();
        const words = this.parentheses();
        this.expect(';', 'a statement ends');
        return { kind: 'asm', text: words, place: this.from(place) };
      }
      case 'else':
        throw this.wrong(`${shown(this.token)} without \`if\``);
      default:
        return null;
    }
  }

  private forLoop(place: Statement['place']): Statement {
    this.skip();
    this.expect('(', 'a loop begins');
    const first = this.token.place;
    let initial: Statement | null = null;
    if (this.beginsDeclaration()) initial = this.local(first);
    else if (!this.take(';')) {
      const value = this.expression();
      this.expect(';', 'the first part of the loop ends');
      initial = { kind: 'expression', value, place: value.place };
    }
    const condition = this.is(';') ? null : this.expression();
    this.expect(';', 'the condition of the loop ends');
    const next = this.is(')') ? null : this.expression();
    this.expect(')', 'the head of the loop ends');
    return { kind: 'for', initial, condition, next, body: this.body(), place: this.from(place) };
  }
}
