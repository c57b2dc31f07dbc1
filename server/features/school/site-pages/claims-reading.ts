import type { LandingContent } from '#contract/school/site-content.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { hasOwnIdentity } from '#server/school/school.ts';
import { type ClaimGroup, defaultStatements, groupClaims, keyOf, openStatements } from './claim-rules.ts';
import { listConfirmations } from './claims.store.ts';

/** A claim that came with the product and is undecided. */
export type OpenClaim = ClaimGroup;

/** The specification's copy needs no decision until the school has its own name or CNPJ. */
export const mustDecideClaims = (deps: Pick<Deps, 'school'>): boolean => hasOwnIdentity(deps.school.now);

export async function findOpenClaims(
  db: Db | Tx,
  deps: Pick<Deps, 'school'>,
  content: LandingContent,
  defaults: LandingContent,
): Promise<OpenClaim[]> {
  const groups = groupClaims(content, deps.school.now.hidden);
  const known = defaultStatements(defaults);
  const confirmed = await readConfirmed(db, groups);
  return groups.flatMap((group) => {
    const statements = openStatements(group, known, new Set(confirmed.keys()));
    return statements.length > 0 ? [{ ...group, statements }] : [];
  });
}

export async function readConfirmed(db: Db | Tx, groups: readonly ClaimGroup[]) {
  const keys = [...new Set(groups.flatMap(({ statements }) => statements.map(({ text }) => keyOf(text))))];
  const rows = await listConfirmations(db, keys);
  return new Map(rows.map((row) => [row.statement, row]));
}
