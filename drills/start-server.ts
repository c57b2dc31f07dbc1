import { startServerProcess } from '#server/testing/server-process.ts';
import { within } from './wait.ts';

/** A server on a busy machine compiles its code and migrates before it listens. */
const START_MS = 300_000;

/** The real server, as `npm start` runs it. A start that hangs ends with a line. */
export const startServer: typeof startServerProcess = (dataDir, environment, program) =>
  within(`the start of a server in ${dataDir}`, START_MS, startServerProcess(dataDir, environment, program));
