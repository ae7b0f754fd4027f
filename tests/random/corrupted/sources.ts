/**
 * Proofs to be spoilt: of every kind of certificate, from the examples and from random models, with other questions to which a
 * certificate may be offered. Many of those are violated: broken twins, programs without a fence, more memory.
 */
import { readFileSync } from 'node:fs';
import { certify } from '../../../src/check/certify.js';
import type { CheckOptions } from '../../../src/check/options.js';
import { readExamples } from '../../../src/cli/examples.js';
import { type Asked, KINDS, type Kind, QUESTIONS } from '../../check/certificate-kinds.js';
import { randomAnyText } from '../any/generate.js';
import { randomText } from '../fp/generate.js';
import { smallerTexts } from '../fp/shrink.js';
import { randomModel } from '../generate.js';
import { counterCase } from '../ltl/counters.js';
import { Random } from '../random.js';
import { smallerModels } from '../shrink.js';
import { printModel, type TextModel } from '../text-model.js';
import { randomWeakModel } from '../weak/generate.js';

export interface Source {
  readonly asked: Asked;
  /** With what the proof is looked for besides. */
  readonly how: CheckOptions;
  /** Questions that it is no answer to, as far as is known here. */
  others(random: Random): Asked;
}

export interface Proof extends Source {
  /** The certificate as data, and where there is such a text as SMT-LIB. */
  readonly json: string;
  readonly smtLib: string | null;
}

const LIMITS = { timeout: 5, maxCubes: 400, maxStates: 20_000 } as const;
/** Longer certificates are not spoilt. */
const LONGEST = 300_000;
const TRIALS = 40;

/** Null when none of some random models has a proof of the wanted kind. */
export async function proofFor(seed: number): Promise<Proof | null> {
  const random = new Random(seed);
  for (let trial = 0; trial < TRIALS; trial++) {
    const source = random.pick(SOURCES)(random);
    if (source === null) continue;
    const proof = await proved(source);
    if (proof !== null) return proof;
  }
  return null;
}

async function proved(source: Source): Promise<Proof | null> {
  const { text, options } = source.asked;
  const result = await certify(text, { ...options, ...source.how, timeout: LIMITS.timeout });
  if (!result.ok || result.outcome.verdict !== 'holds') return null;
  const { certificate } = result;
  switch (certificate.kind) {
    case 'minor set':
    case 'ranking':
      return short({ ...source, json: [...certificate.chunks()].join(''), smtLib: null });
    case 'obligations': {
      const smtLib = [...certificate.obligations.chunks()].join('');
      return short({ ...source, json: [...certificate.data()].join(''), smtLib });
    }
    case 'audit':
    case 'none':
      return null;
  }
}

function short(proof: Proof): Proof | null {
  return proof.json.length + (proof.smtLib?.length ?? 0) > LONGEST ? null : proof;
}

type Make = (random: Random) => Source | null;

const SMALL: readonly Asked[] = Object.values(QUESTIONS);
const FORMULAS = ['F P(0)@cs', 'G !(P(0)@cs && P(1)@cs)', 'G (P(0)@cs -> F !P(0)@cs)', 'F G turn >= 0', 'G F true'];
const ENGINES = [
  ['dual-tso', 'tso'],
  ['pso-queues', 'pso'],
  ['predicates', 'tso'],
  ['predicates', 'pso'],
] as const;

const SOURCES: readonly Make[] = [
  (random) => {
    const { answers, options } = random.pick(Object.values(KINDS)) as Kind;
    const asked: Asked = QUESTIONS[answers[0]];
    const alike = SMALL.filter(({ options: { file } }) => file === asked.options.file);
    return { asked, how: options, others: (again) => again.pick(alike) };
  },
  // Rankings.
  (random) => {
    const named = SMALL.filter(({ text }) => text.includes('thread P(me'));
    const temporal = (again: Random): Asked => {
      const { text, options } = again.pick(named);
      const { property: _, buffer: __, bufferPerLocation: ___, ...rest } = options as CheckOptions & { file: string };
      return { text, options: { ...rest, ltl: again.pick(FORMULAS), fairThreads: again.chance(0.6) } };
    };
    return { asked: temporal(random), how: {}, others: temporal };
  },
  // Rankings of families.
  (random) => {
    const { text } = counterCase(random);
    const counters =
      (asked: string) =>
      (again: Random): Asked => {
        const memory = again.pick(['sc', 'tso', 'pso'] as const);
        const fair = again.chance(0.5) ? { fairThreads: true } : {};
        const buffer = memory === 'sc' ? {} : { buffer: again.between(1, 2) };
        const { maxStates } = LIMITS;
        return { text: asked, options: { file: 'a.fp', property: 'p', memory, maxStates, ...fair, ...buffer } };
      };
    const other = (again: Random) => counters(again.chance(0.5) ? text : counterCase(again).text)(again);
    return { asked: counters(text)(random), how: {}, others: other };
  },
  (random) => example(random.pick(MODELS)),
  (random) => system(randomModel(random.between(0, 1e9)), { file: 'a.cub', maxCubes: LIMITS.maxCubes }),
  (random) => {
    const model = randomWeakModel(random.between(0, 1e9));
    return system(model, { file: 'a.cub', memory: 'tso', maxCubes: LIMITS.maxCubes });
  },
  (random) => {
    const memory = random.pick(['sc', 'tso'] as const);
    const engine = memory === 'tso' && random.chance(0.4) ? 'dual-tso' : 'parameterized';
    return program(randomAnyText(random.between(0, 1e9)), { file: 'a.fp', memory }, { engine });
  },
  (random) => {
    const [engine, memory] = random.pick(ENGINES);
    return program(randomText(random.between(0, 1e9)), { file: 'a.fp', memory }, { engine });
  },
];

/** Models of the examples that hold, some with a twin that does not. */
const MODELS = examples();

interface ModelOfExamples {
  readonly text: string;
  readonly options: Asked['options'];
  readonly twin: string | null;
}

function examples(): ModelOfExamples[] {
  const list = readExamples(readFileSync('examples/expected.json', 'utf8'));
  if (!list.ok) throw new Error(list.message);
  const read = (file: string): string => readFileSync(`examples/${file}`, 'utf8');
  return list.examples.flatMap((each) => {
    // Its certificate alone takes longer than all others.
    if (each.kind !== 'model' || /german|dragon|hazard/.test(each.file)) return [];
    const { file, twin, processes, expected } = each;
    return expected.flatMap(([memory, verdict]): ModelOfExamples[] => {
      if (verdict !== 'holds') return [];
      const number = processes === null ? {} : { processes };
      return [
        { text: read(file), options: { file: 'a.cub', memory, ...number }, twin: twin === null ? null : read(twin) },
      ];
    });
  });
}

function example({ text, options, twin }: ModelOfExamples): Source {
  const others = (random: Random): Asked => {
    const other = random.weighted({ twin: 3, memory: 1, processes: 1, less: 4 });
    switch (other) {
      case 'twin':
        return { text: twin ?? withoutConjunct(random, text), options };
      case 'memory':
        return { text, options: { ...options, memory: random.pick(['sc', 'tso'] as const) } };
      case 'processes':
        return { text, options: { ...options, processes: random.between(2, 3) } };
      case 'less':
        return { text: withoutConjunct(random, text), options };
    }
  };
  return { asked: { text, options }, how: {}, others };
}

/** A guard says less, or a fence is gone. */
function withoutConjunct(random: Random, text: string): string {
  const places = [...text.matchAll(/&&\s*[^&|{}()]+(?=[&}])|fence\(\)|\bTrue\b|\bFalse\b/g)];
  if (places.length === 0) return text;
  const [found] = [random.pick(places)];
  const [old] = found;
  const by = old.startsWith('&&') ? '' : ({ 'fence()': 'true', True: 'False', False: 'True' }[old] ?? old);
  return text.slice(0, found.index) + by + text.slice(found.index + old.length);
}

function system(model: TextModel, options: Asked['options']): Source {
  const text = printModel(model);
  const others = (random: Random): Asked => {
    if (random.chance(0.2)) return { text, options: { ...options, processes: random.between(1, 3) } };
    if (random.chance(0.2)) return { text, options: { ...options, memory: options.memory === 'tso' ? 'sc' : 'tso' } };
    const smaller = [...smallerModels(model)].slice(0, 200);
    return { text: smaller.length === 0 ? text : printModel(random.pick(smaller)), options };
  };
  return { asked: { text, options }, how: {}, others };
}

function program(text: string, options: Asked['options'], how: CheckOptions): Source {
  const others = (random: Random): Asked => {
    if (random.chance(0.2))
      return { text, options: { ...options, memory: random.pick(['sc', 'tso', 'pso'] as const) } };
    if (random.chance(0.1) && options.memory !== 'sc')
      return { text, options: { ...options, buffer: random.between(1, 2) } };
    if (random.chance(0.3)) return { text: text.replaceAll(/\bfence\b/g, 'skip'), options };
    const smaller: string[] = [];
    for (const each of smallerTexts(text)) if (smaller.push(each) > 200) break;
    return { text: smaller.length === 0 ? text : random.pick(smaller), options };
  };
  return { asked: { text, options }, how, others };
}
