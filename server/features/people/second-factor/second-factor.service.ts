import { MINUTE_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { requireOwner, requirePassword } from '#server/features/people/accounts/profile.service.ts';
import { notifyOwnerOfChange, type SecurityEvent } from '#server/features/people/accounts/security-notices.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { lockUserRow } from '#server/features/platform/users/user-states.service.ts';
import { AppError } from '#server/http/errors.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { readCode } from './codes.ts';
import { isRequired, issueTicket, ticketHash } from './gate/login-gate.service.ts';
import { countRecoveryCodes, deleteFactor, findFactor } from './gate/second-factor.store.ts';
import { countTicketFailure, deleteTicketsOf, lockTicket, useTicket } from './gate/tickets.store.ts';
import { makeSecret, renewCodes, turnOn } from './set-up.service.ts';
import { takeCode, ticketExpired, wrongCode } from './take-code.service.ts';

const isOff = () => new AppError('state_conflict', 'O segundo fator está desligado.', { status: 'off' });

export async function readSecondFactor(deps: Deps, self: SessionUser) {
  const factor = await findFactor(deps.db, self.id);
  return {
    enabledAt: factor?.enabledAt ?? null,
    required: isRequired(deps, self.role),
    recoveryCodesLeft: await countRecoveryCodes(deps.db, self.id),
  };
}

/** A new app; where there is one, a code of it (or a recovery code) shows that it is the owner who changes it. */
export async function beginSetUp(deps: Deps, self: SessionUser, code: string | undefined) {
  const current = await findFactor(deps.db, self.id);
  const { sealed, shown } = makeSecret(deps, self);
  const begin = (tx: Tx) =>
    issueTicket(deps, tx, {
      userId: self.id,
      purpose: 'set_up',
      secret: sealed,
      replaces: current?.enabledAt,
    });
  const ticket = current ? await withOwnCode(deps, self, code, begin) : await transact(deps, begin);
  return { ticket, ...shown };
}

export async function confirmSetUp(
  deps: Deps,
  self: SessionUser,
  given: { ticket: string; code: string },
  browser: string,
) {
  const hash = ticketHash(given.ticket);
  const recoveryCodes = await transact(deps, async (tx) => {
    const now = deps.clock.now();
    await lockUserRow(tx, self.id);
    const held = await lockTicket(tx, hash, 'set_up', now);
    // Another user's ticket is treated as expired.
    if (held?.userId !== self.id) throw ticketExpired();
    const codes = await turnOn(deps, tx, held, given.code);
    if (!codes) {
      await countTicketFailure(tx, hash);
      return null;
    }
    await useTicket(tx, hash, now);
    await notifyOwner(deps, tx, self, 'second_factor_on', browser);
    return codes;
  });
  if (!recoveryCodes) throw wrongCode();
  return { recoveryCodes };
}

export async function renewRecoveryCodes(deps: Deps, self: SessionUser, code: string) {
  if (!(await findFactor(deps.db, self.id))) throw isOff();
  return { recoveryCodes: await withOwnCode(deps, self, code, (tx) => renewCodes(tx, self.id)) };
}

export async function turnOff(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  self: SessionUser,
  given: { currentPassword?: string | undefined; code?: string | undefined },
  browser: string,
): Promise<void> {
  if (isRequired(deps, self.role)) {
    throw new AppError('state_conflict', 'Sua conta precisa do segundo fator. Você pode trocar de aplicativo.', {
      status: 'required',
    });
  }
  await requireOwner(deps, sessions, self, given.currentPassword);
  if (!(await findFactor(deps.db, self.id))) throw isOff();
  const off = async (tx: Tx) => {
    await deleteTicketsOf(tx, self.id);
    await deleteFactor(tx, self.id);
    await notifyOwner(deps, tx, self, 'second_factor_off', browser);
  };
  // Without a password the fresh proof was a key or a code itself: this factor's, or more than it.
  if (given.currentPassword === undefined) await transact(deps, off);
  else await withOwnCode(deps, self, given.code, off);
}

/** A fresh proof of who holds this session. Where a second factor is on, the password alone is not enough. */
export async function proveSelf(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  self: SessionUser,
  given: { password: string } | { code: string },
): Promise<void> {
  if ('password' in given) {
    if (await findFactor(deps.db, self.id)) {
      throw new AppError(
        'state_conflict',
        'Sua conta tem segundo fator: confirme com o código do aplicativo ou com uma chave de acesso.',
        { status: 'second_factor' },
      );
    }
    await requirePassword(deps, self, given.password, 'password');
  }
  if ('code' in given) await withOwnCode(deps, self, given.code, async () => {});
  await sessions.prove(self);
}

const OWN_CODES = { bucket: 'own-code', max: 10, windowMs: 15 * MINUTE_MS };

/** Takes a code of the own factor and goes on in the same transaction. */
async function withOwnCode<T>(
  deps: Deps,
  self: SessionUser,
  typed: string | undefined,
  go: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!typed) throw wrongCode();
  const guess = await charge(deps, OWN_CODES, self.id);
  const result = await transact(deps, async (tx) => {
    await lockUserRow(tx, self.id);
    if (!(await takeCode(deps, tx, self.id, readCode(typed)))) throw wrongCode();
    return go(tx);
  });
  await guess.clear();
  return result;
}

async function notifyOwner(
  deps: Deps,
  tx: Tx,
  self: SessionUser,
  event: SecurityEvent,
  browser: string,
): Promise<void> {
  await notifyOwnerOfChange(deps, tx, self, event, browser);
  await recordAudit(tx, {
    at: deps.clock.now(),
    actorId: self.id,
    action: `user.${event}`,
    subject: `user:${self.id}`,
    details: {},
  });
}
