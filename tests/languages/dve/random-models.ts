/**
 * Random DVE models as text: arrays with computed indices, effects that use one another, channels of all kinds, committed
 * states, assertions, properties, and values that do not fit. In texts `«x»` stands for a read of the global variable x, so
 * that the same model can be printed with store buffers (`buffered-model.ts`).
 */
import type { Random } from '../../random/random.js';

export interface RandomVariable {
  readonly name: string;
  readonly type: 'byte' | 'int';
  readonly size: number | null;
  readonly initial: readonly number[];
}

export interface RandomEffect {
  /** Of a scalar, or with its index. */
  readonly target: string;
  /** The name of the global variable that is written; null for a local one. */
  readonly global: string | null;
  readonly value: string;
}

export interface RandomTransition {
  readonly from: string;
  readonly to: string;
  readonly guard: string | null;
  readonly sync: string | null;
  readonly effects: readonly RandomEffect[];
}

export interface RandomProcess {
  readonly name: string;
  readonly variables: readonly RandomVariable[];
  readonly states: readonly string[];
  /** Sections between `init` and `trans`. */
  readonly sections: readonly string[];
  readonly transitions: readonly RandomTransition[];
}

export interface RandomModel {
  readonly globals: readonly RandomVariable[];
  readonly channels: readonly string[];
  readonly processes: readonly RandomProcess[];
  readonly mode: 'async' | 'sync';
  readonly property: string | null;
}

/** `memory`: processes that share scalars and nothing else. */
export type Flavour = 'channels' | 'sync' | 'memory';

interface Channel {
  readonly name: string;
  readonly arity: number;
}

export function randomModel(random: Random, flavour: Flavour): RandomModel {
  return new Generator(random, flavour).model();
}

class Generator {
  private readonly random: Random;
  private readonly flavour: Flavour;
  private readonly globals: RandomVariable[];
  private readonly channels: (Channel & { readonly text: string })[] = [];
  private readonly states: string[][];
  private readonly committing: boolean;

  constructor(random: Random, flavour: Flavour) {
    this.random = random;
    this.flavour = flavour;
    this.globals = ['g', 'h'].map((name) => this.variable(name, 'byte', false));
    if (flavour !== 'memory') {
      this.globals.push(this.variable('a', 'byte', true), this.variable('b', 'int', random.chance(0.5)));
    }
    if (flavour === 'channels') {
      const count = random.between(0, 2);
      for (let number = 0; number < count; number++) this.channels.push(this.channel(`c${number}`));
    }
    const count = random.between(2, 3);
    this.states = Array.from({ length: count }, () =>
      ['s', 't', 'u'].slice(0, random.between(flavour === 'sync' ? 1 : 2, 3)),
    );
    this.committing = flavour === 'channels' && random.chance(0.3);
  }

  model(): RandomModel {
    const processes = this.states.map((_, number) => this.process(number));
    const property = this.random.chance(0.4) ? this.property(processes) : null;
    return {
      globals: this.globals,
      channels: this.channels.map(({ text }) => text),
      processes,
      mode: this.flavour === 'sync' ? 'sync' : 'async',
      property,
    };
  }

  private variable(name: string, type: 'byte' | 'int', isArray: boolean): RandomVariable {
    const size = isArray ? this.random.between(1, 3) : null;
    const initial = Array.from({ length: size ?? 1 }, () => this.random.between(0, 2));
    return { name, type, size, initial };
  }

  private channel(name: string): Channel & { text: string } {
    const { random } = this;
    if (random.chance(0.4)) return { name, arity: random.between(0, 1), text: `channel ${name};` };
    const types = Array.from({ length: random.between(1, 2) }, () => random.pick(['byte', 'int']));
    const capacity = random.pick([0, 1, 2]);
    return { name, arity: types.length, text: `channel {${types.join(', ')}} ${name}[${capacity}];` };
  }

  private process(number: number): RandomProcess {
    const { random } = this;
    const states = this.states[number] as string[];
    const variables = [this.variable('x', 'byte', false), this.variable('l', 'int', true)].slice(
      0,
      random.between(0, 2),
    );
    const sections: string[] = [];
    if (this.committing && random.chance(0.6)) sections.push(`commit ${random.pick(states)};`);
    if (random.chance(0.3)) sections.push(`assert ${random.pick(states)}: ${this.expression(variables, 2)};`);
    const count = this.flavour === 'sync' ? random.between(1, 4) : random.between(states.length, 5);
    const transitions = Array.from({ length: count }, (_, position): RandomTransition => {
      const from = states[position] ?? random.pick(states);
      const guard = random.chance(0.6) ? this.expression(variables, 2) : null;
      const sync = this.channels.length > 0 && random.chance(0.6) ? this.sync(variables) : null;
      const effects = this.effects(variables);
      return { from, to: random.pick(states), guard, sync, effects };
    });
    return { name: `P${number}`, variables, states, sections, transitions };
  }

  private effects(own: readonly RandomVariable[]): RandomEffect[] {
    const { random } = this;
    const written = new Set<string>();
    return Array.from({ length: random.between(0, 3) }, () => this.effect(own)).filter(({ global }) => {
      // With buffers, what becomes of two writes to one variable in one step is not the matter of this.
      if (this.flavour !== 'memory' || global === null) return true;
      const again = written.has(global);
      written.add(global);
      return !again;
    });
  }

  private effect(own: readonly RandomVariable[]): RandomEffect {
    const { random } = this;
    const isLocal = own.length > 0 && random.chance(0.4);
    const variable = random.pick(isLocal ? own : this.globals);
    const inner = this.expression(own, 2);
    const value = random.chance(0.85) ? `(${inner}) % 3` : inner;
    return {
      target: variable.name + this.index(own, variable),
      global: isLocal ? null : variable.name,
      // What is negative fits no byte: that is to happen rarely.
      value: random.chance(0.8) ? `(${value}) * (${value})` : value,
    };
  }

  private sync(own: readonly RandomVariable[]): string {
    const { random } = this;
    const { name, arity } = random.pick(this.channels);
    const sends = random.chance(0.5);
    const values = Array.from({ length: arity }, () => {
      if (sends) return this.expression(own, 1) + (random.chance(0.1) ? ' + 254' : '');
      const variable = random.pick([...own, ...this.globals]);
      return variable.name + this.index(own, variable);
    });
    const list = values.length > 1 ? `{${values.join(', ')}}` : values.join('');
    return name + (sends ? '!' : '?') + list;
  }

  private index(own: readonly RandomVariable[], { size }: RandomVariable): string {
    if (size === null) return '';
    const { random } = this;
    if (random.chance(0.4)) return `[${random.between(0, size - 1)}]`;
    const index = this.expression(own, 1);
    return random.chance(0.7) ? `[((${index}) & 7) % ${size}]` : `[${index}]`;
  }

  private expression(own: readonly RandomVariable[], depth: number): string {
    const { random } = this;
    const again = () => this.expression(own, depth - 1);
    if (depth === 0 || random.chance(0.2)) return this.atom(own, depth);
    switch (random.weighted({ unary: 1, order: 3, bits: 1, arithmetic: 3, chain: 2 })) {
      case 'unary':
        return `${random.pick(['-', '~', 'not '])}(${again()})`;
      case 'order':
        return `(${again()} ${random.pick(['==', '!=', '<', '<=', '>', '>='])} ${again()})`;
      case 'bits':
        return `(${again()} ${random.pick(['&', '|', '^', '<<', '>>'])} ${again()})`;
      case 'arithmetic':
        return `(${again()} ${random.pick(['+', '+', '-', '*', '/', '%'])} ${again()})`;
      case 'chain':
        return `(${again()} ${random.pick(['and', 'or', 'imply'])} ${again()})`;
    }
  }

  private atom(own: readonly RandomVariable[], depth: number): string {
    const { random } = this;
    switch (random.weighted({ number: 2, global: 3, local: own.length === 0 ? 0 : 3, at: 1 })) {
      case 'number':
        return String(random.between(0, 3));
      case 'global': {
        const variable = random.pick(this.globals);
        return `«${variable.name}»${this.index(own, depth > 0 || variable.size === null ? variable : { ...variable, size: 1 })}`;
      }
      case 'local': {
        const variable = random.pick(own);
        return variable.name + (variable.size === null ? '' : `[${random.between(0, variable.size - 1)}]`);
      }
      case 'at': {
        const process = random.between(0, this.states.length - 1);
        return `P${process}.${random.pick(this.states[process] as string[])}`;
      }
    }
  }

  /** An automaton with two or three states. */
  private property(processes: readonly RandomProcess[]): string {
    const { random } = this;
    const states = ['q', 'r', 'v'].slice(0, random.between(2, 3));
    const accept = random.chance(0.7)
      ? random.pick(states)
      : `genbuchi (${states.join(', ')}), (${random.pick(states)})`;
    const locals = processes.flatMap(({ name, variables }) =>
      variables.filter(({ size }) => size === null).map((variable) => `${name}->${variable.name}`),
    );
    const atom = () => {
      if (locals.length > 0 && random.chance(0.3)) return `${random.pick(locals)} == ${random.between(0, 2)}`;
      return random.chance(0.5) ? this.atom([], 0) : `«g» < ${random.between(1, 3)}`;
    };
    const transitions = Array.from({ length: random.between(2, 5) }, (_, position) => {
      const from = states[position] ?? random.pick(states);
      const guard = random.chance(0.3) ? '' : `guard ${random.chance(0.5) ? 'not ' : ''}(${atom()});`;
      return `${from} -> ${random.pick(states)} { ${guard} }`;
    });
    return `process W { state ${states.join(', ')}; init q; accept ${accept}; trans ${transitions.join(', ')}; }`;
  }
}

export function declaration({ name, type, size, initial }: RandomVariable): string {
  return size === null ? `${type} ${name} = ${initial[0]};` : `${type} ${name}[${size}] = {${initial.join(', ')}};`;
}

export function transition({ from, to, guard, sync, effects }: RandomTransition): string {
  const clauses = [
    guard === null ? '' : `guard ${guard};`,
    sync === null ? '' : `sync ${sync};`,
    effects.length === 0 ? '' : `effect ${effects.map(({ target, value }) => `${target} = ${value}`).join(', ')};`,
  ];
  return `${from} -> ${to} { ${clauses.filter((clause) => clause !== '').join(' ')} }`;
}

export function process({ name, variables, states, sections, transitions }: RandomProcess): string {
  return [
    `process ${name} {`,
    ...variables.map(declaration),
    `state ${states.join(', ')}; init ${states[0]};`,
    ...sections,
    `trans ${transitions.map(transition).join(',\n  ')};`,
    '}',
  ].join('\n  ');
}

/** As it is, under sequential consistency. */
export function plainText({ globals, channels, processes, mode, property }: RandomModel): string {
  const parts = [...globals.map(declaration), ...channels, ...processes.map(process)];
  const end = property === null ? [`system ${mode};`] : [property, `system ${mode} property W;`];
  return [...parts, ...end].join('\n').replaceAll(/«(\w+)»/g, '$1');
}
