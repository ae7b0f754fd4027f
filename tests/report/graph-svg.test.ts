import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnEdges } from '../../src/report/graph/names.js';
import { renderGraphSvg } from '../../src/report/graph-svg.js';
import {
  anyGraph,
  eventGraph,
  FENCED,
  INDEPENDENT_READS,
  SAMPLES,
  STORE_BUFFERING,
  THREE_PROCESSES,
} from './graphs.js';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Resolves what was escaped; throws at anything that should have been. */
function resolved(text: string): string {
  if (/[<>"]/.test(text) || /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text))
    throw new Error(`not escaped: ${text}`);
  return text.replaceAll(/&([^;]*;)?/g, (_, entity: string | undefined) => {
    const character = ENTITIES[entity?.slice(0, -1) ?? ''];
    if (character === undefined) throw new Error(`no entity: ${text}`);
    return character;
  });
}

/** The part of XML that the pictures use; throws where it is not well-formed. */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [, tag, text] of xml.matchAll(/<([^>]*)>|([^<]+)/g)) {
    const inner = open.at(-1);
    if (inner === undefined) throw new Error('more is closed than was opened');
    if (tag === undefined) {
      inner.text += resolved(text ?? '');
      continue;
    }
    if (tag.startsWith('/')) {
      if (tag !== `/${inner.name}`) throw new Error(`${tag} closes ${inner.name}`);
      open.pop();
      continue;
    }
    const parts = /^([a-z]+)((?: [A-Za-z-]+="[^"]*")*)(\/?)$/.exec(tag);
    if (parts === null) throw new Error(`not a tag: ${tag}`);
    const attributes: Record<string, string> = {};
    for (const [, name = '', value = ''] of (parts[2] ?? '').matchAll(/ ([A-Za-z-]+)="([^"]*)"/g)) {
      if (name in attributes) throw new Error(`${name} twice`);
      attributes[name] = resolved(value);
    }
    const element: Element = { name: parts[1] ?? '', attributes, children: [], text: '' };
    inner.children.push(element);
    if (parts[3] === '') open.push(element);
  }
  if (open.length !== 1) throw new Error(`${open.at(-1)?.name} is not closed`);
  const [only, ...more] = root.children;
  if (only === undefined || more.length > 0) throw new Error('one root');
  return only;
}

function all(element: Element, name: string): Element[] {
  return [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => all(child, name))];
}

function texts(element: Element): string[] {
  return all(element, 'text').map(({ text }) => text);
}

describe('an event graph as a picture', () => {
  test('is an SVG that stands alone, on white, with a title and a description', () => {
    const svg = parseXml(renderGraphSvg(STORE_BUFFERING));
    expect(svg.name).toBe('svg');
    expect(svg.attributes).toMatchObject({ xmlns: 'http://www.w3.org/2000/svg', role: 'img' });
    const [title, desc, ground] = svg.children;
    expect([title?.name, desc?.name, ground?.name]).toEqual(['title', 'desc', 'rect']);
    expect(svg.attributes['aria-labelledby']).toBe(`${title?.attributes.id} ${desc?.attributes.id}`);
    expect(title?.text).toBe('SB: both reads give 0, which TSO allows');
    expect(desc?.text).toContain('6 events: a: W x=0 (initial); b: W y=0 (initial); c: W x=1 (P0)');
    expect(desc?.text).toContain('fr: d -> e (y), f -> c (x).');
    const { width, height, viewBox } = svg.attributes;
    expect(ground?.attributes).toEqual({ width, height, fill: '#ffffff' });
    expect(viewBox).toBe(`0 0 ${width} ${height}`);
  });

  test('has no script, no style sheet and nothing from elsewhere', () => {
    for (const graph of SAMPLES) {
      const text = renderGraphSvg(graph);
      const names = new Set<string>();
      const collect = (element: Element): void => {
        names.add(element.name);
        for (const attribute of Object.keys(element.attributes)) expect(attribute).not.toMatch(/^on|href|style|class/);
        element.children.forEach(collect);
      };
      collect(parseXml(text));
      expect([...names].sort()).toEqual(['desc', 'g', 'path', 'rect', 'svg', 'text', 'title']);
      expect(text.match(/https?:/g)).toHaveLength(1);
      expect(text).not.toMatch(/url\(|@import/);
    }
  });

  test('shows headings, labels, instructions and the legend', () => {
    const shown = texts(parseXml(renderGraphSvg(THREE_PROCESSES)));
    for (const text of [
      'process #2',
      'c: W Flag[#1]=True',
      'Turn=#2',
      'request(#1)',
      'd: fence',
      'rf Flag[#1]',
      'atom',
    ])
      expect(shown).toContain(text);
    expect(shown).toContain('rf: read from');
    expect(shown).not.toContain('fence: ordered by a fence');
  });

  test('the edges of a cycle are thick, the others thin', () => {
    for (const graph of [FENCED, INDEPENDENT_READS]) {
      const svg = parseXml(renderGraphSvg(graph));
      const lines = all(svg, 'g').filter((group) =>
        group.children.some(({ attributes }) => attributes.fill === 'none'),
      );
      const widths = new Map(
        lines.map((group) => [group.children[0]?.text, group.children[1]?.attributes['stroke-width']]),
      );
      expect(widths.size).toBe(drawnEdges(graph).length);
      const thick = [...widths].filter(([, width]) => width === '3.2').map(([title]) => title);
      expect(thick).toHaveLength(drawnEdges(graph).filter(({ onCycle }) => onCycle).length);
      expect(thick).toContain(graph === FENCED ? 'fence: c to e' : 'rf: c to d');
      expect([...widths.values()].filter((width) => width === '1.5')).toHaveLength(widths.size - thick.length);
    }
  });

  test('each relation has its colour; atom is a double line without a head', () => {
    const svg = parseXml(renderGraphSvg(THREE_PROCESSES));
    const groups = new Map(all(svg, 'g').map((group) => [group.children[0]?.text, group.children.slice(1)]));
    const colours = ['po: c to d', 'rf: a to e', 'co: c to g', 'fr: e to k'].map(
      (title) => groups.get(title)?.[0]?.attributes.stroke,
    );
    expect(new Set(colours).size).toBe(4);
    for (const title of ['po: c to d', 'rf: a to e']) {
      const [line, head] = groups.get(title) ?? [];
      expect(head?.attributes.fill).toBe(line?.attributes.stroke);
    }
    const [outer, inner] = groups.get('atom: h to i') ?? [];
    expect(inner?.attributes).toMatchObject({ d: outer?.attributes.d, stroke: '#ffffff', fill: 'none' });
    expect(Number(outer?.attributes['stroke-width'])).toBeGreaterThan(Number(inner?.attributes['stroke-width']));
  });

  test('everything is escaped', () => {
    const graph = eventGraph(
      'a < b && "c" \'d\'',
      ['<P0>'],
      ['0 W <x>&=]]> | say "<script>alert(1)</script>" & go', '0 R y=\u0000\u001b | \ud800'],
      ['0 rf 1'],
    );
    const svg = parseXml(renderGraphSvg(graph));
    expect(svg.children[0]?.text).toBe('a < b && "c" \'d\'');
    expect(texts(svg)).toContain('a: W <x>&=]]>');
    expect(texts(svg)).toContain('say "<script>alert(1)</script>" & go');
    expect(texts(svg)).toContain('b: R y=\ufffd\ufffd');
    // Half a pair of surrogates would not survive being written to a file.
    expect(Buffer.from(renderGraphSvg(graph)).toString()).toBe(renderGraphSvg(graph));
  });

  test('is well-formed and the same each time, whatever the graph', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const svg = renderGraphSvg(graph);
        // In attributes: labels may say what they like.
        expect(svg).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
        expect(parseXml(svg).name).toBe('svg');
        expect(renderGraphSvg(structuredClone(graph))).toBe(svg);
      }),
      { numRuns: 25 },
    );
  });
});
