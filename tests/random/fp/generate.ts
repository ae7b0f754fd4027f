/**
 * Random texts of the `.fp` language: constants, types, shared variables, threads in every form, properties of every kind.
 * Few variables, few values and short threads, so that threads meet and all states can be looked at twice.
 */
import { Random } from '../random.js';
import { COLOURS, type Variable } from './expressions.js';
import { BodyWriter, type Procedure } from './statements.js';

/** How many instances a thread with `[any]` has where these texts are judged. */
export const ANY_COUNT = 2;

interface Head {
  readonly name: string;
  readonly text: string;
  readonly instances: readonly (readonly string[])[];
  readonly parameters: readonly Variable[];
  readonly counted: boolean;
}

/** `plain`: without ghosts. */
export function randomText(seed: number, plain = false): string {
  return new TextWriter(new Random(seed), plain).text();
}

class TextWriter {
  private readonly random: Random;
  private readonly plain: boolean;

  constructor(random: Random, plain: boolean) {
    this.random = random;
    this.plain = plain;
  }

  text(): string {
    const { random } = this;
    const heads = this.heads();
    const counted = heads.filter((head) => head.counted);
    const { text: declared, variables } = this.shared(counted);
    const ghosts = this.ghosts();
    const instances = heads.reduce((sum, head) => sum + head.instances.length, 0);
    const constants = new Map([['N', 2]]);
    const names = heads.map(({ name }) => name);
    const { texts: called, procedures, labels: procedureLabels } = this.procedures(variables, constants, ghosts);
    const labels = new Map<string, readonly string[]>();
    const locals = new Map<string, readonly Variable[]>();
    const threads = heads.map(({ name, text, parameters }) => {
      const own = [...variables, ...parameters];
      const writer = new BodyWriter(random, own, constants, names);
      writer.procedures = procedures;
      writer.ghosts = ghosts;
      const body = writer.body(
        instances > 2 ? random.between(1, 2) : instances === 1 ? random.between(2, 5) : random.between(1, 4),
      );
      const calls = /\bp\(/.test(body) ? procedureLabels.map((label) => `p.${label}`) : [];
      labels.set(name, [...writer.labels, ...calls]);
      locals.set(
        name,
        own.filter(({ isShared, name: called }) => !isShared && called !== 'self'),
      );
      return `${text} {\n${body}}\n`;
    });
    const properties = Array.from({ length: random.between(1, 3) }, (_, k) => {
      return new PropertyWriter(random, [...variables, ...ghosts], heads, labels, locals).property(k);
    });
    if (random.chance(0.3)) properties.push(random.pick(['never deadlock', 'never hangs: deadlock']));
    const noted = ghosts.length === 0 ? [] : ['ghost gh: 0..2, gd[2]: bool'];
    return [...this.types(), ...declared, ...noted, ...random.shuffle([...called, ...threads]), ...properties]
      .join('\n')
      .concat('\n');
  }

  /** `q` is simple, `p` may call it. */
  private procedures(shared: readonly Variable[], constants: ReadonlyMap<string, number>, ghosts: readonly Variable[]) {
    const { random } = this;
    const procedures: Procedure[] = [];
    const texts: string[] = [];
    let labels: readonly string[] = [];
    const parameters = ['value', 'shared'] as const;
    const all: Procedure[] = [
      { name: 'q', parameters: random.pick([[], ['value']] as const), value: random.chance(0.5), simple: true },
      {
        name: 'p',
        parameters: random.pick([[], parameters, ['shared']] as const),
        value: random.chance(0.5),
        simple: false,
      },
    ];
    for (const procedure of random.chance(0.5) ? [] : all) {
      if (random.chance(0.3)) continue;
      const own = procedure.parameters.map((kind, k): Variable => {
        const isShared = kind === 'shared';
        return { name: `g${k}`, kind: 'int', range: [0, 2], size: null, isShared, assignable: isShared };
      });
      const writer = new BodyWriter(random, [...shared, ...own], constants, []);
      writer.procedures = procedures;
      writer.ghosts = ghosts;
      const body = writer.procedure(procedure, random.between(1, 2));
      labels = writer.labels;
      const heads = own.map(({ name, isShared }) => `${isShared ? 'shared ' : ''}${name}: 0..2`);
      texts.push(`proc ${procedure.name}(${heads.join(', ')}) {\n${body}}\n`);
      procedures.push(procedure);
    }
    return { texts, procedures: [...procedures], labels: procedures.some(({ name }) => name === 'p') ? labels : [] };
  }

  /** Not among what threads may name: `BodyWriter` assigns to them where they belong. */
  private ghosts(): Variable[] {
    if (this.plain || !this.random.chance(0.35)) return [];
    const common = { isShared: true, assignable: false };
    return [
      { name: 'gh', kind: 'int', range: [0, 2], size: null, ...common },
      { name: 'gd', kind: 'bool', range: null, size: 2, ...common },
    ];
  }

  private types(): string[] {
    const { random } = this;
    const more = random.pick([[], [], ['const YES = !false && N > 1'], ['const M = -N * 2 + 7 % 4  // odd']]);
    return ['const N = 2', 'type colour = red | green | blue', 'type small = 0..N', ...more];
  }

  /** What the instances of a thread are called, and what they know of themselves. */
  private heads(): Head[] {
    const { random } = this;
    const head = (name: string, kind: 'single' | 'range' | 'listed' | 'bool' | 'counted' | 'any'): Head => {
      const parameter = (called: string, type: Variable['kind'], range: Variable['range']): Variable => {
        return { name: called, kind: type, range, size: null, isShared: false, assignable: false };
      };
      switch (kind) {
        case 'single':
          return { name, text: `thread ${name}`, instances: [[]], parameters: [], counted: false };
        case 'range': {
          const parameters = [parameter('me', 'int', [0, 1])];
          return { name, text: `thread ${name}(me: 0..1)`, instances: [['0'], ['1']], parameters, counted: false };
        }
        case 'bool': {
          const parameters = [parameter('first', 'bool', null)];
          const text = `thread ${name}(first: bool)`;
          return { name, text, instances: [['false'], ['true']], parameters, counted: false };
        }
        case 'listed': {
          const parameters = [parameter('me', 'int', null), parameter('role', 'colour', null)];
          const [one, other] = random.shuffle(COLOURS) as [string, string, string];
          const text = `thread ${name}(me: int, role: colour) for (0, ${one}), (N - 1, ${other})`;
          return {
            name,
            text,
            instances: [
              ['0', one],
              ['1', other],
            ],
            parameters,
            counted: false,
          };
        }
        case 'counted':
        case 'any': {
          const parameters = [parameter('self', 'int', [0, 1])];
          const count = kind === 'any' ? 'any' : random.pick(['2', 'N']);
          return { name, text: `thread ${name}[${count}]`, instances: [['0'], ['1']], parameters, counted: true };
        }
      }
    };
    switch (random.weighted({ two: 5, one: 1, replicated: 5, both: 1 })) {
      case 'two':
        return [head('P', 'single'), head('Q', 'single')];
      case 'one':
        return [head('P', 'single')];
      case 'replicated':
        return [head('T', random.pick(['range', 'listed', 'bool', 'counted', 'any']))];
      case 'both':
        return random.shuffle([head('P', 'single'), head('T', random.pick(['range', 'counted', 'any']))]);
    }
  }

  private shared(counted: readonly Head[]): { text: string[]; variables: Variable[] } {
    const { random } = this;
    const common = { isShared: true, assignable: true } as const;
    const variables: Variable[] = [];
    const lines: string[] = [];
    const add = (variable: Omit<Variable, 'isShared' | 'assignable'>, type: string, first: string): void => {
      variables.push({ ...variable, ...common });
      lines.push(
        `shared ${variable.name}${variable.size === null ? '' : `[${variable.size === 2 ? random.pick(['2', 'N']) : variable.size}]`}: ${type}${first}`,
      );
    };
    add(
      { name: 'x', kind: 'int', range: [0, 2], size: null },
      random.pick(['0..2', 'small', '0..N']),
      random.pick(['', ' = 1', ' = 0']),
    );
    if (random.chance(0.6))
      add({ name: 'y', kind: 'int', range: [-1, 1], size: null }, '-1..1', random.pick(['', ' = -1', ' = ?']));
    if (random.chance(0.4))
      add({ name: 'f', kind: 'bool', range: null, size: null }, 'bool', random.pick(['', ' = true', ' = !true']));
    if (random.chance(0.35))
      add({ name: 'c', kind: 'colour', range: null, size: null }, 'colour', random.pick(['', ' = blue']));
    if (random.chance(0.4)) {
      add(
        { name: 'a', kind: 'int', range: [0, 2], size: 2 },
        'small',
        random.pick(['', ' = {1, 2}', ' = {0, ?}', ' = N']),
      );
    }
    if (random.chance(0.2)) {
      variables.push({ name: 'k', kind: 'int', range: null, size: null, ...common });
      lines.push(random.pick(['shared k', 'shared k = 0', 'shared k: int = 1']));
    }
    for (const [name, chance] of [
      ['e', 0.35],
      ['o', 0.1],
    ] as const) {
      if (!random.chance(chance)) continue;
      variables.push({ name, kind: 'int', range: null, size: null, ...common });
      lines.push(`shared ${name}: ${random.pick(random.chance(0.5) ? NARROW : WIDE)}`);
    }
    if (random.chance(0.15)) {
      const [low, high] = random.pick([
        [1, 2],
        [-2, -1],
      ] as const);
      add({ name: 'h', kind: 'int', range: [low, high], size: null }, `${low}..${high}`, '');
    }
    if (random.chance(0.2)) {
      const first = random.pick(['', ' = 1', ' = ?']);
      if (first !== ' = ?') variables.push({ name: 'm', kind: 'int', range: [0, 2], size: 2, inner: 2, ...common });
      lines.push(`shared m[2][N]: small${first === ' = ?' ? '' : first}`);
    }
    if (random.chance(0.25)) {
      const array = random.chance(0.6);
      const size = array ? 2 : null;
      variables.push({ name: 'r', kind: 'int', range: [0, 2], size, field: 'v', ...common });
      variables.push({ name: 'r', kind: 'bool', range: null, size, field: 'f', ...common });
      lines.push(`record cell { v: small${random.pick(['', ' = 1', ' = N'])}, f: bool }`);
      lines.push(`shared r${array ? random.pick(['[2]', '[N]']) : ''}: cell`);
    }
    const [thread] = counted;
    if (thread !== undefined && random.chance(0.5)) {
      variables.push({ name: 'own', kind: 'bool', range: null, size: 2, ...common });
      lines.push(`shared own[${thread.name}]: bool${random.pick(['', ' = true'])}`);
    }
    if (random.chance(0.2)) {
      for (const name of ['u', 'w']) variables.push({ name, kind: 'int', range: [0, 1], size: null, ...common });
      lines.push('shared u, w: 0..1 = 0');
    }
    return { text: lines, variables };
  }
}

/** Numbers of a fixed width, near their ends. */
const NARROW = ['u8 = 255', 'u8', 'i8 = 127', 'i8 = -128', 'u8 = -1', 'u16', 'u16 = 65535', 'i16 = -1'];
const WIDE = ['u32', 'u32 = 4294967295', 'u32 = 3000000019', 'u32 = -1', 'i32 = 2147483647', 'i32 = -2147483648'];

class PropertyWriter {
  private readonly random: Random;
  private readonly variables: readonly Variable[];
  private readonly heads: readonly Head[];
  private readonly labels: ReadonlyMap<string, readonly string[]>;
  private readonly locals: ReadonlyMap<string, readonly Variable[]>;
  /** Free names used so far, which may stand for values: of integers alone. */
  private readonly free = new Set<string>();

  constructor(
    random: Random,
    variables: readonly Variable[],
    heads: readonly Head[],
    labels: ReadonlyMap<string, readonly string[]>,
    locals: ReadonlyMap<string, readonly Variable[]>,
  ) {
    this.random = random;
    this.variables = variables;
    this.heads = heads;
    this.labels = labels;
    this.locals = locals;
  }

  property(number: number): string {
    const { random } = this;
    switch (random.weighted({ never: 6, invariant: 3, ltl: 0.7, predicates: 0.5 })) {
      case 'never':
        return `never ${random.chance(0.7) ? `p${number}: ` : ''}${this.placed('&&')}`;
      case 'invariant':
        return `invariant ${random.chance(0.7) ? `p${number}: ` : ''}${this.placed('->')}`;
      case 'ltl':
        return `ltl p${number}: ${this.formula(2)}`;
      case 'predicates':
        return `predicates { ${this.condition(1)}; ${this.compare(random.pick(this.variables), '')} }`;
    }
  }

  /** Mostly about somebody who is somewhere: other conditions are true from the start or never. */
  private placed(operator: '&&' | '->'): string {
    const { random } = this;
    if (random.chance(0.2)) return this.condition(2);
    const here = this.at(random.pick(this.heads));
    const there = random.chance(0.5) ? ` && ${this.at(random.pick(this.heads))}` : '';
    return `${here}${there} ${operator} (${this.condition(1)})`;
  }

  private formula(depth: number): string {
    const { random } = this;
    if (depth === 0) return `(${this.condition(0)})`;
    const again = () => this.formula(depth - 1);
    return random.chance(0.5)
      ? `${random.pick(['G', 'F', 'X', '!'])} (${again()})`
      : `(${again()} ${random.pick(['U', 'R', 'W', '&&', '||', '->', '<->'])} ${again()})`;
  }

  private condition(depth: number): string {
    const { random } = this;
    if (depth > 0 && random.chance(0.7)) {
      const operator = random.pick(['&&', '&&', '&&', '||', '->', '<->', '==']);
      const [left, right] = [this.condition(depth - 1), this.condition(depth - 1)];
      return `(${left}) ${operator} ${random.chance(0.2) ? '!' : ''}(${right})`;
    }
    switch (random.weighted({ at: 5, memory: 3, local: 3, free: 1 })) {
      case 'memory':
        return this.compare(random.pick(this.variables), '');
      case 'local': {
        const head = random.pick(this.heads);
        const own = this.locals.get(head.name) ?? [];
        return own.length === 0 ? this.at(head) : this.compare(random.pick(own), `${this.instance(head)}.`);
      }
      case 'free': {
        const integers = this.variables.filter(({ kind, size, field }) => kind === 'int' && size === null && !field);
        const [name] = this.free;
        return name === undefined || integers.length === 0
          ? this.at(random.pick(this.heads))
          : `${random.pick(integers).name} ${random.pick(['==', '!=', '<'])} ${name}`;
      }
      default:
        return this.at(random.pick(this.heads));
    }
  }

  private at(head: Head): string {
    return `${this.instance(head)}@${this.random.pick([...(this.labels.get(head.name) ?? []), 'end'])}`;
  }

  private instance({ name, instances, parameters }: Head): string {
    const { random } = this;
    const given = random.pick(instances);
    if (given.length === 0) return name;
    const values = given.map((value, k) => {
      const { kind } = parameters[k] as Variable;
      if (random.chance(0.4)) return value;
      // A name is of one type: each type has its own names.
      const free = kind === 'int' ? random.pick(['i', 'j']) : kind === 'bool' ? 'b' : 'd';
      if (kind === 'int') this.free.add(free);
      return free;
    });
    const listed = instances.some((one) => one.join() === values.join());
    const open = values.some((value) => /^[ijbd]$/.test(value));
    return `${name}(${(open || listed ? values : given).join(', ')})`;
  }

  private compare(variable: Variable, before: string): string {
    const { random } = this;
    const { kind, size, name } = variable;
    const index = (of: number | null | undefined) => (of ? `[${random.between(0, of - 1)}]` : '');
    const behind = variable.field === undefined ? '' : `.${variable.field}`;
    const cell = `${before}${name}${index(size)}${index(variable.inner)}${behind}`;
    if (kind === 'bool') return random.pick([cell, `!${cell}`, `${cell} == true`]);
    if (kind === 'colour') return `${cell} ${random.pick(['==', '!='])} ${random.pick(COLOURS)}`;
    // What is computed with numbers of a fixed width wraps: that is looked at in threads.
    if (name === 'e' || name === 'o') {
      return `${cell} ${random.pick(['==', '!=', '<', '>='])} ${random.pick(['0', '1', '127', '255', '2147483648', '4294967295'])}`;
    }
    const shown = random.pick([
      cell,
      cell,
      cell,
      `${cell} * 2 - 1`,
      `-${cell}`,
      `${cell} % 2`,
      `${cell} / 2`,
      `${cell} + count(${random.pick(this.heads).name})`,
    ]);
    return `${shown} ${random.pick(['==', '==', '!=', '<', '<=', '>', '>='])} ${random.between(-1, 2)}`;
  }
}
