/** Damage to texts, for the readers of all languages: something is cut out, repeated, put in, or taken from another text. */
import type { Random } from '../../random/random.js';

export function mutate(text: string, other: string, words: readonly string[], random: Random): string {
  const at = random.between(0, text.length);
  const length = random.between(1, random.between(1, 40));
  switch (random.between(0, 5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return `${text.slice(0, at)} ${random.pick(words)} ${text.slice(at)}`;
    case 2:
      return text.slice(0, at) + String.fromCharCode(random.between(0, 127)) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length).repeat(random.between(2, 4)) + text.slice(at + length);
    case 4: {
      const from = random.between(0, other.length);
      return text.slice(0, at) + other.slice(from, from + length * 4) + text.slice(at);
    }
    default:
      return text.slice(0, at);
  }
}
