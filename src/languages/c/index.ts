/** C: text in, programs or diagnostics out. */
import { withRanges } from '../../models/program/finite.js';
import type { Alike } from '../program/any-threads.js';
import { planFormula } from '../program/formula.js';
import type { ProgramFile } from '../program/index.js';
import { type Instantiation, instantiate } from '../program/instantiate.js';
import type { Plan } from '../program/plan.js';
import { type Diagnostic, DiagnosticList } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';
import { SourceText } from '../shared/source.js';
import { directionsIn } from './annotations.js';
import { Naturals } from './natural.js';
import { parse } from './parse.js';
import { preprocess } from './preprocess.js';
import { checkProperties, planOf, propertiesIn, propertyTexts } from './properties.js';
import type { PreprocessOptions } from './tokens.js';
import { translate } from './translate.js';

export interface COptions extends PreprocessOptions {
  /** Objects for each place that allocates. */
  readonly allocations?: number;
  /** Data races are failures. */
  readonly races?: boolean;
}

export const ALLOCATIONS = 4;

const NOWRAP = 'nowrap: no unsigned or 64-bit number passes 2^31';

/** What compiling shows is found with this many threads of an open kind. */
const TRIED = 2;

export interface CReading {
  readonly program: ProgramFile | null;
  readonly diagnostics: readonly Diagnostic[];
}

export function readC(content: string | Uint8Array, file: string, options: COptions, patience = ENDLESS): CReading {
  const source = new SourceText(content, file);
  const faults = new DiagnosticList(source);
  const tokens = preprocess(source, options, faults);
  if (faults.errors > 0) return { program: null, diagnostics: faults.all() };
  const node = parse(tokens, faults);
  const properties = propertiesIn(node, source, faults);
  const { any, nowrap } = directionsIn(node, faults);
  if (faults.errors > 0) return { program: null, diagnostics: faults.all() };
  const { allocations = ALLOCATIONS, races = false } = options;
  const { translation, faults: found } = translate(
    node,
    source,
    { allocations, nowrap, any, races },
    propertyTexts(node),
    patience,
  );
  if (translation === null) return { program: null, diagnostics: [...faults.all(), ...found.all()] };
  const { shared, threads, unit } = translation;
  const said = checkProperties(properties, unit, shared, threads, source, found);
  if (found.errors > 0) return { program: null, diagnostics: [...faults.all(), ...found.all()] };
  const plan = planOf(said, shared, threads);
  const anyThreads = threads.filter(({ instances }) => instances === 'any').map(({ name }) => name);
  const alike = anyThreads.length === 0 ? null : alikeIn(plan, anyThreads);
  // A variable that is compared with numbers of any threads has no range, whatever it is given.
  const ranges = alike === null || !('numbered' in alike && alike.numbered);
  const instance = (count: number | null, report?: Parameters<typeof instantiate>[2]): Instantiation => {
    const made = instantiate(plan, count, report, patience);
    return made.kind === 'program' && ranges ? { ...made, program: withRanges(made.program) } : made;
  };
  const tried = instance(anyThreads.length === 0 ? null : TRIED, ({ severity, code, place, message }) => {
    const start = source.offsetOf(place.line, place.column);
    // What is never reached is often a case that the caller of an inlined function does not need.
    if (severity === 'error') found.error(code, { start, end: start + 1 }, message);
    else if (code !== 'vacuous' || message.startsWith('`')) found.warning(code, { start, end: start + 1 }, message);
  });
  const program: ProgramFile = {
    syntax: properties,
    anyThreads,
    ...(alike === null ? {} : { alike }),
    ...(nowrap ? { assumptions: [NOWRAP] } : {}),
    instantiate: (count) => (anyThreads.length === 0 ? tried : instance(count)),
    formula: (text, name) => {
      const planned = planFormula(text, name, said.vocabulary);
      return planned === null ? null : new Naturals(unit.shared).ltl(planned);
    },
  };
  return { program: found.errors === 0 ? program : null, diagnostics: [...faults.all(), ...found.all()] };
}

/**
 * The threads of an open kind are alike by the way they are translated: a thread has its number as its first local, and nothing
 * asks how many there are.
 */
function alikeIn({ shared, threads }: Plan, anyThreads: readonly string[]): Alike {
  const perThread = new Map<string, string>();
  for (const { name, size } of shared) {
    if (size?.kind !== 'instances') continue;
    if (size.times !== undefined) return { refused: `${name} has more than one cell for each thread` };
    perThread.set(name, threads[size.thread]?.name as string);
  }
  const shown = threads.filter(({ name }) => anyThreads.includes(name)).some(({ body }) => readsFirst(body));
  return { perThread, shared: new Set(shared.map(({ name }) => name)), numbered: perThread.size > 0 || shown };
}

/** Some term in the statements is the first local. */
function readsFirst(tree: unknown): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if ('kind' in tree && tree.kind === 'local' && 'variable' in tree && tree.variable === 0) return true;
  return Object.values(tree).some(readsFirst);
}
