/** The real program around the fake engines: started by `process.test.ts` as a process of its own. */
import { start } from '../../src/cli/start.js';
import { FAKE_SERVICES } from './fake-services.js';

await start('1.2.3', new URL('.', import.meta.url), FAKE_SERVICES);
