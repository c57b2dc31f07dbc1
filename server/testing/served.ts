import type { LightMyRequestResponse } from 'fastify';

/**
 * Retries while the server is too busy, as a client does (503 with Retry-After). For tests with many concurrent
 * requests: their result must not depend on the speed of the machine.
 */
export async function served(ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await ask();
    if (answer.statusCode !== 503) return answer;
  }
}
