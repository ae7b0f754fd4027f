/** Help for the words of litmus tests, `.dve` and `.rmm` texts. */
import { describe, expect, it } from 'vitest';
import { GRAMMARS } from '../../src/editing/highlight/index.js';
import { complete, hover } from '../../src/editing/index.js';
import { documentOf, EXAMPLE_FILES, example } from './examples.js';

const SB = `X86 SB
"Store buffering exists"
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | XCHG [y],EAX ;
 MOV EAX,[y] | MFENCE      ;
 LOCK; INC [x] |           ;
exists (0:EAX=0 /\\ 1:EAX=0)
`;
const WIDE = `X86_64 SB
{ }
 P0            ;
 movl $1,(x)   ;
 movl (x),%eax ;
exists (0:rax=0)
`;
const RMM =
  'forbidden CS CS data x = 0 : [0:1] /* write */ process(2) registers $r = 0 : [0:1] text L0: write: x := 1; CS: nop';
const DVE = 'byte turn;\nprocess P { state s; init s; trans s -> s { effect turn = 1; }; } // guard\nsystem async;\n';

/** What is told of the word that begins with `part`. */
async function told(file: string, text: string, part: string): Promise<string | null> {
  return (await hover(documentOf(file, text), text.indexOf(part) + 1))?.markdown ?? null;
}

describe('hover', () => {
  it.each([
    ['a.litmus', SB, 'MOV [x]', 'waits in the thread'],
    ['a.litmus', SB, 'MOV EAX', 'the newest of its own writes'],
    ['a.litmus', SB, 'XCHG', 'in one step'],
    ['a.litmus', SB, 'INC [x]', 'in one step'],
    ['a.litmus', SB, 'MFENCE', 'is empty'],
    ['a.litmus', SB, 'exists (', 'final state'],
    ['a.litmus', WIDE, 'movl $1', 'waits in the thread'],
    ['a.litmus', WIDE, 'movl (x)', 'the newest of its own writes'],
    ['a.rmm', RMM, 'write: x', 'waits in the thread'],
    ['a.rmm', RMM, 'forbidden', 'label for each process'],
    ['a.dve', DVE, 'effect', 'waits in the thread'],
    ['a.dve', DVE, 'trans', 'one step'],
  ] as const)('%s, %#', async (file, text, part, words) => {
    expect(await told(file, text, part)).toContain(words);
  });

  it('tells nothing of comments, quoted texts and names', async () => {
    expect(await told('a.litmus', SB, 'exists"')).toBeNull();
    expect(await told('a.rmm', RMM, 'write */')).toBeNull();
    expect(await told('a.dve', DVE, 'guard')).toBeNull();
    expect(await told('a.dve', DVE, 'turn')).toBeNull();
  });
});

async function labels(file: string, text: string): Promise<string[]> {
  const at = text.indexOf('¦');
  return (await complete(documentOf(file, text.replace('¦', '')), at)).items.map(({ label }) => label);
}

describe('completion', () => {
  it.each([
    ['instructions', 'a.litmus', SB.replace('MFENCE', 'MF¦'), ['MFENCE', 'MOV', 'exists'], ['mfence', 'MF']],
    ['small ones', 'a.litmus', WIDE.replace('movl $1', 'mo¦'), ['movl', 'mfence'], ['MOV']],
    ['operands', 'a.litmus', SB.replace('EAX,[y]', 'EAX,[¦]'), ['x', 'EAX'], ['MOV', 'Store']],
    ['conditions', 'a.litmus', SB.replace('(0:EAX=0', '(¦'), ['EAX', 'x', 'not'], ['MOV']],
    ['words and names', 'a.rmm', RMM.replace('nop', '¦'), ['fence', 'write', 'x', '$r', 'L0'], []],
    ['words and names', 'a.dve', DVE.replace('effect turn', 'effect ¦'), ['turn', 's', 'P', 'guard'], []],
  ])('%s of %s', async (_, file, text, offered, left) => {
    const found = await labels(file, text);
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const word of left) expect(found).not.toContain(word);
  });

  it('offers nothing in comments', async () => {
    expect(await labels('a.rmm', RMM.replace('/* write', '/* ¦'))).toEqual([]);
    expect(await labels('a.litmus', SB.replace('buffering', 'buff¦'))).toEqual([]);
  });
});

it('every word of an example that has a meaning is explained', async () => {
  const files = EXAMPLE_FILES.filter((file) => /\.(litmus|dve)$/.test(file));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const document = example(file);
    const { words } = GRAMMARS[file.endsWith('.dve') ? 'dve' : 'litmus'];
    const code = document.text.replaceAll(/\(\*[\s\S]*?\*\)|\/\*[\s\S]*?\*\/|\/\/.*|"[^"]*"/g, (comment) =>
      ' '.repeat(comment.length),
    );
    for (const word of Object.keys(words)) {
      const at = new RegExp(`(?<![\\w$#-])${word}(?![\\w$#-])`).exec(code)?.index;
      if (at !== undefined) expect([file, word, await hover(document, at)]).not.toContain(null);
    }
  }
});
