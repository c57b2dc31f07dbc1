import { parentPort, workerData } from 'node:worker_threads';
import { FileRefused } from './question-file.ts';
import { readQuestionFile } from './read-file.ts';

const { bytes, name } = workerData as { bytes: Uint8Array; name: string };
try {
  parentPort?.postMessage({ file: readQuestionFile(bytes, name) });
} catch (error) {
  if (!(error instanceof FileRefused)) throw error;
  parentPort?.postMessage({ refusal: { code: error.code, message: error.message } });
}
