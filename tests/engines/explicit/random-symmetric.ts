/**
 * Random programs whose threads are mostly interchangeable: identities in variables, arrays, locals and buffers, values that
 * are nobody's identity, plain values beside them; and now and then a step that looks at an identity as it must not.
 */

import type {
  Expression,
  NeverProperty,
  Program,
  SharedVariable,
  StateExpression,
  Template,
  Update,
  Variable,
} from '../../../src/models/program/model.js';
import type { Random } from '../../random/random.js';
import {
  apply,
  array,
  assign,
  at,
  both,
  edge,
  failing,
  local,
  location,
  never,
  not,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';

/** What a variable holds and what its index is. */
interface Shape {
  readonly value: 'plain' | 'identity';
  readonly index: 'identity' | null;
}

interface Declared extends Shape {
  readonly variable: Variable;
}

class Maker {
  private readonly random: Random;
  private readonly threads: number;
  /** The least identity. */
  private readonly base: number;
  private readonly globals: readonly Declared[];
  private readonly asymmetric: number;

  constructor(random: Random, threads: number, asymmetric: number) {
    this.random = random;
    this.threads = threads;
    this.base = random.pick([0, 0, 0, 1]);
    this.asymmetric = asymmetric;
    this.globals = Array.from({ length: random.between(1, 3) }, (_, k) => this.declared(`x${k}`));
  }

  private declared(name: string): Declared {
    const { random, base, threads } = this;
    const value = random.chance(0.5) ? 'plain' : 'identity';
    const index = random.chance(0.4) ? 'identity' : null;
    // -1 is nobody's identity.
    const sort =
      value === 'plain' ? range(0, 1) : range(random.pick([base, -1]), base + threads - 1 + random.pick([0, 0, 1]));
    const size = base + threads + random.pick([0, 0, 1]);
    return { value, index, variable: index === null ? scalar(name, sort) : array(name, sort, size) };
  }

  private nobody(): Expression {
    const { random, base, threads } = this;
    if (random.chance(this.asymmetric)) return number(random.between(base, base + threads - 1));
    return number(random.pick([-1, base + threads]));
  }

  private identity(locals: readonly Declared[], depth: number): Expression {
    const { random, base, threads } = this;
    if (random.chance(this.asymmetric)) return apply(local(0), '-', number(random.between(0, 1)));
    const found = this.variable(locals, 'identity', depth);
    if (found === null || random.chance(0.4)) {
      // With two threads the other one's identity can be computed.
      return threads === 2 && random.chance(0.3) ? apply(number(2 * base + 1), '-', local(0)) : local(0);
    }
    return found;
  }

  /** A variable with such values; null when there is none. */
  private variable(locals: readonly Declared[], value: Shape['value'], depth: number): Expression | null {
    const { random } = this;
    const candidates = [
      ...this.globals.map((each, k) => ({ each, access: shared, k })),
      ...locals.map((each, k) => ({ each, access: local, k: k + 1 })),
    ].filter(({ each }) => each.value === value && (each.index === null || depth > 0));
    if (candidates.length === 0) return null;
    const { each, access, k } = random.pick(candidates);
    return access(k, each.index === null ? null : this.identity(locals, depth - 1));
  }

  private plain(locals: readonly Declared[], depth: number): Expression {
    const { random } = this;
    const found = this.variable(locals, 'plain', 2);
    if (found === null || random.chance(0.3)) return number(random.between(0, 1));
    if (depth > 0 && random.chance(0.3)) return apply(number(1), '-', found);
    return found;
  }

  private guard(locals: readonly Declared[]): Expression {
    const { random } = this;
    const test = random.pick(['plain', 'same', 'nobody', 'identity']);
    if (test === 'plain') return apply(this.plain(locals, 1), random.pick(['==', '!=', '<']), this.plain(locals, 1));
    const left = this.identity(locals, 2);
    if (test === 'nobody') return apply(left, random.pick(['==', '!=']), this.nobody());
    if (random.chance(this.asymmetric)) return apply(left, '<', this.identity(locals, 1));
    const condition = apply(left, random.pick(['==', '!=']), this.identity(locals, 2));
    return random.chance(0.2) ? not(condition) : condition;
  }

  private update(locals: readonly Declared[]): Update {
    const { random } = this;
    const isShared = locals.length === 0 || random.chance(0.6);
    const candidates = isShared ? this.globals : locals;
    const chosen = random.between(0, candidates.length - 1);
    const { value, index } = candidates[chosen] as Declared;
    const place = index === null ? null : this.identity(locals, 1);
    const target = isShared ? shared(chosen, place) : local(chosen + 1, place);
    if (random.chance(0.1)) return assign(target, 'any');
    if (value === 'plain') return assign(target, this.plain(locals, 1));
    const conditional: Expression = {
      kind: 'conditional',
      condition: this.guard(locals),
      whenTrue: this.identity(locals, 1),
      whenFalse: this.identity(locals, 1),
    };
    return assign(
      target,
      random.chance(0.25) ? this.nobody() : random.chance(0.2) ? conditional : this.identity(locals, 2),
    );
  }

  private template(locals: readonly Declared[]): Template {
    const { random, base, threads } = this;
    const size = random.between(2, 4);
    const locations = Array.from({ length: size }, (_, k) =>
      k === size - 1 && random.chance(0.15) ? failing('assertion') : location(`l${k}`),
    );
    const edges = Array.from({ length: random.between(2, size + 2) }, (_, k) => {
      const from = k < size - 1 ? k : random.between(0, size - 1);
      const to = k < size - 1 ? k + 1 : random.between(0, size - 1);
      const updates = Array.from({ length: random.pick([0, 1, 1, 1, 2]) }, () => this.update(locals));
      const guard = random.chance(0.4) ? { guard: this.guard(locals) } : {};
      return edge(from, to, { ...guard, updates, fence: random.chance(0.1), atomic: random.chance(0.2) });
    });
    const me = scalar('me', range(base, base + threads - 1));
    return template('T', 1, [me, ...locals.map(({ variable }) => variable)], locations, edges);
  }

  private initial({ value, variable: { sort, size } }: Declared): (number | 'any')[] {
    const { random, base } = this;
    const { low, high } = sort.kind === 'range' ? sort : { low: 0, high: 1 };
    const same = value === 'plain' ? random.between(low, high) : random.pick([low, base, high]);
    return Array.from({ length: size ?? 1 }, () => {
      if (random.chance(0.04)) return 'any';
      return random.chance(0.15) ? random.between(low, high) : same;
    });
  }

  private properties({ locations }: Template): NeverProperty[] {
    const { random, base, threads } = this;
    const place = random.between(1, locations.length - 1);
    const numbers = Array.from({ length: threads }, (_, thread) => thread);
    const asymmetric = random.chance(this.asymmetric);
    if (random.chance(0.3)) {
      const bad = random.chance(0.5) ? numbers.map((thread) => at(thread, place)) : [];
      return bad.length === 0 ? [] : [never('all', asymmetric ? at(0, place) : bad.reduce(both))];
    }
    const chosen = random.between(0, this.globals.length - 1);
    const { value, index } = this.globals[chosen] as Declared;
    const about = (thread: number): StateExpression => {
      const me: StateExpression = { kind: 'constant', value: base + thread };
      const left: StateExpression = { kind: 'memory', variable: chosen, index: index === null ? null : me };
      const right: StateExpression = value === 'plain' ? { kind: 'constant', value: 1 } : me;
      return both(at(thread, place), { kind: 'binary', operator: '==', left, right });
    };
    return numbers.slice(asymmetric ? 1 : 0).map((thread) => never(`never${thread}`, about(thread)));
  }

  program(): Program {
    const { random, threads, base } = this;
    const locals = Array.from({ length: random.between(0, 2) }, (_, k) => this.declared(`l${k}`));
    const worker = this.template(locals);
    const initial = locals.map((each) => this.initial(each));
    const first = (k: number) => (random.chance(0.1) ? this.initial(locals[k] as Declared) : (initial[k] as number[]));
    const workers = Array.from({ length: threads }, (_, k) => ({
      name: `T(${k})`,
      template: 0,
      initial: [[base + k], ...locals.map((_, number) => first(number))],
    }));
    const onlookers = random.pick([0, 0, 0, 0, 1, 2]);
    const others = workers.length;
    const watchers = Array.from({ length: onlookers }, (_, k) => ({
      name: `U(${k})`,
      template: 1,
      initial: [[k], [-1]],
    }));
    const properties = this.properties(worker);
    const between = watchers.map((_, k) => at(others + k, 2));
    return {
      shared: [
        ...this.globals.map((each): SharedVariable => ({ ...sharing(each.variable), initial: this.initial(each) })),
        sharing(scalar('y', range(-1, 1)), -1),
      ],
      templates: [worker, this.onlooker()],
      threads: [...workers, ...watchers],
      never: onlookers > 0 && random.chance(0.3) ? [...properties, never('seen', between.reduce(both))] : properties,
      outOfRange: random.chance(0.7) ? 'disabled' : 'failure',
    };
  }

  /** Copies identities of the others, and has an identity of its own, which has nothing to do with theirs. */
  private onlooker(): Template {
    const { base, threads, random } = this;
    const watched = this.globals.findIndex(({ value, index }) => value === 'identity' && index === null);
    const own = shared(this.globals.length);
    return template(
      'U',
      1,
      [scalar('me', range(0, 1)), scalar('seen', range(-1, base + threads))],
      [location(), location(), location()],
      [
        edge(0, 1, { updates: [watched < 0 ? assign(local(1), 'any') : assign(local(1), shared(watched))] }),
        edge(1, 0, { updates: [assign(own, local(0))] }),
        edge(1, 2, { guard: apply(own, random.pick(['==', '!=']), local(0)), atomic: random.chance(0.5) }),
      ],
    );
  }
}

/** `asymmetric`: how often something is done that breaks the symmetry. */
export function randomSymmetric(random: Random, threads: number, asymmetric: number): Program {
  return new Maker(random, threads, asymmetric).program();
}
