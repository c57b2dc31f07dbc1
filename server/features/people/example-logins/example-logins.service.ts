import { type ExampleRole, exampleRoles } from '#contract/people/example-logins.ts';
import type { Deps } from '#server/deps.ts';
import { admit } from '#server/features/people/accounts/accounts.service.ts';
import type { Caller } from '#server/features/people/accounts/known-logins.ts';
import { findUser } from '#server/features/platform/users/users.store.ts';
import { findExampleAccounts } from '#server/features/platform/users/users-sample.store.ts';
import { notFound, requireFound } from '#server/http/errors.ts';

const missing = () => notFound('Não há contas de exemplo aqui.');

/** The roles that can be tried. Throws `not_found` as soon as a real person exists. */
export async function listExamples(deps: Deps): Promise<{ roles: ExampleRole[] }> {
  const accounts = await requireFound(findExampleAccounts(deps.db), missing);
  return { roles: exampleRoles.filter((role) => accounts[role]) };
}

/** Admits the example person of a role, with the checks of every login except the password. */
export async function admitExample(deps: Deps, role: ExampleRole, caller: Caller) {
  const id = (await findExampleAccounts(deps.db))?.[role];
  const user = id && (await findUser(deps.db, id));
  if (!user) throw missing();
  return admit(deps, user, caller, 'password');
}
