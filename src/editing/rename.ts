/**
 * A new name for an entity, everywhere. It is refused when the word cannot be a name, or when the text would mean something
 * else: the names of the changed text are looked at again, and every place must belong to the same thing as before.
 */
import type { Edit, RenameResult } from './document.js';
import type { Entity, NameIndex, Use } from './names.js';

export interface Renaming<Index extends NameIndex> {
  readonly text: string;
  readonly names: Index;
  readonly entity: Entity;
  readonly name: string;
  /** A sentence, when the word cannot be the name of such a thing. */
  faultOf(name: string, entity: Entity): string | null;
  /** The names of a changed text. */
  indexOf(text: string): Index;
}

/** Places are those of the source. */
export function rename<Index extends NameIndex>(renaming: Renaming<Index>): RenameResult {
  const { text, names, entity, name, faultOf, indexOf } = renaming;
  if (name === entity.name) return { ok: true, edits: [] };
  const fault = faultOf(name, entity);
  if (fault !== null) return { ok: false, message: fault };
  const places = [...entity.uses].sort((one, other) => one.start - other.start);
  const edits: Edit[] = places.map(({ start, end }) => ({ from: start, to: end, insert: name }));
  const clash = clashOf(names, entity, name);
  const changed = apply(text, edits);
  const moved = (offset: number): number => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((places[middle] as Use).start < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low * (name.length - entity.name.length);
  };
  const was = groupsOf(names, (each) => (each === entity ? name : each.name), moved);
  const is = groupsOf(
    indexOf(changed),
    (each) => each.name,
    (offset) => offset,
  );
  if (was === is) return { ok: true, edits };
  const reason = clash === null ? 'the text would mean something else' : `\`${name}\` is already ${clash}`;
  return { ok: false, message: `${reason}: choose another name` };
}

function clashOf(names: NameIndex, entity: Entity, name: string): string | null {
  const others = names.entities.filter((other) => other.name === name && other !== entity);
  const near = others.find(({ owner }) => owner === entity.owner) ?? others[0];
  if (near === undefined) return null;
  const article = /^[aeiou]/.test(near.kind) ? 'an' : 'a';
  const whose = near.owner === null ? '' : ` of \`${near.owner.name}\``;
  return `${article} ${near.kind}${whose}`;
}

/** Which places belong together, as a text. */
function groupsOf(
  { entities }: NameIndex,
  nameOf: (entity: Entity) => string,
  moved: (offset: number) => number,
): string {
  const groups = entities.map((entity) => {
    const places = entity.uses.map(({ start, role }) => `${moved(start)} ${role}`).sort();
    return `${nameOf(entity)} ${entity.kind}: ${places.join(', ')}`;
  });
  return groups.sort().join('\n');
}

/** The text with edits, which do not overlap. */
export function apply(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((one, other) => one.from - other.from);
  let at = 0;
  const parts = ordered.flatMap(({ from, to, insert }) => {
    const kept = text.slice(at, from);
    at = to;
    return [kept, insert];
  });
  return [...parts, text.slice(at)].join('');
}

/** The one edit that turns a text into another: what is equal at both ends stays. */
export function difference(text: string, other: string): Edit[] {
  if (text === other) return [];
  let start = 0;
  const most = Math.min(text.length, other.length);
  while (start < most && text.charCodeAt(start) === other.charCodeAt(start)) start++;
  let end = 0;
  while (end < most - start && text.charCodeAt(text.length - 1 - end) === other.charCodeAt(other.length - 1 - end))
    end++;
  return [{ from: start, to: text.length - end, insert: other.slice(start, other.length - end) }];
}
