/**
 * Records and arrays of arrays: `shared nodes[2]: node`, `shared a[2][3]: bool`.
 *
 * They are flattened when they are declared. Each field of a record is a shared variable by itself, and an array of arrays is
 * one array, whose index is computed (`check-cell.ts`). `nodes[1].next` is one cell of `nodes.next`, and traces call it as the
 * text does (`spelling`).
 */
import { firstValueOf, LARGEST_ARRAY, type Mark, sizeOf, sortOf } from './check-declaration.js';
import type { PlannedShared, Size } from './plan.js';
import { INT } from './sorts.js';
import type {
  DeclarationSyntax,
  DeclaratorSyntax,
  DeclaredName,
  ExpressionSyntax,
  FieldSyntax,
  TypeSyntax,
  ValueSyntax,
} from './syntax.js';
import type { Shape, Vocabulary } from './vocabulary.js';

export function declareRecord({ name, fields }: DeclarationSyntax & { kind: 'record' }, vocabulary: Vocabulary): void {
  if (vocabulary.sorts.has(name.text) || vocabulary.records.has(name.text)) {
    vocabulary.wrong('duplicate', name, `there is already a type \`${name.text}\``);
    return;
  }
  const known = new Set<string>();
  for (const { name: field } of fields) {
    if (known.has(field.text)) vocabulary.wrong('duplicate', field, `there is already a field \`${field.text}\``);
    known.add(field.text);
  }
  for (const field of fields) if (recordIn(field.type, vocabulary) === undefined) sortOf(field.type, vocabulary);
  vocabulary.records.set(name.text, fields);
}

function recordIn(type: TypeSyntax | null, vocabulary: Vocabulary): readonly FieldSyntax[] | undefined {
  return type?.kind === 'named' ? vocabulary.records.get(type.name) : undefined;
}

/** Whether a declaration is one of these; they have one each for all their names. */
export function isCompound({ names, type }: DeclaratorSyntax, vocabulary: Vocabulary): boolean {
  return names.some(({ inner }) => inner !== undefined) || recordIn(type, vocabulary) !== undefined;
}

export function declareCompound(declarator: DeclaratorSyntax, mark: Mark, vocabulary: Vocabulary): void {
  const { type, initial } = declarator;
  for (const declared of declarator.names) {
    const { name } = declared;
    if (initial?.kind === 'list') {
      vocabulary.wrong(
        'unsupported',
        initial,
        'one value is for all cells here: a list of values is for arrays with one index',
      );
      return;
    }
    if (initial !== null && recordIn(type, vocabulary) !== undefined) {
      vocabulary.wrong('unsupported', initial, 'first values of fields are given where the record is declared');
      return;
    }
    const builder = { vocabulary, mark, place: vocabulary.placeOf(name) };
    const shape = shapeOf(
      { declared, type, initial },
      { ...builder, path: name.text, sizes: [], spelling: [name.text] },
    );
    if (shape !== null) vocabulary.declare(name, { kind: 'compound', shape });
  }
}

interface Around {
  readonly vocabulary: Vocabulary;
  readonly mark: Mark;
  readonly place: PlannedShared['place'];
  /** `nodes.next`. */
  readonly path: string;
  /** Of everything around. */
  readonly sizes: readonly Size[];
  readonly spelling: readonly (string | Size)[];
}

interface Part {
  readonly declared: DeclaredName;
  readonly type: TypeSyntax | null;
  readonly initial: ExpressionSyntax | ValueSyntax | null;
}

function shapeOf({ declared, type, initial }: Part, around: Around): Shape | null {
  const { vocabulary, path } = around;
  const sizes: Size[] = [];
  for (const written of [declared.size, ...(declared.inner ?? [])]) {
    const size = sizeOf(written, vocabulary);
    if (size === undefined) return null;
    if (size === null) continue;
    if (size.kind === 'instances' && around.sizes.length + sizes.length > 0) {
      const message = 'the number of threads is the first size of an array, and no other';
      return vocabulary.wrong('unsupported', written as ExpressionSyntax, message);
    }
    sizes.push(size);
  }
  const inner = { ...around, sizes: [...around.sizes, ...sizes], spelling: [...around.spelling, ...sizes] };
  const record = recordIn(type, vocabulary);
  if (record === undefined) {
    const position = declareCells({ declared, type, initial }, inner);
    return position === null ? null : { sizes, inside: position };
  }
  const fields = new Map<string, Shape>();
  for (const field of record) {
    const { text } = field.name;
    const below = { ...inner, path: `${path}.${text}`, spelling: [...inner.spelling, `.${text}`] };
    const shape = shapeOf({ declared: field, type: field.type, initial: field.initial }, below);
    if (shape === null) return null;
    fields.set(text, shape);
  }
  return { sizes, inside: fields };
}

/** The shared variable that holds one field of all the records, or all cells of an array of arrays. */
function declareCells({ declared, type, initial }: Part, around: Around): number | null {
  const { vocabulary, path, sizes, spelling, place, mark } = around;
  const sort = type === null ? INT : sortOf(type, vocabulary);
  if (sort === null) return null;
  const size = product(sizes);
  if (size?.kind === 'fixed' && size.size > LARGEST_ARRAY) {
    return vocabulary.wrong('too-large', declared.name, `an array has 1 to ${LARGEST_ARRAY} cells, not ${size.size}`);
  }
  const first = firstValueOf(initial, sort, vocabulary);
  vocabulary.shared.push({ name: path, sort, size, place, initial: first, spelling, ...mark });
  return vocabulary.shared.length - 1;
}

function product(sizes: readonly Size[]): Size | null {
  const [first = null] = sizes;
  if (first === null) return null;
  const times = sizes.slice(1).reduce((all, size) => all * (size.kind === 'fixed' ? size.size : 1), 1);
  return first.kind === 'fixed' ? { kind: 'fixed', size: first.size * times } : { ...first, times };
}
