/**
 * A set of configurations of which none is below another: the minor set of what they stand for (section 4.1).
 *
 * To find one below a given configuration, candidates are looked up by the kinds of their parts (automaton, local state and
 * own-messages, which must be equal): one look for each choice of parts, since those below may say nothing of some threads.
 * What remains to be compared is memory and plain messages. Nearly all candidates fail there, and nearly all of those show it
 * in two words of bits, one for what memory is known to hold and one for the letters in buffers: what is below has a subset.
 *
 * Those that a new one is below of are dropped when they have the same kinds. One with more parts may stay; it is found
 * when somebody asks for it (`isMinimal`). This is about size only: what the set stands for never shrinks.
 */
import { bitOf, type Configuration, isBelow, type Part } from './order.js';

interface Bucket<C> {
  readonly members: C[];
  /** For each member its bits. */
  readonly held: number[];
  readonly letters: number[];
}

export class MinorSet<C extends Configuration> {
  private readonly buckets = new Map<string, Bucket<C>>();
  private readonly members = new Set<C>();

  get size(): number {
    return this.members.size;
  }

  [Symbol.iterator](): Iterator<C> {
    return this.members.values();
  }

  /** Whether some member is below it. */
  covers(configuration: Configuration): boolean {
    return this.below(configuration, null);
  }

  /** Whether this one is still a member, and no other is below it. */
  isMinimal(member: C): boolean {
    return this.members.has(member) && !this.below(member, member);
  }

  /** Adds one that is not covered. */
  add(configuration: C): void {
    const kinds = kindsOf(configuration.parts);
    this.members.add(configuration);
    const held = heldBits(configuration);
    const letters = letterBits(configuration);
    const bucket = this.buckets.get(kinds);
    if (bucket === undefined) {
      this.buckets.set(kinds, { members: [configuration], held: [held], letters: [letters] });
      return;
    }
    let kept = 0;
    for (let k = 0; k < bucket.members.length; k++) {
      const member = bucket.members[k] as C;
      const above = isWithin(held, bucket.held[k] as number) && isWithin(letters, bucket.letters[k] as number);
      if (above && isBelow(configuration, member)) this.members.delete(member);
      else move(bucket, k, kept++);
    }
    shorten(bucket, kept);
    bucket.members.push(configuration);
    bucket.held.push(held);
    bucket.letters.push(letters);
  }

  /** Takes a member out. */
  remove(member: C): void {
    const bucket = this.buckets.get(kindsOf(member.parts)) as Bucket<C>;
    const last = bucket.members.length - 1;
    move(bucket, last, bucket.members.indexOf(member));
    shorten(bucket, last);
    this.members.delete(member);
  }

  private below(configuration: Configuration, except: C | null): boolean {
    const { parts } = configuration;
    const held = heldBits(configuration);
    const letters = letterBits(configuration);
    const repeated = repetitions(parts);
    for (let choice = (1 << parts.length) - 1; choice >= 0; choice--) {
      // Of parts of one kind the first ones: other choices have the same kinds.
      if ((choice & repeated & ~(choice << 1)) !== 0) continue;
      const bucket = this.buckets.get(kindsOf(parts, choice));
      if (bucket !== undefined && hasBelow(bucket, configuration, held, letters, except)) return true;
    }
    return false;
  }
}

function hasBelow<C extends Configuration>(
  { members, held, letters }: Bucket<C>,
  configuration: Configuration,
  heldThere: number,
  lettersThere: number,
  except: C | null,
): boolean {
  for (let k = 0; k < members.length; k++) {
    if (!isWithin(held[k] as number, heldThere) || !isWithin(letters[k] as number, lettersThere)) continue;
    const member = members[k] as C;
    if (member !== except && isBelow(member, configuration)) return true;
  }
  return false;
}

function move<C>({ members, held, letters }: Bucket<C>, from: number, to: number): void {
  members[to] = members[from] as C;
  held[to] = held[from] as number;
  letters[to] = letters[from] as number;
}

function shorten<C>({ members, held, letters }: Bucket<C>, length: number): void {
  members.length = length;
  held.length = length;
  letters.length = length;
}

function isWithin(bits: number, others: number): boolean {
  return (bits & ~others) === 0;
}

/** A bit for each cell and value that memory is known to hold; several share one when there are many. */
function heldBits({ memory }: Configuration): number {
  let bits = 0;
  for (let cell = 0; cell < memory.length; cell++) {
    const code = memory.charCodeAt(cell);
    if (code !== 0) bits |= bitOf(code);
  }
  return bits;
}

function letterBits({ parts }: Configuration): number {
  let bits = 0;
  for (const { letters } of parts) bits |= letters;
  return bits;
}

/** A bit for each part that has the kind of the one before. */
function repetitions(parts: readonly Part[]): number {
  let bits = 0;
  for (let k = 1; k < parts.length; k++) if (parts[k]?.kind === parts[k - 1]?.kind) bits |= 1 << k;
  return bits;
}

/** The kinds of parts, those of a choice of bits. Parts are sorted by kind, so equal multisets of kinds are equal texts. */
function kindsOf(parts: readonly Part[], choice = -1): string {
  let text = '';
  for (let k = 0; k < parts.length; k++) if ((choice & (1 << k)) !== 0) text += `${parts[k]?.kind},`;
  return text;
}
