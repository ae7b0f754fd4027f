/// <reference path="./helper-code.d.ts" />
/** The threads of a crew, in node. A browser has another file for it, `web/worker/threads.ts`. */

import { code } from 'fencepost:helper';
import { startThread, type Thread } from '../../explicit/parallel/threads.js';
import type { Helping } from './helper.js';

export type { Thread } from '../../explicit/parallel/threads.js';

/** A helper at work. It keeps no process alive. */
export function startHelper(helping: Helping): Thread {
  return startThread(`${code}\nfencepostHelper.work`, helping);
}
