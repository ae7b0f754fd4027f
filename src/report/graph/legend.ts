/** The legend: the relations that a picture has, each with a piece of its line. */
import type { Relation } from '../../memory/event-graph.js';
import type { MemoryName } from '../../memory/models.js';
import { memoryName } from '../words.js';
import { FONT_SIZE, LINE_HEIGHT } from './contents.js';
import { textWidth } from './geometry.js';
import { type DrawnEdge, RELATION_MEANINGS, RELATIONS } from './names.js';

/** The piece of a line, and the space between it and its word. */
export const SAMPLE = { length: 30, after: 8 } as const;
const BETWEEN = 22;

export interface TextLine {
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
}

/** `x` is where the piece of the line begins. */
export interface LegendItem extends TextLine {
  readonly relation: Relation | 'cycle';
}

/** As many words in a line as there is room for. */
export function layoutLegend(
  edges: readonly DrawnEdge[],
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
  forbiddenBy: MemoryName | undefined,
): { readonly items: readonly LegendItem[]; readonly bottom: number } {
  const shown: LegendItem['relation'][] = RELATIONS.filter((name) => edges.some(({ relation }) => relation === name));
  if (edges.some(({ onCycle }) => onCycle)) shown.push('cycle');
  if (shown.length === 0) return { items: [], bottom: top };
  const cycleText = `thick: the ${forbiddenBy === undefined ? 'forbidden cycle' : `cycle that ${memoryName(forbiddenBy)} forbids`}`;
  let x = left;
  let y = top + 14;
  const items = shown.map((relation) => {
    const text = relation === 'cycle' ? cycleText : `${relation}: ${RELATION_MEANINGS[relation]}`;
    const whole = Math.ceil(SAMPLE.length + SAMPLE.after + textWidth(text, FONT_SIZE.legend));
    if (x > left && x + whole > right) {
      x = left;
      y += LINE_HEIGHT.legend;
    }
    const item = { relation, text, x, y };
    x += whole + BETWEEN;
    return item;
  });
  return { items, bottom: y + 4 };
}
