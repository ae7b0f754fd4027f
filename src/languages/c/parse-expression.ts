/**
 * Expressions of C, by recursive descent; binary operators by their strength. Where a parenthesis may open a cast, a compound
 * literal or a statement expression, the next word tells: types begin with a word of types or with a typedef name.
 */
import type {
  Argument,
  BinaryOperator,
  Block,
  Designator,
  Expression,
  GenericCase,
  InitialItem,
  Initialiser,
  TypeNode,
  UnaryOperator,
} from './ast.js';
import { Cursor, KEYWORDS, shown } from './cursor.js';

const STRENGTH: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '>': 7,
  '<=': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};

const ASSIGNMENTS: ReadonlyMap<string, BinaryOperator | null> = new Map<string, BinaryOperator | null>([
  ['=', null],
  ...(['*', '/', '%', '+', '-', '<<', '>>', '&', '^', '|'] as const).map(
    (operator) => [`${operator}=`, operator] as const,
  ),
]);

const UNARY: ReadonlySet<string> = new Set(['+', '-', '!', '~', '*', '&']);

export abstract class ExpressionParser extends Cursor {
  /** Whether a type begins here. */
  protected abstract beginsType(distance?: number): boolean;
  protected abstract typeName(): TypeNode;
  protected abstract block(): Block;

  protected expression(): Expression {
    const first = this.token.place;
    let left = this.assignment();
    while (this.take(',')) left = { kind: 'comma', left, right: this.assignment(), place: this.from(first) };
    return left;
  }

  protected constant(): Expression {
    return this.conditional();
  }

  protected assignment(): Expression {
    return this.deeper(() => {
      const first = this.token.place;
      const target = this.conditional();
      const operator = this.token.kind === 'punctuator' ? ASSIGNMENTS.get(this.token.text) : undefined;
      if (operator === undefined) return target;
      this.skip();
      const value = this.assignment();
      return { kind: 'assign', operator, target, value, place: this.from(first) };
    });
  }

  private conditional(): Expression {
    const first = this.token.place;
    const condition = this.binary(1);
    if (!this.take('?')) return condition;
    return this.deeper(() => {
      const whenTrue = this.is(':') ? null : this.expression();
      this.expect(':', 'the second half of `? :` is needed');
      const whenFalse = this.conditional();
      return { kind: 'conditional', condition, whenTrue, whenFalse, place: this.from(first) };
    });
  }

  private binary(weakest: number): Expression {
    const first = this.token.place;
    let left = this.cast();
    for (let operands = 1; ; operands++) {
      const operator = this.token.text as BinaryOperator;
      const strength = this.token.kind === 'punctuator' && Object.hasOwn(STRENGTH, operator) ? STRENGTH[operator] : 0;
      if (strength < weakest || strength === 0) return left;
      this.notDeeper(operands);
      this.skip();
      const right = this.deeper(() => this.binary(strength + 1));
      left = { kind: 'binary', operator, left, right, place: this.from(first) };
    }
  }

  private cast(): Expression {
    const first = this.token.place;
    if (!this.is('(') || !this.beginsType(1)) return this.unary();
    return this.deeper(() => {
      this.skip();
      const type = this.typeName();
      this.expect(')', 'the type ends');
      if (this.is('{')) return this.postfix(this.compound(type), first);
      const operand = this.cast();
      return { kind: 'cast', type, operand, place: this.from(first) };
    });
  }

  private compound(type: TypeNode): Expression {
    const first = this.token.place;
    const initial = this.initialiser();
    if (initial.kind !== 'list') throw this.wrong('a compound literal has braces');
    return { kind: 'compound', type, initial, place: this.from(first) };
  }

  private unary(): Expression {
    const { kind, text, place } = this.token;
    if (kind === 'punctuator') {
      if (UNARY.has(text)) {
        this.skip();
        const operand = this.deeper(() => this.cast());
        return { kind: 'unary', operator: text as UnaryOperator, operand, place: this.from(place) };
      }
      if (text === '++' || text === '--') {
        this.skip();
        const operand = this.deeper(() => this.unary());
        return { kind: 'step', operator: text, before: true, operand, place: this.from(place) };
      }
      if (text === '&&') throw this.fault('unsupported', place, 'addresses of labels are not read: use `switch`');
    }
    if (this.is('sizeof', '_Alignof', '__alignof__', '__alignof')) return this.sizeOf();
    if (this.take('__extension__')) return this.cast();
    return this.postfix(this.primary(), place);
  }

  private sizeOf(): Expression {
    const { text, place } = this.skip();
    const kind = text === 'sizeof' ? 'sizeof' : 'alignof';
    if (this.is('(') && this.beginsType(1)) {
      this.skip();
      const of = this.typeName();
      this.expect(')', 'the type ends');
      return { kind, of, operand: null, place: this.from(place) };
    }
    const operand = this.deeper(() => this.unary());
    return { kind, of: null, operand, place: this.from(place) };
  }

  private postfix(value: Expression, first: Expression['place']): Expression {
    let object = value;
    for (;;) {
      if (this.take('[')) {
        const index = this.deeper(() => this.expression());
        this.expect(']', 'an index ends');
        object = { kind: 'index', object, index, place: this.from(first) };
      } else if (this.is('.', '->')) {
        const arrow = this.skip().text === '->';
        const { text: name } = this.name('the name of a member');
        object = { kind: 'member', object, name, arrow, place: this.from(first) };
      } else if (this.is('++', '--')) {
        const operator = this.skip().text as '++' | '--';
        object = { kind: 'step', operator, before: false, operand: object, place: this.from(first) };
      } else if (this.take('(')) {
        const list = this.deeper(() => this.arguments());
        object = { kind: 'call', callee: object, arguments: list, place: this.from(first) };
      } else {
        return object;
      }
    }
  }

  private arguments(): Argument[] {
    const list: Argument[] = [];
    if (this.take(')')) return list;
    do {
      const { place } = this.token;
      if (this.beginsType()) list.push({ kind: 'type', type: this.typeName(), place: this.from(place) });
      else list.push(this.assignment());
    } while (this.take(','));
    this.expect(')', 'the arguments end');
    return list;
  }

  private primary(): Expression {
    const { kind, text, place } = this.token;
    switch (kind) {
      case 'number':
      case 'character':
        this.skip();
        return { kind, text, place };
      case 'string': {
        let joined = '';
        while (this.token.kind === 'string') joined += this.skip().text.replace(/^[^"]*"|"$/g, '');
        return { kind, text: joined, place: this.from(place) };
      }
      case 'identifier':
        if (text === '_Generic') return this.generic();
        if (KEYWORDS.has(text)) throw this.wrong(`${shown(this.token)} where a value is needed`);
        this.skip();
        return { kind: 'name', name: text, place };
      default:
        break;
    }
    if (!this.is('(')) throw this.wrong(`${shown(this.token)} where a value is needed`);
    return this.deeper(() => {
      this.skip();
      if (this.is('{')) {
        const body = this.block();
        this.expect(')', 'the statements in parentheses end');
        return { kind: 'statements', body, place: this.from(place) };
      }
      const value = this.expression();
      this.expect(')', 'a parenthesis closes');
      return { ...value, place: this.from(place) };
    });
  }

  private generic(): Expression {
    const { place } = this.skip();
    this.expect('(', 'the value follows `_Generic`');
    const control = this.assignment();
    const cases: GenericCase[] = [];
    while (this.take(',')) {
      const type = this.take('default') ? null : this.typeName();
      this.expect(':', 'a value follows the type');
      cases.push({ type, value: this.assignment() });
    }
    this.expect(')', '`_Generic` ends');
    return { kind: 'generic', control, cases, place: this.from(place) };
  }

  protected initialiser(): Initialiser {
    const { place } = this.token;
    if (!this.take('{')) {
      const value = this.assignment();
      return { kind: 'value', value, place: this.from(place) };
    }
    return this.deeper(() => {
      const items: InitialItem[] = [];
      while (!this.is('}')) {
        items.push(this.initialItem());
        if (!this.take(',')) break;
      }
      this.expect('}', 'the values end');
      return { kind: 'list', items, place: this.from(place) };
    });
  }

  private initialItem(): InitialItem {
    const { place } = this.token;
    const designators: Designator[] = [];
    if (this.token.kind === 'identifier' && this.ahead(1).text === ':' && this.ahead(1).kind === 'punctuator') {
      // `name: value`, as GCC has it.
      designators.push({ kind: 'member', name: this.skip().text, place });
      this.skip();
      return { designators, value: this.initialiser(), place: this.from(place) };
    }
    while (this.is('.', '[')) {
      const first = this.token.place;
      if (this.take('.')) {
        designators.push({ kind: 'member', name: this.name('the name of a member').text, place: this.from(first) });
      } else {
        this.skip();
        const index = this.constant();
        const last = this.take('...') ? this.constant() : null;
        this.expect(']', 'an index ends');
        designators.push({ kind: 'index', index, last });
      }
    }
    if (designators.length > 0) this.expect('=', 'a value is given to the member');
    return { designators, value: this.initialiser(), place: this.from(place) };
  }
}
