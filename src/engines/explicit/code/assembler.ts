/**
 * The WebAssembly back end of kernels (`code.ts`): bytes of a module, by hand, after the binary format of the WebAssembly
 * core specification 1.0 (chapter 5). A dozen instructions are all that is needed.
 *
 * The module imports its memory as `kernel.memory`; all parameters, variables and results are i32. A function has one i64
 * variable more, the first one, for `checked` arithmetic: the exact result of an operation on 32-bit numbers always fits it.
 */
import { type Code, type CodeFunction, FAULT, type Operator, OVERFLOW, type Statement } from './code.js';

const I32 = 0x7f;
const I64 = 0x7e;
const NOTHING = 0x40;

const BINARY: Readonly<Record<Operator, number>> = {
  '+': 0x6a,
  '-': 0x6b,
  '*': 0x6c,
  '/': 0x6d,
  '/u': 0x6e,
  '%': 0x6f,
  '%u': 0x70,
  '&': 0x71,
  '|': 0x72,
  '^': 0x73,
  '<<': 0x74,
  '>>': 0x75,
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

/** No variable of a kernel is called so. */
const WIDE_NAME = '';

/** Appends a number in LEB128. Modules are made for small programs too, before any of this is compiled: no lists in between. */
function putUnsigned(bytes: Bytes, value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function putSigned(bytes: Bytes, value: number): void {
  let rest = value;
  for (; rest < -64 || rest > 63; rest >>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest & 127);
}

function unsigned(value: number): Bytes {
  const bytes: Bytes = [];
  putUnsigned(bytes, value);
  return bytes;
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
  /** What comes before them: the variables. */
  readonly declared: Bytes;
  private readonly locals = new Map<string, number>();
  /** How many blocks, loops and branches enclose the current place; of those with a name, the innermost last. */
  private depth = 0;
  private readonly named: { readonly name: string; readonly depth: number }[] = [];
  private readonly functions: ReadonlyMap<string, number>;
  private readonly wide: number;

  constructor(code: CodeFunction, functions: ReadonlyMap<string, number>) {
    this.functions = functions;
    for (const parameter of code.parameters) this.locals.set(parameter, this.locals.size);
    this.wide = this.locals.size;
    this.locals.set(WIDE_NAME, this.wide);
    this.statements(code.body);
    this.constant(0);
    this.put(END);
    const variables = this.locals.size - this.wide - 1;
    this.declared = vector([
      [...unsigned(1), I64],
      [...unsigned(variables), I32],
    ]);
  }

  private put(byte: number): void {
    this.bytes.push(byte);
  }

  /** An instruction with a number. */
  private with(instruction: number, value: number): void {
    this.bytes.push(instruction);
    putUnsigned(this.bytes, value);
  }

  private constant(value: number): void {
    this.bytes.push(I32_CONST);
    putSigned(this.bytes, value);
  }

  /** An access to memory, aligned to four bytes. */
  private access(instruction: number, offset: number): void {
    this.bytes.push(instruction, 2);
    putUnsigned(this.bytes, offset);
  }

  /** The start of something that has an end. */
  private begin(instruction: number, type: number): void {
    this.bytes.push(instruction, type);
  }

  private local(instruction: number, variable: string): void {
    let number = this.locals.get(variable);
    if (number === undefined) {
      number = this.locals.size;
      this.locals.set(variable, number);
    }
    this.with(instruction, number);
  }

  /** So many of them, the outermost with this name. */
  private inside(levels: number, name: string | null, body: () => void): void {
    if (name !== null) this.named.push({ name, depth: this.depth + 1 });
    this.depth += levels;
    body();
    this.depth -= levels;
    if (name !== null) this.named.pop();
  }

  private code(code: Code): void {
    switch (code.op) {
      case 'constant':
        this.constant(code.value);
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
        this.begin(IF, I32);
        this.inside(1, null, () => {
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
        this.access(I32_LOAD, code.offset);
        return;
      case 'call': {
        const number = this.functions.get(code.name);
        if (number === undefined) throw new Error(`the kernel has no function ${code.name}`);
        for (const argument of code.arguments) this.code(argument);
        this.with(CALL, number);
        return;
      }
    }
  }

  private checked({ operator, left, right }: Code & { op: 'checked' }): void {
    this.code(left);
    this.put(I64_EXTEND);
    this.code(right);
    this.put(I64_EXTEND);
    this.put(WIDE[operator]);
    this.with(LOCAL_TEE, this.wide);
    this.put(I32_WRAP);
    this.put(I64_EXTEND);
    this.with(LOCAL_GET, this.wide);
    this.put(I64_NE);
    this.begin(IF, I32);
    this.local(LOCAL_GET, FAULT);
    this.put(I32_EQZ);
    this.begin(IF, NOTHING);
    this.constant(OVERFLOW);
    this.local(LOCAL_SET, FAULT);
    this.put(END);
    this.constant(0);
    this.put(ELSE);
    this.with(LOCAL_GET, this.wide);
    this.put(I32_WRAP);
    this.put(END);
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
        this.access(I32_STORE, statement.offset);
        return;
      case 'if':
        this.code(statement.condition);
        this.begin(IF, NOTHING);
        this.inside(1, null, () => {
          this.statements(statement.then);
          if (statement.else.length > 0) this.put(ELSE);
          this.statements(statement.else);
        });
        this.put(END);
        return;
      case 'block':
        this.begin(BLOCK, NOTHING);
        this.inside(1, statement.name, () => this.statements(statement.body));
        this.put(END);
        return;
      case 'loop':
        this.begin(BLOCK, NOTHING);
        this.begin(LOOP, NOTHING);
        this.inside(2, statement.name, () => {
          this.statements(statement.body);
          this.with(BRANCH, 0);
        });
        this.put(END);
        this.put(END);
        return;
      case 'exit': {
        const left = this.named.findLast(({ name }) => name === statement.name);
        if (left === undefined) throw new Error(`nothing called ${statement.name} encloses this`);
        this.with(BRANCH, this.depth - left.depth);
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
    for (let k = 0; k <= length; k++) this.begin(BLOCK, NOTHING);
    this.inside(length + 1, null, () => this.code(subject));
    this.with(BRANCH_TABLE, length);
    for (let k = 0; k <= length; k++) putUnsigned(this.bytes, k);
    this.put(END);
    for (const [position, body] of cases.entries()) {
      const left = length - position;
      this.inside(left, null, () => this.statements(body));
      this.with(BRANCH, left - 1);
      this.put(END);
    }
  }
}

/** The bytes of the module. */
export function assemble(functions: readonly CodeFunction[]): Uint8Array<ArrayBuffer> {
  const numbers = new Map(functions.map((code, number) => [code.name, number]));
  const arities = [...new Set(functions.map(({ parameters }) => parameters.length))];
  const types = arities.map((arity) => [0x60, ...vector(new Array<Bytes>(arity).fill([I32])), ...vector([[I32]])]);
  const bodies = functions.map((code) => {
    const { declared, bytes } = new Assembly(code, numbers);
    return [unsigned(declared.length + bytes.length), declared, bytes];
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
