import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { BodyOf } from '#contract/endpoint.ts';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import type { addPasskey } from '#contract/people/passkeys.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { requirePassword } from '#server/features/people/accounts/profile.service.ts';
import { notifyOwnerOfChange } from '#server/features/people/accounts/security-notices.ts';
import {
  hasPassword,
  lockAccount,
  takePasswordAway,
  unknownPassword,
} from '#server/features/people/accounts/ways-in.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { CHALLENGE_MS, openChallenge, useChallenge } from './challenges.ts';
import * as store from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';
import { userHandle } from './signed-challenge.ts';

/** Ed25519, ES256 and RS256: what devices make today. Newer ones are experimental in Node. */
const algorithms = [-8, -7, -257];

type Listed = { id: string; name: string; host: string; createdAt: Date; lastUsedAt: Date | null };
const shown = ({ id, name, host, createdAt, lastUsedAt }: Listed, party: RelyingParty | null) => ({
  id,
  name,
  createdAt,
  lastUsedAt,
  worksHere: host === party?.host,
});

export async function listOwn(deps: Deps, self: SessionUser, party: RelyingParty | null) {
  const passkeys = await store.listPasskeysOf(deps.db, self.id, PASSKEYS_MAX);
  return {
    passkeys: passkeys.map((passkey) => shown(passkey, party)),
    hasPassword: await hasPassword(deps.db, self.id),
  };
}

export async function beginAdding(deps: Deps, self: SessionUser, party: RelyingParty) {
  await charge(deps, { bucket: 'passkey-add', max: 30, windowMs: HOUR_MS }, self.id);
  const known = await store.listPasskeysOf(deps.db, self.id, PASSKEYS_MAX);
  if (known.length >= PASSKEYS_MAX) throw tooMany();
  const { challengeId, challenge } = await openChallenge(deps, party, { newKeyOf: self.id });
  const options = await generateRegistrationOptions({
    rpName: deps.school.now.schoolName,
    rpID: party.host,
    userName: self.username,
    userDisplayName: `${self.firstName} ${self.lastName}`.trim() || self.username,
    userID: new Uint8Array(userHandle(self.id)),
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    // The manufacturer of the device is not used for any decision.
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return {
    challengeId,
    options: {
      rp: { name: options.rp.name, id: party.host },
      user: options.user,
      challenge: options.challenge,
      pubKeyCredParams: options.pubKeyCredParams,
      timeout: CHALLENGE_MS,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key' as const,
        transports,
      })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    },
  };
}

export async function finishAdding(
  deps: Deps,
  self: SessionUser,
  party: RelyingParty,
  { challengeId, credential, name }: BodyOf<typeof addPasskey>,
  browser: string,
) {
  const expectedChallenge = await useChallenge(deps, party, challengeId, { newKeyOf: self.id });
  const made = await verified(party, expectedChallenge, credential);
  if (!made) throw new AppError('bad_request', 'Não foi possível conferir a chave de acesso. Tente de novo.');
  return transact(deps, async (tx) => {
    await lockAccount(tx, self.id);
    const known = await store.listPasskeysOf(tx, self.id, PASSKEYS_MAX);
    if (known.length >= PASSKEYS_MAX) throw tooMany();
    const now = deps.clock.now();
    const added = await store.insertPasskey(tx, {
      id: uuidv7(now),
      userId: self.id,
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: credential.response.transports ?? [],
      host: party.host,
      name: name ?? browser,
      now,
    });
    if (!added) throw new AppError('passkey_exists', 'Este aparelho já tem uma chave de acesso.');
    await notified(deps, tx, self, 'passkey_added', added.name);
    return shown(added, party);
  });
}

export async function rename(
  deps: Deps,
  self: SessionUser,
  party: RelyingParty | null,
  { id, name }: { id: string; name: string },
) {
  const renamed = await requireFound(store.renamePasskeyOf(deps.db, self.id, id, name), missing);
  return shown(renamed, party);
}

export async function remove(deps: Deps, self: SessionUser, id: string): Promise<void> {
  await transact(deps, async (tx) => {
    await lockAccount(tx, self.id);
    const removed = await requireFound(store.deletePasskeyOf(tx, self.id, id), missing);
    const left = await store.listPasskeysOf(tx, self.id, 1);
    if (left.length === 0 && !(await hasPassword(tx, self.id))) {
      throw new AppError(
        'last_way_in',
        'Esta é a única entrada da sua conta. Adicione outra chave ou crie uma senha antes de remover esta.',
      );
    }
    await notified(deps, tx, self, 'passkey_removed', removed.name);
  });
}

/** Only if a working passkey remains: the reset by e-mail is for recovery, and must not be the only login method. */
export async function removeOwnPassword(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  self: SessionUser,
  party: RelyingParty,
  password: string,
): Promise<void> {
  await requirePassword(deps, self, password);
  const passwordHash = await unknownPassword(deps);
  await transact(deps, async (tx, after) => {
    await lockAccount(tx, self.id);
    const passkeys = await store.listPasskeysOf(tx, self.id, PASSKEYS_MAX);
    if (!passkeys.some(({ host }) => host === party.host)) {
      throw new AppError('last_way_in', 'Adicione uma chave de acesso antes de remover a senha.');
    }
    if (await takePasswordAway(deps, sessions, tx, after, self, passwordHash)) {
      await record(deps, tx, self, 'password_removed');
    }
  });
}

/** 'Não fui eu': an intruder may have added a key, and it cannot be told apart from the owner's. */
export const forgetPasskeys = (tx: Tx, userId: string) => store.deletePasskeysOf(tx, userId);

const missing = () => notFound('Chave de acesso não encontrada.');
const tooMany = () =>
  new AppError('too_many_passkeys', `Sua conta já tem ${PASSKEYS_MAX} chaves de acesso. Remova uma antes.`);

async function notified(
  deps: Deps,
  tx: Tx,
  self: SessionUser,
  event: 'passkey_added' | 'passkey_removed',
  name: string,
): Promise<void> {
  await notifyOwnerOfChange(deps, tx, self, event, name);
  await record(deps, tx, self, event);
}

const record = (deps: Deps, tx: Tx, self: SessionUser, what: string) =>
  recordAudit(tx, { at: deps.clock.now(), actorId: self.id, action: `user.${what}`, subject: `user:${self.id}` });

async function verified(
  party: RelyingParty,
  expectedChallenge: string,
  { id, rawId, type, response }: BodyOf<typeof addPasskey>['credential'],
) {
  const { clientDataJSON, attestationObject } = response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    // The package throws for every malformed or foreign answer. The reason is not reported.
    return null;
  }
}
