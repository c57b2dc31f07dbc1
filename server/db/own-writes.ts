import { AsyncLocalStorage } from 'node:async_hooks';

const ofRequest = new AsyncLocalStorage<{ wrote: boolean }>();

/** Something was committed; where a request is at work, it was the one that did it. */
export function noteWrite(): void {
  const request = ofRequest.getStore();
  if (request) request.wrote = true;
}

/** A request that another one makes (a document asks for what its screen shows) writes for it. */
export function withOwnWrites(work: (request: { wrote: boolean }) => void): void {
  const request = ofRequest.getStore() ?? { wrote: false };
  ofRequest.run(request, work, request);
}
