/**
 * The names of a `.cub` text. Variables, arrays, constants and the values of types share one space; types, predicates,
 * transitions and properties have their own. Parameters belong to their declaration, the names of quantifiers, of `let` and of
 * the cells of a `case` to what follows them.
 */
import type {
  DeclarationSyntax,
  FormulaSyntax,
  ModelSyntax,
  Name,
  ProcessSyntax,
  SymbolSyntax,
  SymbolUse,
  TermSyntax,
  TransitionSyntax,
  UpdateSyntax,
} from '../../languages/cubicle/syntax.js';
import type { Span } from '../../languages/shared/source.js';
import { type Entity, isMissing, NameIndex, type Role } from '../names.js';

/** What process variables and abbreviations mean at a place. */
type Scope = ReadonlyMap<string, Entity>;

const EMPTY: Scope = new Map();
/** Of what is never meant by its name alone. */
const NEVER: Span = { start: -1, end: -1 };

export class CubicleNames extends NameIndex {
  /** Variables, arrays, constants and values, which begin with capital letters. */
  readonly symbols = new Map<string, Entity>();
  readonly types = new Map<string, Entity>();
  readonly predicates = new Map<string, Entity>();

  constructor(readonly syntax: ModelSyntax) {
    super();
    for (const type of syntax.types) {
      const values = type.constructors === null ? '' : ` = ${type.constructors.map(({ text }) => text).join(' | ')}`;
      const signature = `type ${type.name.text}${values}`;
      this.declare(this.types, type.name, { kind: 'type', signature, type: null, whole: type });
      for (const value of type.constructors ?? []) {
        this.declare(this.symbols, value, { kind: 'value', signature, type: type.name.text, whole: type });
      }
    }
    for (const symbol of syntax.symbols) this.symbol(symbol);
    for (const declaration of syntax.declarations) this.head(declaration);
    for (const declaration of syntax.declarations) this.declaration(declaration);
  }

  private declare(
    space: Map<string, Entity>,
    name: Name,
    rest: Pick<Entity, 'kind' | 'signature' | 'type' | 'whole'>,
    visible: Span | null = null,
  ): void {
    if (isMissing(name) || space.has(name.text)) return;
    space.set(name.text, this.add({ name: name.text, owner: null, visible, ...rest }, name));
  }

  private symbol(symbol: SymbolSyntax): void {
    const { kind, weak, name, indices, type } = symbol;
    const brackets = indices === null ? '' : `[${indices.map(({ text }) => text).join(', ')}]`;
    const signature = `${weak ? 'weak ' : ''}${kind} ${name.text}${brackets} : ${type.text}`;
    const what = kind === 'var' ? 'variable' : kind === 'array' ? 'array' : 'constant';
    this.declare(this.symbols, name, { kind: what, signature, type: type.text, whole: symbol });
    this.use(this.types.get(type.text), type, 'use');
  }

  private head(declaration: DeclarationSyntax): void {
    const { kind, name, parameters } = declaration;
    if (name === null || isMissing(name)) return;
    const list = parameters.map(({ text }) => text);
    if (kind === 'predicate') {
      const signature = `predicate ${name.text} (${list.join(', ')})`;
      return this.declare(this.predicates, name, { kind, signature, type: null, whole: declaration });
    }
    const what = kind === 'transition' ? 'transition' : 'property';
    const signature = `${kind} ${name.text} (${list.join(' ')})`;
    this.add(
      { kind: what, name: name.text, signature, type: null, whole: declaration, owner: null, visible: NEVER },
      name,
    );
  }

  private declaration(declaration: DeclarationSyntax): void {
    const whole = { start: declaration.start, end: declaration.end };
    const parameters = this.bind(declaration.parameters, EMPTY, whole, declaration.kind);
    if (declaration.kind !== 'transition') return this.formula(declaration.formula, parameters);
    this.transition(declaration, parameters);
  }

  private transition({ guard, lets, updates, body }: TransitionSyntax, parameters: Scope): void {
    if (guard !== null) this.formula(guard, parameters);
    let scope = parameters;
    for (const binding of lets) {
      this.term(binding.term, scope, 'load');
      scope = this.bind([binding.name], scope, { start: binding.end, end: body.end }, 'let');
    }
    for (const update of updates) this.update(update, scope);
  }

  private update(update: UpdateSyntax, scope: Scope): void {
    this.use(this.symbols.get(update.target.text), update.target, this.role(update.target, 'store'));
    switch (update.kind) {
      case 'havoc':
        return;
      case 'assign':
        for (const index of update.indices ?? []) this.process(index, scope);
        return this.term(update.value, scope, 'load');
      case 'case': {
        const inner = this.bind(update.binders ?? [], scope, update, 'case');
        for (const { condition, value } of update.switches) {
          if (condition !== null) this.formula(condition, inner);
          this.term(value, inner, 'load');
        }
      }
    }
  }

  private bind(names: readonly Name[], around: Scope, visible: Span, by: string): Scope {
    const scope = new Map(around);
    for (const name of names) {
      if (isMissing(name)) continue;
      const kind = by === 'let' ? 'abbreviation' : by === 'predicate' ? 'parameter' : 'process';
      const signature = kind === 'process' ? `${name.text} : proc` : name.text;
      const type = kind === 'process' ? 'proc' : null;
      const { start, end } = visible;
      const own = { kind, name: name.text, signature, type, whole: name, owner: null } as const;
      scope.set(name.text, this.add({ ...own, visible: { start, end } }, name));
    }
    return scope;
  }

  private formula(formula: FormulaSyntax, scope: Scope): void {
    switch (formula.kind) {
      case 'constant':
      case 'fence':
        return;
      case 'compare':
        this.term(formula.left, scope, 'load');
        return this.term(formula.right, scope, 'load');
      case 'call':
        this.use(this.predicates.get(formula.name.text), formula.name, 'use');
        for (const argument of formula.arguments) {
          if (argument.kind === 'term') this.term(argument.term, scope, 'load');
          else this.formula(argument.formula, scope);
        }
        return;
      case 'not':
        return this.formula(formula.operand, scope);
      case 'and':
      case 'or':
        for (const operand of formula.operands) this.formula(operand, scope);
        return;
      case 'implies':
      case 'iff':
        this.formula(formula.left, scope);
        return this.formula(formula.right, scope);
      case 'if':
        for (const part of [formula.condition, formula.positive, formula.negative]) this.formula(part, scope);
        return;
      case 'quantified':
        return this.formula(formula.body, this.bind(formula.variables, scope, formula, 'quantifier'));
    }
  }

  private term(term: TermSyntax, scope: Scope, role: Role): void {
    switch (term.kind) {
      case 'symbol':
        return this.symbolUse(term, scope, role);
      case 'process':
        return this.process(term.process, scope);
      case 'number':
        return;
      case 'product':
        return this.symbolUse(term.factor, scope, role);
      case 'sum':
        this.term(term.left, scope, role);
        return this.term(term.right, scope, role);
    }
  }

  private symbolUse({ reader, name, indices }: SymbolUse, scope: Scope, role: Role): void {
    if (reader !== null) this.process(reader, scope);
    this.use(this.symbols.get(name.text), name, this.role(name, role));
    for (const index of indices ?? []) this.process(index, scope);
  }

  /** An access to memory is one to a weak variable. */
  private role({ text }: Name, role: Role): Role {
    return this.symbols.get(text)?.signature.startsWith('weak ') === true ? role : 'use';
  }

  private process(process: ProcessSyntax, scope: Scope): void {
    if (process.kind === 'variable') this.use(scope.get(process.text), process, 'use');
  }
}
