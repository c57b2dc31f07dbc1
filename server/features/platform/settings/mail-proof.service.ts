import { randomInt } from 'node:crypto';
import { HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError } from '#server/http/errors.ts';
import { keyedHash } from '#server/tokens/keyed-hash.ts';
import { confirmMailCheck, countTry, findConfirmedCheck, findOpenCheck, insertMailCheck } from './mail-checks.store.ts';

const CODE_LIFETIME_MS = HOUR_MS;
const TRIES_MAX = 5;

const hashOf = (deps: Deps, code: string) => keyedHash(deps.config.sessionSecret, 'mail-check', code);

/** The code of the next test mail. Null: there is no mail server to deliver it. */
export async function makeMailCode(deps: Deps, admin: { id: string }): Promise<string | null> {
  const transport = deps.mail.transport();
  if (transport === null) return null;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
  await insertMailCheck(deps.db, { transport, codeHash: hashOf(deps, code), askedBy: admin.id, now, expiresAt });
  return code;
}

/** When mail was proven to arrive through the mail server of now. */
export async function findMailProof(deps: Deps): Promise<Date | null> {
  const transport = deps.mail.transport();
  return transport === null ? null : ((await findConfirmedCheck(deps.db, transport))?.confirmedAt ?? null);
}

/** A wrong code counts as a try, also while it is refused: the count is committed before the refusal. */
export async function confirmMail(deps: Deps, admin: { id: string }, code: string): Promise<void> {
  const transport = deps.mail.transport();
  const isRight = await transact(deps, async (tx) => {
    const now = deps.clock.now();
    const check = transport === null ? undefined : await findOpenCheck(tx, transport, now);
    if (!check || check.tries >= TRIES_MAX) return false;
    if (check.codeHash !== hashOf(deps, code)) {
      await countTry(tx, check.id);
      return false;
    }
    await confirmMailCheck(tx, check.id, now);
    await recordAudit(tx, { at: now, actorId: admin.id, action: 'mail.proven', subject: 'settings', details: {} });
    return true;
  });
  if (!isRight) throw new AppError('wrong_code', 'Este não é o código da última carta de teste, ou ele venceu.');
}
