import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import {
  addressForApps,
  hashOfRecoveryCode,
  inBase32,
  newRecoveryCodes,
  newSecretBytes,
  readCode,
  stepOf,
} from './codes.ts';
import { insertFactor, replaceFactor, replaceRecoveryCodes } from './gate/second-factor.store.ts';
import { seal, unseal } from './sealed-secret.ts';
import { ticketExpired } from './take-code.service.ts';

/** A new secret, sealed for its row and open for the person's app. */
export function makeSecret(deps: Deps, user: { id: string; username: string }) {
  const bytes = newSecretBytes();
  return { sealed: seal(deps.config.sessionSecret, user.id, bytes), shown: shownSecret(deps, user, bytes) };
}

const shownSecret = (deps: Deps, user: { username: string }, bytes: Uint8Array) => ({
  secret: inBase32(bytes),
  uri: addressForApps(bytes, deps.school.now.schoolName, user.username),
});

/** Shows the existing secret again. */
export function showAgain(deps: Deps, user: { id: string; username: string }, sealed: Buffer) {
  const bytes = unseal(deps.config.sessionSecret, user.id, sealed);
  if (!bytes) throw ticketExpired();
  return shownSecret(deps, user, bytes);
}

type Ticket = { userId: string; secret: Buffer | null; replaces: Date | null };

/** Turns the factor on when the code shows that the app has its secret; null for a wrong one. */
export async function turnOn(deps: Deps, tx: Tx, ticket: Ticket, typed: string): Promise<string[] | null> {
  const { userId, secret, replaces } = ticket;
  const bytes = secret && unseal(deps.config.sessionSecret, userId, secret);
  if (!secret || !bytes) throw ticketExpired();
  const now = deps.clock.now();
  const given = readCode(typed);
  const step = given.kind === 'digits' ? stepOf(bytes, given.digits, now) : null;
  if (step === null) return null;
  const factor = { userId, secret, step, now };
  if (!(replaces ? await replaceFactor(tx, factor, replaces) : await insertFactor(tx, factor))) {
    throw new AppError('state_conflict', 'O segundo fator foi mudado em outro lugar. Comece de novo.', {
      status: 'changed',
    });
  }
  return renewCodes(tx, userId);
}

/** Only their hashes stay. */
export async function renewCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOfRecoveryCode(userId, code)),
  );
  return codes;
}
