/** Litmus tests as programs: the explicit engine reaches an outcome exactly when the axioms allow it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { litmus } from '../../../src/check/litmus.js';
import { readLitmus, readOutcome } from '../../../src/languages/litmus/index.js';
import { litmusProgram } from '../../../src/languages/litmus/program.js';
import type { LitmusTest, Proposition } from '../../../src/languages/litmus/test.js';
import { type MemoryName, memoryNamed, TSO } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { expected, hasCorpus, modelText } from '../../corpus/corpus.js';
import { runEngine } from '../../engines/explicit/compare.js';
import { share } from '../../support/size.js';

const MEMORIES = ['sc', 'tso', 'pso'] as const;
const EXAMPLES = fileURLToPath(new URL('../../../examples/litmus/', import.meta.url));

function read(text: string | Uint8Array) {
  const { checked, diagnostics } = readLitmus(text, 'test.litmus');
  if (checked === null) throw new Error(diagnostics[0]?.message);
  return checked;
}

function programOf(test: LitmusTest): Program {
  const made = litmusProgram(test);
  if (made.kind === 'error') throw new Error(made.message);
  return made.program;
}

/** Whether the outcome is reached, with buffers that are never full. */
function isReached(test: LitmusTest, memory: MemoryName): boolean {
  const program = programOf(test);
  const buffer = Math.max(1, ...test.threads.map(({ instructions }) => instructions.length));
  const { answer } = runEngine({
    program,
    memory: memoryNamed(memory),
    buffer,
    limits: { maxStates: 500_000, maxMegabytes: 256 },
  });
  if (answer.verdict === 'unknown') throw new Error(answer.reason);
  if (answer.verdict === 'holds') expect(answer.unbounded).toBe(true);
  return answer.verdict === 'violated';
}

async function agrees(text: string | Uint8Array, memory: MemoryName): Promise<void> {
  const result = await litmus(text, { memory });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  expect(isReached(read(text).test, memory)).toBe(result.answer.outcome?.verdict === 'allowed');
}

/** Every final state that the axioms give is reached, and no other one is. */
async function sameStates(text: string, memory: MemoryName): Promise<number> {
  const result = await litmus(text, { memory });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  const { test, scope } = read(text);
  const states = result.answer.states.map(({ state }): Proposition => {
    const outcome = state
      .split(';')
      .filter((part) => part.trim() !== '')
      .map((part) => part.trim())
      .join(' /\\ ');
    const { proposition } = readOutcome(outcome, 'state', scope);
    if (proposition === null) throw new Error(`not understood: ${outcome}`);
    return proposition;
  });
  const asking = (proposition: Proposition): LitmusTest => ({ ...test, quantifier: 'exists', proposition });
  for (const state of states) expect(isReached(asking(state), memory)).toBe(true);
  expect(isReached(asking({ kind: 'not', of: { kind: 'or', of: states } }), memory)).toBe(false);
  return states.length;
}

describe('examples', () => {
  const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.litmus'));

  it.each(files)('%s', async (file) => {
    for (const memory of MEMORIES) await agrees(readFileSync(EXAMPLES + file), memory);
  });
});

describe.skipIf(!hasCorpus)('litmus tests that others wrote', () => {
  const rows = expected<{ readonly file: string }>('litmus-x86');

  // Each under one memory model; the next one takes the next.
  it.each(MEMORIES)('under %s', async (memory) => {
    const asked = rows.filter((_, position) => position % 3 === MEMORIES.indexOf(memory));
    for (const { file } of share(asked, 5)) await agrees(modelText('litmus-x86', file), memory);
  });
});

const COUNTER = `X86_64 counter
{ uint64_t x=0; }
 P0              | P1              ;
 lock; incq (x)  | incq (x)        ;
 movq (x),%rax   | lock; addq $2,(x) ;
locations [x; 0:rax;]
exists (true)
`;

const POINTERS = `X86_64 pointers
{ int t[2]={3,4}; intptr_t p=t; int *0:rbx=&p; }
 P0                 | P1               ;
 movq (%rbx),%rcx   | movq (p),%rax    ;
 addq $4,%rcx       | movl $7,(%rax)   ;
 movq %rcx,(%rbx)   | mfence           ;
 movl (%rcx),%edx   |                  ;
locations [t; 0:rdx;]
exists (true)
`;

const EXCHANGES = `X86_64 exchanges
{ x=0; y=1; 0:rax=0; 1:rax=0; }
 P0                      | P1                      | P2           ;
 movl $2,%ebx            | movl $3,%ebx            | movl $0,(x)  ;
 lock; cmpxchgl %ebx,(x) | lock; cmpxchgl %ebx,(x) | xchgl (x),%eax ;
 jne failed              | movl (y),%ecx           |              ;
 movl $5,(y)             |                         |              ;
 failed:                 |                         |              ;
 nop                     |                         |              ;
locations [x; y; 0:rax; 1:rax; 1:rcx; 2:rax;]
exists (true)
`;

const BYTES = `X86_64 bytes
{ uint8_t x=255; int y=0; }
 P0            | P1            ;
 movb $1,%ah   | movb (x),%al  ;
 movb (x),%al  | addb $1,%al   ;
 movl %eax,(y) | movb %al,(x)  ;
locations [x; y; 0:rax;]
exists (true)
`;

const SUMS = `X86_64 sums
{ x=0; int z=7; 0:rax=1; 1:rax=2; }
 P0                   | P1                ;
 lock; xaddl %eax,(x) | xaddl %eax,(x)    ; # locked and not
 movl (z),%ebx        | lock; subl $2,(z) ;
locations [x; 0:rax; 0:rbx; 1:rax;]
exists (true)
`;

const BITS = `X86 bits
{ int x=1; int y=0; }
 P0             | P1               ;
 LOCK OR [x],$6 | NOT [x]          ;
 LEA EBX,[y]    | LOCK AND [x],$12 ;
 NEG [EBX]      | SUB [y],$1       ;
                | PAUSE            ;
locations [x; y;]
exists (true)
`;

/** Store buffering with an instruction in between that empties the buffer, or does not. */
const between = (instruction: string) => `X86_64 between
{ 0:rdx=1; 1:rdx=1; }
 P0             | P1             ;
 movl $1,(x)    | movl $1,(y)    ;
 ${instruction} | ${instruction} ;
 movl (y),%eax  | movl (x),%eax  ;
exists (0:rax=0 /\\ 1:rax=0)
`;

describe('store buffers', () => {
  const locked = [
    'lock; andl $1,(z)',
    'lock; orl $1,(z)',
    'lock; xaddl %edx,(z)',
    'lock; subl $1,(z)',
    'lock; negl (z)',
  ];
  const plain = ['andl $1,(z)', 'xaddl %edx,(z)', 'testl %edx,%edx', 'leaq (z),%rcx', 'notl (z)', 'pause'];

  it.each([...locked.map((one) => [one, false] as const), ...plain.map((one) => [one, true] as const)])(
    'between a store and a load: %s',
    async (instruction, allowed) => {
      for (const memory of ['tso', 'pso'] as const) {
        const { test } = read(between(instruction));
        expect(isReached(test, memory)).toBe(allowed);
        await agrees(between(instruction), memory);
      }
    },
  );
});

describe('final states', () => {
  it.each([
    ['sums', SUMS, 4],
    ['bits', BITS, 2],
    ['a counter', COUNTER, 4],
    ['pointers', POINTERS, 3],
    ['compare and exchange', EXCHANGES, 10],
    ['parts of registers', BYTES, 2],
  ])('%s', async (_, text, least) => {
    for (const memory of MEMORIES) expect(await sameStates(text, memory)).toBeGreaterThanOrEqual(least);
  });

  it('waits as long as it takes', () => {
    const text = `X86 wait
{ }
 P0         | P1          ;
 MOV [x],$1 | L:          ;
            | MOV EAX,[x] ;
            | CMP EAX,$1  ;
            | JNE L       ;
exists (1:EAX=0)
`;
    const { test } = read(text);
    expect(isReached(test, 'tso')).toBe(false);
    expect(isReached({ ...test, quantifier: 'forall' }, 'tso')).toBe(true);
    // Reading, comparing, jumping, and back to the state where it began: a loop, not its unrolling.
    const [, waiting] = programOf(test).templates;
    expect(waiting?.edges.some(({ to }) => to === waiting.entry)).toBe(true);
  });

  it('loops forever without an end', () => {
    const text = 'X86 forever\n{ }\n P0 ;\n L: ;\n JMP L ;\nexists (true)\n';
    expect(isReached(read(text).test, 'tso')).toBe(false);
  });
});

describe('the property', () => {
  const text = (condition: string) => `X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
${condition}
`;

  it('is the outcome that the test asks about', () => {
    const property = (condition: string) => programOf(read(text(condition)).test).never[0];
    expect(property('exists (0:EAX=0)')).toMatchObject({ name: 'exists', text: '0:EAX=0' });
    expect(property('~exists (0:EAX=0)')).toMatchObject({ name: '~exists', text: '0:EAX=0' });
    expect(property('forall (0:EAX=0)')).toMatchObject({ name: 'forall', text: 'not (0:EAX=0)' });
  });

  it('leaves out what the filter leaves out', () => {
    const both = 'exists (0:EAX=0 /\\ 1:EAX=0)';
    expect(isReached(read(text(both)).test, 'tso')).toBe(true);
    expect(isReached(read(text(`filter (0:EAX=1) ${both}`)).test, 'tso')).toBe(false);
  });

  it('is told with the instructions that lead there', () => {
    const { test } = read(text('exists (0:EAX=0 /\\ 1:EAX=0)'));
    const { answer } = runEngine({ program: programOf(test), memory: TSO, buffer: 2 });
    if (answer.verdict !== 'violated') throw new Error('store buffering is allowed under TSO');
    const told = answer.trace.steps.flatMap((step) => (step.kind === 'transition' ? [step.transition] : []));
    expect(told.sort()).toEqual(['MOV EAX,[x]', 'MOV EAX,[y]', 'MOV [x],$1', 'MOV [y],$1', 'end', 'end']);
  });
});

describe('a store fence', () => {
  const passing = (fence: string) => `X86 MP
{ }
 P0 | P1 ;
 MOV [x],$1 | MOV EAX,[y] ;
 ${fence} | MOV EBX,[x] ;
 MOV [y],$1 | ;
exists (1:EAX=1 /\\ 1:EBX=0)
`;

  it('keeps stores in order under PSO, as the axioms say', async () => {
    for (const memory of MEMORIES) {
      for (const fence of ['SFENCE', 'LFENCE', 'MFENCE']) await sameStates(passing(fence), memory);
    }
    expect(isReached(read(passing('SFENCE')).test, 'pso')).toBe(false);
    expect(isReached(read(passing('LFENCE')).test, 'pso')).toBe(true);
  });
});

describe('what is no program', () => {
  const message = (text: string) => {
    const made = litmusProgram(read(text).test);
    return made.kind === 'error' ? made.message : null;
  };
  it('counting in a loop', () => {
    const loop = (body: string) => `X86 count\n{ }\n P0 ;\n L: ;\n ${body} ;\n JMP L ;\nexists (true)\n`;
    expect(message(loop('LOCK INC [x]'))).toMatch(/\[x\] takes too many values/);
    expect(message(loop('INC EAX'))).toMatch(/registers of P0 take too many values/);
    expect(message(loop('XCHG EAX,[x]'))).toBeNull();
  });
});
