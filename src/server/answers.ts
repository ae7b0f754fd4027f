/**
 * What was answered about the text of a document as it is: shown at its properties, and the steps of the last run at their
 * lines. A change of the text takes all of it away, since the answers were about another text.
 */
import type { Lens } from '../editing/index.js';
import type { MemoryName } from '../memory/models.js';
import type { JsonOutcome } from '../report/json.js';
import type { JsonDrain, JsonTransition } from '../report/json-trace.js';

/** What was asked: a property or all of them, under a memory, for any number or not. */
export interface Asked {
  readonly property: string | null;
  /** Null: the one that is meant when none is named. */
  readonly memory: MemoryName | null;
  readonly any: boolean;
}

export interface Answered {
  readonly asked: Asked;
  readonly answer: JsonOutcome;
  readonly headline: string;
}

export class Answers {
  private readonly known = new Map<string, Answered>();
  /** The last run that was found. */
  private run: Answered | null = null;

  keep(answered: Answered): void {
    this.known.set(keyOf(answered.asked), answered);
    if (answered.answer.verdict === 'violated') this.run = answered;
  }

  clear(): boolean {
    const some = this.known.size > 0;
    this.known.clear();
    this.run = null;
    return some;
  }

  get(asked: Asked): Answered | undefined {
    return this.known.get(keyOf(asked));
  }

  /** About a property, or the whole text. */
  of({ property }: Pick<Lens, 'property'>): Answered[] {
    return [...this.known.values()].filter(({ asked }) => asked.property === property || asked.property === null);
  }

  /** Violated under a memory where fences may help. */
  get broken(): Answered | null {
    return this.run;
  }

  /** The steps of the last run by their lines, from 1. `lineOf`: of a transition that has no line of its own. */
  steps(lineOf: (transition: string) => number | null): Map<number, string[]> {
    const lines = new Map<number, string[]>();
    const byStep = new Map<number, number>();
    for (const element of this.run?.answer.trace ?? []) {
      if (!('kind' in element) || element.kind === 'initial') continue;
      // The line of an included text is none of this one.
      if (element.kind !== 'drain' && element.file !== undefined) continue;
      const line = element.kind === 'drain' ? byStep.get(element.write) : (element.line ?? lineOf(element.transition));
      if (line === undefined || line === null) continue;
      byStep.set(element.step, line);
      lines.set(line, [...(lines.get(line) ?? []), element.kind === 'drain' ? drained(element) : stepped(element)]);
    }
    return lines;
  }
}

function keyOf({ property, memory, any }: Asked): string {
  return JSON.stringify([property, memory, any]);
}

function drained({ step, process, writes }: JsonDrain): string {
  return `${step}: ${process} → memory: ${cells(writes)}`;
}

function stepped({ step, actor, arguments: given, buffered, reads }: JsonTransition): string {
  const who = actor ?? given.join(' ');
  const waiting = Object.keys(buffered).length === 0 ? '' : ` ${cells(buffered)} waits`;
  const seen = reads.map(({ cell, value, from }) => `${cell} is ${value}${from === 'memory' ? '' : ' (own buffer)'}`);
  return `${step}: ${who}${waiting}${seen.length === 0 ? '' : ` ${seen.join(', ')}`}`;
}

function cells(written: Readonly<Record<string, unknown>>): string {
  return Object.entries(written)
    .map(([cell, value]) => `${cell} = ${value}`)
    .join(', ');
}
