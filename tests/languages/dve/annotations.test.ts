/** Marks in comments: what they are part of, what is printed of them, and where they mean nothing. */

import { describe, expect, it } from 'vitest';
import { parseDveText, printDve, readDve } from '../../../src/languages/dve/index.js';
import { dveProgram } from '../../../src/languages/dve/program.js';
import { memoryNamed } from '../../../src/memory/models.js';
import type { Edge } from '../../../src/models/program/model.js';

const inProcess = (transitions: string): string => `byte x, a[2];
channel c;

process P {
  byte r;
  state s, t;
  init s;
  trans
    ${transitions}
}

process Q {
  state s;
  init s;
  trans
    s -> s { sync c!1; };
}

system async;
`;

function warnings(text: string): string[] {
  const { model, diagnostics } = readDve(text, 'f');
  expect(model).not.toBeNull();
  return diagnostics.map(({ line, severity, code, message }) => `${line} ${severity} ${code}: ${message}`);
}

function edges(text: string, memory: 'sc' | 'tso' = 'tso'): readonly Edge[] {
  const { model } = readDve(text, 'f');
  const made = model === null ? null : dveProgram(model, memoryNamed(memory));
  if (made === null || 'refused' in made) throw new Error('no program');
  return made.program.templates.flatMap((template) => template.edges);
}

describe('marks', () => {
  it('are parts of the model', () => {
    const text = inProcess(
      '/*@fence*/ s -> t { effect /*@atomic*/ x = 1, a[0] = 2; },\n    /*@fence*/ -> s { sync c?/*@atomic*/ x; };',
    );
    expect(warnings(text)).toEqual([]);
    const [first, second] = readDve(text, 'f').model?.processes[0]?.transitions ?? [];
    expect([first?.fence, second?.fence]).toEqual([true, true]);
    expect(first?.effects.map(({ atomic }) => atomic)).toEqual([true, undefined]);
    expect(second?.sync).toMatchObject({ direction: 'receive', atomic: [0] });
  });

  it('are printed where they stand', () => {
    const text = inProcess(
      '/*@fence*/ s -> t { effect /*@atomic*/ x = 1, a[0] = 2; },\n    t -> s { sync c?/*@atomic*/ x; };',
    );
    const { syntax } = parseDveText(text, 'f');
    expect(syntax === null ? null : printDve(syntax)).toBe(text);
    const loose = text.replaceAll('/*@', '/* @').replaceAll('*/ ', ' */\n');
    const { syntax: again } = parseDveText(loose, 'f');
    expect(again === null ? null : printDve(again)).toBe(text);
  });

  it('leave a model without them as it was', () => {
    const { model } = readDve(inProcess('s -> t { effect x = 1; };'), 'f');
    const [transition] = model?.processes[0]?.transitions ?? [];
    expect(transition !== undefined && 'fence' in transition).toBe(false);
    expect(transition?.effects[0] !== undefined && 'atomic' in transition.effects[0]).toBe(false);
  });

  it('make steps wait: a fence for its own buffer, an atomic write for those of all', () => {
    const [plain] = edges(inProcess('s -> t { effect x = 1, a[0] = 1, a[1] = 2; };'));
    expect([plain?.fence, plain?.drained]).toEqual([false, undefined]);
    const [fenced] = edges(inProcess('/*@fence*/ s -> t { effect x = 1; };'));
    expect([fenced?.fence, fenced?.drained]).toEqual([true, undefined]);
    // A pair of a variable and a transition: all cells.
    const [atomic] = edges(inProcess('s -> t { effect x = 1, /*@atomic*/ a[0] = 1, a[1] = 2; };'));
    expect([atomic?.fence, atomic?.drained]).toEqual([false, true]);
    expect(atomic?.updates.map(({ direct }) => direct)).toEqual([undefined, true, true]);
  });
});

describe('a mark that means nothing', () => {
  it.each([
    ['before a guard', 's -> t { guard /*@atomic*/ x == 1; };', 9, 'it stands directly before what is assigned'],
    ['before a value', 's -> t { effect x = /*@atomic*/ 1; };', 9, 'it stands directly before what is assigned'],
    ['before a transition', '/*@atomic*/ s -> t { effect x = 1; };', 9, 'it stands directly before what is assigned'],
    ['before an effect', 's -> t { /*@fence*/ effect x = 1; };', 9, 'it stands directly before a transition'],
    ['behind a comment', '/*@fence*/ /* here */ s -> t {};', 9, 'it stands directly before a transition'],
    ['before what is sent', 's -> t { sync c!/*@atomic*/ 1; };', 9, 'it stands directly before what is assigned'],
    ['before a local variable', 's -> t { effect /*@atomic*/ r = 1; };', 9, 'is never buffered'],
    ['before a local variable that receives', 's -> t { sync c?/*@atomic*/ r; };', 9, 'is never buffered'],
  ])('%s', (_, transitions, line, message) => {
    const found = warnings(inProcess(transitions));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${line} warning vacuous: `);
    expect(found[0]).toContain(message);
    expect(edges(inProcess(transitions)).some(({ fence, drained }) => fence || drained === true)).toBe(false);
  });

  it('in the property, which has no store buffer', () => {
    const text =
      'byte x; process P { state s; init s; trans s -> s { effect x = 1; }; }\nprocess W { state q; init q; accept q; trans /*@fence*/ q -> q {}; }\nsystem async property W;';
    expect(warnings(text)).toEqual(['2 warning vacuous: the property has no store buffer: a fence means nothing here']);
  });

  it('but other comments may begin with @', () => {
    expect(warnings(inProcess('s -> t { /* @author */ effect x = 1; }; /* @atomics */'))).toEqual([]);
  });
});
