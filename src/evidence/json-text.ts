/**
 * Certificates as JSON text: written piece by piece, an element of a list on a line; and read back without trust, every shape
 * and value looked at one by one. What is not as it should be is a `Fault` that says where, and `readJson` makes a value of it:
 * no text makes it throw.
 */

/** A field with a list, an element on a line. */
export function* block(name: string, elements: Iterable<unknown>): Generator<string> {
  yield `${JSON.stringify(name)}: [`;
  let separator = '\n';
  for (const element of elements) {
    yield `${separator}${JSON.stringify(element)}`;
    separator = ',\n';
  }
  yield '\n]';
}

/** What `read` makes of the content, if it is JSON of the schema and `read` finds no fault. */
export function readJson<T>(
  text: string,
  schema: string,
  read: (content: unknown) => T,
): T | { readonly fault: string } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { fault: `it is not JSON: ${error instanceof Error ? error.message : 'unreadable'}` };
  }
  const said = typeof content === 'object' && content !== null && 'schema' in content ? content.schema : undefined;
  if (said !== schema) {
    const told = typeof said === 'string' ? `its schema is ${JSON.stringify(said.slice(0, 80))}` : 'it has no schema';
    return { fault: `${told}: this program reads ${schema}` };
  }
  try {
    return read(content);
  } catch (fault) {
    if (fault instanceof Fault) return { fault: fault.message };
    throw fault;
  }
}

export class Fault extends Error {
  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
  }
}

type Reader<T> = (value: unknown, where: string) => T;

/** The fields of an object: exactly these. */
export class Fields {
  private readonly content: Readonly<Record<string, unknown>>;

  constructor(
    value: unknown,
    private readonly where: string,
    names: readonly string[],
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault(where, 'no object');
    for (const name of names) if (!Object.hasOwn(value, name)) throw new Fault(where, `"${name}" is missing`);
    for (const name of Object.keys(value)) {
      if (!names.includes(name)) throw new Fault(where, `${JSON.stringify(name.slice(0, 80))} is not known`);
    }
    this.content = value as Readonly<Record<string, unknown>>;
  }

  of<T>(name: string, read: Reader<T>): T {
    return read(this.content[name], `${this.where}, ${name}`);
  }

  list<T>(name: string, read: Reader<T>): T[] {
    return this.of(name, (value, where) => listOf(value, where, read));
  }
}

export function listOf<T>(value: unknown, where: string, read: Reader<T>): T[] {
  if (!Array.isArray(value)) throw new Fault(where, 'no list');
  return value.map((element: unknown, position) => read(element, `${where} ${position}`));
}

export function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new Fault(where, 'no text');
  return value;
}

export function whole(value: unknown, where: string): number {
  if (!Number.isSafeInteger(value)) throw new Fault(where, 'no whole number');
  // JSON has -0.
  return (value as number) + 0;
}

export function numberBelow(value: unknown, bound: number, where: string): number {
  const number = whole(value, where);
  if (number < 0 || number >= bound) throw new Fault(where, `${number} is not below ${bound}`);
  return number;
}
