import type { LightMyRequestResponse } from 'fastify';

/**
 * Asks again as long as the server is too busy, as a client does (503 with Retry-After). For tests in which many come at
 * once: what they claim must not depend on how fast the machine is.
 */
export async function served(ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await ask();
    if (answer.statusCode !== 503) return answer;
  }
}
