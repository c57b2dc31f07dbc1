import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import { type GivenCode, hashOfRecoveryCode, stepOf } from './codes.ts';
import { findFactor, useRecoveryCode, useStep } from './gate/second-factor.store.ts';
import { unseal } from './sealed-secret.ts';

/** Takes a code of an account's factor, once; false when it is wrong or was taken before. */
export async function takeCode(deps: Deps, tx: Tx, userId: string, given: GivenCode): Promise<boolean> {
  const now = deps.clock.now();
  if (given.kind === 'recovery') {
    return useRecoveryCode(tx, userId, hashOfRecoveryCode(userId, given.code), now);
  }
  const factor = await findFactor(tx, userId);
  const secret = factor && unseal(deps.config.sessionSecret, userId, factor.secret);
  if (factor && !secret) deps.log.error({ userId }, 'a second factor cannot be read: was SESSION_SECRET changed?');
  const step = secret ? stepOf(secret, given.digits, now) : null;
  return step !== null && useStep(tx, userId, step);
}

export const wrongCode = () => {
  const text = 'Código incorreto ou já usado. Digite o código que aparece agora no aplicativo.';
  return wrongField('code', text, 'wrong_code');
};

export const ticketExpired = () =>
  new AppError('ticket_expired', 'O tempo para confirmar terminou. Entre de novo com sua senha.');
