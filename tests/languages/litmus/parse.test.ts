import { describe, expect, it } from 'vitest';
import { readLitmus } from '../../../src/languages/litmus/index.js';
import { type FinalState, holds, showCondition, showProposition } from '../../../src/languages/litmus/proposition.js';
import type { LitmusTest } from '../../../src/languages/litmus/test.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { finalStates } from './support.js';

function read(content: string): LitmusTest {
  const { checked, diagnostics } = readLitmus(content, 'test.litmus');
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (checked === null) throw new Error(renderDiagnostics(errors, content));
  return checked.test;
}

const PROGRAM = ' P0 | P1 ;\n MOV EAX,[x] | MOV [x],$1 ;\n';
const withCondition = (condition: string): LitmusTest => read(`X86 T\n{ x=0; y=0; z=0; }\n${PROGRAM}${condition}`);

describe('the header', () => {
  it.each([
    ['X86 SB+mfence+po\n', 'SB+mfence+po', null],
    ['X86 2+2W[a]:b\n', '2+2W[a]:b', null],
    ['X86 T (texname)\n', 'T', null],
    ['X86 T "a doc string"\n', 'T', 'a doc string'],
    ['X86 T\n"on the next line"\n', 'T', 'on the next line'],
    ['X86 T (tex) "doc" ;\n', 'T', 'doc'],
    ['X86 T\r\n"doc of\r\ntwo lines"\r\n', 'T', 'doc of\r\ntwo lines'],
    ['\n(* first (* a *) comment *) X86 T\n', 'T', null],
    ['X86 T\nCycle=Fre PodWR { not the state\nany other text\n', 'T', null],
    ['X86 T\n  Key = { }\n(* { x=1; } *)\n', 'T', null],
  ])('%j', (header, name, doc) => {
    const test = read(`${header}{ 0:EAX=1; }\n${PROGRAM}exists (0:EAX=1)`);
    expect([test.name, test.doc, test.architecture]).toEqual([name, doc, 'X86']);
    expect(test.threads[0]?.registers[0]).toBe(1n);
  });
});

describe('the initial state', () => {
  const initial = (text: string) => read(`X86_64 T\n{${text}}\n P0 | P1 ;\n nop | nop ;\n`);

  it('has locations, registers and addresses in all their spellings', () => {
    const test = initial('x=1; [y]=2; z; int u; int v=3; int [w]=4; p=x; int *q=&y; *r=&z; *s; h=0xff; n=-5;');
    expect(Object.fromEntries(test.initial)).toEqual({
      ...{ x: 1n, y: 2n, z: 0n, u: 0n, v: 3n, w: 4n, h: 255n, n: -5n },
      ...{ p: 'x', q: 'y', r: 'z', s: 0n },
    });
  });

  it('has registers in all their spellings', () => {
    const { threads } = initial('0:rax=1; P1:RBX=2; int64_t 0:rcx=3; 1:%rdx=x; uint64_t 1:r15; 0:rip=4 (* last *)');
    const registers = (thread: number) => threads[thread]?.registers.filter((value) => value !== 0n);
    expect(registers(0)).toEqual([4n, 1n, 3n]);
    expect(registers(1)).toEqual([2n, 'x']);
  });

  it('has arrays', () => {
    const test = initial('int64_t t[2]={1,-1}; uint8_t b[3]; int c[2]={x,&y};');
    expect([...test.initial]).toEqual([
      ...[['t', 1n] as const, ['t+8', -1n] as const],
      ...[['b', 0n] as const, ['b+1', 0n] as const, ['b+2', 0n] as const],
      ...[['c', 'x'] as const, ['c+4', 'y'] as const],
    ]);
  });

  it.each(['', ';', ' ; ; ', '(* nothing *)'])('may be empty: %j', (text) => {
    expect(initial(text).initial.size).toBe(0);
  });
});

describe('the program', () => {
  const origins = (rows: string): string[][] =>
    read(`X86 T\n{ }\n P0 | P1 ;\n${rows}exists (true)`).threads.map(({ instructions }) =>
      instructions.map(({ origin }) => origin),
    );

  it('is a table, with empty cells and comments', () => {
    const rows = ' MOV EAX,[x] | ;\n (* a | b ; *) | MOV  [x] , $1 ;\n;;'.replace(';;', ' | ;');
    expect(origins(`${rows}\n`)).toEqual([['MOV EAX,[x]'], ['MOV [x] , $1']]);
  });

  it('may start with a semicolon, and has locks with one', () => {
    const test = read('X86 T\n{ }\n ;\n P0 ;\n LOCK ; ADD [x],$1 ;\n XCHG [x],EAX ;\n ADD [x],$1 ;\n');
    expect(test.threads[0]?.instructions.map(({ locked }) => locked)).toEqual([true, true, false]);
  });

  it('ends at the first word of the condition, and not at words that start like one', () => {
    expect(origins(' existsx: JMP existsx | final.x: JMP final.x ;\n')).toEqual([['JMP existsx'], ['JMP final.x']]);
  });

  it('may be all there is', () => {
    const test = read('X86 T\n{ }\n P0 ;\n MOV [x],$1 ;\n');
    expect([showCondition(test), test.observed]).toEqual(['exists (true)', []]);
  });
});

describe('the condition', () => {
  it.each([
    ['exists (x=1)', 'exists ([x]=1)'],
    ['exists x=1', 'exists ([x]=1)'],
    ['~exists (x=1)', '~exists ([x]=1)'],
    ['~  exists (x=1)', '~exists ([x]=1)'],
    ['not exists (x=1)', '~exists ([x]=1)'],
    ['forall (x=1);', 'forall ([x]=1)'],
    ['final (x=1)', 'exists ([x]=1)'],
    ['locations [x;] (x=1)', 'exists ([x]=1)'],
    ['exists (x=1) with tso: forall; sc: ~exists;', 'exists ([x]=1)'],
    ['exists (x=1)\n<< what follows is ignored (', 'exists ([x]=1)'],
    ['observed x=1; y=2; and x=2;', 'exists ([x]=1 /\\ [y]=2 \\/ [x]=2)'],
    ['exists (x==1 /\\ y!=2 /\\ z<>3)', 'exists ([x]=1 /\\ not ([y]=2) /\\ not ([z]=3))'],
    ['exists (true \\/ false)', 'exists (true \\/ false)'],
    ['exists (P0:EAX=0x10 /\\ 1:EAX=-1)', 'exists (0:EAX=16 /\\ 1:EAX=-1)'],
    ['exists (0:EAX=1:EBX /\\ [x]=[y] /\\ x=*y)', 'exists (0:EAX=1:EBX /\\ [x]=[y] /\\ [x]=[y])'],
    ['exists (0:EAX=x /\\ [y]=&z)', 'exists (0:EAX=x /\\ [y]=z)'],
    ['exists (x=y/\\z=1)', 'exists ([x]=y /\\ [z]=1)'],
    ['exists (x=1 (* or (* 2 *) *) \\/ x=2)', 'exists ([x]=1 \\/ [x]=2)'],
  ])('%s', (text, shown) => {
    expect(showCondition(withCondition(text))).toBe(shown);
  });

  it.each([
    ['x=1 \\/ y=1 /\\ z=1', '[x]=1 \\/ [y]=1 /\\ [z]=1', 'x xy xz yz xyz'],
    ['(x=1 \\/ y=1) /\\ z=1', '([x]=1 \\/ [y]=1) /\\ [z]=1', 'xz yz xyz'],
    ['x=1 => y=1 /\\ z=1', '[x]=1 => [y]=1 /\\ [z]=1', 'z yz xyz'],
    ['x=1 => (y=1 /\\ z=1)', '[x]=1 => ([y]=1 /\\ [z]=1)', '- y z yz xyz'],
    ['x=1 => y=1 => z=1', '[x]=1 => [y]=1 => [z]=1', '- x y z xz yz xyz'],
    ['(x=1 => y=1) => z=1', '([x]=1 => [y]=1) => [z]=1', 'x z xz yz xyz'],
    ['~x=1 => y=1', 'not ([x]=1) => [y]=1', 'x y xy xz yz xyz'],
    ['~(x=1 => y=1)', 'not ([x]=1 => [y]=1)', 'x xz'],
    ['not not x=1', 'not (not ([x]=1))', 'x xy xz xyz'],
  ])('binds as it should: %s', (text, shown, models) => {
    const test = withCondition(`exists ${text}`);
    expect(showProposition(test.proposition, test.registerNames)).toBe(shown);
    const satisfying = ['', 'x', 'y', 'z', 'xy', 'xz', 'yz', 'xyz'].filter((set) => {
      const state: FinalState = { register: () => 0n, location: (location) => (set.includes(location) ? 1n : 0n) };
      return holds(test.proposition, state);
    });
    expect(satisfying).toEqual(models.split(' ').map((set) => (set === '-' ? '' : set)));
  });

  it('is undecided where a value is not known', () => {
    const state: FinalState = { register: () => null, location: () => 1n };
    const ask = (text: string) => holds(withCondition(`exists (${text})`).proposition, state);
    expect(ask('0:EAX=1')).toBeNull();
    expect(ask('0:EAX=1 /\\ x=0')).toBe(false);
    expect(ask('0:EAX=1 \\/ x=1')).toBe(true);
    expect(ask('x=1 => 0:EAX=1')).toBeNull();
    expect(ask('x=0 => 0:EAX=1')).toBe(true);
    expect(ask('~0:EAX=1')).toBeNull();
  });

  it('shows registers first, then locations, then elements, each once', async () => {
    const text =
      'X86_64 T\n{ int t[2]={7,8}; }\n P0 | P1 ;\n movl $1,(b) | movl $2,(a) ;\n' +
      'locations [t[1]; b; 1:rbx; t; x int; p *; q int *;]\nexists (a=2 /\\ 1:rax=0 /\\ 0:rbx=0 /\\ b=1)';
    expect(await finalStates(text)).toEqual([
      '0:rbx=0; 1:rax=0; 1:rbx=0; [a]=2; [b]=1; [p]=0; [q]=0; t={7,8}; [x]=0; t[1]=8;',
    ]);
  });

  it('compares whole arrays, and values by their type', async () => {
    const program = '{ int t[2]={1,-1}; uint8_t x=255; }\n P0 ;\n nop ;\n';
    const states = async (proposition: string) =>
      (await finalStates(`X86_64 T\n${program}filter (${proposition})\nexists (true)`)).length;
    expect(await states('t={1,-1}')).toBe(1);
    expect(await states('t={1,4294967295}')).toBe(1);
    expect(await states('t!={1,-1}')).toBe(0);
    expect(await states('x=-1 /\\ x=255 /\\ x=511')).toBe(1);
    expect(await states('x=254')).toBe(0);
  });
});
