/**
 * Statements of C as statements of programs. `continue` in a loop that counts, `break` in a `switch` and labels become jumps to
 * places without name; a label that a property names is a place with a name, where steps end.
 *
 * Loops stay loops where their conditions have no effects; otherwise the effects are made inside of an endless loop, in front
 * of a test that leaves it.
 */
import { constant } from '../../../models/program/expression.js';
import { binaryTerm, unaryTerm } from '../../../models/program/fold.js';
import { readsShared } from '../../program/lower.js';
import type { Statement as Made } from '../../program/plan.js';
import { type Block, type Expression, type ExpressionOf, type FunctionNode, inside, type Statement } from '../ast.js';
import { KNOWN_FUNCTIONS } from '../builtins.js';
import { Fault } from '../cursor.js';
import type { Term } from '../memory.js';
import type { Place } from '../tokens.js';
import { plain, promoted } from '../types.js';
import type { Value } from '../values.js';
import { assemblyOf } from './atomics.js';
import { Declarations } from './declaration.js';
import { either, type Unset } from './emit.js';

/** Where `break` and `continue` lead: out of a loop of the program, or to a key. */
interface Around {
  readonly leave: string | null;
  readonly again: string | null;
  /** What may have no value where it leads. */
  readonly left: { unset: Unset };
  readonly repeated: { unset: Unset };
}

export abstract class Statements extends Declarations {
  private around: Around | null = null;
  private cases:
    | { readonly value: Expression | null; readonly last: Expression | null; readonly key: string }[]
    | null = null;
  /** Where a `switch` begins, with so many objects. */
  private chosenAt: { readonly unset: Unset; readonly declared: number } = { unset: null, declared: 0 };

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
    return this.collect(() => this.scoped(() => this.statement(node)), 'always');
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
        this.discarded(node.value);
        return;
      case 'ghost':
        this.ghost(node.value, place);
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
        const { then: first, otherwise: second } = node;
        const [then, otherwise] = this.arms(
          () => this.scoped(() => this.statement(first)),
          () => this.scoped(() => second !== null && this.statement(second)),
        );
        const rest = second === null ? null : otherwise;
        this.add(
          { kind: 'if', condition, then, otherwise: rest, text: this.unit.text(node.condition.place) },
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
        this.unset = either(this.unset, this.passing(this.chosenAt.unset, this.chosenAt.declared));
        this.mark(key, place);
        this.statement(node.body);
        return;
      }
      case 'label': {
        const shown = this.frame.root ? node.name : `${this.frame.name}.${node.name}`;
        const labels = this.unit.words.has(node.name) && shown !== 'end' ? [shown] : [];
        this.arrivesAt(node.name);
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
        this.jumpsTo(node.name);
        return;
      case 'break':
      case 'continue': {
        const { around } = this;
        const target = node.kind === 'break' ? around?.leave : around?.again;
        if (around === null || target === undefined)
          throw this.unit.refuse(place, `\`${node.kind}\` stands inside a loop`, 'syntax');
        if (target === null) this.add({ kind: node.kind, text: node.kind }, place);
        else this.jump(target, node.kind);
        const ends = node.kind === 'break' ? around.left : around.repeated;
        ends.unset = either(ends.unset, this.unset);
        this.unset = null;
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

  /** It takes no step: what would be one, or decide about one, is refused. */
  private ghost(value: Expression, place: Place): void {
    this.ghostly = true;
    try {
      const made = this.collect(() => this.discarded(value), 'always');
      if (made.some(({ kind }) => kind !== 'assign' && kind !== 'assert'))
        throw this.unit.refuse(
          place,
          'a ghost is assigned without conditions and calls: `//@ ghost count = c ? 1 : count;`',
        );
      this.out.push(...made);
    } finally {
      this.ghostly = false;
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
    }, 'always');
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
    }, 'always');
    const text = test === null ? 'true' : this.unit.text(test.place);
    const again = next === null ? null : this.key('continue');
    const [begun, left, repeated]: [Unset, Around['left'], Around['left']] = [
      this.unset,
      { unset: null },
      { unset: null },
    ];
    const inside = this.inLoop({ leave: null, again, left, repeated }, () => {
      this.scoped(() => this.statement(body));
      this.unset = either(this.unset, repeated.unset);
      if (again !== null && next !== null) {
        this.mark(again, next.place);
        this.discarded(next);
      }
    });
    const endless = (condition as Term).kind === 'constant' && (condition as Term & { value: number }).value !== 0;
    this.unset = endless ? left.unset : either(begun, left.unset);
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
    const [left, repeated]: Around['left'][] = [{ unset: null }, { unset: null }];
    const ends = { left, repeated } as Pick<Around, 'left' | 'repeated'>;
    const inside = this.inLoop({ leave: null, again, ...ends }, () => {
      this.scoped(() => this.statement(node.body));
      this.unset = either(this.unset, ends.repeated.unset);
      if (jumps) this.mark(again, test.place);
    });
    // `do { } while (0)`, as macros write it.
    let condition: Term = constant(1);
    const effects = this.collect(() => {
      condition = this.condition(test);
    }, 'always');
    this.unset = either(this.unset, ends.left.unset);
    const once = (condition as Term).kind === 'constant' && (condition as Term & { value: number }).value === 0;
    if (once && effects.length === 0 && !jumps) {
      this.out.push(...inside);
      return;
    }
    const leave = this.collect(() => this.add({ kind: 'break', text: '' }, test.place));
    const stop = this.collect(() => {
      this.out.push(...effects);
      // What its effects have told is not told again.
      const isTold = effects.length > 0 && !readsShared(condition);
      this.branch(condition, [], leave, isTold ? '' : this.unit.text(test.place), test.place);
    });
    this.add({ kind: 'loop', body: [...inside, ...stop], text: '' }, node.place);
  }

  private switched(node: Statement & { kind: 'switch' }): void {
    const { place } = node;
    const value = this.asInteger(this.expression(node.value), node.value.place);
    const term = this.stable(value.term, this.unit.text(node.value.place));
    const leave = this.key('break');
    const [outer, chosenAt] = [this.cases, this.chosenAt];
    const found: NonNullable<typeof this.cases> = [];
    this.cases = found;
    const begun = this.unset;
    const [left, repeated] = [{ unset: null as Unset }, this.around?.repeated ?? { unset: null }];
    this.chosenAt = { unset: begun, declared: this.frame.objects.length };
    this.unset = null;
    const body = this.inLoop({ leave, again: this.around?.again as string | null, left, repeated }, () =>
      this.scoped(() => this.statement(node.body)),
    );
    this.cases = outer;
    this.chosenAt = chosenAt;
    this.unset = either(either(this.unset, left.unset), found.some((each) => each.value === null) ? null : begun);
    const text = this.unit.text(node.value.place);
    for (const each of found) {
      if (each.value === null) continue;
      const low = this.constantOf(each.value, promoted(value.type));
      const high = each.last === null ? low : this.constantOf(each.last, promoted(value.type));
      if (low === null || high === null) throw this.unit.refuse(each.value.place, 'a case is a constant', 'wrong-kind');
      if (low > high) throw this.unit.refuse(each.value.place, 'this range of cases is empty, or too wide');
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
    frame.left = either(frame.left, this.unset);
    this.unset = null;
  }

  /** `({ ...; value; })`. */
  protected statements(node: ExpressionOf<'statements'>): Value {
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
