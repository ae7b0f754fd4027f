/**
 * What `--json` prints: one object on one line. `JsonOutput` has every kind of object, and `schema/` a file for each
 * (`npm run schema`).
 */
import type { JsonManifest } from '../batch/manifest.js';
import type { JsonBatchAnswer } from '../batch/row.js';
import type { Reduced } from '../check/reduce.js';
import type { Verdict } from '../evidence/outcome.js';
import type { FixResult } from '../repair/answer.js';
import type { JsonComparison } from '../report/compare.js';
import type { JsonFix } from '../report/fix.js';
import type { JsonCertification, JsonError, JsonJudged, JsonObject, JsonOutcome, SCHEMA } from '../report/json.js';
import type { JsonLitmus } from '../report/litmus.js';
import type { JsonReplay } from '../report/replay.js';
import type { JsonBatchNote, JsonQueueStatus } from './batch-queue.js';
import type { JsonBatchSummary } from './batch-report.js';
import type { JsonDrawing } from './draw.js';
import type { JsonExample } from './examples-command.js';
import type { Host } from './host.js';
import type { JsonAnswer } from './tour-table.js';

/** Where a page was written, and what it says. */
interface JsonReport extends JsonObject {
  readonly verdict: Verdict;
  /** The file that was written. */
  readonly page: string;
  /** How large it is. */
  readonly bytes: number;
  /** What the search for fences says; null when there was none. */
  readonly repair: FixResult['status'] | null;
}

interface JsonPrint extends JsonObject {
  /** Whether the file has the layout already. */
  readonly laidOut: boolean;
  /** The layout. */
  readonly text: string;
}

interface JsonCompletion {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  readonly shell: string;
  readonly script: string;
}

interface JsonInit {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  /** The file. */
  readonly written: string;
}

interface JsonServe {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  /** Where the page is served; null with `--into`. */
  readonly address: string | null;
  readonly port: number | null;
  /** With `--into`: the folder; null otherwise. */
  readonly folder: string | null;
  /** Whether Z3 is among the files. */
  readonly z3: boolean;
}

/** By the names of the schemas. */
export interface JsonOutput {
  /** `fencepost check --json` prints this for each file: the answer, with its scope and its evidence. */
  readonly check: JsonDrawing & JsonOutcome;
  /** `fencepost check --replay RUN --json` prints this: what the run shows. */
  readonly replay: JsonDrawing & JsonReplay;
  /** `fencepost report --json` prints this: where the page is, and the verdict. */
  readonly report: JsonReport;
  /** `fencepost compare --json` prints this: the answers under each memory model, and what tells the models apart. */
  readonly compare: JsonDrawing & JsonComparison;
  /** `fencepost litmus --json` prints this for each test: its final states, and whether the condition is true there. */
  readonly litmus: JsonDrawing & JsonLitmus;
  /** `fencepost fix --json` prints this: where fences or atomic writes must go. */
  readonly fix: JsonFix;
  /** `fencepost certify --json` prints this: the answer, where its proof is, and what others say about that. */
  readonly certify: JsonCertification;
  /** `fencepost certify --certificate FILE --json` prints this: whether the certificate is accepted. */
  readonly judge: JsonJudged;
  /** `fencepost reduce --json` prints this: a program whose store buffers are variables. */
  readonly reduce: JsonObject & Reduced;
  /** `fencepost print --json` prints this for each file: its layout. */
  readonly print: JsonPrint;
  /** `fencepost batch --json` prints this for each question, and one for the whole at the end; `--results` has the first. */
  readonly batch: JsonBatchAnswer | JsonBatchSummary | JsonQueueStatus | JsonBatchNote;
  /** `fencepost tour --json` prints this for each example and memory: the answer, and the expected one. */
  readonly tour: JsonAnswer;
  /** `fencepost examples --json` prints this for each example. */
  readonly examples: JsonExample;
  /** `fencepost init --json` prints this: which file was written. */
  readonly init: JsonInit;
  /** `fencepost serve --json` prints this when the page can be opened, or when its files are written. */
  readonly serve: JsonServe;
  /** `fencepost completion --json` prints this: a script for a shell. */
  readonly completion: JsonCompletion;
  /** Every command prints this with `--json` when a file, the question or Fencepost itself is wrong. */
  readonly error: JsonError;
}

/** What files that commands read are like, by the names of the schemas. */
export interface JsonInput {
  /** `fencepost batch` reads this: which questions there are, and what should come out. */
  readonly manifest: JsonManifest;
}

export function writeJson(host: Host, object: JsonOutput[keyof JsonOutput]): void {
  host.output.write(`${JSON.stringify(object)}\n`);
}
