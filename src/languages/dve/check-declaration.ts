/**
 * Variables, constants and channels: sizes, first values and whether they fit.
 *
 * A list of first values may be longer than its array: files of the benchmark have such lists, and the rest is ignored
 * (with a warning). What is missing is 0.
 */
import type { SourceText, Span } from '../shared/source.js';
import { checkExpression } from './check-expression.js';
import { type DveChannel, type DveConstant, type DveVariable, RANGES } from './model.js';
import { type Scope, shown } from './scope.js';
import type { ChannelsSyntax, DeclaratorSyntax, ExpressionSyntax, TypeName, VariablesSyntax } from './syntax.js';

/** Cells of all variables together. */
const CELLS = 1_000_000;
/** Messages in one channel. */
const MESSAGES = 10_000;

export class Declarations {
  readonly constants: DveConstant[] = [];
  readonly channels: DveChannel[] = [];
  private cells = 0;

  constructor(
    private readonly scope: Scope,
    private readonly source: SourceText,
  ) {}

  /** Declares what stands in one declaration; variables are added to those of their owner. */
  variables({ constant, type, declarators }: VariablesSyntax, owner: number | null, all: DveVariable[]): void {
    for (const declarator of declarators) {
      const { name, size } = declarator;
      const cells = size === null ? null : this.size(size, owner);
      const initial = this.initial(declarator, type, cells, owner);
      if (constant && declarator.initial === null) {
        this.scope.diagnostics.error('missing', name, `the constant \`${shown(name)}\` has no value`);
      }
      if (constant && cells === null) {
        const value = initial[0] ?? 0;
        if (this.scope.declare(owner, name, { kind: 'constant', value }))
          this.constants.push({ name: name.text, owner, value });
        continue;
      }
      const place = this.source.place(name.start);
      const variable: DveVariable = { name: name.text, type, size: cells, initial, constant, place };
      this.scope.declare(owner, name, { kind: 'variable', owner, position: all.length, variable });
      all.push(variable);
    }
  }

  channelsOf({ types, channels }: ChannelsSyntax): void {
    for (const { name, capacity } of channels) {
      const messages = capacity === null ? 0 : (this.constant(capacity, null, 'the size of a channel') ?? 0);
      if (messages < 0 || messages > MESSAGES) {
        const code = messages < 0 ? 'type-mismatch' : 'too-large';
        const message = `a channel holds 0 to ${MESSAGES} messages, not ${messages}`;
        this.scope.diagnostics.error(code, capacity ?? name, message);
      }
      this.scope.declare(null, name, { kind: 'channel', position: this.channels.length });
      const place = this.source.place(name.start);
      this.channels.push({ name: name.text, types, arity: types?.length ?? 0, capacity: messages, place });
    }
  }

  /** The number of cells; 1 when it is wrong. */
  private size(syntax: ExpressionSyntax, owner: number | null): number {
    const size = this.constant(syntax, owner, 'the size of an array') ?? 1;
    const { diagnostics } = this.scope;
    if (size < 1) {
      diagnostics.error('type-mismatch', syntax, `an array has one cell at least, not ${size}`);
      return 1;
    }
    this.cells += size;
    if (this.cells <= CELLS) return size;
    this.cells -= size;
    diagnostics.error('too-large', syntax, `more than ${CELLS} cells in all arrays`);
    return 1;
  }

  private initial(
    { name, initial }: DeclaratorSyntax,
    type: TypeName,
    size: number | null,
    owner: number | null,
  ): number[] {
    const cells = new Array<number>(size ?? 1).fill(0);
    if (initial === null) return cells;
    const { diagnostics } = this.scope;
    if ((initial.kind === 'list') !== (size !== null)) {
      const message =
        size === null
          ? 'is not an array: give it one initial value'
          : 'is an array: write its initial values in braces';
      diagnostics.error('wrong-kind', name, `\`${shown(name)}\` ${message}`);
      return cells;
    }
    const values = initial.kind === 'list' ? initial.values : [initial];
    const [extra] = values.slice(cells.length);
    if (extra !== undefined) {
      const given = `${values.length} values for ${cells.length === 1 ? 'one cell' : `${cells.length} cells`}`;
      diagnostics.warning('vacuous', extra, `${given}: those from here on are ignored`);
    }
    for (const [position, syntax] of values.entries()) {
      const value = this.constant(syntax, owner, 'a first value') ?? 0;
      if (position >= cells.length) continue;
      if (this.fits(value, type, syntax)) cells[position] = value;
    }
    return cells;
  }

  private fits(value: number, type: TypeName, span: Span): boolean {
    const { low, high } = RANGES[type];
    if (value >= low && value <= high) return true;
    this.scope.diagnostics.error('type-mismatch', span, `${value} is not a \`${type}\`, which is ${low} to ${high}`);
    return false;
  }

  /** Null, and a fault, when it is none. */
  private constant(syntax: ExpressionSyntax, owner: number | null, what: string): number | null {
    const { diagnostics } = this.scope;
    const before = diagnostics.errors;
    const checked = checkExpression(syntax, { scope: this.scope, process: owner, othersLocals: false });
    if (checked.kind === 'constant') return checked.value;
    if (diagnostics.errors === before) diagnostics.error('type-mismatch', syntax, `${what} must be constant`);
    return null;
  }
}
