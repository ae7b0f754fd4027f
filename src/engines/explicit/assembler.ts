/**
 * The WebAssembly back end of kernels (`code.ts`): bytes of a module, by hand, after the binary format of the WebAssembly
 * core specification 1.0 (chapter 5). A dozen instructions are all that is needed.
 *
 * The module imports its memory as `kernel.memory`; all parameters, variables and results are i32. A function with `checked`
 * arithmetic has one i64 variable more, where the exact result of an operation on 32-bit numbers always fits.
 */
import { type Code, type CodeFunction, FAULT, type Operator, OVERFLOW, type Statement, variablesOf } from './code.js';

const I32 = 0x7f;
const I64 = 0x7e;
const NOTHING = 0x40;

const BINARY: Readonly<Record<Operator, number>> = {
  '+': 0x6a,
  '-': 0x6b,
  '*': 0x6c,
  '/': 0x6d,
  '%': 0x6f,
  '&': 0x71,
  '|': 0x72,
  '^': 0x73,
  '<<': 0x74,
  '>>>': 0x76,
  '==': 0x46,
  '!=': 0x47,
  '<': 0x48,
  '<u': 0x49,
  '>': 0x4a,
  '<=': 0x4c,
  '>=': 0x4e,
};
const WIDE = { '+': 0x7c, '-': 0x7d, '*': 0x7e } as const;

const [BLOCK, LOOP, IF, ELSE, END, BRANCH, BRANCH_TABLE, RETURN, CALL, DROP] = [
  0x02, 0x03, 0x04, 0x05, 0x0b, 0x0c, 0x0e, 0x0f, 0x10, 0x1a,
];
const [LOCAL_GET, LOCAL_SET, LOCAL_TEE] = [0x20, 0x21, 0x22];
const [I32_LOAD, I32_STORE, I32_CONST, I32_EQZ] = [0x28, 0x36, 0x41, 0x45];
const [I64_NE, I32_WRAP, I64_EXTEND] = [0x52, 0xa7, 0xac];

type Bytes = number[];

function unsigned(value: number): Bytes {
  const bytes: Bytes = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest === 0 ? low : low + 128);
  } while (rest !== 0);
  return bytes;
}

function signed(value: number): Bytes {
  const bytes: Bytes = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 127;
    const done = rest >> 7 === (low & 64 ? -1 : 0);
    bytes.push(done ? low : low | 128);
    if (done) return bytes;
  }
}

function name(text: string): Bytes {
  const bytes = [...new TextEncoder().encode(text)];
  return [...unsigned(bytes.length), ...bytes];
}

function vector(items: readonly Bytes[]): Bytes {
  return [...unsigned(items.length), ...items.flat()];
}

function section(number: number, content: Bytes): Bytes {
  return [number, ...unsigned(content.length), ...content];
}

/** One function under way. */
class Assembly {
  readonly bytes: Bytes = [];
  private readonly locals = new Map<string, number>();
  /** What encloses the current place, the innermost last; null where nothing can be left by name. */
  private readonly enclosing: (string | null)[] = [];
  private readonly functions: ReadonlyMap<string, number>;
  private readonly wide: number;

  constructor(code: CodeFunction, functions: ReadonlyMap<string, number>) {
    this.functions = functions;
    const variables = variablesOf(code);
    for (const variable of [...code.parameters, ...variables]) this.locals.set(variable, this.locals.size);
    this.wide = this.locals.size;
    this.statements(code.body);
    this.put(I32_CONST, 0, END);
    const declared = vector([
      [...unsigned(variables.length), I32],
      [...unsigned(1), I64],
    ]);
    this.bytes.unshift(...declared);
  }

  private put(...bytes: Bytes): void {
    for (const byte of bytes) this.bytes.push(byte);
  }

  private local(instruction: number, variable: string): void {
    const number = this.locals.get(variable);
    if (number === undefined) throw new Error(`the kernel has no variable ${variable}`);
    this.put(instruction, ...unsigned(number));
  }

  private inside(names: readonly (string | null)[], body: () => void): void {
    this.enclosing.push(...names);
    body();
    this.enclosing.length -= names.length;
  }

  private code(code: Code): void {
    switch (code.op) {
      case 'constant':
        this.put(I32_CONST, ...signed(code.value));
        return;
      case 'get':
        this.local(LOCAL_GET, code.name);
        return;
      case 'binary':
        if (code.operator === '==' && code.right.op === 'constant' && code.right.value === 0) {
          this.code(code.left);
          this.put(I32_EQZ);
          return;
        }
        this.code(code.left);
        this.code(code.right);
        this.put(BINARY[code.operator]);
        return;
      case 'choose':
        this.code(code.condition);
        this.put(IF, I32);
        this.inside([null], () => {
          this.code(code.whenTrue);
          this.put(ELSE);
          this.code(code.whenFalse);
        });
        this.put(END);
        return;
      case 'let':
        this.code(code.value);
        this.local(LOCAL_SET, code.name);
        this.code(code.then);
        return;
      case 'checked':
        this.checked(code);
        return;
      case 'load':
        this.code(code.address);
        this.put(I32_LOAD, 2, ...unsigned(code.offset));
        return;
      case 'call': {
        const number = this.functions.get(code.name);
        if (number === undefined) throw new Error(`the kernel has no function ${code.name}`);
        for (const argument of code.arguments) this.code(argument);
        this.put(CALL, ...unsigned(number));
        return;
      }
    }
  }

  private checked({ operator, left, right }: Code & { op: 'checked' }): void {
    this.code(left);
    this.put(I64_EXTEND);
    this.code(right);
    this.put(I64_EXTEND, WIDE[operator]);
    const wide = unsigned(this.wide);
    this.put(LOCAL_TEE, ...wide, I32_WRAP, I64_EXTEND, LOCAL_GET, ...wide, I64_NE, IF, I32);
    this.local(LOCAL_GET, FAULT);
    this.put(I32_EQZ, IF, NOTHING, I32_CONST, OVERFLOW);
    this.local(LOCAL_SET, FAULT);
    this.put(END, I32_CONST, 0, ELSE, LOCAL_GET, ...wide, I32_WRAP, END);
  }

  private statements(body: readonly Statement[]): void {
    for (const statement of body) this.statement(statement);
  }

  private statement(statement: Statement): void {
    switch (statement.op) {
      case 'set':
        this.code(statement.value);
        this.local(LOCAL_SET, statement.name);
        return;
      case 'store':
        this.code(statement.address);
        this.code(statement.value);
        this.put(I32_STORE, 2, ...unsigned(statement.offset));
        return;
      case 'if':
        this.code(statement.condition);
        this.put(IF, NOTHING);
        this.inside([null], () => {
          this.statements(statement.then);
          if (statement.else.length > 0) this.put(ELSE);
          this.statements(statement.else);
        });
        this.put(END);
        return;
      case 'block':
        this.put(BLOCK, NOTHING);
        this.inside([statement.name], () => this.statements(statement.body));
        this.put(END);
        return;
      case 'loop':
        this.put(BLOCK, NOTHING, LOOP, NOTHING);
        this.inside([statement.name, null], () => {
          this.statements(statement.body);
          this.put(BRANCH, 0);
        });
        this.put(END, END);
        return;
      case 'exit': {
        const at = this.enclosing.lastIndexOf(statement.name);
        if (at < 0) throw new Error(`nothing called ${statement.name} encloses this`);
        this.put(BRANCH, ...unsigned(this.enclosing.length - 1 - at));
        return;
      }
      case 'switch':
        this.choice(statement.subject, statement.cases);
        return;
      case 'do':
        this.code(statement.value);
        this.put(DROP);
        return;
      case 'return':
        this.code(statement.value);
        this.put(RETURN);
        return;
    }
  }

  /** Case k follows the end of the k-th block from inside and leaves the outermost one. */
  private choice(subject: Code, cases: readonly (readonly Statement[])[]): void {
    const { length } = cases;
    for (let k = 0; k <= length; k++) this.put(BLOCK, NOTHING);
    this.inside(new Array<null>(length + 1).fill(null), () => this.code(subject));
    const targets = Array.from({ length }, (_, k) => unsigned(k));
    this.put(BRANCH_TABLE, ...vector(targets), ...unsigned(length), END);
    for (const [position, body] of cases.entries()) {
      const left = length - position;
      this.inside(new Array<null>(left).fill(null), () => this.statements(body));
      this.put(BRANCH, ...unsigned(left - 1), END);
    }
  }
}

/** The bytes of the module. */
export function assemble(functions: readonly CodeFunction[]): Uint8Array<ArrayBuffer> {
  const numbers = new Map(functions.map((code, number) => [code.name, number]));
  const arities = [...new Set(functions.map(({ parameters }) => parameters.length))];
  const types = arities.map((arity) => [0x60, ...vector(new Array<Bytes>(arity).fill([I32])), ...vector([[I32]])]);
  const bodies = functions.map((code) => {
    const { bytes } = new Assembly(code, numbers);
    return [unsigned(bytes.length), bytes];
  });
  const exported = functions.filter((code) => code.exported);
  const header = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    ...section(2, vector([[...name('kernel'), ...name('memory'), 2, 0, ...unsigned(1)]])),
    ...section(3, vector(functions.map(({ parameters }) => unsigned(arities.indexOf(parameters.length))))),
    ...section(7, vector(exported.map((code) => [...name(code.name), 0, ...unsigned(numbers.get(code.name) ?? 0)]))),
  ];
  // The code can be long: it is copied piece by piece.
  const length = bodies.flat().reduce((sum, part) => sum + part.length, unsigned(functions.length).length);
  const pieces = [header, [10, ...unsigned(length), ...unsigned(functions.length)], ...bodies.flat()];
  const module = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    module.set(piece, at);
    at += piece.length;
  }
  return module;
}
