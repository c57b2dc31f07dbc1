import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createSession } from './factories.ts';
import type { TestApp } from './test-app.ts';

/**
 * For thousands of calls by the same few people. A session is reused until a call may have ended it or removed its
 * proof: after every accepted write there is a new session, and a call that is refused because of the session is
 * retried once with a new one. So each call is answered as with a separate session, without a row written and read for
 * each.
 */
export function reusedSessions(test: TestApp) {
  const kept = new Map<string, string>();

  return async (userId: string, options: InjectOptions): Promise<LightMyRequestResponse> => {
    const send = async (cookie: string) => {
      const response = await test.request({ ...options, as: { cookie } });
      const isRead = options.method === 'GET';
      if (isForTheSession(response) || (response.statusCode < 400 && !isRead)) kept.delete(userId);
      else kept.set(userId, cookie);
      return response;
    };
    const anew = async () => send(await createSession(test.deps.db, userId, test.clock.now()));

    const before = kept.get(userId);
    if (before === undefined) return anew();
    const response = await send(before);
    return isForTheSession(response) ? anew() : response;
  };
}

/** Every refusal except a missing right: no session, an old proof, a missing second factor. */
function isForTheSession({ statusCode, body }: LightMyRequestResponse): boolean {
  return statusCode === 401 || (statusCode === 403 && !body.includes('"code":"forbidden"'));
}
