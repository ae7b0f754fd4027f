/**
 * Formulas in negation normal form with masks, and their disjunctive form: the first half of the normal form.
 *
 * Negation is pushed to the comparisons; a comparison of an enumerated cell with a constructor becomes a mask, and masks
 * on one cell are merged below `and` and `or`, before anything is multiplied out. Universal quantifiers move to the front
 * of what they stand in, existential ones are collected with the conjunct they belong to.
 */
import type { Access, Formula, Operator, Process, Term } from './model.js';

/** The model is fine, but out of reach for this way of working on it. */
export class ModelTooLarge extends Error {}

const MOST_DISJUNCTS = 20_000;

export type Atom =
  | { readonly kind: 'mask'; readonly access: Access; readonly mask: number }
  | { readonly kind: 'compare'; readonly operator: Operator; readonly left: Term; readonly right: Term };

export interface Variable {
  readonly name: string;
  readonly excluded: readonly Process[];
}

export type Node =
  | Atom
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Node[] }
  | { readonly kind: 'forall' | 'exists'; readonly variables: readonly Variable[]; readonly body: Node };

const YES: Node = { kind: 'constant', value: true };
const NO: Node = { kind: 'constant', value: false };

export function negationNormal(formula: Formula, positive: boolean): Node {
  switch (formula.kind) {
    case 'constant':
      return formula.value === positive ? YES : NO;
    case 'fence':
      throw new Error('a fence outside a guard'); // views.ts takes them out of guards; the language has them nowhere else
    case 'not':
      return negationNormal(formula.operand, !positive);
    case 'and':
    case 'or': {
      const operands = formula.operands.map((f) => negationNormal(f, positive));
      return (formula.kind === 'and') === positive ? conjunction(operands) : disjunction(operands);
    }
    case 'forall':
    case 'exists':
      return {
        kind: (formula.kind === 'forall') === positive ? 'forall' : 'exists',
        variables: [{ name: formula.variable, excluded: formula.excluded }],
        body: negationNormal(formula.body, positive),
      };
    case 'compare':
      return comparison(formula.operator, formula.left, formula.right, positive);
  }
}

function comparison(operator: Operator, left: Term, right: Term, positive: boolean): Node {
  if (!positive) {
    if (operator === '=') return comparison('<>', left, right, true);
    if (operator === '<>') return comparison('=', left, right, true);
    return comparison(operator === '<' ? '<=' : '<', right, left, true);
  }
  if (left.kind === 'constructor' && right.kind === 'constructor') {
    return (left.value === right.value) === (operator === '=') ? YES : NO;
  }
  if (left.kind === 'constructor') return comparison(operator, right, left, true);
  if (right.kind === 'constructor' && left.kind === 'access' && !isWide(left.access)) {
    const bit = 1 << right.value;
    return maskNode(left.access, operator === '=' ? bit : ~bit);
  }
  return { kind: 'compare', operator, left, right };
}

/** Enumerations too large for a mask are compared as integers. */
export function isWide(access: Access): boolean {
  return access.symbol.sort.kind === 'enum' && access.symbol.sort.constructors.length > 31;
}

function maskNode(access: Access, mask: number): Node {
  const size = access.symbol.sort.kind === 'enum' ? access.symbol.sort.constructors.length : 0;
  const full = size === 31 ? 0x7fffffff : (1 << size) - 1;
  const within = mask & full;
  return within === 0 ? NO : within === full ? YES : { kind: 'mask', access, mask: within };
}

function accessKey(access: Access): string {
  const name = (p: Process) => (p.kind === 'bound' ? p.name : `#${p.number}`);
  const reader = access.reader === null ? '' : `${name(access.reader)}@`;
  return `${reader}${access.symbol.index} ${access.indices.map(name).join(' ')}`;
}

function mergeMasks(operands: readonly Node[], meet: boolean): Node[] {
  const masks = new Map<string, Atom & { kind: 'mask' }>();
  const rest: Node[] = [];
  for (const node of operands) {
    if (node.kind !== 'mask') {
      rest.push(node);
      continue;
    }
    const key = accessKey(node.access);
    const other = masks.get(key);
    masks.set(
      key,
      other === undefined ? node : { ...node, mask: meet ? other.mask & node.mask : other.mask | node.mask },
    );
  }
  return [...[...masks.values()].map((m) => maskNode(m.access, m.mask)), ...rest];
}

function conjunction(operands: readonly Node[]): Node {
  const flat = mergeMasks(
    operands.flatMap((n) => (n.kind === 'and' ? n.operands : [n])),
    true,
  ).filter((n) => n !== YES);
  if (flat.includes(NO)) return NO;
  return flat.length === 0 ? YES : flat.length === 1 ? (flat[0] as Node) : { kind: 'and', operands: flat };
}

function disjunction(operands: readonly Node[]): Node {
  const flat = mergeMasks(
    operands.flatMap((n) => (n.kind === 'or' ? n.operands : [n])),
    false,
  ).filter((n) => n !== NO);
  if (flat.includes(YES)) return YES;
  return flat.length === 0 ? NO : flat.length === 1 ? (flat[0] as Node) : { kind: 'or', operands: flat };
}

export interface UniversalNode {
  readonly variables: readonly Variable[];
  readonly body: Node;
}

export interface Conjunct {
  readonly atoms: readonly Atom[];
  readonly universals: readonly UniversalNode[];
  readonly existentials: readonly Variable[];
}

/**
 * A formula without existentials as a conjunction of universals over quantifier-free bodies. A universal moves out of a
 * disjunction, and a disjunction distributes over the conjunctions that hold one; both are equivalences also where no
 * process is left to quantify over.
 */
export function universalsOf(node: Node): UniversalNode[] {
  switch (node.kind) {
    case 'forall':
      return universalsOf(node.body).map((u) => ({ variables: [...node.variables, ...u.variables], body: u.body }));
    case 'exists':
      throw new Error('an existential quantifier below a universal one reached the normal form');
    case 'and':
      return node.operands.flatMap(universalsOf);
    case 'or': {
      if (!isQuantified(node)) return [{ variables: [], body: node }];
      let products: UniversalNode[] = [{ variables: [], body: NO }];
      for (const operand of node.operands) {
        const parts = universalsOf(operand);
        products = products.flatMap((p) =>
          parts.map((u) => ({ variables: [...p.variables, ...u.variables], body: disjunction([p.body, u.body]) })),
        );
      }
      return products;
    }
    default:
      return [{ variables: [], body: node }];
  }
}

function isQuantified(node: Node): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.operands.some(isQuantified);
  return node.kind === 'forall' || node.kind === 'exists';
}

export function disjuncts(node: Node): Conjunct[] {
  switch (node.kind) {
    case 'constant':
      return node.value ? [{ atoms: [], universals: [], existentials: [] }] : [];
    case 'or':
      return node.operands.flatMap(disjuncts);
    case 'and': {
      let products: Conjunct[] = [{ atoms: [], universals: [], existentials: [] }];
      for (const operand of node.operands) {
        const parts = disjuncts(operand);
        products = products.flatMap((p) =>
          parts.map((q) => ({
            atoms: [...p.atoms, ...q.atoms],
            universals: [...p.universals, ...q.universals],
            existentials: [...p.existentials, ...q.existentials],
          })),
        );
        if (products.length > MOST_DISJUNCTS) {
          throw new ModelTooLarge(
            `a condition has more than ${MOST_DISJUNCTS} alternatives in disjunctive form; try to split it`,
          );
        }
      }
      return products;
    }
    case 'forall': {
      const universals = universalsOf(node);
      return [{ atoms: [], universals, existentials: [] }];
    }
    case 'exists':
      return disjuncts(node.body).map((c) => ({ ...c, existentials: [...node.variables, ...c.existentials] }));
    default:
      return [{ atoms: [node], universals: [], existentials: [] }];
  }
}
