/** All of the program but its first file, which the build keeps apart. */
export { SERVICES } from './services.js';
export { start } from './start.js';
