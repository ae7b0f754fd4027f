/**
 * Statements in C and, with the same meaning, in the language of `.fp` files. The C has many ways to say one thing: orders,
 * the functions of C11, the built-ins of GCC, helper functions; and many ways to say where it is: a variable, an element, a
 * member, through a pointer.
 */
import type { Random } from '../random.js';

export interface Both {
  readonly c: string;
  readonly fp: string;
}

export const LOCATIONS = ['x', 'y', 'z'] as const;
export type Location = (typeof LOCATIONS)[number];

/** How C says what three locations are. */
export interface Spelling {
  /** Of each of them. */
  readonly type: string;
  readonly declaration: string;
  /** First in each thread. */
  readonly opening: string;
  /** The argument of each thread. */
  readonly argument: string;
  /** In threads, and elsewhere: in `main`, in properties. */
  at(location: Location): string;
  named(location: Location): string;
}

export function randomSpelling(random: Random, initial: Readonly<Record<string, number>> = {}): Spelling {
  const type = random.weighted({
    atomic_int: 4,
    atomic_uint: 1,
    '_Atomic unsigned char': 1,
    '_Atomic short': 1,
    atomic_long: 1,
  });
  const values = LOCATIONS.map((location) => initial[location] ?? 0);
  const plain = { type, opening: '', argument: '0' };
  const listed = `struct cells { ${type} x, y, z; };\nstatic struct cells s = { ${values.join(', ')} };\n`;
  const named = (location: Location) => `s.${location}`;
  switch (random.weighted({ variables: 3, array: 1, members: 1, global: 1, argument: 1 })) {
    case 'variables': {
      const declaration = LOCATIONS.map((location, at) => `static ${type} ${location} = ${values[at]};\n`).join('');
      return { ...plain, declaration, at: (location) => location, named: (location) => location };
    }
    case 'array': {
      const at = (location: Location) => `cells[${LOCATIONS.indexOf(location)}]`;
      return { ...plain, declaration: `static ${type} cells[3] = { ${values.join(', ')} };\n`, at, named: at };
    }
    case 'members':
      return { ...plain, declaration: listed, at: named, named };
    case 'global':
      return {
        ...plain,
        declaration: `${listed}static struct cells *q = &s;\n`,
        at: (location) => `q->${location}`,
        named,
      };
    case 'argument':
      return {
        type,
        declaration: listed,
        opening: 'struct cells *q = given;\n',
        argument: '&s',
        at: (location) => `q->${location}`,
        named,
      };
  }
}

/** What the statements call. */
export const helpers = ({ type }: Spelling): string => `static int get(${type} *at) {
  return atomic_load_explicit(at, memory_order_acquire);
}
static void put(${type} *at, int value) {
  atomic_store_explicit(at, value, memory_order_relaxed);
}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`;

const ORDERS = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'];

/** Single accesses and barriers in C: the same in straight programs and in others. */
export class Accesses {
  protected readonly random: Random;
  protected readonly spelling: Spelling;

  constructor(random: Random, spelling: Spelling) {
    this.random = random;
    this.spelling = spelling;
  }

  load(location: Location): string {
    const at = this.spelling.at(location);
    const order = this.random.pick(['relaxed', 'consume', 'acquire', 'seq_cst']);
    return this.random.pick([
      `atomic_load_explicit(&${at}, memory_order_${order})`,
      `atomic_load(&${at})`,
      `__atomic_load_n(&${at}, __ATOMIC_ACQUIRE)`,
      `get(&${at})`,
      at,
    ]);
  }

  relaxed(location: Location, value: string): string {
    const at = this.spelling.at(location);
    return this.random.pick([
      `atomic_store_explicit(&${at}, ${value}, memory_order_relaxed);`,
      `__atomic_store_n(&${at}, ${value}, __ATOMIC_RELAXED);`,
      `put(&${at}, ${value});`,
    ]);
  }

  release(location: Location, value: string): string {
    const at = this.spelling.at(location);
    return this.random.pick([
      `atomic_store_explicit(&${at}, ${value}, memory_order_release);`,
      `__atomic_store_n(&${at}, ${value}, __ATOMIC_RELEASE);`,
    ]);
  }

  strong(location: Location, value: string): string {
    const at = this.spelling.at(location);
    return this.random.pick([`${at} = ${value};`, `atomic_store(&${at}, ${value});`]);
  }

  fence(): string {
    return this.random.pick(['atomic_thread_fence(memory_order_seq_cst);', '__sync_synchronize();']);
  }

  storeFence(): string {
    return `atomic_thread_fence(memory_order_${this.random.pick(['release', 'acq_rel'])});`;
  }

  noFence(): string {
    return this.random.pick([
      'atomic_thread_fence(memory_order_acquire);',
      'atomic_signal_fence(memory_order_seq_cst);',
    ]);
  }

  exchange(location: Location, value: string): string {
    const at = this.spelling.at(location);
    const order = `memory_order_${this.random.pick(ORDERS)}`;
    return this.random.pick([
      `atomic_exchange(&${at}, ${value})`,
      `atomic_exchange_explicit(&${at}, ${value}, ${order})`,
    ]);
  }

  add(location: Location, value: string): string {
    const at = this.spelling.at(location);
    return this.random.pick([
      `atomic_fetch_add_explicit(&${at}, ${value}, memory_order_${this.random.pick(ORDERS)})`,
      `__sync_fetch_and_add(&${at}, ${value})`,
      ...(value === '1' ? [`${at}++`] : []),
    ]);
  }
}

/** Whole statements, with branches, loops, waiting and locks. */
export class Writer extends Accesses {
  private loops = 0;
  private isLocked = false;
  private readonly thread: number;
  private readonly ghosts: boolean;

  constructor(random: Random, spelling: Spelling, { thread, ghosts }: { thread: number; ghosts: boolean }) {
    super(random, spelling);
    this.thread = thread;
    this.ghosts = ghosts;
  }

  get locals(): string[] {
    return ['a', 'b', 't', ...Array.from({ length: this.loops }, (_, at) => `i${at}`)];
  }

  block(length: number, depth: number): Both {
    const all = Array.from({ length }, () => this.statement(depth));
    return { c: all.map(({ c }) => c).join('\n'), fp: all.map(({ fp }) => fp).join('\n') };
  }

  private value(): string {
    return this.random.pick(['0', '1', '2', 'a', 'b', `${this.thread + 1}`]);
  }

  private test(): string {
    return `${this.random.pick(['a', 'b'])} ${this.random.pick(['==', '!=', '<'])} ${this.random.between(0, 2)}`;
  }

  private register(): string {
    return this.random.pick(['a', 'b']);
  }

  private statement(depth: number): Both {
    switch (this.random.weighted({ access: 12, order: 3.5, locked: 3.5, local: 1, control: depth > 0 ? 6 : 0 })) {
      case 'access':
        return this.noted(this.access());
      case 'order':
        return this.ordered();
      case 'locked':
        return this.locked();
      case 'local': {
        const [r, other] = [this.register(), this.register()];
        return this.random.chance(0.5)
          ? { c: `${r} = (${other} + 1) % 3;`, fp: `${r} = (${other} + 1) % 3` }
          : { c: `${r} = ${other} == 1 ? 2 : 0;`, fp: `${r} = ${other} == 1 ? 2 : 0` };
      }
      case 'control':
        return this.control(depth);
    }
  }

  /** With a ghost behind it, sometimes, which is part of the same step. */
  private noted({ c, fp }: Both): Both {
    if (!this.ghosts || !this.random.chance(0.5)) return { c, fp };
    const value = this.random.pick(['1', '2', 'a', 'b']);
    return { c: `${c}\n//@ ghost h = ${value};\n`, fp: `${fp}\nh = ${value}` };
  }

  private access(): Both {
    const [x, v, r] = [this.random.pick(LOCATIONS), this.value(), this.register()];
    return this.random.chance(0.5)
      ? { c: `${r} = ${this.load(x)};`, fp: `${r} = ${x}` }
      : { c: this.relaxed(x, v), fp: `${x} = ${v}` };
  }

  private ordered(): Both {
    const [x, v] = [this.random.pick(LOCATIONS), this.value()];
    switch (this.random.weighted({ fence: 2, stores: 1, nothing: 0.5, release: 2, strong: 2 })) {
      case 'fence':
        return { c: this.fence(), fp: 'fence' };
      case 'stores':
        return { c: this.storeFence(), fp: 'fence store' };
      case 'nothing':
        return { c: this.noFence(), fp: 'skip' };
      case 'release':
        return { c: this.release(x, v), fp: `store_release(${x}, ${v})` };
      case 'strong':
        return { c: this.strong(x, v), fp: `fence store; ${x} = ${v}; fence` };
    }
  }

  private locked(): Both {
    const { random, spelling } = this;
    const [x, v, r] = [random.pick(LOCATIONS), this.value(), this.register()];
    const at = spelling.at(x);
    switch (random.weighted({ swap: 2, cas: 2, add: 1, or: 1 })) {
      case 'swap':
        return { c: `${r} = ${this.exchange(x, v)};`, fp: `${r} = swap(${x}, ${v})` };
      case 'add':
        return { c: `${r} = ${this.add(x, '1')};`, fp: `${r} = fetch_add(${x}, 1)` };
      case 'or':
        return { c: `${r} = atomic_fetch_or(&${at}, ${v});`, fp: `t = ${v}\natomic { ${r} = ${x}; ${x} = ${r} | t }` };
      case 'cas': {
        const old = random.between(0, 2);
        const c = random.pick([
          `{ ${this.unqualified()} old = ${old}; ${r} = atomic_compare_exchange_strong(&${at}, &old, ${v}); }`,
          `${r} = __sync_bool_compare_and_swap(&${at}, ${old}, ${v});`,
        ]);
        return { c, fp: `if (cas(${x}, ${old}, ${v})) { ${r} = 1 } else { ${r} = 0 }` };
      }
    }
  }

  /** The type of a location, as a local has it. */
  private unqualified(): string {
    const { type } = this.spelling;
    if (type.startsWith('_Atomic ')) return type.slice('_Atomic '.length);
    return type === 'atomic_uint' ? 'unsigned' : type.slice('atomic_'.length);
  }

  private control(depth: number): Both {
    const { random } = this;
    const inner = (length = 1) => this.block(length, depth - 1);
    switch (
      random.weighted({ if: 3, count: 1.5, break: 1, do: 0.7, switch: 0.7, spin: 1, lock: this.isLocked ? 0 : 1.2 })
    ) {
      case 'if': {
        const [test, then, otherwise] = [this.test(), inner(), inner()];
        return {
          c: `if (${test}) { ${then.c} } else { ${otherwise.c} }`,
          fp: `if (${test}) { ${then.fp} } else { ${otherwise.fp} }`,
        };
      }
      case 'count': {
        const [i, body] = [`i${this.loops++}`, inner()];
        return {
          c: `for (int ${i} = 0; ${i} < 2; ${i}++) { ${body.c} }`,
          fp: `${i} = 0\nwhile (${i} < 2) { ${body.fp}\n${i} = ${i} + 1 }`,
        };
      }
      case 'break': {
        const [i, body, test] = [`i${this.loops++}`, inner(), this.test()];
        return {
          c: `int ${i} = 0; for (;;) { ${body.c}\nif (${test} || ${i} == 1) break; ${i}++; }`,
          fp: `${i} = 0\nloop { ${body.fp}\nif (${test} || ${i} == 1) { break }\n${i} = ${i} + 1 }`,
        };
      }
      case 'do': {
        const [i, body] = [`i${this.loops++}`, inner()];
        return {
          c: `{ int ${i} = 0; do { ${body.c}\n${i}++; } while (${i} < 2); }`,
          fp: `${i} = 0\nloop { ${body.fp}\n${i} = ${i} + 1\nif (${i} >= 2) { break } }`,
        };
      }
      case 'switch': {
        const [r, one, other] = [this.register(), inner(), inner()];
        return {
          c: `switch (${r}) { case 0: ${one.c}\nbreak; default: ${other.c} }`,
          fp: `switch ${r} { case 0: ${one.fp}\ndefault: ${other.fp}\n}`,
        };
      }
      case 'spin':
        return this.spin();
      case 'lock': {
        this.isLocked = true;
        const body = inner(random.between(1, 2));
        this.isLocked = false;
        return {
          c: `pthread_mutex_lock(&m);\n${body.c}\npthread_mutex_unlock(&m);`,
          fp: `await !swap(m, true)\n${body.fp}\nt = swap(m, false) ? 1 : 0`,
        };
      }
    }
  }

  private spin(): Both {
    const x = this.random.pick(LOCATIONS);
    const at = this.spelling.at(x);
    switch (this.random.weighted({ load: 2, swap: 1, cas: 1, two: 0.5 })) {
      case 'load':
        return { c: `while (${this.load(x)} == 0) ;`, fp: `while (${x} == 0) {}` };
      case 'swap':
        return { c: `while (${this.exchange(x, '1')}) ;`, fp: `while (swap(${x}, 1) != 0) {}` };
      case 'cas':
        return { c: `while (!__sync_bool_compare_and_swap(&${at}, 0, 1)) {}`, fp: `while (!cas(${x}, 0, 1)) {}` };
      case 'two': {
        const y = this.random.pick(LOCATIONS);
        return { c: `while (${this.load(x)} == 0 && ${this.load(y)} != 1) ;`, fp: `while (${x} == 0 && ${y} != 1) {}` };
      }
    }
  }
}
