import { parentPort, workerData } from 'node:worker_threads';
import type { QuestionContent } from './question.rules.ts';
import { cleanContent } from './question-cleaning.ts';

parentPort?.postMessage((workerData as QuestionContent[]).map(cleanContent));
