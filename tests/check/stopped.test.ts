/** A question that is stopped ends in a word about that, wherever it was: never in an error of the program. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { certify } from '../../src/check/certify.js';
import { type CheckOptions, check } from '../../src/check/check.js';
import { compare } from '../../src/check/compare.js';
import { fix } from '../../src/repair/index.js';
import { cases, sized } from '../support/size.js';
import { stoppedAt } from '../support/stopped.js';

/** With the properties of many threads, with lemmas, and for any number of threads. */
const TEXTS = ['counting/rwlock-count-broken.fp', 'counting/barrier-broken.fp', 'programs/peterson.fp'];

type Told = { readonly ok: boolean };

const COMMANDS: Readonly<Record<string, (text: string, options: CheckOptions) => Promise<Told>>> = {
  check,
  portfolio: (text, options) => check(text, { ...options, portfolio: true }),
  certify,
  fix,
  compare: (text, { memory: _, ...options }) => compare(text, options),
};

const LOOKS = [0, 1, 2, 3, 4, 5, 6, 8, 11, 15, 22, 40];

describe.each(Object.keys(COMMANDS))('%s', (name) => {
  it.each(TEXTS)('of %s may be stopped at any look', async (file) => {
    const text = readFileSync(`examples/${file}`, 'utf8');
    const command = COMMANDS[name] as (typeof COMMANDS)[string];
    for (const memory of ['sc', 'tso'] as const)
      for (const look of LOOKS.slice(0, cases(LOOKS.length, 7))) {
        const told = stoppedAt(look, (signal) => command(text, { file, memory, signal }));
        await expect(told, `${memory}, look ${look}`).resolves.toHaveProperty('ok');
      }
  });
});

it('a repair of an array system may be stopped until it is through', async () => {
  const file = 'weak/lamport-unfenced.cub';
  const text = readFileSync(`examples/${file}`, 'utf8');
  const statuses = new Set<string>();
  // Texts with fences are read again and again; a few of the looks are there.
  for (let look = 0; look < 5000 && !statuses.has('repaired'); look += 1 + Math.ceil(look * sized(0.15, 0.01))) {
    const told = await stoppedAt(look, (signal) => fix(text, { file, memory: 'tso', signal }));
    statuses.add(told.ok ? told.status : (told.diagnostics[0]?.code ?? 'nothing'));
  }
  expect([...statuses]).toEqual(['limit', 'unknown', 'repaired']);
});
