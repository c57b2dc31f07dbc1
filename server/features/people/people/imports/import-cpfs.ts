import type { ImportedPerson } from '#contract/people/people-imports.ts';
import type { Role } from '#contract/platform/users.ts';
import { HOUR_MS } from '#contract/time.ts';
import { identityKey } from '#server/db/keys.ts';
import type { Deps } from '#server/deps.ts';
import { mayDecideOn } from '#server/features/people/accounts/accounts.policy.ts';
import { charge, type Limit } from '#server/http/throttle.ts';
import { inTurns } from '#server/work/next-turn.ts';
import { listDocuments } from '../documents/documents.store.ts';
import { type CpfsByLine, hashCpf, unsealCpfs } from '../documents/sealed-cpf.ts';
import { joined, type MappedRow } from './people-line.ts';

/** A line as it is stored: CPFs are stored apart, encrypted. */
export type StoredPerson = Omit<ImportedPerson, 'cpf'>;
export type ImportedWithCpf = StoredPerson & { cpf: string | null };

const HASHED_AT_ONCE = 250;
/** A preview says which CPFs the school knows, so it is limited as the search is. */
export const PREVIEWS: Limit = { bucket: 'cpf-previews', max: 60, windowMs: HOUR_MS };
/** Few lines each, so all of them together say less than the previews of an hour. */
export const CORRECTIONS: Limit = { bucket: 'cpf-corrections', max: 600, windowMs: HOUR_MS };

export function partCpfs(people: readonly ImportedPerson[]): { people: StoredPerson[]; cpfs: CpfsByLine } {
  const cpfs: Record<number, string> = {};
  const stored = people.map(({ cpf, ...person }) => {
    if (cpf !== null) cpfs[person.line] = cpf;
    return person;
  });
  return { people: stored, cpfs };
}

type Sealed = { id: number; creationKey: string; sealed: Buffer | null };

export function readCpfs(deps: Deps, { id, creationKey, sealed }: Sealed): CpfsByLine {
  if (!sealed) return {};
  const cpfs = unsealCpfs(deps.config, creationKey, sealed);
  if (!cpfs) deps.log.error({ import: id }, 'The CPFs of an import were encrypted with another SESSION_SECRET.');
  return cpfs ?? {};
}

/** Leaves out each CPF that another person of the school has. A person's own CPF stays as it is. */
export async function withoutTakenCpfs(
  deps: Deps,
  actor: { id: string; role: Role },
  rows: readonly MappedRow[],
  limit: Limit,
): Promise<MappedRow[]> {
  const having = rows.flatMap((row) => (row.cpf !== null && row.problem === null ? [{ ...row, cpf: row.cpf }] : []));
  if (having.length === 0) return [...rows];
  await charge(deps, limit, actor.id);
  const hashed = await hashAll(deps, having);
  const found = await listDocuments(deps.db, {
    hashes: [...hashed.values()],
    emails: having.map(({ email }) => identityKey(email)),
  });
  const ownerOf = new Map(found.map((owner) => [owner.hash.toString('hex'), owner]));
  const ownOf = new Map(found.map(({ emailKey, hash }) => [emailKey, hash.toString('hex')]));
  return rows.map((row) => {
    const hash = hashed.get(row.line)?.toString('hex');
    if (hash === undefined) return row;
    const emailKey = identityKey(row.email);
    const owner = ownerOf.get(hash);
    const own = ownOf.get(emailKey);
    const isTaken = owner !== undefined && owner.emailKey !== emailKey;
    if (!isTaken && (own === undefined || own === hash)) return row;
    const name = owner && mayDecideOn(actor, owner) ? `${owner.firstName} ${owner.lastName}` : 'outra pessoa';
    const why = isTaken ? `Este CPF já é de ${name}: entra sem CPF.` : 'Já tem outro CPF aqui: fica o de antes.';
    return { ...row, cpf: null, isCpfLeftOut: true, warning: joined([row.warning, why]) };
  });
}

async function hashAll(deps: Deps, rows: readonly { line: number; cpf: string }[]): Promise<Map<number, Buffer>> {
  const count = Math.ceil(rows.length / HASHED_AT_ONCE);
  const batches = Array.from({ length: count }, (_, at) => rows.slice(at * HASHED_AT_ONCE, (at + 1) * HASHED_AT_ONCE));
  const hashed = await inTurns(batches, (batch) =>
    batch.map(({ line, cpf }) => [line, hashCpf(deps.config, cpf)] as const),
  );
  return new Map(hashed.flat());
}
