import { AsyncLocalStorage } from 'node:async_hooks';

const ofRequest = new AsyncLocalStorage<{ wrote: boolean }>();

/** Records a commit in the current request, when there is one. */
export function noteWrite(): void {
  const request = ofRequest.getStore();
  if (request) request.wrote = true;
}

/** Inner requests (a document calls the API for its screen) record their writes in the outer one. */
export function withOwnWrites(work: (request: { wrote: boolean }) => void): void {
  const request = ofRequest.getStore() ?? { wrote: false };
  ofRequest.run(request, work, request);
}
