/**
 * A second judge of certificates, for tests: the definitions taken literally. Messages are records, buffers are lists; whatever
 * steps into something above a configuration is found by putting letters into a buffer, any letters at any places, and undoing
 * each step on what comes out. It is some hundred times slower than `check-certificate.ts` and must say the same.
 *
 * `slack` is how many letters are put in. One is enough, says the essay of `check/steps.ts`; two must change nothing.
 * Targets are those without conditions on memory.
 */

import {
  type CellValue,
  type ConcurrentSystem,
  notTaken,
  type Operation,
  type Transition,
} from '../../../src/engines/automata/system.js';
import type {
  CertifiedConfiguration,
  CertifiedMessage,
  CertifiedThread,
  DualCertificate,
} from '../../../src/engines/dual-tso/certificate.js';
import type { Judgement } from '../../../src/evidence/minor-set/judge.js';

type Buffer = readonly CertifiedMessage[];
type Memory = readonly (number | null)[];

export function checkByDefinition(system: ConcurrentSystem, certificate: DualCertificate, slack = 1): Judgement {
  const reason = new Judge(system, certificate, slack).fault();
  return reason === null ? { ok: true } : { ok: false, reason };
}

class Judge {
  /** By automaton, local state and own-messages: the memories listed. */
  private readonly listed: readonly (readonly ReadonlyMap<string, (readonly CellValue[])[]>[])[];
  /** By what threads, states and own-messages they speak of. */
  private readonly members = new Map<string, CertifiedConfiguration[]>();
  private readonly letters: readonly CertifiedMessage[];

  constructor(
    private readonly system: ConcurrentSystem,
    private readonly certificate: DualCertificate,
    private readonly slack: number,
  ) {
    this.listed = certificate.alone.map((states) =>
      states.map((entries) => {
        const memories = new Map<string, (readonly CellValue[])[]>();
        for (const { own, memory } of entries) {
          memories.set(wordKey(own), [...(memories.get(wordKey(own)) ?? []), memory]);
        }
        return memories;
      }),
    );
    for (const member of certificate.configurations) {
      const key = member.threads.map(threadKey).sort().join(';');
      this.members.set(key, [...(this.members.get(key) ?? []), member]);
    }
    this.letters = system.domains.flatMap((values, cell) =>
      values.flatMap((value) => [false, true].map((own) => ({ cell, value, own }))),
    );
  }

  fault(): string | null {
    return this.aloneFault() ?? this.targetFault() ?? this.initialFault() ?? this.stepFault();
  }

  private aloneFault(): string | null {
    for (const [number, automaton] of this.system.automata.entries()) {
      const states = this.certificate.alone[number] ?? [];
      const cells = states.flat()[0]?.memory.map(({ cell }) => cell) ?? [];
      const sameCells = states.flat().every(({ memory }) => wordKey(memory, 'cell') === cells.join());
      if (!sameCells || !cells.every((cell) => this.isAloneWith(cell, number))) {
        return 'memory is listed that others write';
      }
      const has = (state: number, own: readonly CellValue[], memory: readonly CellValue[]) =>
        this.listedWith(number, state, own).some((other) => wordKey(other) === wordKey(memory));
      let first: CellValue[][] = [[]];
      for (const cell of cells) {
        const values = this.system.initial[cell] as readonly number[];
        first = first.flatMap((memory) => values.map((value) => [...memory, { cell, value }]));
      }
      if (!automaton.initial.every(({ state }) => first.every((memory) => has(state, [], memory)))) {
        return 'an initial state is not listed';
      }
      for (const [state, entries] of states.entries()) {
        for (const { own, memory } of entries) {
          if (own.length > 0 && !has(state, own.slice(0, -1), memory)) return 'a deletion leads to what is not listed';
          for (const { from, operation, to } of automaton.transitions) {
            const after = from === state ? aloneAfter(operation, own, memory) : null;
            if (after !== null && !has(to, after.own, after.memory)) return 'a transition leads to what is not listed';
          }
        }
      }
    }
    return null;
  }

  /** Whether one thread has the automaton, and no other writes the cell. */
  private isAloneWith(cell: number, automaton: number): boolean {
    const { automata, threads, any } = this.system;
    if (any.includes(automaton)) return false;
    const writers = threads.filter((each) =>
      automata[each]?.transitions.some(({ operation }) => writesOf(operation).some((write) => write.cell === cell)),
    );
    return writers.every((each) => each === automaton) && threads.filter((each) => each === automaton).length === 1;
  }

  private listedWith(automaton: number, state: number, own: readonly CellValue[]): readonly (readonly CellValue[])[] {
    return this.listed[automaton]?.[state]?.get(wordKey(own)) ?? [];
  }

  private targetFault(): string | null {
    const memory = this.system.domains.map(() => null);
    for (const { threads } of this.system.targets) {
      let tuples: CertifiedThread[][] = [[]];
      for (const { thread, states } of threads) {
        const automaton = this.system.threads[thread] as number;
        tuples = tuples.flatMap((tuple) => states.map((state) => [...tuple, { automaton, state, buffer: [] }]));
      }
      if (!tuples.every((tuple) => this.isBadOrNotListed({ memory, threads: tuple }))) return 'a target is not covered';
    }
    return null;
  }

  private initialFault(): string | null {
    const { automata, initial } = this.system;
    const bad = this.certificate.configurations.some(
      ({ memory, threads }) =>
        threads.every(
          ({ automaton, state, buffer }) =>
            buffer.length === 0 && automata[automaton]?.initial.some((first) => first.state === state),
        ) && memory.every((value, cell) => value === null || initial[cell]?.includes(value)),
    );
    return bad ? 'an initial configuration is covered' : null;
  }

  private stepFault(): string | null {
    for (const [number, member] of this.certificate.configurations.entries()) {
      for (const before of this.predecessors(member)) {
        if (!this.isBadOrNotListed(before)) return `something that is not covered leads to configuration ${number}`;
      }
    }
    return null;
  }

  /** Enough of what steps into something above it. */
  private *predecessors(member: CertifiedConfiguration): Generator<CertifiedConfiguration> {
    const { automata, threads: all, any } = this.system;
    for (const [actor, { automaton, state, buffer }] of member.threads.entries()) {
      const before = (from: number, found: Buffer, memory: Memory): CertifiedConfiguration[] =>
        this.listedWith(automaton, from, newestOwn(found)).length === 0
          ? []
          : [{ memory, threads: member.threads.with(actor, { automaton, state: from, buffer: found }) }];
      const arriving = automata[automaton]?.transitions.filter(({ to }) => to === state) ?? [];
      for (const after of this.above(buffer, this.slack)) {
        for (const transition of arriving) {
          const found = bufferBefore(transition.operation, after);
          if (found === null) continue;
          for (const memory of this.memoriesBefore(transition.operation, member.memory)) {
            yield* before(transition.from, found, memory);
          }
        }
      }
      for (const after of this.above(buffer, this.slack - 1)) {
        for (const letter of this.letters) yield* before(state, [...after, letter], member.memory);
        const [newest, ...rest] = after;
        if (newest === undefined || newest.own) continue;
        const held = member.memory[newest.cell] ?? null;
        if (held === null || held === newest.value) {
          yield* before(state, rest, member.memory.with(newest.cell, newest.value));
        }
      }
    }
    for (const [automaton, { transitions }] of automata.entries()) {
      const present = member.threads.filter((thread) => thread.automaton === automaton).length;
      if (!any.includes(automaton) && present === all.filter((each) => each === automaton).length) continue;
      for (const transition of transitions) yield* this.stranger(member, automaton, transition);
    }
  }

  /** A step of a thread that the configuration says nothing of. */
  private *stranger(
    { memory, threads }: CertifiedConfiguration,
    automaton: number,
    { from, operation }: Transition,
  ): Generator<CertifiedConfiguration> {
    if (operation.kind !== 'write' && operation.kind !== 'atomic') return;
    const listed = this.certificate.alone[automaton]?.[from] ?? [];
    const buffers = operation.kind === 'write' ? listed : listed.filter(({ own }) => own.length === 0);
    for (const { own } of buffers) {
      const buffer = own.map((message) => ({ ...message, own: true }));
      for (const before of this.memoriesBefore(operation, memory)) {
        yield { memory: before, threads: [...threads, { automaton, state: from, buffer }] };
      }
    }
  }

  /** What memory can have held before the operation, in cells that it reads or writes. */
  private memoriesBefore(operation: Operation, after: Memory): Memory[] {
    const reads = operation.kind === 'atomic' ? operation.reads : [];
    const writes = writesOf(operation);
    if (writes.some(({ cell, value }) => after[cell] !== null && after[cell] !== value)) return [];
    let memories: Memory[] = [after];
    for (const { cell } of writes) {
      const values = this.system.domains[cell] as readonly number[];
      memories = memories.flatMap((memory) => values.map((value) => memory.with(cell, value)));
    }
    for (const { cell, value } of reads) {
      memories = memories.flatMap((memory) =>
        memory[cell] === null || memory[cell] === value ? [memory.with(cell, value)] : [],
      );
    }
    return memories;
  }

  /** Buffers above the given one with at most that many letters more. */
  private above(buffer: Buffer, more: number): Buffer[] {
    if (more <= 0) return [buffer];
    const shorter = this.above(buffer, more - 1);
    const longer = shorter.flatMap((word) =>
      [...word, null].flatMap((_, place) => this.letters.map((letter) => word.toSpliced(place, 0, letter))),
    );
    return [...shorter, ...longer.filter((word) => isBufferAbove(word, buffer))];
  }

  /** Whether each way to fill in memory as listed with its threads is bad. */
  private isBadOrNotListed({ memory, threads }: CertifiedConfiguration): boolean {
    let memories: Memory[] = [memory];
    for (const { automaton, state, buffer } of threads) {
      const listed = this.listedWith(automaton, state, newestOwn(buffer)).filter((held) => agrees(buffer, held));
      memories = memories.flatMap((known) =>
        listed.flatMap((held) => {
          if (held.some(({ cell, value }) => (known[cell] ?? value) !== value)) return [];
          return [held.reduce<Memory>((filled, { cell, value }) => filled.with(cell, value), known)];
        }),
      );
    }
    return memories.every((filled) => this.isBad({ memory: filled, threads }));
  }

  /** Whether it is above some configuration of the certificate. */
  private isBad(configuration: CertifiedConfiguration): boolean {
    let choices: CertifiedThread[][] = [[]];
    for (const thread of configuration.threads) choices = choices.flatMap((chosen) => [chosen, [...chosen, thread]]);
    return choices.some((chosen) =>
      this.members.get(chosen.map(threadKey).sort().join(';'))?.some((member) => isAbove(configuration, member)),
    );
  }
}

function wordKey(own: readonly CellValue[], only?: 'cell'): string {
  return own.map(({ cell, value }) => (only === 'cell' ? `${cell}` : `${cell}=${value}`)).join();
}

function writesOf(operation: Operation): readonly CellValue[] {
  return operation.kind === 'write' ? [operation] : operation.kind === 'atomic' ? operation.writes : [];
}

function threadKey({ automaton, state, buffer }: CertifiedThread): string {
  return `${automaton} ${state} ${wordKey(newestOwn(buffer))}`;
}

/** The newest own-message on each cell, the newest first. */
function newestOwn(buffer: Buffer): CertifiedMessage[] {
  const own = buffer.filter((message) => message.own);
  return own.filter(({ cell }, position) => own.findIndex((other) => other.cell === cell) === position);
}

/** Own-messages and memory after the operation of a thread alone; null when it is not possible. */
function aloneAfter(
  operation: Operation,
  own: readonly CellValue[],
  memory: readonly CellValue[],
): { readonly own: readonly CellValue[]; readonly memory: readonly CellValue[] } | null {
  const held = memory.map((old) => writesOf(operation).find(({ cell }) => cell === old.cell) ?? old);
  switch (operation.kind) {
    case 'nop':
      return { own, memory };
    case 'read': {
      // Without own-message on a cell that nobody else writes, the messages on it say what memory holds.
      const find = (from: readonly CellValue[]) => from.find(({ cell }) => cell === operation.cell);
      const source = find(own) ?? find(memory);
      return source === undefined || source.value === operation.value ? { own, memory } : null;
    }
    case 'write':
      return { own: [operation, ...own.filter(({ cell }) => cell !== operation.cell)], memory: held };
    case 'fence':
      return own.length === 0 ? { own, memory } : null;
    case 'atomic': {
      const differs = operation.reads.some(({ cell, value }) =>
        memory.some((known) => known.cell === cell && known.value !== value),
      );
      return own.length > 0 || differs ? null : { own, memory: held };
    }
    case 'several':
      return notTaken();
  }
}

/** Whether messages that are younger than the last own-message on a cell say what memory holds. */
function agrees(buffer: Buffer, memory: readonly CellValue[]): boolean {
  return memory.every(({ cell, value }) => {
    const messages = buffer.filter((message) => message.cell === cell);
    const last = messages.findIndex(({ own }) => own);
    return messages.slice(0, last < 0 ? undefined : last).every((message) => message.value === value);
  });
}

/** The buffer from which the operation leads to this one; null when none does. */
function bufferBefore(operation: Operation, after: Buffer): Buffer | null {
  switch (operation.kind) {
    case 'nop':
      return after;
    case 'read': {
      const source = after.find(({ cell, own }) => own && cell === operation.cell) ?? after.at(-1);
      return source?.cell === operation.cell && source.value === operation.value ? after : null;
    }
    case 'write': {
      const [newest, ...rest] = after;
      const written = newest?.own && newest.cell === operation.cell && newest.value === operation.value;
      return written ? rest : null;
    }
    case 'fence':
    case 'atomic':
      return after.length === 0 ? after : null;
    case 'several':
      return notTaken();
  }
}

/** The newest own-messages are the same, and between them one is a subword of the other. */
function isBufferAbove(buffer: Buffer, lower: Buffer): boolean {
  const [fragments, lowerFragments] = [fragmentsOf(buffer), fragmentsOf(lower)];
  if (wordKey(newestOwn(buffer)) !== wordKey(newestOwn(lower))) return false;
  return lowerFragments.every((fragment, k) => {
    let position = 0;
    for (const { cell, value, own } of fragments[k] as Buffer) {
      const next = fragment[position];
      if (next?.cell === cell && next.value === value && next.own === own) position++;
    }
    return position === fragment.length;
  });
}

function fragmentsOf(buffer: Buffer): CertifiedMessage[][] {
  const newest = new Set(newestOwn(buffer));
  const fragments: CertifiedMessage[][] = [[]];
  for (const message of buffer) {
    if (newest.has(message)) fragments.push([]);
    else fragments.at(-1)?.push(message);
  }
  return fragments;
}

function isAbove(configuration: CertifiedConfiguration, member: CertifiedConfiguration): boolean {
  if (!member.memory.every((value, cell) => value === null || value === configuration.memory[cell])) return false;
  return canPut(member.threads, configuration.threads);
}

/** Whether each of the threads can be put on one of the others that is above it, no two on the same. */
function canPut([first, ...more]: readonly CertifiedThread[], others: readonly CertifiedThread[]): boolean {
  if (first === undefined) return true;
  return others.some(
    ({ automaton, state, buffer }, k) =>
      automaton === first.automaton &&
      state === first.state &&
      isBufferAbove(buffer, first.buffer) &&
      canPut(more, others.toSpliced(k, 1)),
  );
}
