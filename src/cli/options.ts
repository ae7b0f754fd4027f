/** Every option of every command: those of the library, and those that only the command line has. */
import type { CommandName, Given, Row } from '../check/option.js';
import { LIBRARY_OPTIONS, type LibraryOptionName } from '../check/options.js';
import type { WithDefaults } from './arguments.js';
import { spelling } from './option.js';

const ANSWERING = ['check', 'report', 'compare', 'litmus', 'fix', 'certify', 'reduce', 'print', 'tour'] as const;
const MANY = ['batch', 'worker'] as const;
const EVERY_COMMAND = [...ANSWERING, ...MANY, 'examples', 'init', 'completion', 'serve', 'lsp'] as const;

const OWN_OPTIONS = {
  filter: {
    kind: 'text',
    placeholder: 'TEXT',
    otherwise: 'all',
    help: 'visit only the examples whose file name contains TEXT',
    group: 'usual',
    commands: ['tour'],
  },
  full: {
    kind: 'flag',
    help: 'a line for each example or question, and no words before',
    group: 'usual',
    commands: ['tour', 'batch'],
  },
  atOnce: {
    kind: 'number',
    written: 'jobs',
    placeholder: 'N',
    whole: true,
    minimum: 1,
    maximum: 1024,
    otherwise: 'as many as there are processors',
    help: 'answer N questions at a time, each in a process of its own',
    group: 'usual',
    commands: ['tour', 'batch', 'worker'],
  },
  results: {
    kind: 'text',
    placeholder: 'FILE',
    otherwise: 'not written',
    help: 'write a line of JSON into FILE for each answer, when it is known; a file that exists is not overwritten',
    group: 'usual',
    commands: ['batch'],
  },
  resume: {
    kind: 'flag',
    help: 'go on with the file of the results: what that has an answer for is not asked again',
    group: 'usual',
    commands: ['batch'],
  },
  queue: {
    kind: 'text',
    placeholder: 'ADDRESS',
    otherwise: 'the variable FENCEPOST_QUEUE, if it is set; else this machine alone answers',
    help: 'the PostgreSQL database through which workers on other machines get the questions: postgres://USER@HOST/DATABASE',
    group: 'usual',
    commands: MANY,
  },
  status: {
    kind: 'flag',
    help: 'tell how far the batches in the queue are, and which workers there are',
    group: 'usual',
    commands: ['batch'],
  },
  cancel: {
    kind: 'text',
    placeholder: 'ID',
    otherwise: 'cancel nothing',
    help: 'cancel a batch in the queue; answers that are there stay',
    group: 'usual',
    commands: ['batch'],
  },
  wait: {
    kind: 'flag',
    default: true,
    help: 'wait for the answers of a batch in the queue; without it the batch is only put there',
    group: 'usual',
    commands: ['batch'],
  },
  untilEmpty: {
    kind: 'flag',
    help: 'end when no batch of this version has a question left',
    group: 'usual',
    commands: ['worker'],
  },
  copy: {
    kind: 'text',
    placeholder: 'FOLDER',
    otherwise: 'list them',
    help: 'copy the examples into FOLDER; a file that is there is not overwritten',
    group: 'usual',
    commands: ['examples'],
  },
  port: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 0,
    maximum: 65_535,
    otherwise: '8417, or a free one if that is taken',
    help: 'listen on this port of 127.0.0.1; 0 takes a free one',
    group: 'usual',
    commands: ['serve'],
  },
  into: {
    kind: 'text',
    placeholder: 'FOLDER',
    otherwise: 'serve them',
    help: 'write the files of the page into FOLDER, for another host, and serve nothing',
    group: 'usual',
    commands: ['serve'],
  },
  write: {
    kind: 'flag',
    help: 'write the layout into the file instead of printing it',
    group: 'usual',
    commands: ['print'],
  },
  check: {
    kind: 'flag',
    help: 'print nothing, and exit with status 1 if the file is laid out differently',
    group: 'usual',
    commands: ['print'],
  },
  output: {
    kind: 'text',
    placeholder: 'FILE',
    otherwise: 'a text: not written; a certificate or a page: the name of the model with .smt2, .json or .html',
    help: 'write the page, the certificate, or the repaired or reduced text, to FILE; - is standard output',
    group: 'usual',
    commands: ['report', 'fix', 'certify', 'reduce'],
  },
  certificate: {
    kind: 'text',
    placeholder: 'FILE',
    otherwise: 'search for a proof',
    help: 'judge the certificate in FILE (.json or .smt2) as an answer to the question, without any search',
    group: 'usual',
    commands: ['certify'],
  },
  lemmaFile: {
    kind: 'text',
    written: 'lemmas',
    placeholder: 'FILE',
    help: 'lemmas in the language of the model, as hints for a proof for any number: they are proved, never trusted',
    group: 'engines and proofs',
    commands: ['check', 'certify'],
  },
  graph: {
    kind: 'text',
    placeholder: 'FILE',
    help: 'draw the memory events of the execution into FILE, as SVG',
    group: 'usual',
    commands: ['check', 'compare', 'litmus'],
  },
  html: {
    kind: 'text',
    placeholder: 'FILE',
    help: 'also write the page of `fencepost report` into FILE',
    group: 'output',
    commands: ['check'],
  },
  replay: {
    kind: 'text',
    placeholder: 'RUN',
    otherwise: 'search',
    help: 'perform the run RUN, a text that begins with fp1, and say what it violates; nothing is searched',
    group: 'question',
    commands: ['check'],
  },
  showRun: {
    kind: 'flag',
    help: 'also print the run that breaks a model as one word, which can be replayed',
    group: 'output',
    commands: ['check'],
  },
  repair: {
    kind: 'flag',
    written: 'fix',
    default: true,
    help: 'put the fences that a page must tell of into it, if they are found in the time that is left, or in 20 s',
    group: 'output',
    commands: ['check', 'report'],
  },
  json: {
    kind: 'flag',
    help: 'print one JSON object for each file, on a line of its own',
    group: 'usual',
    commands: EVERY_COMMAND,
  },
  format: {
    kind: 'choice',
    choices: ['text', 'json', 'github', 'junit', 'sarif'],
    otherwise: 'text',
    help: 'print for people, as JSON, as annotations of GitHub, or as a report in the format of JUnit or SARIF',
    group: 'output',
    commands: ['check', 'compare', 'certify'],
  },
  quiet: {
    kind: 'flag',
    help: 'print only what matters most, such as the verdict, and no progress',
    group: 'usual',
    commands: [...ANSWERING, ...MANY, 'examples', 'init', 'serve'],
  },
  noRun: {
    kind: 'flag',
    help: 'write the certificate, but do not have it checked',
    group: 'engines and proofs',
    commands: ['certify'],
  },
  allInvariants: {
    kind: 'flag',
    written: 'all',
    help: 'show every condition or predicate of a proof, and every step of a long run',
    group: 'output',
    commands: ['check', 'compare'],
  },
  help: {
    kind: 'flag',
    help: 'print this help',
    group: 'output',
    commands: EVERY_COMMAND,
  },
} as const satisfies Readonly<Record<string, Row>>;

export const OPTIONS = {
  ...LIBRARY_OPTIONS,
  // Node dies, without a word of ours, when its heap is full.
  maxMemory: { ...LIBRARY_OPTIONS.maxMemory, otherwise: 'most of what node may use' },
  ...OWN_OPTIONS,
} as const;

type OptionName = keyof typeof OPTIONS;

/** The options that the rows of the table give to a command. */
type NamesOf<C extends CommandName> = {
  [K in OptionName]: C extends (typeof OPTIONS)[K]['commands'][number] ? K : never;
}[OptionName];

/** What a command gets: options of the library if they were given, its own ones in any case. */
export type Values<C extends CommandName> = Given<Pick<typeof OPTIONS, NamesOf<C> & LibraryOptionName>> &
  WithDefaults<Pick<typeof OPTIONS, NamesOf<C> & keyof typeof OWN_OPTIONS>>;

/** In the order of the table. */
export function optionsOf(command: CommandName): Readonly<Record<string, Row>> {
  const rows = Object.entries<Row>(OPTIONS);
  return Object.fromEntries(rows.filter(([, { commands }]) => commands.includes(command)));
}

/** An option of the library as it is written here. */
export function spellOption(name: string): string {
  return spelling(name, isOfLibrary(name) ? LIBRARY_OPTIONS[name] : undefined);
}

export function isOfLibrary(name: string): name is LibraryOptionName {
  return Object.hasOwn(LIBRARY_OPTIONS, name);
}
