/**
 * Runs of array systems to their written form and back. A run asks for the value of a cell when it comes to it, so it is
 * performed here to write down what was asked. All cells of the initial state are written: `init` is a formula.
 */
import { rational } from '../../logic/rational.js';
import type { MemoryModel } from '../../memory/models.js';
import type { Choice } from '../../memory/operational/machine.js';
import { type Run, type RunStep, replay } from '../../memory/operational/replay.js';
import { cellAt, type Instance, makeInstance, placeOf } from '../../memory/operational/state.js';
import {
  constructorValue,
  datumValue,
  numberValue,
  processValue,
  type Value,
  valueKey,
} from '../../memory/operational/values.js';
import type { ArraySystem, StateSymbol } from '../../models/array-system/model.js';
import type { WrittenRun, WrittenStep } from './text.js';

export function writtenSystemSteps(
  system: ArraySystem,
  run: Run,
  memory: MemoryModel,
): Pick<WrittenRun, 'first' | 'steps' | 'cycle'> {
  const instance = makeInstance(system, run.processes);
  const asked: Map<number, string>[] = run.steps.map(() => new Map());
  const steps = run.steps.map((step, number): RunStep => {
    if (step.kind === 'drain') return step;
    const choose: Choice = (symbol, indices) => {
      const value = step.choose(symbol, indices);
      asked[number]?.set(placeOf(instance, symbol, indices), valueWord(value));
      return value;
    };
    return { ...step, choose };
  });
  replay(system, { ...run, steps }, memory);
  return {
    first: instance.cells.map(({ symbol, indices }) => valueWord(run.initial(symbol, indices))),
    steps: run.steps.map((step, number): WrittenStep => {
      if (step.kind === 'drain') return { kind: 'drain', actor: step.process - 1, cell: step.place };
      const values = [...(asked[number] ?? [])].flatMap(([place, value]) => [`${place}`, value]);
      return { kind: 'transition', number: step.transition, processes: step.arguments, values };
    }),
    cycle: null,
  };
}

/** `/` has another meaning in an address. */
function valueWord(value: Value): string {
  return valueKey(value).replace('/', 'd');
}

/** `wrong`: why the values at the start do not fit the model. */
export function systemRunOf(
  system: ArraySystem,
  processes: number,
  written: WrittenRun,
): Run | { readonly wrong: string } {
  const instance = makeInstance(system, processes);
  const { first } = written;
  if (first.length !== instance.cells.length)
    return { wrong: `the run gives ${first.length} cells a first value, and the model has ${instance.cells.length}` };
  const initial = first.map((word, place) => valueIn(word, cellAt(instance, place).symbol));
  const steps = written.steps.map((step): RunStep => {
    switch (step.kind) {
      case 'drain':
        return { kind: 'drain', process: step.actor + 1, place: step.cell };
      case 'transition': {
        const { number: transition, processes: given, values } = step;
        return { transition, arguments: given, choose: chooser(instance, values) };
      }
      case 'edge':
        throw new Error('a run of a model of arrays has no edges');
    }
  });
  return { processes, initial: (symbol, indices) => initial[placeOf(instance, symbol, indices)] as Value, steps };
}

function chooser(instance: Instance, values: readonly string[]): Choice {
  const chosen = new Map<number, string>();
  for (let at = 0; at + 1 < values.length; at += 2) chosen.set(Number(values[at]), values[at + 1] as string);
  // What the text leaves out is judged by the replay: 0 is a value of every sort but a wrong one of some.
  return (symbol, indices) => valueIn(chosen.get(placeOf(instance, symbol, indices)) ?? '0', symbol);
}

function valueIn(word: string, { sort }: StateSymbol): Value {
  const [numerator = '0', denominator = '1'] = word.split('d');
  switch (sort.kind) {
    case 'enum':
      return constructorValue(sort, Number(numerator));
    case 'int':
    case 'real':
      return numberValue(rational(BigInt(numerator), BigInt(denominator)));
    case 'proc':
      return processValue(rational(BigInt(numerator), BigInt(denominator)));
    case 'abstract':
      return datumValue(sort, Number(numerator));
  }
}
