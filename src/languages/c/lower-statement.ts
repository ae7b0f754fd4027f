/**
 * Statements of C as statements of programs. `continue` in a loop that counts, `break` in a `switch` and labels become jumps to
 * places without name; a label that a property names is a place with a name, where steps end.
 */
import { constant } from '../../models/program/expression.js';
import { binaryTerm, unaryTerm } from '../../models/program/fold.js';
import type { Statement as Made } from '../program/plan.js';
import {
  type Block,
  type Declaration,
  type Expression,
  type FunctionNode,
  type InitialItem,
  type Initialiser,
  inside,
  type Statement,
  type Variable,
} from './ast.js';
import { assemblyOf } from './atomics.js';
import { KNOWN_FUNCTIONS } from './builtins.js';
import { Fault } from './cursor.js';
import { Calls } from './lower-call.js';
import { cellsOf, type LValue, type Region, type Term } from './memory.js';
import type { Place } from './tokens.js';
import { type CType, INT, isScalar, plain, showType } from './types.js';
import type { Binding, Value } from './values.js';

/** Where `break` and `continue` lead: out of a loop of the program, or to a key. */
interface Around {
  readonly leave: string | null;
  readonly again: string | null;
}

export abstract class Statements extends Calls {
  private around: Around | null = null;
  private cases:
    | { readonly value: Expression | null; readonly last: Expression | null; readonly key: string }[]
    | null = null;

  protected body(node: FunctionNode): void {
    const [around, cases] = [this.around, this.cases];
    this.around = null;
    this.cases = null;
    this.items(node.body.items);
    this.around = around;
    this.cases = cases;
  }

  private items(items: readonly Statement[]): void {
    for (let at = 0; at < items.length; at++) {
      const item = items[at] as Statement;
      try {
        if (calls(item, KNOWN_FUNCTIONS.atomicBegin)) {
          const end = items.findIndex((each, position) => position > at && calls(each, KNOWN_FUNCTIONS.atomicEnd));
          if (end < 0) throw this.unit.refuse(item.place, 'the end of this atomic section is not in the same block');
          this.atomically(() => this.items(items.slice(at + 1, end)), item.place);
          at = end;
        } else this.statement(item);
      } catch (error) {
        // The fault was reported: what comes behind it may have others.
        if (!(error instanceof Fault)) throw error;
        if (item.kind === 'declarations')
          for (const each of item.declarations) if (each.kind === 'variable') this.unit.broken.add(each.name);
      }
    }
  }

  private block(node: Block): void {
    this.scoped(() => this.items(node.items));
  }

  private collected(node: Statement): Made[] {
    return this.collect(() => this.scoped(() => this.statement(node)));
  }

  private key(word: string): string {
    return `${word} ${this.unit.next()}`;
  }

  /** A place that jumps name. */
  private mark(key: string, place: Place): void {
    this.add({ kind: 'skip', text: '', keys: [key] }, place);
  }

  private jump(key: string, text: string): void {
    this.add({ kind: 'goto', target: key, text });
  }

  protected statement(node: Statement): void {
    const outer = this.at;
    this.at = node.place;
    try {
      this.anyStatement(node);
    } finally {
      this.at = outer;
    }
  }

  private anyStatement(node: Statement): void {
    const { place } = node;
    switch (node.kind) {
      case 'block':
        this.block(node);
        return;
      case 'annotation':
      case 'empty':
        return;
      case 'declarations':
        for (const declaration of node.declarations) this.declaration(declaration);
        return;
      case 'expression':
        this.expression(node.value, false);
        return;
      case 'if': {
        const condition = this.condition(node.condition);
        if (condition.kind === 'constant') {
          const taken = condition.value !== 0 ? node.then : node.otherwise;
          if (!hasLabels(node)) {
            if (taken !== null) this.scoped(() => this.statement(taken));
            return;
          }
        }
        const then = this.collected(node.then);
        const otherwise = node.otherwise === null ? null : this.collected(node.otherwise);
        this.add(
          { kind: 'if', condition, then, otherwise, text: this.unit.text(node.condition.place) },
          node.condition.place,
        );
        return;
      }
      case 'while':
        this.loop(node.condition, node.body, null, place);
        return;
      case 'for':
        this.scoped(() => {
          if (node.initial !== null) this.statement(node.initial);
          this.loop(node.condition, node.body, node.next, place);
        });
        return;
      case 'do':
        this.doLoop(node);
        return;
      case 'switch':
        this.switched(node);
        return;
      case 'case':
      case 'default': {
        if (this.cases === null) throw this.unit.refuse(place, `\`${node.kind}\` stands inside a \`switch\``, 'syntax');
        const key = this.key('case');
        if (node.kind === 'case') this.cases.push({ value: node.value, last: node.last, key });
        else this.cases.push({ value: null, last: null, key });
        this.mark(key, place);
        this.statement(node.body);
        return;
      }
      case 'label': {
        const shown = this.frame.root ? node.name : `${this.frame.name}.${node.name}`;
        const labels = this.unit.words.has(node.name) && shown !== 'end' ? [shown] : [];
        const body = this.collected(node.body);
        if (body.length === 0)
          body.push({ kind: 'skip', text: `${node.name}:`, labels: [], place: this.modelPlace(place) });
        this.out.push({
          kind: 'block',
          body,
          text: '',
          labels,
          keys: [this.labelKey(node.name)],
          place: this.modelPlace(place),
        });
        return;
      }
      case 'goto':
        this.jump(this.labelKey(node.name), `goto ${node.name}`);
        return;
      case 'break':
      case 'continue': {
        const { around } = this;
        const target = node.kind === 'break' ? around?.leave : around?.again;
        if (around === null || target === undefined)
          throw this.unit.refuse(place, `\`${node.kind}\` stands inside a loop`, 'syntax');
        if (target === null) this.add({ kind: node.kind, text: node.kind }, place);
        else this.jump(target, node.kind);
        return;
      }
      case 'return':
        this.returned(node.value, place);
        return;
      case 'asm': {
        const fence = assemblyOf(node.text);
        if (fence === null)
          throw this.unit.refuse(
            place,
            'this assembly is not known: write `atomic_thread_fence` or a built-in function',
          );
        this.fence(fence, place);
        return;
      }
    }
  }

  private labelKey(name: string): string {
    return `label ${name} of call ${this.frame.call}`;
  }

  private inLoop(around: Around, make: () => void): Made[] {
    const outer = this.around;
    const made = this.collect(() => {
      this.around = around;
      make();
    });
    this.around = outer;
    return made;
  }

  private refuseInAtomic(place: Place): void {
    if (this.atomic > 0)
      throw this.unit.refuse(place, 'a loop between `__VERIFIER_atomic_begin` and `_end`: a step has an end');
  }

  private loop(test: Expression | null, body: Statement, next: Expression | null, place: Place): void {
    this.refuseInAtomic(place);
    let condition: Term = constant(1);
    const effects = this.collect(() => {
      if (test !== null) condition = this.condition(test);
    });
    const text = test === null ? 'true' : this.unit.text(test.place);
    const again = next === null ? null : this.key('continue');
    const inside = this.inLoop({ leave: null, again }, () => {
      this.scoped(() => this.statement(body));
      if (again !== null && next !== null) {
        this.mark(again, next.place);
        this.expression(next, false);
      }
    });
    const endless = (condition as Term).kind === 'constant' && (condition as Term & { value: number }).value !== 0;
    const at = test?.place ?? place;
    if (effects.length === 0 && endless) this.add({ kind: 'loop', body: inside, text: '' }, place);
    else if (effects.length === 0) this.add({ kind: 'while', condition, body: inside, text }, at);
    else {
      const leave = this.collect(() => this.add({ kind: 'break', text: '' }, at));
      const stop = this.collect(() => {
        this.out.push(...effects);
        this.branch(unaryTerm('!', condition), leave, null, '', at);
      });
      this.add({ kind: 'loop', body: [...stop, ...inside], text: '' }, place);
    }
  }

  private doLoop(node: Statement & { kind: 'do' }): void {
    this.refuseInAtomic(node.place);
    const again = this.key('continue');
    const { condition: test } = node;
    const jumps = hasJumps(node.body);
    const inside = this.inLoop({ leave: null, again }, () => {
      this.scoped(() => this.statement(node.body));
      if (jumps) this.mark(again, test.place);
    });
    // `do { } while (0)`, as macros write it.
    let condition: Term = constant(1);
    const effects = this.collect(() => {
      condition = this.condition(test);
    });
    const once = (condition as Term).kind === 'constant' && (condition as Term & { value: number }).value === 0;
    if (once && effects.length === 0 && !jumps) {
      this.out.push(...inside);
      return;
    }
    const leave = this.collect(() => this.add({ kind: 'break', text: '' }, test.place));
    const stop = this.collect(() => {
      this.out.push(...effects);
      this.branch(unaryTerm('!', condition), leave, null, '', test.place);
    });
    this.add({ kind: 'loop', body: [...inside, ...stop], text: '' }, node.place);
  }

  private switched(node: Statement & { kind: 'switch' }): void {
    const { place } = node;
    const value = this.asInteger(this.expression(node.value), node.value.place);
    const term = this.stable(value.term, this.unit.text(node.value.place));
    const leave = this.key('break');
    const outer = this.cases;
    const found: NonNullable<typeof this.cases> = [];
    this.cases = found;
    const body = this.inLoop({ leave, again: this.around?.again as string | null }, () =>
      this.scoped(() => this.statement(node.body)),
    );
    this.cases = outer;
    const text = this.unit.text(node.value.place);
    for (const each of found) {
      if (each.value === null) continue;
      const low = this.constantIn(each.value);
      const high = each.last === null ? low : this.constantIn(each.last);
      if (low === null || high === null) throw this.unit.refuse(each.value.place, 'a case is a constant', 'wrong-kind');
      const condition =
        low === high
          ? binaryTerm('==', term, constant(low))
          : binaryTerm('&&', binaryTerm('>=', term, constant(low)), binaryTerm('<=', term, constant(high)));
      const then = this.collect(() => this.jump(each.key, ''));
      this.add(
        { kind: 'if', condition, then, otherwise: null, text: `${text} == ${this.unit.text(each.value.place)}` },
        place,
      );
    }
    const otherwise = found.find((each) => each.value === null);
    this.jump(otherwise?.key ?? leave, '');
    this.out.push(...body);
    this.mark(leave, place);
  }

  private returned(node: Expression | null, place: Place): void {
    const { frame } = this;
    const wanted = frame.result.kind !== 'void' && !frame.root;
    if (node !== null && !wanted) this.expression(node, false);
    if (wanted && node === null) throw this.unit.refuse(place, `\`${frame.name}\` returns a value`, 'missing');
    if (wanted && node !== null) {
      const value = this.convert(this.expression(node), frame.result, node.place);
      if (frame.single && value.kind !== 'struct') {
        frame.value = this.steady(value);
        return;
      }
      if (frame.returned === null) {
        const lvalue = this.localObject(`${frame.name}()`, plain(frame.result), frame.node?.place ?? place);
        frame.returned = { kind: 'object', lvalue };
      }
      if (frame.returned.kind === 'object') this.store(frame.returned.lvalue, value, place);
    }
    if (frame.single) return;
    frame.returns++;
    this.add({ kind: 'return', text: this.unit.text(place) }, place);
  }

  protected abstract steady(value: Value): Value;

  /** `({ ...; value; })`. */
  protected statements(node: Expression & { kind: 'statements' }): Value {
    const { items } = node.body;
    const last = items.at(-1);
    return this.scoped(() => {
      const outer = this.around;
      this.items(items.slice(0, -1));
      let value: Value = { kind: 'void' };
      if (last?.kind === 'expression') value = this.steady(this.expression(last.value));
      else if (last !== undefined) this.statement(last);
      this.around = outer;
      return value;
    });
  }

  protected declaration(declaration: Declaration): void {
    switch (declaration.kind) {
      case 'constant':
        this.bind(declaration.name, {
          kind: 'value',
          value: this.integer(constant(this.enumerated(declaration)), INT),
        });
        return;
      case 'static assertion':
        if (this.constantIn(declaration.condition) === 0)
          this.unit.report('type-mismatch', declaration.place, 'this static assertion is false');
        return;
      case 'variable':
        this.variable(declaration);
    }
  }

  protected enumerated(node: Declaration & { kind: 'constant' }): number {
    if (node.value === null) return node.before === null ? 0 : this.enumerated(node.before) + 1;
    const value = this.constantIn(node.value);
    if (value === null) throw this.unit.refuse(node.place, 'the value of an enumeration is a constant', 'wrong-kind');
    return value;
  }

  private variable(node: Variable): void {
    const { name, place, initial } = node;
    if (node.type.kind === 'function' || node.storage === 'extern') return;
    const type = this.sized(this.type(node.type, place), initial);
    if (node.storage === 'static') {
      this.bind(name, { kind: 'object', lvalue: this.staticObject(node, type, `${this.frame.name}.${name}`) });
      return;
    }
    const assigned = this.frame.node === null ? null : this.unit.assignedIn(this.frame.node);
    const constantly = assigned !== null && !assigned.has(name) && !this.unit.words.has(name);
    // The name is known in its own first value: `malloc(sizeof *p)`.
    const lvalue = this.localObject(name, type, place);
    this.bind(name, { kind: 'object', lvalue });
    if (constantly && initial?.kind === 'value' && isScalar(type)) {
      const value = this.convert(this.expression(initial.value), type, initial.place);
      this.bind(name, { kind: 'value', value: this.steady(value) });
      return;
    }
    if (initial !== null) this.initialise(lvalue, initial, true);
  }

  protected abstract staticObject(node: Variable, type: CType, name: string): LValue;

  /** An array takes its size from its first values. */
  protected sized(type: CType, initial: Initialiser | null): CType {
    if (type.kind !== 'array' || type.size !== null || initial === null) return type;
    if (initial.kind === 'value') {
      if (initial.value.kind === 'string') return { ...type, size: initial.value.text.length + 1 };
      return type;
    }
    let [at, size] = [0, 0];
    for (const { designators } of initial.items) {
      const [first] = designators;
      if (first?.kind === 'index') at = this.constantIn(first.last ?? first.index) ?? at;
      at++;
      size = Math.max(size, at);
    }
    const inner = type.of;
    // Values without braces of their own fill several scalars each.
    const flat = initial.items.every(({ value, designators }) => value.kind === 'value' && designators.length === 0);
    const each = flat && !isScalar(inner) ? scalarCount(inner) : 1;
    return { ...type, size: Math.ceil(size / each) };
  }

  protected initialise(lvalue: LValue, initial: Initialiser, clears: boolean): void {
    const { type } = lvalue;
    if (isScalar(type)) {
      const inner = initial.kind === 'list' ? initial.items[0]?.value : initial;
      if (inner === undefined) this.clear(lvalue, initial.place);
      else if (inner.kind === 'list') this.initialise(lvalue, inner, clears);
      else this.store(lvalue, this.convert(this.expression(inner.value), type, inner.place), initial.place);
      return;
    }
    if (initial.kind === 'value') {
      if (type.kind === 'array' && initial.value.kind === 'string') {
        this.characters(lvalue, initial.value.text, initial.place);
        return;
      }
      this.store(lvalue, this.convert(this.expression(initial.value), type, initial.place), initial.place);
      return;
    }
    if (clears) this.clear(lvalue, initial.place);
    const rest = [...initial.items];
    this.fill(lvalue, rest, true, initial.place);
    if (rest.length > 0)
      throw this.unit.refuse(rest[0]?.place ?? initial.place, 'there are more values than members', 'arity');
  }

  private characters(lvalue: LValue, text: string, place: Place): void {
    for (let at = 0; at <= text.length; at++) {
      const code = at === text.length ? 0 : text.charCodeAt(at);
      this.store(this.element(lvalue, constant(at), place), this.integer(constant(code), INT), place);
    }
  }

  /** Gives the values of a list to the parts of an object, one after the other; `outer`: the braces are those of the object. */
  private fill(lvalue: LValue, rest: InitialItem[], outer: boolean, place: Place): void {
    const { type } = lvalue;
    const parts = type.kind === 'struct' ? type.struct.members().map(({ name }) => name) : [];
    const count = type.kind === 'array' ? (type.size ?? 0) : parts.length;
    const at = (position: number) =>
      type.kind === 'array'
        ? this.element(lvalue, constant(position), place)
        : this.part(lvalue, parts[position] as string, place);
    let position = 0;
    while (rest.length > 0) {
      const item = rest[0] as InitialItem;
      const [designator, ...inner] = item.designators;
      if (designator !== undefined) {
        if (!outer) return;
        rest.shift();
        const low = this.designated(designator, parts, item.place);
        const high =
          designator.kind === 'index' && designator.last !== null ? (this.constantIn(designator.last) ?? low) : low;
        for (let each = low; each <= high; each++) {
          const part = at(each);
          if (inner.length > 0) this.fill(part, [{ ...item, designators: inner }], true, item.place);
          else this.item(part, item, rest);
        }
        position = high + 1;
        continue;
      }
      if (position >= count) return;
      const part = at(position++);
      rest.shift();
      this.item(part, item, rest);
    }
  }

  private item(part: LValue, item: InitialItem, rest: InitialItem[]): void {
    const { value } = item;
    if (value.kind === 'list' || isScalar(part.type)) {
      this.initialise(part, value, false);
      return;
    }
    if (value.value.kind === 'string' && part.type.kind === 'array') {
      this.characters(part, value.value.text, value.place);
      return;
    }
    if (part.type.kind === 'struct' && plain(this.typeOfExpression(value.value)).kind === 'struct') {
      this.initialise(part, value, false);
      return;
    }
    // Without braces of its own: its parts take the values that come next.
    rest.unshift({ ...item, designators: [] });
    this.fill(part, rest, false, item.place);
  }

  private designated(designator: InitialItem['designators'][number], parts: readonly string[], place: Place): number {
    if (designator.kind === 'index') {
      const index = this.constantIn(designator.index);
      if (index !== null) return index;
    } else {
      const position = parts.indexOf(designator.name);
      if (position >= 0) return position;
      throw this.unit.refuse(place, `there is no member \`${designator.name}\``, 'unknown-name');
    }
    throw this.unit.refuse(place, 'an index of an initialiser is a constant', 'wrong-kind');
  }

  protected compound(node: Expression & { kind: 'compound' }): LValue {
    const type = this.sized(this.type(node.type, node.place), node.initial);
    const lvalue = this.localObject(`(${showType(type)})`, type, node.place);
    this.initialise(lvalue, node.initial, true);
    return lvalue;
  }

  protected regionOf(key: string, name: string, type: CType, place: Place): Region {
    return { key, name, type, count: null, kind: 'shared', place: this.unit.place(place) };
  }

  protected asBinding(lvalue: LValue): Binding {
    return { kind: 'object', lvalue };
  }
}

function scalarCount(type: CType): number {
  if (type.kind === 'array') return (type.size ?? 0) * scalarCount(type.of);
  if (type.kind === 'struct') return type.struct.members().reduce((sum, field) => sum + scalarCount(field.type), 0);
  return 1;
}

function calls(node: Statement, names: readonly string[]): boolean {
  if (node.kind !== 'expression' || node.value.kind !== 'call') return false;
  const { callee } = node.value;
  return callee.kind === 'name' && names.includes(callee.name);
}

/** Somebody may jump into it. */
function hasLabels(node: Statement): boolean {
  return hasKind(node, ['label', 'case', 'default']);
}

function hasJumps(node: Statement): boolean {
  return hasKind(node, ['break', 'continue']);
}

function hasKind(tree: unknown, kinds: readonly string[]): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if (Array.isArray(tree)) return tree.some((part) => hasKind(part, kinds));
  if ('kind' in tree && typeof tree.kind === 'string' && kinds.includes(tree.kind)) return true;
  return inside(tree).some((part) => hasKind(part, kinds));
}

export { cellsOf };
