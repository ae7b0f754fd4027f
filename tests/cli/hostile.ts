/**
 * Hostile inputs from a seed: deep, long, wide, truncated and binary texts in every language, words of command lines, and
 * certificates. Nothing here is a model; the program must end with a status that it documents, and say something.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SCHEMA as PREDICATES } from '../../src/evidence/invariant/file.js';
import { SCHEMA as MINOR_SET } from '../../src/evidence/minor-set/file.js';

export interface Hostile {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

type Random = (below: number) => number;

/** Park and Miller's generator: the same inputs for the same seed, everywhere. */
export function randomFrom(seed: number): Random {
  let state = (seed % 2147483646) + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

const examples = path.resolve('examples');
const EXTENSIONS = ['.fp', '.cub', '.dve', '.rmm', '.trencher', '.litmus'];
const SIZES = [10, 1000, 20_000];

function seeds(): readonly { readonly extension: string; readonly text: string }[] {
  const files = readdirSync(examples, { recursive: true }).map(String).sort();
  return files.flatMap((file) => {
    const extension = path.extname(file);
    if (!EXTENSIONS.includes(extension)) return [];
    return [{ extension, text: readFileSync(path.join(examples, file), 'utf8') }];
  });
}

const SEEDS = seeds();

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T;
}

function repeated(piece: string, times: number): string {
  return piece.repeat(times);
}

/** A text that goes deep: brackets, blocks, operators. */
function deep(random: Random): { extension: string; text: string } {
  const depth = pick(random, SIZES);
  const [open, close] = pick(random, [
    ['(', ')'],
    ['{', '}'],
    ['!', ''],
    ['if x == 0 {', '}'],
    ['atomic {', '}'],
    ['[', ']'],
    ['(* ', ' *)'],
    ['x[', ']'],
    ['1 + ', ''],
    ['- ', ''],
  ] as const);
  const body = `${repeated(open, depth)}1${repeated(close, depth)}`;
  const extension = pick(random, EXTENSIONS);
  const texts: Readonly<Record<string, string>> = {
    '.fp': pick(random, [
      `shared x : 0..3 = 0\nthread T { x = ${body} }\nnever x == 1\n`,
      `shared x : 0..3 = 0\nthread T { ${body} }\n`,
      `shared x : 0..3 = 0\nthread T { x = 1 }\nnever ${body} == x\nltl p: [] ${body}\n`,
    ]),
    '.cub': `var X : int\ninit () { X = 1 }\nunsafe () { X = ${body} }\ntransition t () requires { ${body} } { X := ${body}; }\n`,
    '.dve': `byte x;\nprocess P { state a; init a; trans a -> a { guard ${body}; effect x = ${body}; }; }\nsystem async;\n`,
    '.rmm': `forbidden L0\ndata x = 0\nprocess\ntext L0: ${body}\n`,
    '.litmus': `X86 deep\n{ x=0; }\n P0 ;\n MOV [x],$1 ;\nexists (${body} x=1)\n`,
    '.trencher': `${body}\n`,
  };
  return { extension, text: texts[extension] ?? body };
}

/** A text that goes on and on. */
function long(random: Random): { extension: string; text: string } {
  const length = pick(random, SIZES);
  const extension = pick(random, EXTENSIONS);
  const many = (piece: (k: number) => string, between = '\n') =>
    Array.from({ length }, (_, k) => piece(k)).join(between);
  const texts: Readonly<Record<string, readonly string[]>> = {
    '.fp': [
      `shared x : 0..3 = 0\nthread T {\n${many((k) => `  x = ${k % 4}`)}\n}\nnever x == 3 && T@end\n`,
      `shared x : 0..3 = 0\nthread T { x = 1 }\n${many((k) => `never p${k}: x == ${k % 4} && x == 5`)}\n`,
      `${many((k) => `shared x${k} : bool = false`)}\nthread T { x0 = true }\nnever x1\n`,
      `shared x : 0..1 = 0\nthread T { x = ${many(() => '1', ' + ')} }\nnever x == 2\n`,
    ],
    '.cub': [
      `var X : int\ninit () { X = 1 }\nunsafe () { ${many(() => 'X = 1', ' && ')} }\n`,
      `${many((k) => `var X${k} : int`)}\ninit () { X0 = 1 }\nunsafe () { X0 = 2 }\n`,
    ],
    '.dve': [`byte x;\nprocess P { state ${many((k) => `s${k}`, ', ')}; init s0; }\nsystem async;\n`],
    '.rmm': [`data\n${many((k) => `x${k} = 0`)}\nprocess\ntext\nL0: nop\n`],
    '.litmus': [`X86 long\n{ x=0; }\n P0 ;\n${many((k) => ` MOV [x],$${k} ;`)}\nexists (x=1)\n`],
    '.trencher': [many((k) => `word${k}`)],
  };
  return { extension, text: pick(random, texts[extension] ?? ['']) };
}

/** Many threads, many names, many values. */
function wide(random: Random): { extension: string; text: string } {
  const count = 2 + random(40);
  const names = Array.from({ length: 1 + random(7) }, (_, k) => `n${k}`);
  const places = names.map((name, k) => `T(${name})@${pick(random, ['a', 'b'])} && T(${name}).r == ${k % 2}`);
  const size = pick(random, [1, 3, 1000, 2147483647, 99999999999]);
  const property = pick(random, ['never', 'invariant', 'ltl p: []', 'predicates {']);
  const text = `shared x[${count}] : 0..${size} = 0\nthread T(i: 0..${count - 1}) {\n  local r : 0..1 = 0\n  a: x[i] = ?\n  b: r = x[(i + 1) % ${count}] % 2\n}\n${property} ${places.join(' && ')}\n`;
  return { extension: '.fp', text };
}

/** A real text, cut off, with pieces of it elsewhere, or with noise in it. */
function spoiled(random: Random): { extension: string; text: string } {
  const { extension, text } = pick(random, SEEDS);
  const at = random(text.length + 1);
  const noise = Array.from({ length: 1 + random(30) }, () => String.fromCharCode(random(0x300))).join('');
  switch (random(5)) {
    case 0:
      return { extension, text: text.slice(0, at) };
    case 1:
      return { extension, text: text.slice(0, at) + noise + text.slice(at) };
    case 2:
      return { extension, text: text.slice(at) + text.slice(0, at) };
    case 3:
      return {
        extension,
        text: text.replaceAll(/\d+/g, () => pick(random, ['0', '-1', '9007199254740993', '1e9', '3'])),
      };
    default:
      return { extension: pick(random, EXTENSIONS), text };
  }
}

function binary(random: Random): { extension: string; text: string } {
  const text = Array.from({ length: 10 + random(3000) }, () => String.fromCharCode(random(0x10000))).join('');
  return { extension: pick(random, EXTENSIONS), text: pick(random, ['', '\uFEFF', '\0']) + text };
}

const NUMBERS = ['0', '-1', '1e400', '9007199254740993', 'NaN', '', '1', '99999999'];
const OPTIONS = [
  '--processes',
  '--buffer',
  '--max-states',
  '--max-depth',
  '--unroll',
  '--ltl',
  '--property',
  '--memory',
];

function command(random: Random): readonly string[] {
  const name = pick(random, ['check', 'check', 'check', 'compare', 'litmus', 'reduce', 'print', 'fix', 'tour', '']);
  const some = random(3) === 0 ? [pick(random, OPTIONS), pick(random, [...NUMBERS, '((((', '[] x', 'no such'])] : [];
  return [name, ...some, ...(random(4) === 0 ? ['--json'] : [])];
}

/** Options that are out of range, no numbers, given twice, or not for this command. */
function options(random: Random): readonly string[] {
  const name = pick(random, ['check', 'compare', 'litmus', 'reduce', 'print', 'fix', 'certify']);
  const number = (): string =>
    pick(random, [...NUMBERS, '1e9', '0x10', '2.5', '-0', 'Infinity', '4', '64', '65', '24']);
  const one = (): readonly string[] => {
    const option = pick(random, [...OPTIONS, '--timeout', '--max-memory', '--max-cubes', '--engine', '--graph']);
    return random(2) === 0 ? [option, number()] : [`${option}=${number()}`];
  };
  const first = one();
  return [name, ...first, ...(random(2) === 0 ? first : one()), ...(random(3) === 0 ? ['--json'] : [])];
}

const PROGRAM = 'shared x : 0..1 = 0\nthread T { x = 1 }\nthread U { x = 0 }\nnever x == 1 && x == 0\n';

/** A certificate with wrong numbers, names or shapes. */
function certificate(random: Random): string {
  const number = (): string =>
    pick(random, [
      '9007199254740991',
      '1000000000',
      '-1',
      '0',
      '0.5',
      '1e308',
      'null',
      'true',
      '"x"',
      '[]',
      '{}',
      '65',
    ]);
  const predicates =
    `{"schema": "${PREDICATES}", "memory": "tso", "bound": ${number()}, "overflow": "fails",` +
    ` "variables": [${number()}], "threads": [], "predicates": [${repeated('[', 50)}${repeated(']', 50)}], "states": ${number()}}`;
  const minor = `{"schema": "${MINOR_SET}", "cells": [], "threads": ${number()}, "alone": [], "configurations": [[${number()}]]}`;
  const all = [
    predicates,
    minor,
    predicates.slice(0, random(200)),
    minor.replace('[[', `[[${repeated('0,', 200_000)}`),
    `{"schema": "${MINOR_SET}", "scope": ${repeated('{"a":', 20_000)}1${repeated('}', 20_000)}}`,
    repeated('[', 20_000),
    '{}',
    'null',
    `"${number()}"`,
  ];
  return pick(random, all);
}

/** Who reads programs. */
const EVERY = ['check', 'print', 'reduce', 'certify', 'fix', 'compare', 'litmus'];

export function hostileInputs(count: number, seed = 1): readonly Hostile[] {
  const random = randomFrom(seed);
  const kinds = { deep, long, wide, spoiled, binary } as const;
  return Array.from({ length: count }, (_, number): Hostile => {
    const all = [...(Object.keys(kinds) as (keyof typeof kinds)[]), 'certificate', 'options'] as const;
    const kind = all[number % all.length] ?? 'binary';
    if (kind === 'options')
      return { name: `${number} options`, files: { 'model.fp': PROGRAM }, words: [...options(random), 'model.fp'] };
    if (kind === 'certificate') {
      const files = { 'model.fp': PROGRAM, 'proof.json': certificate(random) };
      return { name: `${number} certificate`, files, words: ['certify', 'model.fp', '--certificate', 'proof.json'] };
    }
    const { extension, text } = kinds[kind](random);
    const file = `model${extension}`;
    const words = kind === 'wide' ? [pick(random, EVERY)] : command(random);
    return { name: `${number} ${kind} ${extension}`, files: { [file]: text }, words: [...words, file] };
  });
}
