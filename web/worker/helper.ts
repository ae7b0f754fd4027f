/** A thread that helps a temporal search (`threads.ts`), which gets all it needs in its first message. */
import { type Helping, work } from '../../src/engines/ltl/parallel/helper.js';

interface World {
  onmessage: ((event: { readonly data: Helping }) => void) | null;
}

(globalThis as unknown as World).onmessage = ({ data }) => work(data);
