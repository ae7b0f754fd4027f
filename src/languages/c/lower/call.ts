/**
 * Calls: a function of the text is translated in the place of the call, once for each call, so that programs need no stack.
 * Hence recursion is refused. Any other function is the matter of `library.ts`.
 *
 * Arguments are made steady before the body begins: a parameter that nobody assigns is its argument itself, without a local of
 * its own, and must stay what it was while the function runs.
 */
import { type Expression, type ExpressionOf, type FunctionNode, inside } from '../ast.js';
import type { LValue } from '../memory.js';
import type { Place } from '../tokens.js';
import { type CType, isScalar, sortOf } from '../types.js';
import type { Value } from '../values.js';
import { either, type Frame } from './emit.js';
import { LibraryCalls } from './library.js';

const DEEPEST_CALLS = 100;

export abstract class Calls extends LibraryCalls {
  protected abstract body(node: FunctionNode): void;
  /** A fresh object of this thread. */
  protected abstract localObject(name: string, type: CType, place: Place): LValue;

  protected call(node: ExpressionOf<'call'>, wanted: boolean): Value {
    const { callee, place } = node;
    const name = calledName(callee);
    if (name === null)
      throw this.unit.refuse(place, 'functions are called by their names: pointers to functions are not read');
    const found = this.isBuiltIn(name) ? null : this.lookUp(name, callee.place);
    if (found?.kind === 'function') {
      if (isAssumption(found.node)) return this.builtIn('__VERIFIER_assume', node.arguments, place, wanted);
      const values = node.arguments.map((argument) => this.steadied(this.argument(argument)));
      if (!name.startsWith('__VERIFIER_atomic_')) return this.inlined(found.node, values, place);
      return this.atomically(() => this.inlined(found.node, values, place), place);
    }
    if (found !== null && found.kind !== 'declared' && !(found.kind === 'value'))
      throw this.unit.refuse(place, `\`${name}\` is no function: pointers to functions are not read`, 'wrong-kind');
    if (found?.kind === 'value') {
      const { value } = found;
      if (value.kind !== 'pointer' || value.pointer.kind !== 'function')
        throw this.unit.refuse(place, `\`${name}\` is no function`, 'wrong-kind');
      const target = this.lookUp(value.pointer.name, place);
      if (target.kind === 'function')
        return this.inlined(
          target.node,
          node.arguments.map((each) => this.steadied(this.argument(each))),
          place,
        );
    }
    return this.builtIn(name, node.arguments, place, wanted);
  }

  /** All at one moment, as between `__VERIFIER_atomic_begin` and `_end`. */
  protected atomically<T>(make: () => T, place: Place): T {
    let value: T | undefined;
    this.atomic++;
    const body = this.collect(() => {
      value = make();
    }, 'always');
    this.atomic--;
    this.add({ kind: 'atomic', body, text: this.unit.text(place) }, place);
    return value as T;
  }

  private isBuiltIn(name: string): boolean {
    return (
      name.startsWith('__atomic_') ||
      name.startsWith('__sync_') ||
      name.startsWith('__builtin_') ||
      name.startsWith('__fencepost_')
    );
  }

  /** A value that stays what it is while the function runs. */
  private steadied(value: Value): Value {
    if (value.kind === 'integer') return { ...value, term: this.stable(value.term, '', sortOf(value.type)) };
    if (value.kind !== 'pointer') return value;
    const { pointer } = value;
    switch (pointer.kind) {
      case 'position':
        return {
          ...value,
          pointer: { ...pointer, term: this.stable(pointer.term, '', () => this.unit.pools.sort(pointer.to)) },
        };
      case 'number':
        return { ...value, pointer: { ...pointer, term: this.stable(pointer.term) } };
      case 'address': {
        const { lvalue } = pointer;
        const { element } = lvalue;
        const frozen = lvalue.index === null ? null : this.stable(lvalue.index);
        if (element === null) return { ...value, pointer: { kind: 'address', lvalue: { ...lvalue, index: frozen } } };
        const position = this.stable(element.position);
        const base = element.base === null ? null : this.stable(element.base);
        return {
          ...value,
          pointer: { kind: 'address', lvalue: { ...lvalue, index: frozen, element: { ...element, base, position } } },
        };
      }
      default:
        return value;
    }
  }

  protected inlined(node: FunctionNode, values: readonly Value[], place: Place, root = false): Value {
    if (this.frames.some((frame) => frame.node === node))
      throw this.unit.refuse(place, `\`${node.name}\` calls itself: recursion is not read, write a loop`);
    if (this.frames.length > DEEPEST_CALLS) throw this.unit.refuse(place, 'calls are nested too deep', 'nesting');
    const { parameters, result } = node.type;
    if (parameters.some(({ name }) => name === '...'))
      throw this.unit.refuse(node.place, 'a variable number of arguments is not read');
    if (!root && values.length !== parameters.length)
      throw this.unit.refuse(
        place,
        `\`${node.name}\` takes ${parameters.length} arguments, not ${values.length}`,
        'arity',
      );
    const type = this.type(result, node.place);
    const frame: Frame = {
      node,
      name: node.name,
      call: this.unit.next(),
      root,
      result: type,
      returned: null,
      returns: 0,
      single: hasSingleReturn(node),
      value: null,
      before: this.unset,
      left: null,
      objects: [],
      labels: new Map(),
    };
    this.frames.push(frame);
    const outer = this.scopes.splice(1);
    const assigned = this.unit.assignedIn(node);
    const body = this.collect(
      () =>
        this.scoped(() => {
          for (const [position, parameter] of parameters.entries()) {
            const declared = this.type(parameter.type, parameter.place);
            const given = values[position];
            if (parameter.name === null || given === undefined) continue;
            const value = this.convert(given, declared, place);
            if (!assigned.has(parameter.name) && isScalar(declared)) {
              this.bind(parameter.name, { kind: 'value', value });
              continue;
            }
            const lvalue = this.localObject(parameter.name, declared, parameter.place);
            this.bind(parameter.name, { kind: 'object', lvalue });
            this.store(lvalue, value, place);
          }
          this.body(node);
        }),
      'always',
    );
    this.scopes.push(...outer);
    if (frame.returned?.kind === 'object' && !frame.single) this.declared(frame.returned.lvalue);
    this.unset = either(this.unset, frame.left);
    if (frame.returns > 0) this.add({ kind: 'inline', body, text: this.unit.text(place) }, place);
    else this.out.push(...body);
    if (!root || this.name !== 'main') this.bury(frame.objects);
    this.frames.pop();
    if (frame.value !== null) return frame.value;
    if (frame.returned?.kind === 'object') return this.load(frame.returned.lvalue, place);
    return { kind: 'void' };
  }
}

/** The name that is called; null for a value. */
function calledName(callee: Expression): string | null {
  if (callee.kind === 'name') return callee.name;
  if (callee.kind === 'unary' && (callee.operator === '*' || callee.operator === '&'))
    return calledName(callee.operand);
  return null;
}

/** `void assume_abort_if_not(int c) { if (!c) abort(); }`. */
function isAssumption({ name }: FunctionNode): boolean {
  return name === 'assume_abort_if_not';
}

/** Nothing returns but the last statement. */
function hasSingleReturn({ body }: FunctionNode): boolean {
  const last = body.items.at(-1);
  return count(body, last?.kind === 'return' ? last : null) === 0;
}

function count(tree: unknown, but: unknown): number {
  if (typeof tree !== 'object' || tree === null || tree === but) return 0;
  if (Array.isArray(tree)) return tree.reduce((sum: number, part) => sum + count(part, but), 0);
  if ('kind' in tree && tree.kind === 'return') return 1;
  return inside(tree).reduce((sum: number, part) => sum + count(part, but), 0);
}
