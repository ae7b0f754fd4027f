/** `fencepost worker --queue ADDRESS`: answers questions of batches until it is stopped. */

import { placeOf } from '../queue/address.js';
import { QueueWorker } from '../queue/worker.js';
import { jobsOf, limitsOf } from './batch.js';
import { withQueue } from './batch-queue.js';
import { labelOf } from './batch-report.js';
import { commandLineFault } from './faults.js';
import type { Host } from './host.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { STATUS, type Status } from './status.js';

/** A question says itself how long it may take, unless the worker is told less. */
const ANY_TIME = 1_000_000;

export async function run(values: Values<'worker'>, _operands: readonly string[], host: Host): Promise<Status> {
  const address = values.queue ?? host.variables.FENCEPOST_QUEUE ?? null;
  if (address === null) return commandLineFault(host, 'worker needs a queue', 'name it by --queue ADDRESS');
  const jobs = jobsOf(values.atOnce);
  const limits = { ...limitsOf(values, jobs), timeout: values.timeout ?? ANY_TIME };
  const { json, quiet, untilEmpty } = values;
  let answers = 0;
  const status = await withQueue(address, host, json, async (queue) => {
    const asker = await host.services.questions(host.root, jobs);
    const worker = new QueueWorker(queue, asker, {
      jobs,
      limits,
      untilEmpty,
      stop: host.stop,
      onAnswer(row, batch) {
        answers++;
        if (json) writeJson(host, row);
        else if (!quiet)
          host.output.write(
            `${batch}  ${labelOf(row)}${row.memory === null ? '' : `, ${row.memory}`}: ${row.verdict}\n`,
          );
      },
    });
    if (!json && !quiet)
      host.errors.write(`fencepost: worker ${worker.id} at ${placeOf(address)}, ${jobs} at a time\n`);
    await worker.run();
    return STATUS.holds;
  });
  if (!json && status === STATUS.holds) host.output.write(`${answers} answered\n`);
  return status ?? STATUS.holds;
}
