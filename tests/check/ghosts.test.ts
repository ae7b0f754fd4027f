/** Ghosts: what they note is seen at once, and they change nothing. */
import { describe, expect, it } from 'vitest';
import { parseProgramText, printProgram, readProgram } from '../../src/languages/program/index.js';
import { fix } from '../../src/repair/index.js';
import { ask } from './ask.js';

const MEMORIES = ['sc', 'tso', 'pso'] as const;

async function verdicts(text: string, options: Parameters<typeof ask>[1] = {}): Promise<string> {
  const answers = await Promise.all(MEMORIES.map((memory) => ask(text, { memory, ...options })));
  return answers.map(({ verdict }) => verdict).join(' ');
}

function told(text: string): string[] {
  return readProgram(text, 'ghost.fp').diagnostics.map(({ severity, code, line, column, message }) => {
    return `${severity} ${code} ${line}:${column} ${message}`;
  });
}

/** The texts of the edges of the first thread. */
function edgesOf(text: string): string[] {
  const made = readProgram(text, 'ghost.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(made?.message ?? told(text).join('\n'));
  return (made.program.templates[0]?.edges ?? []).map((edge) => `${edge.from}>${edge.to} ${edge.text}`);
}

/** Store buffering, with something that counts. */
const counting = (declared: string, count: string) => `shared x, y: 0..1
${declared}
thread P { local r: 0..1; x = 1; ${count}; r = y; done: skip }
thread Q { local r: 0..1; y = 1; ${count}; r = x; done: skip }
never both: P@done && Q@done && P.r == 0 && Q.r == 0
never many: ops > 2`;
const GHOST = counting('ghost ops: int = 0', 'ops = ops + 1');
const LOCKED = counting('shared ops: int = 0', 'fetch_add(ops, 1)');

describe('what a ghost notes', () => {
  it('is counted without a fence', async () => {
    expect(await verdicts(GHOST)).toBe('holds violated violated');
    expect(await verdicts(LOCKED)).toBe('holds holds holds');
  });

  it('is seen while the store before it waits', async () => {
    const text = (property: string) => `shared x: 0..1
ghost owner: 0..2, seen[2]: bool
thread P { x = 1; owner = 1; seen[owner] = true; fence; done: skip }
thread Q { await x == 1; seen[0] = true }
${property}`;
    expect(await verdicts(text('never owner == 1 && x == 0'))).toBe('holds violated violated');
    expect(await verdicts(text('invariant x == 1 -> owner == 1 && seen[1]'))).toBe('holds holds holds');
    expect(await verdicts(text('invariant seen[0] -> x == 1'))).toBe('holds holds holds');
    expect(await verdicts(text('never seen[0]'))).toBe('violated violated violated');
    expect(await verdicts(text('ltl noted: G (x == 1 -> owner == 1)'))).toBe('holds holds holds');
  });

  it('may be asserted where it stands', async () => {
    const text = (claim: string) => `shared x: 0..1
ghost g: 0..9, last[2]: 0..2 = 2
thread T(me: 0..1) { local r: 0..1; r = x; g = g + 1; last[me] = r; assert ${claim}; x = 1 }`;
    expect(await verdicts(text('g <= 2 && last[me] == r && last[me] != 2'))).toBe('holds holds holds');
    expect(await verdicts(text('g == 1'))).toBe('violated violated violated');
  });

  it('is out of range like anything else', async () => {
    const text = (high: number) =>
      `shared x: 0..1\nghost g: 0..${high}\nthread T(me: 0..1) { x = 1; g = g + 1; g = g + 1 }`;
    expect(await verdicts(text(4))).toBe('holds holds holds');
    expect(await verdicts(text(3))).toBe('violated violated violated');
  });
});

describe('the step of a ghost', () => {
  const head = 'shared x, y: int\nghost g, h: int\n';

  it('is the one before it', () => {
    expect(edgesOf(`${head}thread P { x = 1; g = 1; y = 2; h = g; fence; g = 3 }`)).toEqual([
      '0>1 x = 1; g = 1',
      '1>2 y = 2; h = g',
      '2>3 fence; g = 3',
    ]);
  });

  it('is the one that leads to it, at joins and in loops', () => {
    expect(edgesOf(`${head}thread P { local r: bool = ?; if r { x = 1 } else { y = 1 } g = 1; x = 2 }`)).toEqual([
      '0>1 if r; x = 1; g = 1',
      '0>1 if not (r); y = 1; g = 1',
      '1>2 x = 2',
    ]);
    expect(edgesOf(`${head}thread P { y = 1; loop { g = g + 1; x = 1 } }`)).toEqual([
      '0>1 y = 1; g = g + 1',
      '1>1 x = 1; g = g + 1',
    ]);
  });

  it('is the next one where the thread begins, and behind a label', () => {
    expect(edgesOf(`${head}thread P { g = 1; x = 1; L: h = 1; y = 1 }`)).toEqual([
      '0>1 g = 1; x = 1',
      '1>2 h = 1; y = 1',
    ]);
    // In the second round there is a step before it.
    expect(edgesOf(`${head}thread P { loop { g = g + 1; x = 1 } }`)).toEqual([
      '0>1 g = g + 1; x = 1; g = g + 1',
      '1>1 x = 1; g = g + 1',
    ]);
  });

  it('is the one that passes a wait', () => {
    expect(edgesOf(`${head}thread P { await x == 1; g = 1; y = 1 }`)).toEqual(['0>1 await x == 1; g = 1', '1>2 y = 1']);
    expect(edgesOf(`${head}thread P { g = 1; await x == 1; y = 1 }`)).toEqual(['0>1 g = 1; await x == 1', '1>2 y = 1']);
    expect(edgesOf(`${head}thread P { atomic { await x == 1; g = 1; x = 0 } h = 1 }`)).toEqual([
      '0>1 atomic { await x == 1; g = 1; x = 0 }; h = 1',
    ]);
  });

  it('is never split, whatever it takes', () => {
    const text =
      'shared x: int\nghost g[3], h\nthread P { local a[2]: 0..2, i: 0..1 = ?; x = 1; g[i] = 1; g[a[i]] = 2; h = g[1] }';
    expect(edgesOf(text).every((edge) => edge.includes('x = 1; g[i] = 1; g[a[i]] = 2; h = g[1]'))).toBe(true);
    const any = 'shared x: int\nghost g: 0..2, h: 0..2\nthread P { x = 1; g = ?; h = g }';
    expect(edgesOf(any).map((edge) => edge.slice(0, 3))).toEqual(['0>1', '0>1', '0>1']);
  });
});

describe('ghosts out of place', () => {
  const head = 'shared x, a[2]: int\nghost g: int\n';
  const fault = (body: string, more = '') => told(`${head}thread P { local r: int; ${body} }${more}`);

  it('are not read by what threads do', () => {
    const reads = [
      ...[
        'r = g',
        'x = g',
        'if g == 1 { x = 1 }',
        'await g == 0',
        'a[g] = 1',
        'r = a[g]',
        'fetch_add(x, g)',
        'while g < 2 { x = 1 }',
      ],
      ...['assume g == 0', 'switch g { case 0: x = 1 }', 'for i in 0..g { x = 1 }', 'local k = g'],
    ];
    for (const body of reads) {
      const [first] = fault(body);
      expect(first, body).toMatch(
        /^error ghost 3:\d+ `g` is a ghost: only properties, `assert` and assignments to ghosts read it$/,
      );
    }
    const [called] = told(`${head}proc p(shared l: int) { l = 1 }\nthread P { p(g) }`);
    expect(called).toMatch(/^error ghost 4:\d+ `g` is a ghost/);
  });

  it('read no shared variables, and are not locked', () => {
    for (const body of ['x = 1; g = x', 'x = 1; g = a[r]', 'x = 1; g += x']) {
      expect(fault(body)[0], body).toMatch(
        /error ghost 3:\d+ an assignment to a ghost is no access, and to read `[xa]` is one/,
      );
    }
    expect(fault('x = 1; g = fetch_add(x, 1)')[0]).toContain('and `fetch_add` is one: assign it to a local first');
    expect(fault('fetch_add(g, 1)')[0]).toContain('`g` is a ghost');
  });

  it('need a step', () => {
    const alone = 'no step is here that this assignment to a ghost could be part of: put it behind a step';
    for (const body of ['g = 1', 'g = 1; L: x = 1', 'loop { g = 1 }', 'x = 1; L: loop { g = 1 }']) {
      expect(fault(body)[0], body).toContain(alone);
    }
    expect(fault('while x == 0 { g = g + 1 }')).toEqual([]);
    expect(fault('while x == 0 { g = g + 1 }', '\nnever deadlock')[0]).toContain('a round that changes only ghosts');
  });
});

describe('counting with a locked instruction', () => {
  it('is warned of where nobody reads the count', () => {
    const warning =
      'this is a fence, too, and no thread reads `ops`: a `ghost` variable counts without changing the program';
    expect(told(LOCKED)).toEqual([`warning ghost 3:34 ${warning}`, `warning ghost 4:34 ${warning}`]);
    expect(told(LOCKED.replace('done: skip', 'r = ops == 1 ? 1 : 0; done: skip'))).toEqual([]);
    expect(told(LOCKED.replace('never many: ops > 2', ''))).toEqual([]);
    expect(told(GHOST)).toEqual([]);
  });
});

describe('engines', () => {
  it('that keep no order of steps say so, and others are asked', async () => {
    expect(await ask(GHOST, { memory: 'tso', engine: 'dual-tso' })).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('ops is a ghost'),
    });
    const open =
      'shared l: bool\nghost inside: 0..2\nthread T[any] { loop { await cas(l, false, true); inside = inside + 1; cs: skip; l = false; inside = inside - 1 } }\nnever inside > 1';
    expect((await ask(open, { memory: 'sc', engine: 'parameterized' })).reason).toContain('inside is a ghost');
    expect(await ask(open, { memory: 'tso', processes: 2 })).toMatchObject({ verdict: 'holds' });
  });
});

describe('repairs', () => {
  it('leave a ghost with its access', async () => {
    const result = await fix(GHOST, { file: 'sb.fp', memory: 'tso' });
    if (!result.ok) throw new Error(result.diagnostics[0]?.message);
    expect(result.status).toBe('repaired');
    for (const { text } of result.sets) expect(text).not.toMatch(/x = 1;\s*fence/);
    expect(result.sets[0]?.text).toMatch(/ops = ops \+ 1;\s*fence/);
  });
});

describe('printing', () => {
  it('keeps ghosts and what is said of them', () => {
    const text = `// Who is inside.
ghost owner: 0..2 = 2, seen[2]: bool  // nobody

shared x: int

thread P {
  x = 1
  owner = 1  // at once
}
`;
    const { syntax } = parseProgramText(text, 'ghost.fp');
    expect(syntax === null ? null : printProgram(syntax)).toBe(text);
  });
});
