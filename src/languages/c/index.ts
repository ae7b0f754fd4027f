/** C: text in, programs or diagnostics out. */
import { liveAt, stepOf } from '../../models/program/liveness.js';
import type { Program, Variable } from '../../models/program/model.js';
import { planFormula } from '../program/formula.js';
import type { ProgramFile } from '../program/index.js';
import { instantiate } from '../program/instantiate.js';
import { type Diagnostic, DiagnosticList } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';
import { SourceText } from '../shared/source.js';
import { Naturals } from './natural.js';
import { parse } from './parse.js';
import { preprocess } from './preprocess.js';
import { checkProperties, planOf, propertiesIn, propertyTexts } from './properties.js';
import type { PreprocessOptions } from './tokens.js';
import { translate } from './translate.js';
import type { Unit } from './unit.js';

export interface COptions extends PreprocessOptions {
  /** Objects for each place that allocates. */
  readonly allocations?: number;
}

export const ALLOCATIONS = 4;

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
  if (faults.errors > 0) return { program: null, diagnostics: faults.all() };
  const { allocations = ALLOCATIONS } = options;
  const { translation, faults: found } = translate(node, source, { allocations }, propertyTexts(node), patience);
  if (translation === null) return { program: null, diagnostics: [...faults.all(), ...found.all()] };
  const { shared, threads, unit } = translation;
  const said = checkProperties(properties, unit.shared, shared, threads, source, found);
  if (found.errors > 0) return { program: null, diagnostics: [...faults.all(), ...found.all()] };
  const plan = planOf(said, shared, threads);
  const tried = instantiate(
    plan,
    null,
    ({ severity, code, place, message }) => {
      const start = source.offsetOf(place.line, place.column);
      // What is never reached is often a case that the caller of an inlined function does not need.
      if (severity === 'error') found.error(code, { start, end: start + 1 }, message);
      else if (code !== 'vacuous' || message.startsWith('`')) found.warning(code, { start, end: start + 1 }, message);
    },
    patience,
  );
  if (tried.kind === 'program') {
    for (const { name, place } of uninitialised(tried.program, unit)) {
      const start = source.offsetOf(place.line, place.column);
      const message = `\`${name}\` may be read before it has a value: it is taken for 0 then, and C allows any`;
      found.warning('uninitialised', { start, end: start + 1 }, message);
    }
  }
  const program: ProgramFile = {
    syntax: properties,
    anyThreads: [],
    instantiate: () => tried,
    formula: (text, name) => {
      const planned = planFormula(text, name, said.vocabulary);
      return planned === null ? null : new Naturals(unit.shared).ltl(planned);
    },
  };
  return { program: found.errors === 0 ? program : null, diagnostics: [...faults.all(), ...found.all()] };
}

/**
 * Locals that are live where their thread begins: on some path they are read before they are written. Arrays are left out, since
 * one store does not end the life of all their cells.
 */
function uninitialised({ templates }: Program, unit: Unit): Variable[] {
  const ownOfFile = new Set(
    [...unit.globals].filter(([, { kind, node }]) => kind === 'variable' && node.threadLocal).map(([name]) => name),
  );
  return templates.flatMap(({ locals, parameters, edges, locations, entry }) => {
    const live = liveAt(edges.map(stepOf), locations.length)[entry] ?? new Set();
    return locals.filter(
      ({ name, size }, number) =>
        number >= parameters &&
        live.has(number) &&
        size === null &&
        !name.startsWith('$') &&
        !ownOfFile.has(name.split('.')[0] as string),
    );
  });
}
