/** A thread of a search (`threads.ts`), which gets all it needs in its first message. */
import { type Given, work } from '../../src/engines/explicit/parallel/member.js';

interface World {
  onmessage: ((event: { readonly data: Given }) => void) | null;
}

(globalThis as unknown as World).onmessage = ({ data }) => work(data);
