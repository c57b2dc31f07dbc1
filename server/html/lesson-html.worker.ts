import { parentPort, workerData } from 'node:worker_threads';
import { cleanLessonHtml } from './lesson-html.ts';

parentPort?.postMessage(cleanLessonHtml(workerData as string));
