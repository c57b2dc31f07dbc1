import { createHash, randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import type { Caller } from '#server/features/people/accounts/known-logins.ts';
import { AppError } from '#server/http/errors.ts';
import { charge, type Limit } from '#server/http/throttle.ts';
import { answerFlow, deleteExpiredFlows, insertFlow, type Purpose, returnFlow, takeFlow } from './google.store.ts';
import type { Google } from './google-client.ts';

/** To choose an account, type a password and find the phone. */
export const FLOW_MINUTES = 15;

/** Every button pressed costs a row; a class of students has one address. */
const begun: Limit = { bucket: 'google-begin', max: 600, windowMs: HOUR_MS };

const hashOf = (token: string) => createHash('sha256').update(token).digest();
const random = () => randomBytes(32);
const written = (bytes: Buffer) => bytes.toString('base64url');

/** Starts a login with Google. `token` is for the cookie, without which the return is refused. */
export async function beginFlow(deps: Deps, google: Google, caller: Caller, purpose: Purpose, userId: string | null) {
  await charge(deps, begun, caller.network);
  const [token, state, nonce, verifier] = [written(random()), random(), random(), random()];
  const url = await google.address({ state: written(state), nonce: written(nonce), verifier: written(verifier) });
  const expiresAt = new Date(deps.clock.now().getTime() + FLOW_MINUTES * MINUTE_MS);
  await insertFlow(deps.db, { tokenHash: hashOf(token), purpose, userId, state, nonce, verifier, expiresAt });
  return { url, token };
}

export type Returned = { purpose: Purpose; result: 'done' | 'cancelled' | 'failed' };

/**
 * Handles the redirect back from Google. The cookie and the state must match those of the start: a link begun in
 * another browser is refused, and so is a link that was used before.
 */
export async function takeReturn(
  deps: Deps,
  google: Google,
  token: string | undefined,
  query: { search: string; state: string | undefined; error: string | undefined },
): Promise<Returned> {
  const failed: Returned = { purpose: 'login', result: 'failed' };
  if (!token || !query.state) return failed;
  const tokenHash = hashOf(token);
  const state = Buffer.from(query.state, 'base64url');
  const flow = await returnFlow(deps.db, tokenHash, state, deps.clock.now());
  if (!flow) return failed;
  if (query.error) {
    return { purpose: flow.purpose, result: query.error === 'access_denied' ? 'cancelled' : 'failed' };
  }
  const secrets = { state: written(state), nonce: written(flow.nonce), verifier: written(flow.verifier) };
  const answer = await google.answer(query.search, secrets);
  if (!answer) return { purpose: flow.purpose, result: 'failed' };
  await answerFlow(deps.db, tokenHash, answer);
  return { purpose: flow.purpose, result: 'done' };
}

/** What Google said of the browser with this cookie, once. */
export async function useAnswer(deps: Deps, token: string | undefined, purpose: Purpose, userId: string | null) {
  const answer = token && (await takeFlow(deps.db, hashOf(token), purpose, userId, deps.clock.now()));
  if (!answer) throw new AppError('google_expired', 'O pedido ao Google venceu ou já foi usado. Tente de novo.');
  return answer;
}

export const expiredFlows = ({ db, clock }: Deps): Expired => ({
  googleFlows: (limit) => deleteExpiredFlows(db, clock.now(), limit),
});
