/** Programs from texts, the engine asked about them, and formulas as people read them. */
import type { PredicateAnswer } from '../../../src/engines/predicates/engine.js';
import { type Flattened, flatten } from '../../../src/engines/predicates/flatten.js';
import type { FlatSystem } from '../../../src/engines/predicates/system.js';
import { readProgram } from '../../../src/languages/program/index.js';
import type { Formula } from '../../../src/logic/integer/formula.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { type Reduction, type ReductionOptions, reduceProgram } from '../../../src/memory/reduction/index.js';
import type { Program, StateExpression } from '../../../src/models/program/model.js';
import { askPredicates, type Told } from '../../support/engines.js';

export interface Read {
  readonly program: Program;
  readonly predicates: readonly StateExpression[];
}

export function readText(text: string): Read {
  const { program, diagnostics } = readProgram(text, 'test.fp');
  const made = program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return { program: made.program, predicates: made.predicates.map(({ condition }) => condition) };
}

export function reduced(program: Program, memory: MemoryName, bound: number, options?: ReductionOptions): Reduction {
  const reduction = reduceProgram(program, memoryNamed(memory), bound, options);
  if ('refused' in reduction) throw new Error(reduction.refused);
  return reduction;
}

export function flat(program: Program): Flattened {
  const made = flatten(program);
  if ('refused' in made) throw new Error(made.refused);
  return made;
}

/** `x == 1`, `x - y <= 0`, `!(x == 1)`. */
export function show(formula: Formula, { variables }: FlatSystem): string {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula.kind;
    case 'atom': {
      const terms = formula.variables.map((variable, k) => {
        const coefficient = formula.coefficients[k] as number;
        const size = Math.abs(coefficient) === 1 ? '' : `${Math.abs(coefficient)}*`;
        const sign = coefficient < 0 ? (k === 0 ? '-' : ' - ') : k === 0 ? '' : ' + ';
        return `${sign}${size}${variables[variable]?.name}`;
      });
      return `${terms.join('')} ${formula.relation} ${0 - formula.constant}`;
    }
    case 'not':
      return `!(${show(formula.operand, { variables } as FlatSystem)})`;
    case 'and':
    case 'or':
      return `(${formula.operands.map((part) => show(part, { variables } as FlatSystem)).join(formula.kind === 'and' ? ' && ' : ' || ')})`;
  }
}

export interface Asked {
  readonly memory?: MemoryName;
  readonly bound?: number;
  readonly maxBound?: number;
  readonly extrapolation?: 'predicates' | 'cubes';
  readonly maxPredicates?: number;
  readonly maxStates?: number;
}

export interface Said {
  readonly answer: Told<PredicateAnswer>;
  readonly bound: number;
}

export function askProgram(program: Program, asked: Asked = {}, predicates: readonly StateExpression[] = []): Said {
  const { memory = 'sc', bound = 1, maxBound = 4, extrapolation = 'predicates' } = asked;
  const { maxPredicates = 100, maxStates = 20_000 } = asked;
  const limits = { maxStates, maxPredicates, maxCubeSize: 3 };
  return askPredicates({ program, memory: memoryNamed(memory), predicates, bound, maxBound, extrapolation, limits });
}

export function askText(text: string, asked: Asked = {}): Said {
  const { program, predicates } = readText(text);
  return askProgram(program, asked, predicates);
}
