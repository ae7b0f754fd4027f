/** The outline of a text: its declarations in the order of the text, and inside of each what belongs to it. */
import type { OutlineSymbol, Places } from './document.js';
import { declarationOf, type Entity, type NameIndex, OUTLINE_KINDS } from './names.js';

export function outlineOf({ entities }: NameIndex, places: Places): OutlineSymbol[] {
  const symbolsOf = (owner: Entity | null): OutlineSymbol[] => {
    const own = entities.filter(
      (entity) =>
        entity.owner === owner &&
        OUTLINE_KINDS[entity.kind] !== null &&
        // What an included text declares is not of this one.
        (owner !== null || places.isOwn(declarationOf(entity).start)),
    );
    return own
      .sort((one, other) => declarationOf(one).start - declarationOf(other).start)
      .map((entity) => {
        const at = places.of(declarationOf(entity));
        const whole = places.of(entity.whole);
        return {
          name: entity.name,
          kind: OUTLINE_KINDS[entity.kind] ?? 'value',
          detail: entity.type ?? '',
          // A name is inside of what it names, also where several are declared at once.
          from: Math.min(whole.from, at.from),
          to: Math.max(whole.to, at.to),
          at,
          children: symbolsOf(entity),
        };
      });
  };
  return symbolsOf(null);
}
