/** The cubes that a search meets, and the objects that it works with, for tests that look at one step of it. */
import type { Cube } from '../../../src/engines/parameterized/cube.js';
import type { SearchNode } from '../../../src/engines/parameterized/node.js';
import { PlainForm } from '../../../src/engines/parameterized/plain/form.js';
import { PlainPreImages } from '../../../src/engines/parameterized/plain/pre-image.js';
import { Search } from '../../../src/engines/parameterized/search.js';
import type { Naming } from '../../../src/engines/parameterized/slots.js';
import { Literals } from '../../../src/logic/literals.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { type NormalForm, normalForm } from '../../../src/models/array-system/normal-form.js';

export interface Workshop {
  readonly system: ArraySystem;
  readonly form: NormalForm;
  readonly literals: Literals;
  readonly naming: Naming;
  readonly cubes: PlainForm;
  readonly search: Search<Cube>;
  readonly preImages: PlainPreImages;
  /** Universal guards are kept. */
  readonly precise: boolean;
}

const MOST = 8;

/** Without a guesser; all universal guards are kept when `precise`. */
export function workshop(system: ArraySystem, precise = false, maxCubes = 1000): Workshop {
  const form = normalForm(system);
  const absolute = form.usesConstants ? system.processes : null;
  const literals = new Literals(system, absolute !== null);
  const naming = { absolute, most: system.processes ?? MOST, keepAll: absolute !== null };
  const limits = { maxCubes, maxDepth: 1000, maxProcesses: MOST, maxStates: 0 };
  const cubes = new PlainForm(form, literals, naming);
  if (precise) cubes.refine(form.commands.map((command) => command.transition));
  const search = new Search(cubes, limits);
  return { system, form, literals, naming, cubes, search, precise, preImages: new PlainPreImages(literals, naming) };
}

/** The same model without initial states: its search goes on past them. */
export function withoutInit(system: ArraySystem): ArraySystem {
  return { ...system, init: { ...system.init, parameters: [], formula: { kind: 'constant', value: false } } };
}

/** The first cubes that a search visits, at most `most`; guided by nothing. */
export function visitedNodes({ search }: Workshop, most: number): SearchNode<Cube>[] {
  const nodes: SearchNode<Cube>[] = [];
  search.guesser = {
    guess: (node) => {
      nodes.push(node);
      return null;
    },
    refuted: () => {},
    allows: () => true,
  };
  for (const _ of search.run()) if (nodes.length >= most) break;
  search.guesser = null;
  return nodes.slice(0, most);
}
