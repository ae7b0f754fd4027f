/**
 * Broken tests, each with every error it must give: `code line:column`.
 *
 * `program` puts rows below a sound header and an empty initial state, so its first row is line 4; `condition` puts a
 * condition below a sound program, on line 5.
 */
import { type Broken, whole } from '../shared/broken.js';

export const SOUND = 'X86 T\n{ }\n P0 ;\n MOV EAX,[x] ;\nexists (0:EAX=0)\n';
export const SOUND_64 = 'X86_64 T\n{ }\n P0 ;\n movl (x),%eax ;\nexists (0:rax=0)\n';

const init = (title: string, text: string, ...errors: string[]): Broken =>
  whole(title, `X86 T\n${text}\n P0 ;\n MOV EAX,[x] ;\nexists (0:EAX=0)\n`, ...errors);
const program = (title: string, rows: string, ...errors: string[]): Broken =>
  whole(title, `X86 T\n{ }\n P0 ;\n${rows}\nexists (0:EAX=0)\n`, ...errors);
const program64 = (title: string, rows: string, ...errors: string[]): Broken =>
  whole(title, `X86_64 T\n{ }\n P0 ;\n${rows}\nexists (0:rax=0)\n`, ...errors);
const condition = (title: string, text: string, ...errors: string[]): Broken =>
  whole(title, `X86 T\n{ }\n P0 ;\n MOV EAX,[x] ;\n${text}`, ...errors);
const condition64 = (title: string, text: string, ...errors: string[]): Broken =>
  whole(title, `X86_64 T\n{ int t[2]; }\n P0 ;\n movl (x),%eax ;\n${text}`, ...errors);

const texts: Broken[] = [
  whole('nothing', '', 'syntax 1:1'),
  whole('only NUL bytes', new Uint8Array(64), 'encoding 1:1'),
  whole('a UTF-16 file', Uint8Array.from([0xff, 0xfe, 88, 0, 56, 0]), 'encoding 1:1'),
  whole('another architecture', 'AArch64 MP\n{ }\n P0 ;\n NOP ;\nexists (x=1)\n', 'unsupported 1:1'),
  whole('no name', 'X86\n{ }\n P0 ;\n', 'syntax 1:4'),
  whole('a brace for a name', 'X86 { }\n', 'syntax 1:5'),
  whole('no initial state', 'X86 T\n P0 ;\n MOV EAX,[x] ;\n', 'missing 4:1'),
  whole('a comment that does not end, in the header', 'X86 T\n(* so (* it *) goes\n{ }', 'lexical 2:1'),
  whole('a comment that does not end, in the initial state', 'X86 T\n{ (* }\n P0 ;\n', 'lexical 2:3'),
  whole('a brace that is not closed', 'X86 T\n{ x=1;\n P0 ;\n', 'syntax 2:1'),
  whole('no program', 'X86 T\n{ }\n', 'syntax 3:1'),
  whole('no program but a condition', 'X86 T\n{ }\nexists (x=1)\n', 'syntax 3:1'),
];

const initialStates: Broken[] = [
  init('values that are missing', '{ x=; y=2; =4; z=1 }', 'syntax 2:5', 'syntax 2:12'),
  init('a register without colon', '{ 0 EAX=1; x=1 3; }', 'syntax 2:5', 'syntax 2:16'),
  init('an array without type', '{ t[2]={1,2}; }', 'syntax 2:3'),
  init('too many values', '{ int t[2]={1,2,3}; }', 'arity 2:12'),
  init('too few values', '{ int t[2]={1}; }', 'arity 2:12'),
  init('one value for an array', '{ int t[2]=1; }', 'type-mismatch 2:12'),
  init('several values for one', '{ int x={1,2}; }', 'type-mismatch 2:9'),
  init('an array of nothing', '{ int t[0]; }', 'too-large 2:9'),
  init('an array of everything', '{ int t[4294967295]; }', 'too-large 2:9'),
  init('a location twice', '{ x=1; y=1; [x]=2; }', 'duplicate 2:13'),
  init('a register twice', '{ 0:EAX=1; P0:EAX=2; }', 'duplicate 2:12'),
  init('a processor that is not there', '{ 1:EAX=1; }', 'process-number 2:3'),
  init('a register in small letters', '{ 0:eax=1; }', 'unknown-name 2:5'),
  init('no such register', '{ 0:FOO=1; }', 'unknown-name 2:5'),
  init('a number of 33 bits', '{ x=4294967296; y=-2147483649; }', 'too-large 2:5', 'too-large 2:19'),
  init('a number without end', `{ x=${'9'.repeat(5000)}; }`, 'too-large 2:5'),
  init('the address of an element that is not there', '{ int t[2]; p=t[2]; q=x[0]; }', 'arity 2:17', 'wrong-kind 2:23'),
  init('a character of no token', '{ x=1; y=§; z=? }', 'lexical 2:10', 'lexical 2:15'),
];

const programs: Broken[] = [
  whole('no processors', 'X86 T\n{ }\n MOV EAX,[x] ;\nexists (0:EAX=0)\n', 'syntax 3:2'),
  whole('processors out of order', 'X86 T\n{ }\n P1 | P0 ;\n MOV EAX,[x] | ;\n', 'process-number 3:2'),
  whole('processors with a gap', 'X86 T\n{ }\n P0 | P2 ;\n MOV EAX,[x] | ;\n', 'process-number 3:7'),
  whole(
    'rows of other lengths',
    'X86 T\n{ }\n P0 | P1 ;\n MOV EAX,[x] ;\n MFENCE | MFENCE | ;\n',
    'arity 4:2',
    'arity 5:2',
  ),
  program('a row without end', ' MOV EAX,[x]', 'syntax 5:1'),
  program('a register in small letters', ' MOV eax,[x] ;', 'unknown-name 4:6'),
  program('a location without brackets', ' MOV EAX,x ;', 'unknown-name 4:10'),
  program('round brackets around a location', ' MOV EAX,(x) ;', 'wrong-kind 4:10'),
  program('an offset', ' MOV EAX,4(EBX) ;', 'unsupported 4:10'),
  program(
    'brackets that do not close',
    ' MOV EAX,[x ;\n MOV EAX,] ;\n MOV , ;',
    'syntax 4:13',
    'syntax 5:10',
    'syntax 6:6',
  ),
  program('a comment that hides the end of a row', ' MOV EAX,[x] # reads ;\n MOV EBX,[y] ;', 'syntax 5:2'),
  program('no such instruction', ' BTS [x],EAX ;\n Mov EAX,EBX ;', 'unknown-name 4:2', 'unknown-name 5:2'),
  program('an instruction of X86_64', ' JLE end ;', 'unknown-name 4:2'),
  program('wrong numbers of operands', ' MOV EAX ;\n MFENCE EAX ;\n INC ;', 'arity 4:2', 'arity 5:2', 'arity 6:2'),
  program('a number as a target', ' MOV $1,EAX ;\n XCHG [x],$1 ;', 'wrong-kind 4:6', 'wrong-kind 5:11'),
  program('a number of 33 bits', ' MOV EAX,$4294967296 ;', 'too-large 4:10'),
  program(
    'a lock where none can be',
    ' LOCK MOV [x],EAX ;\n LOCK TEST [x],EAX ;',
    'unsupported 4:2',
    'unsupported 5:2',
  ),
  program('an address that is no address', ' LEA EAX,EBX ;\n LEA [x],EAX ;', 'wrong-kind 4:6', 'wrong-kind 5:6'),
  program('a sum with a number', ' XADD [x],$1 ;\n XADD [x],[y] ;', 'wrong-kind 4:11', 'wrong-kind 5:11'),
  program('a lock without instruction', ' LOCK ;', 'syntax 5:1'),
  program('a compare-and-exchange without meaning', ' CMPXCHG [x],EAX ;', 'unsupported 4:2'),
  program('a label twice', ' L: MOV EAX,[x] ;\n L: JMP L ;', 'duplicate 5:2'),
  program('a label that is not there', ' JMP L ;', 'unknown-name 4:6'),
  program('a jump to a number', ' JMP $3 ;', 'wrong-kind 4:6'),
  program(
    'more names than registers',
    ` ${['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `MOV %${name},$1 ;`).join('\n')}`,
    'too-large 9:5',
  ),
  program64('a name without brackets', ' movl x,%eax ;', 'unknown-name 4:7'),
  program64('an offset of a location', ' movl 4(x),%eax ;', 'wrong-kind 4:9'),
  program64('an index that is no register', ' movl (%rax,foo,4),%eax ;', 'unknown-name 4:13'),
  program64('a lock where none can be', ' lock testl $1,(x) ;', 'unsupported 4:2'),
  program64('a compare-and-exchange of a number', ' cmpxchgl $1,(x) ;', 'wrong-kind 4:11'),
  program64('a conditional move to memory', ' cmovc (y),(x) ;', 'wrong-kind 4:8'),
  program64('an operand that is missing', ' nopl ;', 'arity 4:2'),
];

const conditions: Broken[] = [
  condition('a conjunct that is missing', 'exists (0:EAX=0 /\\ )', 'syntax 5:20'),
  condition('a bracket that is not closed', 'exists (x=1 \\/ (y=2)', 'syntax 5:21'),
  condition('a bracket too much', 'exists (x=1))', 'syntax 5:13'),
  condition('nothing to hold for all', 'forall\n', 'syntax 6:1'),
  condition('half a negation', '~exists ~\n', 'syntax 6:1'),
  condition('two conditions', 'exists (x=1) forall (x=1)', 'syntax 5:14'),
  condition('an inequality', 'exists (x<1)', 'lexical 5:10'),
  condition('locations that do not end', 'locations [x; 0:EAX\nexists (x=1)', 'syntax 6:1'),
  condition('a filter without proposition', 'filter exists (x=1)', 'syntax 5:8'),
  condition(
    'registers that are not there',
    'exists (1:EAX=0 /\\ 0:RAX=1 /\\ P0:eax=2)',
    'process-number 5:9',
    'unknown-name 5:22',
    'unknown-name 5:34',
  ),
  condition('an element of what is no array', 'exists (x[1]=0)', 'wrong-kind 5:9'),
  condition('a number of 33 bits', 'exists (x=-2147483649)', 'too-large 5:11'),
  condition('a symbolic register that is not there', 'exists (%a=0)', 'unknown-name 5:9'),
  whole(
    'a symbolic register of two processors',
    'X86 T\n{ }\n P0 | P1 ;\n MOV %a,[x] | MOV %a,[x] ;\nexists (%a=0)\n',
    'duplicate 5:9',
  ),
  condition('brackets without end', `exists ${'('.repeat(100_000)}`, 'nesting 5:209'),
  condition('negations without end', `exists ${'~'.repeat(100_000)}x=1`, 'nesting 5:209'),
  condition('implications without end', `exists ${'x=1 => '.repeat(100_000)}x=1`, 'nesting 5:1415'),
  condition64('a part of a register', 'exists (0:eax=0)', 'unknown-name 5:11'),
  condition64('an element too far', 'exists (t[2]=0)', 'arity 5:11'),
  condition64('an array and a number', 'exists (t=0 /\\ x={0,0})', 'type-mismatch 5:11', 'type-mismatch 5:18'),
  condition64('an array and three values', 'exists (t={0,0,0})', 'arity 5:11'),
];

const ALL_PARTS = 'X86 T\n{ x=; }\n P0 | P1 ;\n MOV EAX,[ | MOV [x],$1 ;\n MFENCE FOO BAR | ;\nexists (x=1 /\\\n';

export const brokenTests: readonly Broken[] = [
  ...texts,
  ...initialStates,
  ...programs,
  ...conditions,
  whole('faults in all parts', ALL_PARTS, 'syntax 2:5', 'syntax 4:12', 'syntax 5:13', 'syntax 7:1'),
  whole('faults without end', `X86 T\n{ }\n P0 ;\n${' FOO ;\n'.repeat(300)}`, ...tooMany()),
];

function tooMany(): string[] {
  const errors = Array.from({ length: 100 }, (_, index) => `unknown-name ${4 + index}:2`);
  return [...errors, 'too-many-errors 104:2'];
}
