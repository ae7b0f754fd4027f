/** What instructions do, one processor at a time, where memory plays no tricks. */
import { describe, expect, it } from 'vitest';
import { answer, finalStates, single } from './support.js';

type Row = readonly [what: string, init: string, rows: string, shown: string, state: string];

const X86: readonly Row[] = [
  ['moves', 'x=5', 'MOV EAX,[x]\nMOV [y],EAX\nMOV EBX,$7', '0:EAX; 0:EBX; y;', '0:EAX=5; 0:EBX=7; [y]=5;'],
  ['numbers without sign', '', 'MOV EAX,3\nMOV [x],-1', '0:EAX; x;', '0:EAX=3; [x]=4294967295;'],
  ['typed numbers', 'int x; uint32_t y', 'MOV [x],-1\nMOV [y],-1', 'x; y;', '[x]=-1; [y]=4294967295;'],
  ['sizes are not looked at', '', 'MOVB [x],$300\nMOVQ EAX,[x]', 'x; 0:EAX;', '0:EAX=300; [x]=300;'],
  ['arithmetic in memory', 'x=6', 'ADD [x],$3\nXOR [x],$1\nOR [x],$4', 'x;', '[x]=12;'],
  ['arithmetic wraps', 'int 0:EAX=2147483647', 'INC EAX', '0:EAX;', '0:EAX=-2147483648;'],
  ['counting', 'x=1', 'INC [x]\nINC [x]\nDEC [x]', 'x;', '[x]=2;'],
  ['exchanges', 'x=1; 0:EAX=2', 'XCHG [x],EAX', 'x; 0:EAX;', '0:EAX=1; [x]=2;'],
  ['exchanges of two locations', 'x=1; y=2', 'XCHG [x],[y]', 'x; y;', '[x]=2; [y]=1;'],
  ['exchanges of a location with itself', 'x=1', 'XCHG [x],[x]', 'x;', '[x]=1;'],
  ['memory to memory', 'x=1; y=2', 'ADD [x],[y]\nMOV [z],[x]', 'x; z;', '[x]=3; [z]=3;'],
  ['indirect operands', '0:EBX=x; x=4', 'MOV EAX,[EBX]\nMOV (EBX),$9', '0:EAX; x;', '0:EAX=4; [x]=9;'],
  ['addresses are values', 'p=x', 'MOV EAX,[p]\nMOV [q],EAX', '0:EAX; q;', '0:EAX=x; [q]=x;'],
  ['the same address twice is nothing', '0:EAX=x', 'MOV EBX,EAX\nXOR EBX,EAX', '0:EBX;', '0:EBX=0;'],
  [
    'symbolic registers take free ones',
    '',
    'MOV %b,$1\nMOV EAX,$2\nMOV %a,$3',
    '%a; %b; 0:EAX;',
    '0:EAX=2; 0:EBX=3; 0:ECX=1;',
  ],
  ['an equal comparison', '', 'MOV EAX,$1\nCMP EAX,$1\nJE L\nMOV EAX,$5\nL:', '0:EAX;', '0:EAX=1;'],
  ['an unequal comparison', '', 'CMP EAX,$1\nJNE L\nMOV EAX,$5\nL: INC EAX', '0:EAX;', '0:EAX=1;'],
  [
    'arithmetic sets the flags',
    '0:EAX=1',
    'DEC EAX\nJE L\nMOV EBX,$1\nL:',
    '0:EBX; 0:ZF; 0:SF;',
    '0:EBX=0; 0:ZF=1; 0:SF=0;',
  ],
  ['a move leaves them', '', 'CMP EAX,$0\nMOV EAX,$1\nJE L\nMOV EBX,$1\nL:', '0:EBX;', '0:EBX=0;'],
  [
    'the carry',
    '0:CF=1',
    'SETNB EBX\nCMOVC EAX,[x]\nCMP EAX,EAX\nSETNB ECX',
    '0:EAX; 0:EBX; 0:ECX;',
    '0:EAX=0; 0:EBX=0; 0:ECX=1;',
  ],
  ['fences', '', 'MFENCE\nmfence\nSFENCE\nLFENCE\nMOV EAX,$1', '0:EAX;', '0:EAX=1;'],
  ['differences', 'x=6; 0:EAX=9', 'SUB [x],$4\nSUB EAX,[x]\nLOCK SUB [x],$1', 'x; 0:EAX;', '0:EAX=7; [x]=1;'],
  [
    'a difference that is nothing',
    '0:EAX=x',
    'SUB EAX,EAX\nJE L\nMOV EBX,$1\nL:',
    '0:EAX; 0:EBX;',
    '0:EAX=0; 0:EBX=0;',
  ],
  ['bits', 'x=6; y=6', 'AND [x],$3\nLOCK AND [y],$4\nLOCK OR [x],$9', 'x; y;', '[x]=11; [y]=4;'],
  [
    'inverted bits leave the flags',
    'int x=5',
    'CMP [y],$0\nNOT [x]\nJE L\nMOV EBX,$1\nL:',
    'x; 0:EBX;',
    '0:EBX=0; [x]=-6;',
  ],
  [
    'the negative sets them',
    'int x=0',
    'CMP EAX,$1\nNEG [x]\nJE L\nMOV EBX,$1\nL: LOCK NEG [x]',
    'x; 0:EBX;',
    '0:EBX=0; [x]=0;',
  ],
  ['exchange and add', 'x=3; 0:EAX=4', 'XADD [x],EAX\nLOCK XADD [x],EAX', 'x; 0:EAX;', '0:EAX=7; [x]=10;'],
  [
    'exchange and add of one register',
    '0:EAX=4; 0:EBX=1',
    'XADD EAX,EAX\nXADD EAX,EBX',
    '0:EAX; 0:EBX;',
    '0:EAX=9; 0:EBX=8;',
  ],
  ['addresses are taken', 'x=4', 'LEA EBX,[x]\nMOV EAX,[EBX]\nLEA ECX,[EBX]', '0:EAX; 0:ECX;', '0:EAX=4; 0:ECX=x;'],
  [
    'tests',
    'x=6',
    'TEST [x],$1\nJE L\nMOV EAX,$1\nL: TEST [x],$2\nJNE M\nMOV EBX,$1\nM: PAUSE',
    '0:EAX; 0:EBX; x;',
    '0:EAX=0; 0:EBX=0; [x]=6;',
  ],
  ['comments', 'x=6 # exists {\n', 'MOV EAX,[x] ; # | forall\n# exists\n MOV EBX,EAX', '0:EBX;', '0:EBX=6;'],
  ['locks', 'x=1', 'LOCK INC [x]\nLOCK; ADD [x],$2\nlock xor [x],$1\nLOCK DEC [x]', 'x;', '[x]=4;'],
  ['labels alone and in a row', '', 'JMP L\nMOV EAX,$1\nK:\nL: M: MOV EBX,$1', '0:EAX; 0:EBX;', '0:EAX=0; 0:EBX=1;'],
];

const X86_64: readonly Row[] = [
  ['moves', 'x=5', 'movl (x),%eax\nmovl %eax,(y)\nMOVL $7,%EBX', '0:rax; 0:rbx; y;', '0:rax=5; 0:rbx=7; [y]=5;'],
  ['registers without percent', '', 'mov $1,rax\nMOV rax,RBX', '0:rbx;', '0:rbx=1;'],
  ['32 bits clear the rest', 'uint64_t 0:rax=-1', 'movl $1,%eax', '0:rax;', '0:rax=1;'],
  ['16 and 8 bits leave it', 'uint64_t 0:rax=0x1111', 'movw $2,%ax\nmovb $3,%ah', '0:rax;', '0:rax=770;'],
  ['the high byte is read', '0:rax=0x0500', 'movb %ah,%bl', '0:rbx;', '0:rbx=5;'],
  ['values are cut', 'int64_t 0:rax=0x100000005; int64_t 0:rbx', 'movl %eax,%ebx', '0:rbx;', '0:rbx=5;'],
  ['64 bits', 'uint64_t x=-1; uint64_t 0:rax', 'movq (x),%rax', '0:rax;', '0:rax=18446744073709551615;'],
  ['small types', 'uint8_t x=255; int8_t y=255; int16_t z=-2', 'nop', 'x; y; z;', '[x]=255; [y]=-1; [z]=-2;'],
  ['arithmetic', '0:rax=6', 'addl $3,%eax\nxor $1,%eax\nor $4,%eax\nand $14,%eax\nshl $2,%eax', '0:rax;', '0:rax=48;'],
  [
    'differences',
    '0:rax=9; int64_t x=1',
    'subl $3,%eax\nsubq $2,(x)\nlock; subq $1,(x)',
    '0:rax; x;',
    '0:rax=6; [x]=-2;',
  ],
  [
    'one operand',
    'int64_t 0:rax=5; int64_t 0:rbx=5',
    'notl %eax\nneg %rbx',
    '0:rax; 0:rbx;',
    '0:rax=4294967290; 0:rbx=-5;',
  ],
  ['exchange and add', 'int64_t x=3; 0:rax=4', 'xaddq %rax,(x)\nlock; xadd %rax,(x)', 'x; 0:rax;', '0:rax=7; [x]=10;'],
  [
    'bits of a byte',
    '0:rax=0x1ff',
    'xaddb %al,%bl\ntestb %ah,%ah\njne L\nmovl $1,%ecx\nL: pause',
    '0:rax; 0:rbx; 0:rcx;',
    '0:rax=256; 0:rbx=255; 0:rcx=0;',
  ],
  [
    'addresses',
    '0:rbx=t; 0:rcx=2; int t[3]={1,2,3}',
    'leaq 4(%rbx),%rax\nmovl (%rax),%edx\nlea 0(%rbx,%rcx,4),%rsi\nmovl (%rsi),%edi\nlea (t),%r8',
    '0:rdx; 0:rdi; 0:r8;',
    '0:rdx=2; 0:rdi=3; 0:r8=t;',
  ],
  ['locked bits', 'x=6', 'lock; andl $3,(x)\nlock orl $8,(x)\nlock; notl (x)\nlock; negl (x)', 'x;', '[x]=11;'],
  ['counting', 'x=1', 'incl (x)\nincq (x)\ndec (x)', 'x;', '[x]=2;'],
  [
    'indirect operands',
    '0:rbx=t; int t[3]={1,2,3}',
    'movl (%rbx),%eax\nmovl 4(%rbx),%ecx\nmovl $9,8(%rbx)',
    '0:rax; 0:rcx; t;',
    '0:rax=1; 0:rcx=2; t={1,2,9};',
  ],
  [
    'scaled operands',
    '0:rbx=t; 0:rcx=2; int64_t t[3]={1,2,3}',
    'movq 0(%rbx,%rcx,8),%rax\nmovq -8(%rbx,%rcx,8),%rdx',
    '0:rax; 0:rdx;',
    '0:rax=3; 0:rdx=2;',
  ],
  [
    'elements',
    'int t[2]={4,5}; p=t[1]',
    'mov (p),%rax\nmovl (%rax),%ebx',
    '0:rbx; t[1]; p;',
    '0:rbx=5; [p]=t+4; t[1]=5;',
  ],
  ['pointers', 'int *p=&x; x=3', 'movq (p),%rax\nmovl (%rax),%ebx', '0:rbx; p;', '0:rbx=3; [p]=x;'],
  ['exchanges', 'x=1; 0:rax=2', 'xchgl %eax,(x)\nxchg %rax,%rbx', '0:rax; 0:rbx; x;', '0:rax=0; 0:rbx=1; [x]=2;'],
  [
    'a compare-and-exchange that succeeds',
    'x=3; 0:rax=3; 0:rbx=7',
    'lock cmpxchgl (x),%ebx',
    '0:rax; x;',
    '0:rax=3; [x]=7;',
  ],
  ['in the order of assemblers', 'x=3; 0:rax=3; 0:rbx=7', 'lock cmpxchgl %ebx,(x)', '0:rax; x;', '0:rax=3; [x]=7;'],
  [
    'a compare-and-exchange that fails',
    'x=4; 0:rax=3; 0:rbx=7',
    'cmpxchgl (x),%ebx\nje L\nmov $1,%rcx\nL:',
    '0:rax; 0:rcx; x;',
    '0:rax=4; 0:rcx=1; [x]=4;',
  ],
  ['stores past the cache', '0:rax=3', 'movnti %eax,(x)\nclflush (x)', 'x;', '[x]=3;'],
  [
    'nothing at all',
    '',
    'nop\nendbr64\nnopl 0(%rax,%eax,0)\nNOPW %cs:0(%rax,%eax,0)',
    '0:rip; 0:cs;',
    '0:rip=0; 0:cs=0;',
  ],
  ['a return ends the thread', '', 'mov $1,%rax\nret\nmov $2,%rax', '0:rax;', '0:rax=1;'],
];

/** After `cmp $2,%eax` with these values of eax: which jumps are taken. */
const JUMPS = {
  je: [2],
  jne: [1, 3],
  jgt: [3],
  jge: [2, 3],
  jle: [1, 2],
  // As in herd: equal counts as less.
  jlt: [1, 2],
  js: [3],
  jns: [1, 2],
} as const;

describe('X86', () => {
  it.each(X86)('%s', async (_what, init, rows, shown, state) => {
    expect(await finalStates(single('X86', init, rows, shown))).toEqual([state]);
  });
});

describe('X86_64', () => {
  it.each(X86_64)('%s', async (_what, init, rows, shown, state) => {
    expect(await finalStates(single('X86_64', init, rows, shown))).toEqual([state]);
  });

  it.each(Object.entries(JUMPS))('%s', async (jump, values) => {
    for (const value of [1, 2, 3]) {
      const rows = `mov $${value},%eax\ncmp $2,%eax\n${jump} L\nmov $1,%ebx\nL:`;
      const taken = (values as readonly number[]).includes(value);
      expect(await finalStates(single('X86_64', '', rows, '0:rbx;'))).toEqual([`0:rbx=${taken ? 0 : 1};`]);
    }
  });

  it('negative numbers compare as such', async () => {
    const rows = 'movl $-1,%eax\ncmpl $0,%eax\njgt L\nmov $1,%ebx\nL: cmpl $-1,%eax\nje M\nmov $2,%ebx\nM:';
    expect(await finalStates(single('X86_64', '', rows, '0:rbx;'))).toEqual(['0:rbx=1;']);
  });
});

describe('loops', () => {
  const loop = single('X86', '', 'L: INC EAX\nCMP EAX,$3\nJNE L', '0:EAX;');

  it('jump back twice', async () => {
    const { states, notes, counts } = await answer(loop);
    expect(states.map(({ state }) => state)).toEqual(['0:EAX=3;']);
    expect([notes, counts.cut]).toEqual([[], 0]);
  });

  it('are cut where they would go on, and the answer says so', async () => {
    const { states, notes, counts } = await answer(loop, { unroll: 1 });
    expect(states).toEqual([]);
    expect(notes).toEqual([{ code: 'unrolled', labels: ['L'], times: 1 }]);
    expect(counts.cut).toBe(1);
  });

  it('end, also those without end', async () => {
    const { states, counts } = await answer(single('X86', '', 'L: JMP L', '0:EAX;'), { unroll: 1000 });
    expect([states.length, counts.cut]).toEqual([0, 1]);
  });

  it('count each place for itself', async () => {
    const rows = 'K: INC EAX\nCMP EAX,$3\nJNE K\nL: INC EBX\nCMP EBX,$3\nJNE L';
    expect(await finalStates(single('X86', '', rows, '0:EAX; 0:EBX;'))).toEqual(['0:EAX=3; 0:EBX=3;']);
  });
});

it('memory at a number is memory, and is told', async () => {
  const { states, notes } = await answer(single('X86', '', 'MOV [4],$1\nMOV EAX,[EBX]\nMOV EBX,[4]', '0:EAX; 0:EBX;'));
  expect(states.map(({ state }) => state)).toEqual(['0:EAX=0; 0:EBX=1;']);
  expect(notes).toEqual([{ code: 'numbered', places: ['0', '4'] }]);
});
