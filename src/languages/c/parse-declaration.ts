/**
 * Declarations of C: specifiers in any order, declarators inside out, structs, enumerations, attributes.
 *
 * Typedef names and tags are looked up here, in scopes that follow the braces, because the grammar needs them: `(a) * b` is a
 * cast or a product. Values stay expressions; the translation computes them.
 */
import type {
  BasicName,
  Declaration,
  EnumConstant,
  Expression,
  Initialiser,
  Member,
  Parameter,
  Qualifiers,
  StructNode,
  TypeNode,
} from './ast.js';
import { shown } from './cursor.js';
import { ExpressionParser } from './parse-expression.js';
import type { Place } from './tokens.js';

interface Specifiers {
  readonly type: TypeNode;
  readonly storage: 'extern' | 'static' | 'register' | 'typedef' | null;
  readonly threadLocal: boolean;
  /** The constants of an enumeration that is declared on the way. */
  readonly constants: readonly EnumConstant[];
  /** `__auto_type`. */
  readonly auto: boolean;
}

export interface Declarator {
  readonly name: string;
  readonly type: TypeNode;
  readonly place: Place;
}

interface Scope {
  /** Null: a name that is no type here. */
  readonly names: Map<string, TypeNode | null>;
  readonly tags: Map<string, StructNode | 'enum'>;
}

const WORDS: ReadonlySet<string> = new Set([
  'void',
  'char',
  'short',
  'int',
  'long',
  'float',
  'double',
  'signed',
  '__signed__',
  'unsigned',
  '_Bool',
  '_Complex',
  '__int128',
]);
const STORAGE: ReadonlySet<string> = new Set(['typedef', 'extern', 'static', 'auto', 'register']);
const QUALIFIERS: ReadonlySet<string> = new Set([
  'const',
  'volatile',
  'restrict',
  'inline',
  '_Noreturn',
  '__const',
  '__volatile__',
  '__restrict',
  '__restrict__',
  '__inline',
  '__inline__',
  '__extension__',
]);
const OTHERS: ReadonlySet<string> = new Set([
  'struct',
  'union',
  'enum',
  '_Atomic',
  'typeof',
  '__typeof__',
  '__typeof',
  '_Thread_local',
  '__thread',
  '_Alignas',
  '__attribute__',
  '__auto_type',
]);

export abstract class DeclarationParser extends ExpressionParser {
  private readonly scopes: Scope[] = [{ names: new Map(), tags: new Map() }];

  protected scoped<T>(read: () => T): T {
    this.scopes.push({ names: new Map(), tags: new Map() });
    try {
      return read();
    } finally {
      this.scopes.pop();
    }
  }

  protected declare(name: string, type: TypeNode | null): void {
    this.scopes.at(-1)?.names.set(name, type);
  }

  private typedefNamed(name: string): TypeNode | null {
    for (const { names } of [...this.scopes].reverse()) {
      const known = names.get(name);
      if (known !== undefined) return known;
    }
    return null;
  }

  protected beginsType(distance = 0): boolean {
    const { kind, text } = this.ahead(distance);
    if (kind !== 'identifier') return false;
    if (WORDS.has(text) || QUALIFIERS.has(text) || OTHERS.has(text)) {
      // `__extension__ (expression)`.
      return text !== '__extension__' || this.beginsType(distance + 1);
    }
    return this.typedefNamed(text) !== null;
  }

  protected beginsDeclaration(): boolean {
    const { kind, text } = this.token;
    if (kind !== 'identifier') return false;
    if (text === '_Static_assert' || STORAGE.has(text)) return true;
    return this.beginsType() && !(this.ahead(1).text === ':' && this.ahead(1).kind === 'punctuator');
  }

  protected typeName(): TypeNode {
    const { type } = this.specifiers();
    return this.declarator(type, false).type;
  }

  /** Attributes say nothing about what happens, but for a few that change the layout, which nobody sees here. */
  protected attributes(): void {
    for (;;) {
      if (this.is('__attribute__', '_Alignas')) {
        this.skip();
        this.parentheses();
      } else if (this.is('[') && this.ahead(1).text === '[') {
        this.skip();
        while (!this.is(']') && this.token.kind !== 'end') this.skip();
        this.skip();
        this.take(']');
      } else if (this.is('asm', '__asm__', '__asm') && this.ahead(1).text === '(') {
        this.skip();
        this.parentheses();
      } else return;
    }
  }

  protected parentheses(): string {
    this.expect('(', 'a parenthesis opens');
    const texts: string[] = [];
    for (let open = 1; open > 0; ) {
      if (this.token.kind === 'end') throw this.wrong('the end of the file where a parenthesis closes');
      const { kind, text } = this.skip();
      if (kind === 'punctuator' && text === '(') open++;
      if (kind === 'punctuator' && text === ')') open--;
      if (open > 0) texts.push(text);
    }
    return texts.join(' ');
  }

  protected specifiers(): Specifiers {
    const first = this.token;
    const words: string[] = [];
    let type: TypeNode | null = null;
    let storage: Specifiers['storage'] = null;
    let threadLocal = false;
    let auto = false;
    const qualifiers: { atomic?: true; volatile?: true } = {};
    const constants: EnumConstant[] = [];
    for (;;) {
      this.attributes();
      const { kind, text } = this.token;
      if (kind !== 'identifier') break;
      if (STORAGE.has(text)) {
        this.skip();
        if (text !== 'auto') storage = text as Specifiers['storage'];
      } else if (QUALIFIERS.has(text)) {
        this.skip();
        if (text === 'volatile' || text === '__volatile__') qualifiers.volatile = true;
      } else if (text === '_Thread_local' || text === '__thread') {
        this.skip();
        threadLocal = true;
      } else if (text === '__auto_type') {
        this.skip();
        auto = true;
        type = { kind: 'other', name: '__auto_type' };
      } else if (text === '_Atomic') {
        this.skip();
        if (this.is('(') && this.beginsType(1)) {
          this.skip();
          type = { ...this.typeName(), atomic: true };
          this.expect(')', 'the type ends');
        } else qualifiers.atomic = true;
      } else if (text === 'struct' || text === 'union') {
        type = { kind: 'struct', struct: this.deeper(() => this.struct()) };
      } else if (text === 'enum') {
        type = this.enumeration(constants);
      } else if (text === 'typeof' || text === '__typeof__' || text === '__typeof') {
        type = this.typeOf();
      } else if (WORDS.has(text)) {
        words.push(this.skip().text.replace('__signed__', 'signed'));
      } else if (type === null && words.length === 0) {
        type = this.typedefNamed(text);
        if (type === null) break;
        this.skip();
      } else break;
    }
    if (words.length > 0) type = this.basic(words, first.place);
    if (type === null) {
      const near = storage !== null || this.token.kind === 'identifier' ? ': there is no type of that name' : '';
      throw this.wrong(`${shown(this.token)} where a declaration begins${near}`);
    }
    return { type: { ...type, ...qualifiers }, storage, threadLocal, constants, auto };
  }

  private basic(words: readonly string[], place: Place): TypeNode {
    const count = (word: string) => words.filter((each) => each === word).length;
    if (count('float') + count('double') + count('_Complex') > 0) return { kind: 'other', name: 'floating point' };
    if (count('__int128') > 0) return { kind: 'other', name: 'integers of 128 bits' };
    if (count('void') > 0) return { kind: 'void' };
    const sign = count('unsigned') > 0 ? 'unsigned ' : '';
    const longs = count('long');
    const named = (name: string): TypeNode => ({ kind: 'basic', name: name as BasicName });
    if (count('_Bool') > 0) return named('_Bool');
    if (count('char') > 0) return named(count('signed') > 0 ? 'signed char' : `${sign}char`);
    if (count('short') > 0) return named(`${sign}short`);
    if (longs > 2 || (count('unsigned') > 0 && count('signed') > 0))
      throw this.fault('syntax', place, `\`${words.join(' ')}\` is no type`);
    return named(`${sign}${longs === 0 ? 'int' : longs === 1 ? 'long' : 'long long'}`);
  }

  private typeOf(): TypeNode {
    this.skip();
    this.expect('(', 'a type or a value follows `typeof`');
    const type: TypeNode = this.beginsType() ? this.typeName() : { kind: 'typeof', of: this.expression() };
    this.expect(')', '`typeof` ends');
    return type;
  }

  private struct(): StructNode {
    const { text, place } = this.skip();
    this.attributes();
    const tag = this.token.kind === 'identifier' ? this.name('the name of a struct').text : null;
    this.attributes();
    const defines = this.is('{');
    const union = text === 'union';
    const here = this.scopes.at(-1) as Scope;
    const known = tag === null ? undefined : defines ? here.tags.get(tag) : this.tagNamed(tag);
    const struct: StructNode =
      known !== undefined && known !== 'enum' ? known : { tag, union, members: null, place: this.from(place) };
    if (tag !== null && known === undefined) here.tags.set(tag, struct);
    if (!defines) {
      if (tag === null) throw this.wrong('a struct has a name or members');
      return struct;
    }
    if (struct.members !== null) throw this.fault('duplicate', place, `\`${text} ${tag}\` is declared twice`);
    this.skip();
    const members: Member[] = [];
    while (!this.is('}') && this.token.kind !== 'end') {
      if (this.token.kind === 'annotation' || this.is(';')) this.skip();
      else this.members(members);
    }
    this.expect('}', 'the members end');
    this.attributes();
    struct.members = members;
    return struct;
  }

  /** A member has a size: `struct s { struct s inner; };` has none. */
  private complete(type: TypeNode, place: Place): void {
    let of = type;
    while (of.kind === 'array') of = of.of;
    if (of.kind !== 'struct' || of.struct.members !== null) return;
    const name = `${of.struct.union ? 'union' : 'struct'} ${of.struct.tag}`;
    throw this.fault(
      'type-mismatch',
      place,
      `\`${name}\` is not complete here, so it cannot be a member: use a pointer`,
    );
  }

  private tagNamed(tag: string): StructNode | 'enum' | undefined {
    return this.scopes.findLast(({ tags }) => tags.has(tag))?.tags.get(tag);
  }

  private members(members: Member[]): void {
    if (this.is('_Static_assert')) {
      this.staticAssertion();
      return;
    }
    const { place } = this.token;
    const { type, constants } = this.specifiers();
    for (const constant of constants) this.declare(constant.name, null);
    if (this.is(';')) {
      if (type.kind === 'struct') members.push({ name: null, type, bits: null, place: this.from(place) });
      this.skip();
      return;
    }
    do {
      const declared = this.is(':') ? { name: null, type, place } : this.declarator(type, true);
      const bits = this.take(':') ? this.constant() : null;
      this.attributes();
      this.complete(declared.type, declared.place);
      members.push({ name: declared.name, type: declared.type, bits, place: declared.place });
    } while (this.take(','));
    this.expect(';', 'a member ends');
  }

  private enumeration(constants: EnumConstant[]): TypeNode {
    const { place } = this.skip();
    this.attributes();
    const tag = this.token.kind === 'identifier' ? this.name('the name of an enumeration').text : null;
    if (tag === null && !this.is('{')) throw this.wrong('an enumeration has a name or constants');
    if (tag !== null) this.scopes.at(-1)?.tags.set(tag, 'enum');
    if (this.take('{')) {
      let before: EnumConstant | null = null;
      while (!this.is('}')) {
        const name = this.name('the name of a constant');
        this.attributes();
        const value: Expression | null = this.take('=') ? this.constant() : null;
        before = { kind: 'constant', name: name.text, value, before, place: name.place };
        constants.push(before);
        this.declare(name.text, null);
        if (!this.take(',')) break;
      }
      this.expect('}', 'the constants end');
      this.attributes();
    }
    const signed = constants.every(({ value }) => value === null || value.place === null);
    void signed;
    void place;
    return { kind: 'basic', name: 'int' };
  }

  /** `named`: false for the types in casts, which declare nothing. */
  protected declarator(base: TypeNode, named: boolean): Declarator {
    return this.deeper(() => {
      const { place } = this.token;
      let type = base;
      this.attributes();
      for (let levels = 1; this.take('*'); levels++) {
        this.notDeeper(levels);
        const qualifiers: { atomic?: true; volatile?: true } = {};
        for (;;) {
          this.attributes();
          if (this.is('_Atomic')) qualifiers.atomic = true;
          else if (this.is('volatile', '__volatile__')) qualifiers.volatile = true;
          else if (!this.is('const', 'restrict', '__restrict', '__restrict__', '__const')) break;
          this.skip();
        }
        type = { kind: 'pointer', to: type, ...(qualifiers satisfies Qualifiers) };
      }
      this.attributes();
      if (this.is('(') && this.isNestedDeclarator()) {
        // What stands behind the parenthesis is nearer to the base than what stands inside.
        this.skip();
        const inside = this.at;
        this.skipDeclarator();
        this.expect(')', 'a parenthesis closes');
        const outer = this.suffixes(type);
        const behind = this.at;
        this.at = inside;
        const inner = this.declarator(outer, named);
        this.at = behind;
        return { ...inner, place: this.from(place) };
      }
      let name = '';
      let at = place;
      if (this.token.kind === 'identifier' && (named || !this.beginsType())) {
        const found = this.name('a name');
        [name, at] = [found.text, found.place];
      } else if (named) throw this.wrong(`${shown(this.token)} where a name is needed`);
      const whole = this.suffixes(type);
      this.attributes();
      return { name, type: whole, place: at };
    });
  }

  /** `(*f)(int)` and `(f)(int)` against `(int)` of a function without name. */
  private isNestedDeclarator(): boolean {
    const next = this.ahead(1);
    if (next.kind === 'punctuator') return next.text === '*' || next.text === '(' || next.text === '[';
    return next.kind === 'identifier' && !this.beginsType(1);
  }

  private skipDeclarator(): void {
    for (let open = 1; this.token.kind !== 'end'; this.skip()) {
      if (this.is('(')) open++;
      if (this.is(')') && --open === 0) return;
    }
  }

  private suffixes(base: TypeNode): TypeNode {
    if (this.take('[')) {
      while (this.take('static', 'const', 'restrict', 'volatile'));
      const size = this.is(']') ? null : this.assignment();
      this.expect(']', 'the size ends');
      return { kind: 'array', of: this.deeper(() => this.suffixes(base)), size };
    }
    if (this.is('(')) {
      this.skip();
      const parameters = this.parameters();
      return { kind: 'function', result: this.deeper(() => this.suffixes(base)), parameters };
    }
    return base;
  }

  private parameters(): Parameter[] {
    const list: Parameter[] = [];
    if (this.take(')')) return list;
    if (this.is('void') && this.ahead(1).text === ')') {
      this.skip();
      this.skip();
      return list;
    }
    this.scoped(() => {
      do {
        const { place } = this.token;
        if (this.take('...')) {
          list.push({ name: '...', type: { kind: 'other', name: 'a variable number of arguments' }, place });
          break;
        }
        const { type } = this.specifiers();
        const { name, type: whole } = this.declarator(type, false);
        list.push({ name: name === '' ? null : name, type: decayed(whole), place: this.from(place) });
      } while (this.take(','));
    });
    this.expect(')', 'the parameters end');
    return list;
  }

  protected staticAssertion(): Declaration {
    const { place } = this.skip();
    this.expect('(', 'a condition follows');
    const condition = this.constant();
    if (this.take(',')) this.skip();
    this.expect(')', 'the assertion ends');
    this.take(';');
    return { kind: 'static assertion', condition, place: this.from(place) };
  }

  /** What is declared between the specifiers and the semicolon. A function's body is left for the caller: null is its sign. */
  protected declarations(specifiers: Specifiers, first: Declarator | null): Declaration[] {
    const { type, storage, threadLocal, constants } = specifiers;
    const found: Declaration[] = [...constants];
    if (first === null && this.take(';')) return found;
    let declared = first;
    do {
      declared ??= this.declarator(type, true);
      const { name, place } = declared;
      if (storage === 'typedef') {
        this.declare(name, declared.type);
      } else {
        this.declare(name, null);
        const initial: Initialiser | null = this.take('=') ? this.initialiser() : null;
        let whole = declared.type;
        if (specifiers.auto && initial?.kind === 'value') whole = { kind: 'typeof', of: initial.value };
        found.push({ kind: 'variable', name, type: whole, initial, storage, threadLocal, place });
      }
      declared = null;
    } while (this.take(','));
    this.expect(';', 'a declaration ends');
    return found;
  }
}

/** Arrays and functions that are parameters are pointers. */
function decayed(type: TypeNode): TypeNode {
  if (type.kind === 'array') return { kind: 'pointer', to: type.of };
  return type.kind === 'function' ? { kind: 'pointer', to: type } : type;
}
