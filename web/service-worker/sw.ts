import { listenForPushes, type PushScope } from './push.ts';
import type { Build, WorkerScope } from './scope.ts';
import { startWorker } from './worker.ts';

declare const __BUILD__: Build;

startWorker(globalThis as unknown as WorkerScope, __BUILD__);
listenForPushes(globalThis as unknown as PushScope);
