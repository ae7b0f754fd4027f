/** What is easily got wrong in obligations about views, one small model for each: which of them must fail, and which not. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import { judge, NOW, type WrittenCube, writtenProof } from './proof.js';

const PLACES = 'type place = L1 | L2 | L3\nweak var X : bool\nweak var Y : bool\narray PC[proc] : place\n';
const INIT = 'init (z) { PC[z] = L1 && X = False && Y = False }\n';

function model(rest: string, init = INIT): string {
  return `${PLACES}${init}${rest}`;
}

/** The obligations that fail. */
async function failing(text: string, cubes: readonly WrittenCube[]): Promise<string[]> {
  const { failed } = await judge(writtenProof(text, cubes));
  expect(failed.every(({ answer }) => answer === 'sat')).toBe(true);
  return failed.map(({ label }) => label);
}

afterAll(closeZ3);

describe('the order of positions', () => {
  const text = model(`unsafe (i) { PC[i] = L3 }
    transition old ([i]) requires { PC[i] = L1 && X = False } { PC[i] := L2 }
    transition new ([i]) requires { PC[i] = L2 && X = True } { PC[i] := L3 }`);
  const cubes = (first: string, second: string): WrittenCube[] => [
    { about: 'i', parts: [[1, 'PC[i] = L3']] },
    { about: 'i', parts: [[1, 'PC[i] = L2 && i@X = True']] },
    {
      about: 'i',
      parts: [
        [2, `PC[i] = L1 && i@X = ${first}`],
        [1, `i@X = ${second}`],
      ],
    },
  ];

  it('is kept: what is read first is not read last', async () => {
    expect(await failing(text, cubes('False', 'True'))).toEqual([]);
    expect(await failing(text, cubes('True', 'False'))).toEqual(['consecution: cube 2(z1) by old(z1)']);
  });
});

describe('what is clear of writes', () => {
  const end = (guard: string) =>
    model(`unsafe (i j) { PC[i] = L3 && j@X = False }
    transition write ([i]) requires { PC[i] = L1 } { PC[i] := L2; X := True }
    transition wait ([i]) requires { PC[i] = L2 ${guard} } { PC[i] := L3 }`);
  const joint: WrittenCube[] = [
    { about: 'i j', parts: [[0, 'PC[i] = L3 && j@X = False']] },
    { about: 'i j', parts: [[0, 'PC[i] = L2 && j@X = False']], fence: { i: 0 } },
  ];

  it('is so at J after a fence, and not without', async () => {
    expect(await failing(end('&& fence()'), joint)).toEqual([]);
    expect(await failing(end(''), joint)).toEqual(['consecution: cube 1(z1, z2) by wait(z1)']);
    expect(await failing(end('&& not fence()'), joint)).toEqual(['consecution: cube 1(z1, z2) by wait(z1)']);
  });

  it('must be said in the cube', async () => {
    const unmarked = joint.map(({ about, parts }) => ({ about, parts }));
    expect(await failing(end('&& fence()'), unmarked)).toEqual(['consecution: cube 2(z1, z2) by write(z1)']);
  });

  const own = (guard: string) =>
    model(`unsafe (i) { PC[i] = L3 }
    transition write ([i]) requires { PC[i] = L1 } { PC[i] := L2; X := True }
    transition wait ([i]) requires { PC[i] = L2 && ${guard} Y = True } { PC[i] := L3 }`);
  const group = (fence: number): WrittenCube[] => [
    { about: 'i', parts: [[1, 'PC[i] = L3']] },
    { about: 'i', parts: [[1, 'PC[i] = L2 && i@Y = True']], fence: { i: fence } },
    { about: 'i', parts: [[NOW, 'PC[i] = L1 && i@Y = True']] },
  ];

  it('is so of a group after a fence', async () => {
    expect(await failing(own('fence() &&'), group(1))).not.toContain('consecution: cube 1(z1) by wait(z1)');
    expect(await failing(own(''), group(1))).toContain('consecution: cube 1(z1) by wait(z1)');
    // A position that need not be after the write may be before it.
    expect(await failing(own('fence() &&'), group(-1))).toContain('consecution: cube 2(z1) by write(z1)');
    expect(await failing(own('fence() &&'), group(1))).not.toContain('consecution: cube 2(z1) by write(z1)');
  });
});

describe('something in the buffer', () => {
  const text = (guard: string) =>
    model(`unsafe (i) { PC[i] = L3 }
    transition move ([i]) requires { PC[i] = L1 } { PC[i] := L2 }
    transition write ([i]) requires { PC[i] = L2 } { Y := True }
    transition look ([i]) requires { PC[i] = L2 ${guard} } { PC[i] := L3 }`);
  const cubes: WrittenCube[] = [
    { about: 'i', parts: [[1, 'PC[i] = L3']] },
    { about: 'i', parts: [[1, 'PC[i] = L2']], pending: { i: [1] } },
  ];

  it('is not taken for granted', async () => {
    expect(await failing(text('&& not fence()'), cubes)).not.toContain('consecution: cube 1(z1) by look(z1)');
    expect(await failing(text(''), cubes)).toContain('consecution: cube 1(z1) by look(z1)');
    expect(await failing(text('&& fence()'), cubes)).toContain('consecution: cube 1(z1) by look(z1)');
  });

  it('comes from a write, even of a cell that the cube does not mention', async () => {
    expect(await failing(text('&& not fence()'), cubes)).toContain('consecution: cube 2(z1) by write(z1)');
  });

  it('is not so at first', async () => {
    const start: WrittenCube[] = [{ about: 'i', parts: [[1, 'PC[i] = L1']], pending: { i: [1] } }];
    const labels = await failing(text('&& not fence()'), start);
    expect(labels.filter((label) => label.startsWith('initiation'))).toEqual([]);
    const unmarked = await failing(text('&& not fence()'), [{ about: 'i', parts: [[1, 'PC[i] = L1']] }]);
    expect(unmarked).toContain('initiation: cube 1(z1)');
  });
});

describe('a case', () => {
  const text = (otherwise: string) =>
    `${PLACES}array R[proc] : bool
    init (z) { PC[z] = L1 && X = False && Y = False }
    unsafe (i) { PC[i] = L3 }
    transition write ([i]) requires { PC[i] = L1 } { PC[i] := L2; X := case | R[i] = True : True ${otherwise} }`;
  const cubes: WrittenCube[] = [
    { about: 'i', parts: [[1, 'PC[i] = L2 && i@Y = True']], fence: { i: 1 } },
    { about: 'i', parts: [[1, 'PC[i] = L1 && i@Y = True && R[i] = True']], fence: { i: 1 } },
  ];

  it('writes nothing where no condition holds', async () => {
    const labels = await failing(text(''), [{ ...cubes[0] } as WrittenCube]);
    expect(labels).toContain('consecution: cube 1(z1) by write(z1), after it: writing nothing');
    expect(labels).toContain('consecution: cube 1(z1) by write(z1), after it: writing, z1 1');
    const both = await failing(text(''), cubes);
    expect(both).toContain('consecution: cube 1(z1) by write(z1), after it: writing nothing');
    expect(both).not.toContain('consecution: cube 1(z1) by write(z1), after it: writing, z1 1');
  });

  it('with a default always writes', async () => {
    const labels = await failing(text('| _ : False'), [{ ...cubes[0] } as WrittenCube]);
    expect(labels.filter((label) => label.includes('cube 1'))).toEqual([
      'consecution: cube 1(z1) by write(z1), after it: z1 1',
    ]);
  });
});

describe('own writes', () => {
  const text = model(`unsafe (i) { PC[i] = L3 }
    transition write ([i]) requires { PC[i] = L1 } { PC[i] := L2; X := True }`);
  const seen = (value: string): WrittenCube[] => [
    { about: 'i', parts: [[1, `PC[i] = L2 && i@X = ${value}`]] },
    { about: 'i', parts: [[1, 'PC[i] = L1 && i@X = True']] },
  ];

  it('are seen before they reach memory', async () => {
    const labels = await failing(text, seen('True'));
    expect(labels).toContain('consecution: cube 1(z1) by write(z1)');
    expect(labels).toContain('consecution: cube 1(z1) by write(z1), after it: z1 1');
    // Nobody misses a write of its own.
    const missed = await failing(text, seen('False'));
    expect(missed.filter((label) => label.includes('cube 1(z1) by write(z1)'))).toEqual([]);
  });

  it('of others are not', async () => {
    const other: WrittenCube[] = [{ about: 'i j', parts: [[1, 'PC[i] = L2 && j@X = False']] }];
    expect(await failing(text, other)).toContain('consecution: cube 1(z1, z2) by write(z1)');
  });
});

describe('the joint position', () => {
  it('is one for all', async () => {
    const text = model(`unsafe (i j) { PC[i] = L1 && PC[j] = L1 && i@X = True && j@X = False }
      transition write ([k]) requires { PC[k] = L1 } { PC[k] := L2; X := True }`);
    const cube = { about: 'i j', parts: [[0, 'PC[i] = L1 && PC[j] = L1 && i@X = True && j@X = False']] } as const;
    expect(await failing(text, [cube])).toEqual([]);
    // As positions of their own they may differ.
    const apart = { about: 'i j', parts: [[1, 'PC[i] = L1 && PC[j] = L1 && i@X = True && j@X = False']] } as const;
    expect(await failing(text, [apart])).toContain('consecution: cube 1(z1, z2) by write(z3), after it: z1 1');
  });

  it('is after every atomic step', async () => {
    const text = (guard: string) =>
      model(`unsafe (i j) { PC[i] = L2 && j@X = False }
      transition take ([i]) requires { PC[i] = L1 ${guard} } { PC[i] := L2; X := True }`);
    const cubes: WrittenCube[] = [{ about: 'i j', parts: [[0, 'PC[i] = L2 && j@X = False']] }];
    expect(await failing(text('&& X = False'), cubes)).toEqual([]);
    expect(await failing(text(''), cubes)).toEqual(['consecution: cube 1(z1, z2) by take(z1)']);
  });
});

describe('atomic steps', () => {
  it('read memory, and need an empty buffer', async () => {
    const text = (guard: string) =>
      model(`unsafe (i) { PC[i] = L2 }
      transition take ([i]) requires { PC[i] = L1 && Y = True ${guard} } { PC[i] := L2; X := True }`);
    const cubes: WrittenCube[] = [
      { about: 'i', parts: [[1, 'PC[i] = L2']] },
      { about: 'i', parts: [[NOW, 'PC[i] = L1 && i@Y = True']] },
    ];
    expect(await failing(text(''), cubes)).toEqual([]);
    expect(await failing(text('&& not fence()'), cubes.slice(0, 1))).toEqual([]);
    expect(await failing(text('&& fence()'), cubes.slice(0, 1))).toEqual(['consecution: cube 1(z1) by take(z1)']);
  });
});

describe('a model without initial states', () => {
  const text = model('unsafe (i) { PC[i] = L1 }', 'init (z) { PC[z] = L1 && PC[z] = L2 }\n');

  it('needs the cube of everything', async () => {
    expect(await failing(text, [{ about: '', parts: [] }])).toEqual([]);
    expect(await failing(text, [])).toEqual(['safety: unsafe 1(z1)']);
  });
});

describe('values', () => {
  it('that become arbitrary are the same in memory and for who wrote them', async () => {
    const text = model(`unsafe (i) { PC[i] = L3 }
      transition any ([i]) requires { PC[i] = L1 } { PC[i] := L2; X := ? }`);
    const cubes: WrittenCube[] = [{ about: 'i j', parts: [[1, 'PC[i] = L2 && i@X <> j@X']] }];
    const labels = await failing(text, cubes);
    // Both after the write see it; the writer sees it in any case.
    expect(labels).not.toContain('consecution: cube 1(z1, z2) by any(z1), after it: z1 1, z2 1');
    expect(labels).not.toContain('consecution: cube 1(z1, z2) by any(z1), after it: z2 1');
    expect(labels).toContain('consecution: cube 1(z1, z2) by any(z1)');
  });
});
