import { codeAt } from './authenticator.ts';
import type { TestApp } from './test-app.ts';

const STEP_MS = 30_000;

/** The calls of the second factor, for tests. */
export function secondFactorClient(test: TestApp) {
  const post = (url: string, payload: object, as?: { cookie: string }) =>
    test.request({ method: 'POST', url, payload, as });
  /** An unused code: of the next time step. */
  const nextCode = (secret: string) => {
    test.clock.advance(STEP_MS);
    return codeAt(secret, test.clock.now());
  };
  return {
    post,
    nextCode,
    login: (username: string, password: string) => post('/api/login', { username, password }),
    async turnOn(person: { cookie: string }) {
      const { ticket, secret } = (await post('/api/second-factor/set-up', {}, person)).json();
      const confirmed = await post('/api/second-factor/confirm', { ticket, code: nextCode(secret) }, person);
      return { secret: secret as string, recoveryCodes: confirmed.json().recoveryCodes as string[] };
    },
  };
}
