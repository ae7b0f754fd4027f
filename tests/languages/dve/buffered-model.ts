/**
 * A random model with store buffers as its variables: the translation of Barnat, Brim and Havel (2012, section III, figure
 * 4) for models that share scalars. For each process and variable there is a place for a value and an indicator, for each
 * process a queue of what it has written, and a further process takes the oldest values to memory. The queue is shifted, not
 * circular, so that states are one to one those of a machine with buffers. A read is of the place where the indicator is set,
 * else of memory: the 2^n transitions of the paper in one.
 */
import { declaration, process, type RandomModel, type RandomProcess, type RandomTransition } from './random-models.js';

/** `isAtomic`: the transition of a process, both as positions, writes the variable to memory directly. */
export function bufferedText(
  { globals, processes, mode }: RandomModel,
  isAtomic: (process: number, transition: number, variable: string) => boolean,
): string {
  const names = globals.map(({ name }) => name);
  const indicators = processes.flatMap((owner) => names.map((name) => `i_${name}_${owner.name}`));
  const buffered = processes.map((owner, number): RandomProcess => {
    const reads = (text: string): string =>
      text.replaceAll(/«(\w+)»/g, (_, name) => {
        const valid = `i_${name}_${owner.name}`;
        return `(${valid} * sb_${name}_${owner.name} + (1 - ${valid}) * ${name})`;
      });
    const transitions = owner.transitions.map((each, position): RandomTransition => {
      const atomic = (name: string) => isAtomic(number, position, name);
      const written = each.effects.flatMap(({ global }) => (global === null ? [] : [global]));
      const waiting = written.filter((name) => !atomic(name)).map((name) => `i_${name}_${owner.name} == 0`);
      const empty = written.some(atomic) ? indicators.map((indicator) => `${indicator} == 0`) : [];
      const queue = `q_${owner.name}`;
      const effects = each.effects.flatMap(({ target, global, value }) => {
        const plain = { target: reads(target), global: null, value: reads(value) };
        if (global === null || atomic(global)) return [plain];
        return [
          { ...plain, target: `sb_${global}_${owner.name}` },
          { target: `i_${global}_${owner.name}`, global: null, value: '1' },
          { target: `${queue}[n${queue}]`, global: null, value: `${names.indexOf(global) + 1}` },
          { target: `n${queue}`, global: null, value: `n${queue} + 1` },
        ];
      });
      // What fails comes before what waits, as on the machine: such models are not compared any further.
      const asked = [...(each.guard === null ? [] : [`(${reads(each.guard)})`]), ...empty, ...waiting];
      return { ...each, guard: asked.length === 0 ? null : asked.join(' and '), effects };
    });
    return { ...owner, sections: [], transitions };
  });
  const drains = processes.flatMap(({ name: owner }) =>
    names.map((name, number) => {
      const moved = names.map(
        (_, at) => `q_${owner}[${at}] = ${at + 1 < names.length ? `q_${owner}[${at + 1}]` : '0'}`,
      );
      const reset = `${name} = sb_${name}_${owner}, sb_${name}_${owner} = 0, i_${name}_${owner} = 0`;
      const rest = `${moved.join(', ')}, nq_${owner} = nq_${owner} - 1`;
      return `m -> m { guard q_${owner}[0] == ${number + 1}; effect ${reset}, ${rest}; }`;
    }),
  );
  return [
    ...globals.map(declaration),
    ...processes.flatMap(({ name: owner }) => [
      ...globals.map(({ name, type }) => `${type} sb_${name}_${owner};`),
      `byte ${names.map((name) => `i_${name}_${owner}`).join(', ')}, q_${owner}[${names.length}], nq_${owner};`,
    ]),
    ...buffered.map(process),
    `process MM { state m; init m; trans ${drains.join(',\n  ')}; }`,
    `system ${mode};`,
  ].join('\n');
}
