/**
 * Conditions of properties on the states of the reference interpreter, from docs/reference/languages/program.md: free names
 * stand for every instance, names at the same place of the same thread for different ones.
 */
import type { ExpressionSyntax, InstanceSyntax, NameUse } from '../../../src/languages/program/syntax.js';
import { binary } from '../../languages/program/reference.js';
import type { World } from './world.js';

/** What a condition can see. */
export interface Sight {
  readonly memory: Readonly<Record<string, readonly number[]>>;
  /** By instance. */
  labels(instance: number): readonly string[];
  locals(instance: number): Readonly<Record<string, readonly number[]>>;
}

export interface Condition {
  /** A state like this is a violation. */
  isBad(sight: Sight): boolean;
}

type Choice = ReadonlyMap<string, number>;

export function conditionsOf(world: World): Condition[] {
  return world.syntax.declarations.flatMap((declaration) => {
    if (declaration.kind !== 'never' && declaration.kind !== 'invariant') return [];
    // `never deadlock` is no condition: `machine.ts` looks for threads that get stuck.
    const { condition } = declaration;
    if (condition.kind === 'name' && condition.name.text === 'deadlock') return [];
    const asked = new Asked(world, declaration.condition);
    const wanted = declaration.kind === 'never';
    return [{ isBad: (sight) => asked.some(sight, wanted) }];
  });
}

class Asked {
  private readonly world: World;
  private readonly condition: ExpressionSyntax;
  private readonly choices: readonly Choice[];

  constructor(world: World, condition: ExpressionSyntax) {
    this.world = world;
    this.condition = condition;
    this.choices = this.allChoices();
  }

  /** Whether the condition has this value for some choice. */
  some(sight: Sight, wanted: boolean): boolean {
    return this.choices.some((choice) => (this.value(this.condition, choice, sight) !== 0) === wanted);
  }

  private allChoices(): Choice[] {
    const places = new Map<string, Set<string>>();
    const uses: InstanceSyntax[] = [];
    visit(this.condition, (part) => {
      if (part.kind !== 'at' && part.kind !== 'localOf') return;
      if (this.world.meanings.sizes?.has(part.instance.name.text)) return;
      uses.push(part.instance);
      for (const [argument, value] of (part.instance.arguments ?? []).entries()) {
        if (!this.isFree(value)) continue;
        const { text } = value.name;
        places.set(text, (places.get(text) ?? new Set()).add(`${part.instance.name.text} ${argument}`));
      }
    });
    const values = [...new Set(this.world.instances.flatMap((instance) => instance.arguments))];
    let choices: Map<string, number>[] = [new Map()];
    for (const [name, own] of places) {
      const rivals = [...places].filter(([other, theirs]) => other !== name && [...own].some((one) => theirs.has(one)));
      choices = choices.flatMap((choice) =>
        values
          .filter((value) => rivals.every(([other]) => choice.get(other) !== value))
          .map((value) => new Map(choice).set(name, value)),
      );
    }
    return choices.filter((choice) => uses.every((use) => this.instanceOf(use, choice) >= 0));
  }

  private isFree(value: ExpressionSyntax): value is ExpressionSyntax & { kind: 'name' } {
    if (value.kind !== 'name' || value.index !== null) return false;
    const { constants, counts } = this.world.meanings;
    const { text } = value.name;
    return !constants.has(text) && !counts.has(text) && !this.world.sharedNames.includes(text);
  }

  private instanceOf({ name, arguments: given }: InstanceSyntax, choice: Choice): number {
    const wanted = (given ?? []).map((value) => this.value(value, choice, null));
    return this.world.instances.findIndex((instance) => {
      return instance.name === name.text && instance.arguments.join() === wanted.join();
    });
  }

  /** A cell of a record or of an array of arrays; the generator's indices are constants. */
  private compound(use: NameUse, value: (index: ExpressionSyntax) => number, sight: Sight | null): number {
    const { sizes } = this.world.meanings;
    let [name, cell, level] = [use.name.text, 0, 0];
    for (const part of [...(use.index === null ? [] : [{ index: use.index }]), ...(use.path ?? [])]) {
      if ('field' in part) {
        name = `${name}.${part.field.text}`;
        level = 0;
      } else cell = cell * (sizes?.get(name)?.[level++] ?? 1) + value(part.index);
    }
    const found = sight?.memory[name]?.[cell];
    if (found === undefined) throw new Error('a condition without value');
    return found;
  }

  private value(part: ExpressionSyntax, choice: Choice, sight: Sight | null): number {
    const again = (inner: ExpressionSyntax) => this.value(inner, choice, sight);
    const cell = (cells: readonly number[] | undefined, index: ExpressionSyntax | null): number => {
      const value = cells?.[index === null ? 0 : again(index)];
      if (value === undefined) throw new Error('a condition without value');
      return value;
    };
    switch (part.kind) {
      case 'number':
        return Number(part.text);
      case 'boolean':
        return Number(part.value);
      case 'count':
        return this.world.meanings.counts.get(part.thread.text) ?? 0;
      case 'name': {
        const { text } = part.name;
        const known = choice.get(text) ?? this.world.meanings.constants.get(text);
        if (known === undefined && this.world.meanings.sizes?.has(text)) return this.compound(part, again, sight);
        return known ?? cell(sight?.memory[text], part.index);
      }
      case 'at':
        return Number(sight?.labels(this.instanceOf(part.instance, choice)).includes(part.label.text));
      case 'localOf':
        if (this.world.meanings.sizes?.has(part.instance.name.text)) {
          const { instance, variable: field, path = [], start, end } = part;
          const behind = part.index === null ? path : [{ index: part.index }, ...path];
          const use = {
            kind: 'name',
            name: instance.name,
            index: null,
            path: [{ field }, ...behind],
            start,
            end,
          } as const;
          return this.compound(use, again, sight);
        }
        return cell(sight?.locals(this.instanceOf(part.instance, choice))[part.variable.text], part.index);
      case 'unary':
        return part.operator === '!' ? Number(again(part.operand) === 0) : -again(part.operand);
      case 'binary': {
        const left = again(part.left);
        if (part.operator === '&&' && left === 0) return 0;
        if ((part.operator === '||' && left !== 0) || (part.operator === '->' && left === 0)) return 1;
        return binary(part.operator, left, again(part.right));
      }
      default:
        throw new Error(`a condition with ${part.kind}`);
    }
  }
}

function visit(part: ExpressionSyntax, see: (part: ExpressionSyntax) => void): void {
  see(part);
  switch (part.kind) {
    case 'unary':
      return visit(part.operand, see);
    case 'binary':
      visit(part.left, see);
      return visit(part.right, see);
    case 'name':
    case 'localOf':
      return part.index === null ? undefined : visit(part.index, see);
    default:
  }
}
