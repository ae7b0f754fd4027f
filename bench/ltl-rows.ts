/**
 * Table I of J. Barnat, L. Brim and V. Havel, "LTL model checking of parallel programs with under-approximated TSO memory
 * model" (2012), and its figure 6: how many writes of a model must be atomic so that a property holds with one write of each
 * location in a buffer.
 *
 * The paper does not say which instances of the BEEM benchmark it took, nor how it counts writes. With assignments to locals
 * anderson.5 has its 30, and lamport.1 and lamport.3 have its 27; peterson has 12 and more. But anderson.5 and lamport.3 are
 * wrong under SC. So here are the instances with up to four processes that are right under SC, and our own models, of which
 * anderson-5.dve, lamport-fast.dve and peterson.dve have 30, 27 and 8 assignments.
 *
 * The property of Anderson's lock needs no fairness of the processes, under SC nor in the end under TSO: who waits at a slot
 * does nothing, and whose turn it is must go. Writes must not stay in buffers for ever, as in the paper.
 */

export interface LtlModel {
  readonly model: string;
  /** Of the corpus, and ours. */
  readonly instances: readonly string[];
  readonly examples: readonly string[];
  readonly property: string;
  readonly formula: string;
  /** What the names of the formula stand for, with so many processes. */
  propositions(processes: number, own: boolean): Readonly<Record<string, string>>;
  readonly paperWrites: number;
  readonly paperAtomic: number;
}

const COLLISION = {
  property: 'G not collision',
  formula: 'G !collision',
  propositions: (processes: number) => {
    const inside = Array.from({ length: processes }, (_, process) => `P_${process}.CS`);
    return { collision: `${inside.join(' + ')} > 1` };
  },
};

export const LTL_MODELS: readonly LtlModel[] = [
  {
    model: 'Anderson',
    instances: ['anderson.2.dve', 'anderson.4.dve'],
    examples: ['anderson.dve', 'anderson-5.dve'],
    property: 'G (wait -> F granted)',
    formula: 'G (wait -> F granted)',
    propositions: (_, own) => {
      const wait = own ? 'P_0.wait or P_0.seen' : 'P_0.p1 or P_0.p2 or P_0.p3';
      return { wait, granted: 'P_0.CS' };
    },
    paperWrites: 30,
    paperAtomic: 24,
  },
  {
    model: 'Lamport',
    instances: ['lamport.1.dve', 'lamport.5.dve'],
    examples: ['lamport-fast.dve'],
    ...COLLISION,
    paperWrites: 27,
    paperAtomic: 16,
  },
  {
    model: 'Peterson',
    instances: ['peterson.1.dve', 'peterson.4.dve'],
    examples: ['peterson.dve'],
    ...COLLISION,
    paperWrites: 8,
    paperAtomic: 4,
  },
];

/** Of the paper itself, and in its text: both writes to x. */
export const FIGURE_6: LtlModel = {
  model: 'figure 6',
  instances: [],
  examples: ['counters.dve'],
  property: 'F (x = 2 and y > 0)',
  formula: 'F (x == 2 && y > 0)',
  propositions: () => ({}),
  paperWrites: 4,
  paperAtomic: 2,
};
