/** Questions that do not fit their model. */
export { fault } from '../languages/shared/diagnostics.js';
