/**
 * One of the properties of a text, by its name. The others are not asked: a failed assertion then is a place where the thread
 * stays. Steps that fail are violations in any case.
 */

import type { ProgramModel } from '../languages/language.js';
import type { ProgramFile } from '../languages/program/index.js';
import { DEADLOCK, type NeverProperty, type NoDeadlock, type Program } from '../models/program/model.js';

/** Of all assertions. */
const ASSERTIONS = 'assert';

/** An `invariant` is told with that word before its name. */
function plainName({ name }: Pick<NeverProperty, 'name'>): string {
  return name.replace(/^invariant /, '');
}

/** Where the text does not say it, and it is asked all the same. */
const UNSAID: NoDeadlock = { name: DEADLOCK, place: { line: 1, column: 1 } };

/** Whether that there is no deadlock is what is asked: `deadlock` stands for it where no other property is called so. */
export function asksDeadlock({ never, noDeadlock }: Program, property: string): boolean {
  if (noDeadlock !== undefined && noDeadlock.name === property) return true;
  return property === DEADLOCK && !never.some((each) => plainName(each) === DEADLOCK);
}

/** The names that can be asked for. */
export function propertiesOf(
  programs: readonly Program[],
  assertions: ProgramModel['assertions'] = 'places',
): string[] {
  const never = programs.flatMap((program) => [
    ...program.never.map(plainName),
    ...(program.noDeadlock === undefined ? [] : [program.noDeadlock.name]),
  ]);
  const asserts = programs.some(({ templates }) =>
    assertions === 'never'
      ? never.length > 0
      : templates.some(({ locations }) => locations.some(({ failure }) => failure !== null)),
  );
  return [...new Set([...never, ...(asserts ? [ASSERTIONS] : [])])];
}

/** `assertions`: whether they are properties themselves (`ProgramModel`). */
export function onlyProperty(
  program: Program,
  property: string,
  assertions: ProgramModel['assertions'] = 'places',
): Program {
  const { noDeadlock, ...others } = program;
  if (property === ASSERTIONS) return assertions === 'never' ? others : { ...others, never: [] };
  const deadlock = asksDeadlock(program, property) ? (noDeadlock ?? UNSAID) : undefined;
  const never = program.never.filter((each) => plainName(each) === property);
  const premises = program.premises?.filter((each) => plainName({ name: each.property }) === property) ?? [];
  const templates = program.templates.map((template) => ({
    ...template,
    locations: template.locations.map((location) => ({ ...location, failure: null })),
  }));
  return { ...others, never, premises, templates, ...(deadlock === undefined ? {} : { noDeadlock: deadlock }) };
}

/** The same of a text whose number of threads is open. */
export function onlyPropertyOf(source: ProgramModel, property: string): ProgramModel {
  const { file } = source;
  return {
    ...source,
    file: file === null ? null : onlyInFile(file, property),
    instance: (count) => {
      const made = source.instance(count);
      if ('refused' in made) return made;
      return { ...made, program: onlyProperty(made.program, property, source.assertions) };
    },
  };
}

function onlyInFile(file: ProgramFile, property: string): ProgramFile {
  const declarations = file.syntax.declarations.filter((declaration) => {
    if (declaration.kind !== 'never' && declaration.kind !== 'invariant') return true;
    return declaration.name?.text === property;
  });
  return {
    ...file,
    syntax: { ...file.syntax, declarations },
    instantiate: (count, counts) => {
      const made = file.instantiate(count, counts);
      return made.kind === 'program' ? { ...made, program: onlyProperty(made.program, property) } : made;
    },
  };
}
