/**
 * Elements of a page as data. What a report shows is made of these once, and becomes text where a file is written (`htmlOf`)
 * and nodes where a browser shows it (`browser/dom.ts`). Neither way takes text for markup: a model may be hostile.
 */
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

export interface Element {
  readonly tag: string;
  /** `true` is an attribute without a value; `false` and null are none. */
  readonly attributes: Attributes;
  readonly children: readonly Child[];
}

/** A picture that `graph-svg.ts` has drawn, which escapes what it writes. */
interface Picture {
  readonly svg: string;
}

/** Text is always text; null stands for nothing. */
export type Child = Element | Picture | string | null;

export function h(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): Element {
  return { tag, attributes, children };
}

const WITHOUT_END = new Set(['input', 'br', 'meta']);

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\0', '\ufffd');
}

export function htmlOf(child: Child): string {
  if (child === null) return '';
  if (typeof child === 'string') return escaped(child);
  if ('svg' in child) return child.svg;
  const { tag, attributes, children } = child;
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== false && value !== null)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(`${value}`)}"`));
  const start = `<${tag}${written.join('')}>`;
  return WITHOUT_END.has(tag) ? start : `${start}${children.map(htmlOf).join('')}</${tag}>`;
}
