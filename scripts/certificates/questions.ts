/**
 * What is to be proved: every `holds` of the examples, and of a folder of models that others wrote, each of whose folders has its
 * answers in `expected.json`. Where those who made a list have no answer, the question is put, too: a proof is judged if there is one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suitedTo } from '../../src/check/applies.js';
import type { CheckOptions } from '../../src/check/options.js';
import { readExamples } from '../../src/cli/examples.js';
import { memoryNamed } from '../../src/memory/models.js';

export interface Question {
  /** The folder, the file and what is asked: one line that no other question has. */
  readonly title: string;
  readonly path: string;
  readonly options: CheckOptions;
  /** Whether the list says that it holds; otherwise it says nothing. */
  readonly expected: boolean;
}

export function questionsOfExamples(): Question[] {
  const list = readExamples(readFileSync('examples/expected.json', 'utf8'));
  if (!list.ok) throw new Error(list.message);
  const questions = list.examples.flatMap((example) => {
    if (example.kind === 'litmus') return [];
    const { file, processes } = example;
    const number = processes === null ? {} : { processes };
    return example.expected.flatMap(([memory, verdict]): Question[] => {
      if (verdict !== 'holds') return [];
      const given = example.kind === 'program' ? suitedTo(memoryNamed(memory), example.asked ?? {}) : {};
      return [question({ folder: 'examples', file, options: { ...given, ...number, memory } })];
    });
  });
  // What is asked of store buffers makes no difference under SC: such examples are one question there.
  return [...new Map(questions.map((each) => [each.title, each])).values()];
}

/** None, with a printed word, where the folder is absent. */
export function questionsOfCorpus(corpus: string): Question[] {
  if (!existsSync(corpus)) {
    console.log(`skipped: there is no corpus at ${corpus}`);
    return [];
  }
  const put = (folder: string, file: string, options: CheckOptions, expected = true): Question =>
    question({ folder: join(corpus, folder), file, options, expected });
  const rows = <Row>(folder: string): Row[] => JSON.parse(readFileSync(join(corpus, folder, 'expected.json'), 'utf8'));
  const systems = ['cubicle', 'cubicle-w'].flatMap((folder) =>
    rows<{ file: string; verdict: string }>(folder).flatMap(({ file, verdict }) =>
      verdict === 'unsafe' || verdict === 'error' ? [] : [put(folder, file, {}, verdict === 'safe')],
    ),
  );
  const tiny = rows<{ file: string; truth: string }>('tiny').flatMap(({ file, truth }) => {
    if (!truth.startsWith('safe')) return [];
    // Models with weak memory have names that begin with w.
    return [put('tiny', file, file.startsWith('w') ? { memory: 'tso' } : {}, !truth.includes('unknown'))];
  });
  const memorax = rows<{ file: string; tso: string }>('memorax').flatMap(({ file, tso }) =>
    tso === 'holds' ? [put('memorax', file, { memory: 'tso' })] : [],
  );
  const dve = rows<DveRow>('dve').flatMap(({ file, states, reach, ltl }) => [
    // A model without a property only says that no step fails; most do not.
    ...(states > MOST_STATES ? [] : [put('dve', file, {}, false)]),
    ...ltl.flatMap((property) => (property.answer === 'yes' ? [put('dve', property.file, {})] : [])),
    ...(LOCKS.test(file) && reach[0]?.answer === 'no' ? [put('dve', file, exclusion(join(corpus, 'dve', file)))] : []),
  ]);
  return [...systems, ...tiny, ...memorax, ...dve];
}

interface DveRow {
  readonly file: string;
  readonly states: number;
  readonly reach: readonly { readonly answer: string }[];
  readonly ltl: readonly { readonly file: string; readonly answer: string }[];
}

/** Larger models were not recorded completely. */
const MOST_STATES = 2_000_000;

/** These have critical sections `CS`, and the goal is two processes there at once. */
const LOCKS = /^(anderson|at|bakery|fischer|lamport|peterson|szymanski)\./;

function exclusion(path: string): CheckOptions {
  const texts = readFileSync(path, 'utf8')
    .split(/^process\s+/m)
    .slice(1);
  const processes = texts
    .filter((text) => /\bstate\b[^;]*\bCS\b/.test(text))
    .map((text) => `${/^\w+/.exec(text)?.[0]}.CS`);
  return { ltl: 'G !collision', propositions: { collision: `${processes.join(' + ')} > 1` } };
}

function question(asked: { folder: string; file: string; options: CheckOptions; expected?: boolean }): Question {
  const { folder, file, options, expected = true } = asked;
  const said = Object.entries(options).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const title = [`${folder.split('/').pop()}/${file}`, ...said].join(' ');
  return { title, path: join(folder, file), options: { ...options, file }, expected };
}
