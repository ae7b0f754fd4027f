/** What stands in the box of an event, and how large the box must be for it. */
import type { GraphEvent } from '../../memory/event-graph.js';
import { places, textWidth } from './geometry.js';
import { eventParts } from './names.js';
import type { Ports } from './ports.js';

export const FONT_SIZE = { title: 15, heading: 13, label: 13, origin: 10.5, legend: 11 } as const;
export const LINE_HEIGHT = { title: 21, heading: 30, label: 16, origin: 13, legend: 20 } as const;

const PADDING = 12;
const LONGEST_TEXT = 44;
/** Between the ends of two edges on one side of a box. */
const PORT_DISTANCE = 9;

export interface Content {
  readonly event: GraphEvent;
  /** The label: a line for each access, indented by so many places. */
  readonly lines: readonly { readonly text: string; readonly indent: number }[];
  readonly origin: string;
  readonly width: number;
  readonly height: number;
}

export function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST_TEXT ? text : `${characters.slice(0, LONGEST_TEXT - 1).join('')}…`;
}

/** The width of the widest line of a label. */
export function labelWidth(lines: Content['lines']): number {
  return Math.max(...lines.map(({ text, indent }) => textWidth(' '.repeat(indent) + text, FONT_SIZE.label)));
}

export function contentOf(event: GraphEvent, name: string, ports: Ports): Content {
  const indent = places(`${name}: W `);
  const lines = eventParts(event).map((part, index) =>
    index === 0 ? { text: shortened(`${name}: ${part}`), indent: 0 } : { text: shortened(part), indent },
  );
  const origin = shortened(event.origin);
  const wide = Math.max(labelWidth(lines), textWidth(origin, FONT_SIZE.origin)) + 2 * PADDING;
  const tall = lines.length * LINE_HEIGHT.label + (origin === '' ? 0 : LINE_HEIGHT.origin) + PADDING;
  const beside = Math.max(ports.count(event.id, 'left'), ports.count(event.id, 'right'));
  return {
    event,
    lines,
    origin,
    width: Math.ceil(Math.max(wide, (ports.count(event.id, 'bottom') + 1) * PORT_DISTANCE)),
    height: Math.max(tall, (beside + 1) * PORT_DISTANCE),
  };
}
