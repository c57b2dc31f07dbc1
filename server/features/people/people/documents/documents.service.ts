import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import { isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { mayDecideOn } from '#server/features/people/accounts/accounts.policy.ts';
import { requireDecidable } from '#server/features/people/accounts/office.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import {
  confirmDocument,
  findDocument,
  findOwner,
  insertDocument,
  putDocument,
  removeDocument,
} from './documents.store.ts';
import { hashCpf, sealCpf, unsealCpf } from './sealed-cpf.ts';

type Actor = Pick<SessionUser, 'id' | 'role'>;

const SEARCHES = { bucket: 'cpf-search', max: 300, windowMs: HOUR_MS };
const SHOWN = { bucket: 'cpf-shown', max: 100, windowMs: HOUR_MS };

export async function findByCpf(deps: Deps, actor: Actor, cpf: string) {
  await charge(deps, SEARCHES, actor.id);
  const owner = await findOwner(deps.db, hashCpf(deps.config, cpf));
  if (!owner || !mayDecideOn(actor, owner)) return { person: null };
  const { role: _, ...person } = owner;
  return { person };
}

export async function showCpf(deps: Deps, actor: Actor, userId: string): Promise<{ cpf: string }> {
  await requireDecidable(deps, actor, userId);
  await charge(deps, SHOWN, actor.id);
  return transact(deps, async (tx) => {
    const found = await requireFound(findDocument(tx, userId), () => notFound('Esta pessoa não tem CPF aqui.'));
    const cpf = unsealCpf(deps.config, userId, found.sealed);
    if (cpf === null) {
      throw new AppError('state_conflict', 'Este CPF foi guardado com outro segredo do servidor. Digite-o de novo.');
    }
    const at = deps.clock.now();
    await recordAudit(tx, { at, actorId: actor.id, action: 'user.cpf_shown', subject: `user:${userId}` });
    return { cpf };
  });
}

export async function saveCpf(deps: Deps, actor: Actor, userId: string, cpf: string | null): Promise<void> {
  await requireDecidable(deps, actor, userId);
  const record = (tx: Tx, action: string) =>
    recordAudit(tx, { at: deps.clock.now(), actorId: actor.id, action, subject: `user:${userId}` });
  try {
    await transact(deps, async (tx) => {
      if (cpf === null) {
        if (await removeDocument(tx, userId)) await record(tx, 'user.cpf_removed');
        return;
      }
      const hash = hashCpf(deps.config, cpf);
      if ((await findDocument(tx, userId))?.hash.equals(hash)) {
        if (await confirmDocument(tx, userId)) await record(tx, 'user.cpf_saved');
        return;
      }
      await putDocument(tx, documentOf(deps, { userId, cpf, importId: null }));
      await record(tx, 'user.cpf_saved');
    });
  } catch (error) {
    if (isUniqueViolation(error, 'person_documents_cpf_hash_key')) {
      throw new AppError('conflict', 'Outra pessoa já tem este CPF.');
    }
    throw error;
  }
}

type Given = { userId: string; cpf: string; importId: number | null };

const documentOf = ({ config, clock }: Deps, { userId, cpf, importId }: Given) => ({
  userId,
  sealed: sealCpf(config, userId, cpf),
  hash: hashCpf(config, cpf),
  importId,
  now: clock.now(),
});

/** An import adds a CPF and replaces none. Null: the person has it now. Otherwise why not. */
export async function addImportedCpf(deps: Deps, given: Given & { importId: number }): Promise<string | null> {
  const { userId, cpf } = given;
  if (await insertDocument(deps.db, documentOf(deps, given))) return null;
  const own = await findDocument(deps.db, userId);
  if (!own) return 'Entrou sem CPF: outra pessoa já tem este.';
  return own.hash.equals(hashCpf(deps.config, cpf)) ? null : 'Já tinha outro CPF aqui: ficou o de antes.';
}

export async function hasCpf(deps: Deps, userId: string): Promise<boolean> {
  return (await findDocument(deps.db, userId)) !== undefined;
}

/** For the person's own export. Null: none, or one that this server cannot decrypt. */
export async function readOwnCpf({ config }: Deps, db: Db | Tx, userId: string): Promise<string | null> {
  const found = await findDocument(db, userId);
  return found ? unsealCpf(config, userId, found.sealed) : null;
}
