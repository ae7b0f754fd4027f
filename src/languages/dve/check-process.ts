/**
 * Processes: their control states, and then, when all names of the file are known, assertions and transitions.
 *
 * The process that is the property watches the others: its transitions have guards and nothing else, and it alone (with
 * assertions) may look at variables of other processes.
 */
import type { SourceText, Span } from '../shared/source.js';
import { accessesOf, type IsConstant } from './accesses.js';
import type { Declarations } from './check-declaration.js';
import { type Context, checkExpression, checkTarget } from './check-expression.js';
import {
  type DveAcceptance,
  type DveAssertion,
  type DveAssignment,
  type DveChannel,
  type DveControlState,
  type DveExpression,
  type DveProcess,
  type DveSync,
  type DveTransition,
  type DveVariable,
  type DveVariableUse,
  RANGES,
} from './model.js';
import { namesOfKind, type Scope, shown } from './scope.js';
import type { AssertionSyntax, Name, ProcessSyntax, SectionSyntax, SyncSyntax, TransitionSyntax } from './syntax.js';

/** A control state of a process is a number of 16 bits to everybody who stores states. */
const STATES = 65_535;

type Section<Kind extends SectionSyntax['kind']> = Extract<SectionSyntax, { kind: Kind }>;

export class ProcessCheck {
  readonly variables: DveVariable[] = [];

  /** Declares variables and control states. */

  constructor(
    readonly syntax: ProcessSyntax,
    private readonly position: number,
    private readonly scope: Scope,
    private readonly source: SourceText,
    declarations: Declarations,
  ) {
    for (const section of syntax.sections) {
      if (section.kind === 'variables') declarations.variables(section, position, this.variables);
    }
    for (const [state, name] of this.stateNames().entries()) {
      scope.declareState(position, name, state);
      if (state === STATES) scope.diagnostics.error('too-large', name, `more than ${STATES} states in one process`);
    }
  }

  /** Null where it is not known which process is the property. */
  check(isProperty: boolean | null, channels: UsedChannels, isConstant: IsConstant): DveProcess {
    const { scope, position } = this;
    const context: Context = { scope, process: position, othersLocals: isProperty !== false };
    const acceptance = this.acceptance();
    const committed = new Set(this.sections('commit').flatMap(({ states }) => this.states(states)));
    const accepting = new Set(acceptance.kind === 'buchi' ? acceptance.states : []);
    const states = this.stateNames().map(
      (name, state): DveControlState => ({
        name: name.text,
        committed: committed.has(state),
        accepting: accepting.has(state),
        place: this.source.place(name.start),
      }),
    );
    return {
      name: this.syntax.name.text,
      variables: this.variables,
      states,
      initial: this.initial(),
      acceptance,
      assertions: this.sections('assert').flatMap(({ assertions }) => this.assertions(assertions)),
      transitions: this.transitions(context, isProperty === true, channels, isConstant),
      place: this.source.place(this.syntax.name.start),
    };
  }

  private sections<Kind extends SectionSyntax['kind']>(kind: Kind): Section<Kind>[] {
    return this.syntax.sections.filter((section): section is Section<Kind> => section.kind === kind);
  }

  private stateNames(): Name[] {
    return this.syntax.sections.flatMap((section) => (section.kind === 'state' ? section.states : []));
  }

  private initial(): number {
    const { diagnostics } = this.scope;
    const { name } = this.syntax;
    const [first, second] = this.sections('init');
    if (this.stateNames().length === 0) {
      diagnostics.error('missing', name, `the process \`${shown(name)}\` has no states`);
      return 0;
    }
    if (first === undefined) {
      diagnostics.error('missing', name, `the process \`${shown(name)}\` has no \`init\``);
      return 0;
    }
    if (second !== undefined) diagnostics.error('duplicate', second, 'a second `init`: a process begins in one state');
    return this.scope.state(this.position, first.state) ?? 0;
  }

  private acceptance(): DveAcceptance {
    const sections = this.sections('accept');
    const [first, second] = sections;
    const condition = first?.condition ?? 'buchi';
    if (second !== undefined && sections.some((section) => section.condition !== 'buchi')) {
      this.scope.diagnostics.error('duplicate', second, 'a second `accept`: one condition is enough');
    }
    const sets = sections.flatMap((section) => section.sets.map((set) => this.states(set)));
    if (condition === 'buchi') return { kind: condition, states: sets.flat() };
    if (condition === 'genbuchi' || condition === 'muller') return { kind: condition, sets };
    const pairs = sets.flatMap((set, at) => (at % 2 === 0 ? [[set, sets[at + 1] ?? []] as const] : []));
    return { kind: condition, pairs };
  }

  private states(names: readonly Name[]): number[] {
    return names.flatMap((name) => this.scope.state(this.position, name) ?? []);
  }

  private assertions(assertions: readonly AssertionSyntax[]): DveAssertion[] {
    const context: Context = { scope: this.scope, process: this.position, othersLocals: true };
    return assertions.flatMap(({ state, condition, start }) => {
      const position = this.scope.state(this.position, state);
      const checked = checkExpression(condition, context);
      const text = this.source.text.slice(condition.start, condition.end).replace(/\s+/g, ' ');
      return position === null ? [] : [{ state: position, condition: checked, text, place: this.source.place(start) }];
    });
  }

  private transitions(
    context: Context,
    isProperty: boolean,
    channels: UsedChannels,
    isConstant: IsConstant,
  ): DveTransition[] {
    const { diagnostics } = this.scope;
    const all: DveTransition[] = [];
    let before: Name | null = null;
    for (const syntax of this.sections('trans').flatMap(({ transitions }) => transitions)) {
      const source: Name | null = syntax.from ?? before;
      before = source;
      if (source === null) {
        diagnostics.error('missing', syntax, 'the first transition names the state it leaves');
        continue;
      }
      const from = this.scope.state(this.position, source);
      const to = this.scope.state(this.position, syntax.to);
      if (isProperty) this.onlyWatches(syntax);
      const guard = conjunction(syntax.guards.map((part) => checkExpression(part, context)));
      const sync = syntax.sync === null ? null : checkSync(syntax.sync, context, channels);
      const effects = syntax.effects.flatMap((effect) => checkAssignment(effect, context) ?? []);
      if (from === null || to === null) continue;
      const accesses = accessesOf({ guard, sync, effects }, isConstant);
      const fence = syntax.fence === true && !isProperty;
      if (syntax.fence === true && isProperty)
        diagnostics.warning('vacuous', syntax.to, 'the property has no store buffer: a fence means nothing here');
      const made = { from, to, guard, sync, effects, ...accesses, ...(fence ? { fence } : {}) };
      all.push({ ...made, place: this.source.place(syntax.start) });
    }
    return all;
  }

  private onlyWatches({ sync, effects }: TransitionSyntax): void {
    const span = sync ?? effects[0];
    if (span === undefined) return;
    const message = 'this process is the property, which only watches: its transitions have guards and nothing else';
    this.scope.diagnostics.error('unsupported', span, message);
  }
}

/** A list of guards is their conjunction. */
function conjunction(parts: readonly DveExpression[]): DveExpression | null {
  const [first, second] = parts;
  if (first === undefined) return null;
  return second === undefined ? first : { kind: 'chain', operator: 'and', parts };
}

/** The channels of a file, and how many values those without type carry: as many as where they are used first. */
export class UsedChannels {
  readonly channels: readonly DveChannel[];
  private readonly arities = new Map<number, number>();

  constructor(channels: readonly DveChannel[]) {
    this.channels = channels;
  }

  arity(channel: number, used: number): number {
    const types = this.channels[channel]?.types;
    if (types) return types.length;
    const known = this.arities.get(channel) ?? used;
    this.arities.set(channel, known);
    return known;
  }

  all(): DveChannel[] {
    return this.channels.map((channel, position) => ({ ...channel, arity: this.arity(position, 0) }));
  }
}

function checkSync(
  { channel, direction, values, atomic = [], ...span }: SyncSyntax,
  context: Context,
  channels: UsedChannels,
): DveSync | null {
  const { scope, process } = context;
  const { diagnostics } = scope;
  const parts =
    direction === '!'
      ? { direction: 'send' as const, values: values.map((value) => checkExpression(value, context)) }
      : {
          direction: 'receive' as const,
          // The parser takes nothing but variables here.
          targets: values.flatMap((value) => (value.kind === 'name' ? (checkTarget(value, context)?.use ?? []) : [])),
        };
  const meaning = scope.meaning(process, channel.text);
  if (meaning?.kind !== 'channel') {
    if (meaning !== undefined) scope.wrongKind(channel, meaning, 'a channel');
    else scope.unknown(channel, 'there is no channel', namesOfKind(scope.globals, 'channel'));
    return null;
  }
  const { position } = meaning;
  const typed = channels.channels[position]?.types != null;
  if (!typed && values.length > 1) {
    const message = `\`${shown(channel)}\` has no type: it carries one value at most; declare \`channel {byte, byte} ${shown(channel)}[0];\``;
    diagnostics.error('arity', span, message);
    return null;
  }
  const arity = channels.arity(position, values.length);
  if (values.length !== arity) {
    const count = (number: number) => (number === 0 ? 'no value' : number === 1 ? 'one value' : `${number} values`);
    const where = typed ? '' : ' elsewhere';
    const message = `\`${shown(channel)}\` carries ${count(arity)}${where}, and ${count(values.length)} here`;
    diagnostics.error('arity', span, message);
    return null;
  }
  const marked = atomic.filter((target) => {
    const use = parts.direction === 'receive' ? parts.targets[target] : undefined;
    const value = values[target];
    return use !== undefined && value !== undefined && isShared(use, value, context);
  });
  return { ...parts, channel: position, ...(marked.length === 0 ? {} : { atomic: marked }) };
}

function checkAssignment(syntax: TransitionSyntax['effects'][number], context: Context): DveAssignment | null {
  const value = checkExpression(syntax.value, context);
  const target = checkTarget(syntax.target, context);
  if (target === null) return null;
  const { low, high } = RANGES[target.variable.type];
  if (value.kind === 'constant' && (value.value < low || value.value > high)) {
    const message = `${value.value} is not a \`${target.variable.type}\`, which is ${low} to ${high}: this step always fails`;
    context.scope.diagnostics.warning('type-mismatch', syntax.value, message);
  }
  const atomic = syntax.atomic === true && isShared(target.use, syntax.target, context);
  return { target: target.use, value, ...(atomic ? { atomic } : {}) };
}

/** Whether it means something that a write of this variable is marked atomic. */
function isShared({ owner }: DveVariableUse, span: Span, { scope }: Context): boolean {
  if (owner !== null)
    scope.diagnostics.warning(
      'vacuous',
      span,
      'a variable of the process itself is never buffered: it is atomic anyhow',
    );
  return owner === null;
}
