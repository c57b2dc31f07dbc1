import type { FastifyInstance } from 'fastify';
import { beforeAll, vi } from 'vitest';

/** Makes the app believe that the machine is idle: documents are rendered, and not left to the browser. */
export function pretendIdle(test: { app: FastifyInstance }): void {
  beforeAll(() => {
    const calm = { inFlight: 0, receiving: 0, waitingForDatabase: 0, loopDelayMs: 0 };
    vi.spyOn(test.app, 'pressure').mockReturnValue(calm);
  });
}
