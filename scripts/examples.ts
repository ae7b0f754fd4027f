/**
 * `npm run examples`: checks every example under each memory it is made for and writes the tables in
 * `examples/README.md`; with `-- --check` it says whether the tables are what would be written. An answer that is not
 * the expected one is an error in both cases: it never gets into a table.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Example,
  type ExampleModel,
  type ExampleProgram,
  type ExampleTest,
  readExamples,
} from '../src/cli/examples.js';
import { type JsonAnswer, type JsonModelAnswer, type JsonTestAnswer, NOT_ASKED } from '../src/cli/tour-table.js';
import { MEMORY_NAMES } from '../src/memory/models.js';
import { type Column, markdownTable } from '../src/report/table.js';
import { memoryName, plural } from '../src/report/words.js';
import { bundle } from './build.mjs';
import { updateFile } from './generated.js';

const BY_MEMORY: readonly Column[] = MEMORY_NAMES.map((memory) => ({ title: memoryName(memory) }));

const MODEL_COLUMNS: readonly Column[] = [
  { title: 'model' },
  { title: 'what it is' },
  { title: 'processes', align: 'right' },
  ...BY_MEMORY,
  { title: 'cubes', align: 'right' },
  { title: 'broken twin' },
];

const PROGRAM_COLUMNS: readonly Column[] = [
  { title: 'program' },
  { title: 'what it is' },
  { title: 'threads', align: 'right' },
  { title: 'fences', align: 'right' },
  ...BY_MEMORY,
  { title: 'states', align: 'right' },
];

/** Engines of different kinds answer these, and count different things. */
const DUAL_COLUMNS = PROGRAM_COLUMNS.slice(0, -1);

const TEMPORAL_COLUMNS: readonly Column[] = [
  { title: 'example' },
  { title: 'what it is' },
  { title: 'asked' },
  { title: 'threads', align: 'right' },
  ...BY_MEMORY,
];

const TEST_COLUMNS: readonly Column[] = [
  { title: 'test' },
  { title: 'what it is' },
  { title: 'condition' },
  ...BY_MEMORY,
  { title: 'executions', align: 'right' },
];

function link(file: string | null): string {
  return file === null ? '' : `[${path.basename(file)}](${file})`;
}

function title({ title: text, source }: Example): string {
  return source === null ? text : `${text} (${source})`;
}

function answersOf<Answer extends JsonAnswer>(example: Example, answers: readonly Answer[]): Answer[] {
  const wanted = example.kind === 'program' ? example.asked : null;
  const askedFor = (answer: JsonAnswer): unknown => ('asked' in answer ? answer.asked : null);
  return answers.filter(
    (answer) => answer.file === example.file && JSON.stringify(askedFor(answer)) === JSON.stringify(wanted),
  );
}

/** A cell for each memory, and one for the counts under those that were asked. */
function outcomes<Answer extends JsonAnswer>(
  own: readonly Answer[],
  show: (answer: Answer) => string,
  count: string,
): [string[], string] {
  const cells = MEMORY_NAMES.map((memory) => {
    const answer = own.find((given) => given.memory === memory);
    return answer === undefined ? NOT_ASKED : show(answer);
  });
  return [cells, own.map(({ counts }) => counts[count] ?? 0).join('; ')];
}

function showVerdict({ verdict, steps }: JsonModelAnswer): string {
  const length = steps === null ? '' : ` in ${plural(steps, 'step')}`;
  return `${verdict}${length}`;
}

function modelRow(example: ExampleModel, answers: readonly JsonModelAnswer[]): string[] {
  const own = answersOf(example, answers);
  const [verdicts, cubes] = outcomes(own, showVerdict, 'cubes');
  const processes = [...new Set(own.map((answer) => `${answer.processes}`))].join(', ');
  return [link(example.file), title(example), processes, ...verdicts, cubes, link(example.twin)];
}

function programRow(example: ExampleProgram, answers: readonly JsonModelAnswer[]): string[] {
  const own = answersOf(example, answers);
  const [verdicts, states] = outcomes(own, showVerdict, 'states');
  const threads = [...new Set(own.map((answer) => `${answer.processes}`))].join(', ');
  const text = readFileSync(path.join('examples', example.file), 'utf8');
  const fences = text.split('\n').filter((line) => /^(\w+: )?fence$/.test(line.trim())).length;
  return [link(example.file), title(example), threads, `${fences}`, ...verdicts, states];
}

/** `live, fair threads`; the properties of the text where nothing is asked. */
function askedText({ asked }: ExampleProgram): string {
  if (asked === null) return 'its states';
  const { property, ltl, fairThreads = false, fairBuffers = true, buffer, bufferPerLocation } = asked;
  return [
    property ?? (ltl === undefined ? 'its property' : `\`${ltl.replaceAll('|', '\\|')}\``),
    ...(fairThreads ? ['fair threads'] : []),
    ...(fairBuffers ? [] : ['unfair buffers']),
    ...(buffer === undefined ? [] : [`buffers of ${buffer}`]),
    ...(bufferPerLocation === undefined ? [] : [`${bufferPerLocation} per location`]),
  ].join(', ');
}

function temporalRow(example: ExampleProgram, answers: readonly JsonModelAnswer[]): string[] {
  const own = answersOf(example, answers);
  const [verdicts] = outcomes(own, showVerdict, 'states');
  const threads = [...new Set(own.map((answer) => `${answer.processes}`))].join(', ');
  return [link(example.file), title(example), askedText(example), threads, ...verdicts];
}

function testRow(example: ExampleTest, answers: readonly JsonTestAnswer[]): string[] {
  const own = answersOf(example, answers);
  const [observations, executions] = outcomes(own, ({ observation }) => observation, 'executions');
  return [link(example.file), title(example), `\`${own[0]?.condition ?? ''}\``, ...observations, executions];
}

function tour(): JsonAnswer[] | null {
  const program = path.resolve('dist', 'cli.js');
  const { status, stdout } = spawnSync(process.execPath, [program, 'tour', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const answers = lines.map((line) => JSON.parse(line) as JsonAnswer);
  for (const answer of answers) {
    const { file, memory, expected } = answer;
    const given = 'verdict' in answer ? answer.verdict : answer.observation;
    if (given !== expected) console.error(`${file} under ${memory}: ${given}, expected ${expected}`);
  }
  return status === 0 ? answers : null;
}

async function main(check: boolean): Promise<number> {
  const list = readExamples(readFileSync(path.join('examples', 'expected.json'), 'utf8'));
  if (!list.ok) {
    console.error(`examples/expected.json: ${list.message}`);
    return 2;
  }
  await bundle();
  const all = tour();
  if (all === null) return 1;
  const answers = all.filter((answer) => 'verdict' in answer);
  const observations = all.filter((answer) => 'observation' in answer);
  const models = list.examples.filter((example) => example.kind === 'model');
  const programs = list.examples.filter((example) => example.kind === 'program');
  const isTemporal = ({ file, asked }: ExampleProgram): boolean => asked !== null || file.endsWith('.dve');
  const isDual = ({ file }: ExampleProgram): boolean => file.startsWith('dual-tso/');
  const isAnyNumber = ({ file }: ExampleProgram): boolean => file.startsWith('any-number/');
  const isKernel = ({ file }: ExampleProgram): boolean => file.startsWith('kernel/');
  const isCounting = ({ file }: ExampleProgram): boolean => file.startsWith('counting/');
  const isAbstracted = ({ file }: ExampleProgram): boolean => file.startsWith('predicates/');
  const tests = list.examples.filter((example) => example.kind === 'litmus');
  const isWeak = ({ expected }: ExampleModel): boolean => expected.some(([memory]) => memory !== 'sc');
  const modelTable = (rows: readonly ExampleModel[]): string[] =>
    markdownTable(
      MODEL_COLUMNS,
      rows.map((example) => modelRow(example, answers)),
    );
  const tables = new Map([
    [
      'programs',
      markdownTable(
        PROGRAM_COLUMNS,
        programs
          .filter(
            (example) =>
              ![isDual, isAnyNumber, isCounting, isAbstracted, isKernel, isTemporal].some((is) => is(example)),
          )
          .map((example) => programRow(example, answers)),
      ),
    ],
    [
      'kernel programs',
      markdownTable(
        PROGRAM_COLUMNS,
        programs.filter(isKernel).map((example) => programRow(example, answers)),
      ),
    ],
    [
      'any number of threads',
      markdownTable(
        DUAL_COLUMNS,
        programs.filter(isAnyNumber).map((example) => programRow(example, answers).slice(0, DUAL_COLUMNS.length)),
      ),
    ],
    [
      'counting programs',
      markdownTable(
        DUAL_COLUMNS,
        programs.filter(isCounting).map((example) => programRow(example, answers).slice(0, DUAL_COLUMNS.length)),
      ),
    ],
    [
      'Dual-TSO programs',
      markdownTable(
        DUAL_COLUMNS,
        programs.filter(isDual).map((example) => programRow(example, answers).slice(0, DUAL_COLUMNS.length)),
      ),
    ],
    [
      'predicate abstraction',
      markdownTable(
        DUAL_COLUMNS,
        programs.filter(isAbstracted).map((example) => programRow(example, answers).slice(0, DUAL_COLUMNS.length)),
      ),
    ],
    [
      'temporal properties',
      markdownTable(
        TEMPORAL_COLUMNS,
        programs
          .filter((example) => isTemporal(example) && !isAbstracted(example))
          .map((example) => temporalRow(example, answers)),
      ),
    ],
    ['weak models', modelTable(models.filter(isWeak))],
    ['models', modelTable(models.filter((example) => !isWeak(example)))],
    [
      'litmus tests',
      markdownTable(
        TEST_COLUMNS,
        tests.map((example) => testRow(example, observations)),
      ),
    ],
  ]);
  return updateFile(path.join('examples', 'README.md'), tables, check, 'npm run examples');
}

process.exitCode = await main(process.argv.includes('--check'));
