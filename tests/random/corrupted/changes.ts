/** Changes of certificates: a part less, a part more, another value, pieces of another one, a text that is cut off or not in order. */
import type { Random } from '../random.js';
import type { Proof } from './sources.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export const CHANGES = [
  'drop',
  'double',
  'value',
  'exchange',
  'merge',
  'scope',
  'cut',
  'hole',
  'text',
  'none',
] as const;
export type Change = (typeof CHANGES)[number];

/** The certificate after the change, as data or as SMT-LIB; `more` is another certificate. */
export function changed(random: Random, change: Change, { json, smtLib }: Proof, more: Proof | null): string {
  const text = smtLib !== null && random.chance(0.3) ? smtLib : json;
  switch (change) {
    case 'none':
      return text;
    case 'cut':
      return text.slice(0, random.between(1, text.length - 2));
    case 'hole': {
      const [from, length] = [random.between(0, text.length - 2), random.between(1, 200)];
      return text.slice(0, from) + text.slice(from + length);
    }
    case 'text':
      return changedText(random, text);
    case 'drop':
    case 'double':
    case 'value':
    case 'exchange':
    case 'merge':
    case 'scope':
      return JSON.stringify(changedData(random, change, JSON.parse(json) as Json, more));
  }
}

/** An obligation less or twice, or a number that is another one; in SMT-LIB as in JSON. */
function changedText(random: Random, text: string): string {
  const pieces = text.split(/(?=\(push 1\)\n\(echo)|(?<=\},\n)/);
  if (pieces.length > 2 && random.chance(0.5)) {
    const at = random.between(1, pieces.length - 2);
    return pieces.toSpliced(at, random.between(0, 1), ...(random.chance(0.5) ? [pieces[at] as string] : [])).join('');
  }
  const numbers = [...text.matchAll(/\b\d+\b/g)];
  if (numbers.length === 0) return text.slice(1);
  const found = random.pick(numbers);
  return `${text.slice(0, found.index)}${Number(found[0]) + random.pick([1, -1])}${text.slice(found.index + found[0].length)}`;
}

interface Place {
  readonly holder: Json[] | { [name: string]: Json };
  readonly key: string | number;
}

/** All parts but those of the scope and what people read. */
function placesIn(whole: Json): Place[] {
  const places: Place[] = [];
  const walk = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      if (key === 'scope' || key === 'schema') continue;
      places.push({ holder: value as Place['holder'], key });
      walk((value as Record<string | number, Json>)[key] as Json);
    }
  };
  walk(whole);
  return places;
}

const at = ({ holder, key }: Place): Json => (holder as Record<string | number, Json>)[key] as Json;
const put = ({ holder, key }: Place, value: Json): void => {
  (holder as Record<string | number, Json>)[key] = value;
};

function changedData(
  random: Random,
  change: 'drop' | 'double' | 'value' | 'exchange' | 'merge' | 'scope',
  whole: Json,
  more: Proof | null,
): Json {
  const places = placesIn(whole);
  const inLists = places.filter(({ holder }) => Array.isArray(holder));
  switch (change) {
    case 'drop':
    case 'double': {
      if (inLists.length === 0) return whole;
      const place = random.pick(inLists);
      const list = place.holder as Json[];
      if (change === 'drop') list.splice(place.key as number, 1);
      else list.splice(place.key as number, 0, at(place));
      return whole;
    }
    case 'value': {
      const plain = places.filter((place) => typeof at(place) !== 'object');
      if (plain.length === 0) return whole;
      const place = random.pick(plain);
      const old = at(place);
      // As another part of the same sort has it, so that it still makes sense.
      const others = plain.map(at).filter((value) => typeof value === typeof old && value !== old);
      if (typeof old === 'number' && random.chance(0.5)) put(place, old + random.pick([1, -1]));
      else if (typeof old === 'boolean') put(place, !old);
      else put(place, others.length === 0 ? null : random.pick(others));
      return whole;
    }
    case 'exchange': {
      if (inLists.length === 0) return whole;
      const [one, other] = [random.pick(inLists), random.pick(inLists)];
      const [first, second] = [at(one), at(other)];
      put(one, second);
      put(other, first);
      return JSON.parse(JSON.stringify(whole).slice(0, 10_000_000)) as Json;
    }
    case 'merge': {
      if (more === null) return whole;
      const [own, theirs] = [whole, JSON.parse(more.json)] as { [name: string]: Json }[];
      for (const [name, value] of Object.entries(own ?? {})) {
        const other = theirs?.[name];
        if (!Array.isArray(value) || !Array.isArray(other) || own === undefined) continue;
        own[name] = random.pick<Json[]>([[...value, ...other], other, [...other, ...value]]);
      }
      return whole;
    }
    case 'scope': {
      const { scope } = whole as { scope: { [name: string]: Json } };
      const values: Readonly<Record<string, readonly Json[]>> = {
        memory: ['sc', 'tso', 'pso'],
        buffers: [null, 1, 2, 7, 'unbounded'],
        per: ['queue', 'location'],
        threads: [1, 2, 3, 'any'],
        about: ['states', 'runs'],
        property: ['mutex', 'low', 'unsafe'],
        model: ['0'.repeat(64)],
        bridge: [null, '0'.repeat(64)],
      };
      const field = random.pick(Object.keys(values));
      scope[field] = random.pick((values[field] ?? []).filter((value) => value !== scope[field]));
      return whole;
    }
  }
}
