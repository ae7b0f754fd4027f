/** Options in the words of the command line: how they are written, and what their range and default are. */
import type { NumberOption, Option } from '../check/option.js';

/** `maxCubes` -> `max-cubes`. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `--max-cubes`; of an option that is on by default both ways, `--[no-]reduction`. */
export function spelling(name: string, option?: Option): string {
  const isOn = option?.kind === 'flag' && option.default === true;
  return `--${isOn ? '[no-]' : ''}${dashed(option?.written ?? name)}`;
}

/** The words that give an option, and for a flag the value they give. */
export function spellings(name: string, option: Option): readonly (readonly [word: string, value: boolean])[] {
  if (option.written === null) return [];
  const plain = dashed(option.written ?? name);
  const isOn = option.kind === 'flag' && option.default === true;
  const also = option.also === undefined ? [] : ([[`--${dashed(option.also)}`, true]] as const);
  return [[`--${plain}`, true], ...also, ...(isOn ? ([[`--no-${plain}`, false]] as const) : [])];
}

/** What to write after the option: `N|any`, `sc|tso|pso`, `FILE`; nothing for a flag. */
export function argumentOf(option: Option): string {
  switch (option.kind) {
    case 'flag':
      return '';
    case 'number':
      return [option.placeholder, ...(option.words ?? [])].join('|');
    case 'choice':
      return option.choices.join('|');
    case 'text':
    case 'names':
    case 'list':
      return option.placeholder;
  }
}

/** Plain digits up to four, grouped from there on: 1000, 100,000. */
function figure(value: number): string {
  // By hand: node reads its tables of all languages for `toLocaleString`, and that takes longer than all the rest.
  return value < 10_000 ? `${value}` : `${value}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

export function rangeOf(option: NumberOption): string {
  return `${figure(option.minimum)} to ${figure(option.maximum)}`;
}

export function defaultOf(option: Option): string {
  if (option.otherwise !== undefined) return option.otherwise;
  if (option.kind === 'flag') return option.default === true ? 'on' : 'off';
  const usual = option.default ?? 'none';
  return typeof usual === 'number' ? figure(usual) : usual;
}
