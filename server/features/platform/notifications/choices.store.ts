import type { NotificationKind } from '#contract/platform/notifications.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export async function listChoiceRows(db: Db, userId: string) {
  return db
    .selectFrom('notification_choices')
    .select(['kind', 'in_app as inApp', 'email'])
    .where('user_id', '=', userId)
    .execute();
}

type Choice = { inApp: boolean; email: boolean };

/** Omitted channels stay unchanged, or get their default if there was no choice before. */
export async function saveChoice(
  db: Db,
  userId: string,
  kind: NotificationKind,
  change: { inApp?: boolean | undefined; email?: boolean | undefined },
  defaults: Choice,
): Promise<void> {
  const set = {
    ...(change.inApp === undefined ? {} : { in_app: change.inApp }),
    ...(change.email === undefined ? {} : { email: change.email }),
  };
  await db
    .insertInto('notification_choices')
    .values({ user_id: userId, kind, in_app: defaults.inApp, email: defaults.email, ...set })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ kind, ...set }))
    .execute();
}

export async function saveChoices(
  tx: Tx,
  userId: string,
  choices: readonly (Choice & { kind: NotificationKind })[],
): Promise<void> {
  await tx
    .insertInto('notification_choices')
    .values(choices.map(({ kind, inApp, email }) => ({ user_id: userId, kind, in_app: inApp, email })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet(({ ref }) => ({ in_app: ref('excluded.in_app'), email: ref('excluded.email') })),
    )
    .execute();
}

/** Switches off e-mails of a kind; does nothing if the user does not exist. */
export async function refuseMails(db: Db, userId: string, kind: NotificationKind): Promise<void> {
  await db
    .insertInto('notification_choices')
    .columns(['user_id', 'kind', 'in_app', 'email'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select(({ lit, val }) => ['users.id', val(kind).as('kind'), lit(true).as('in_app'), lit(false).as('email')])
        .where('users.id', '=', userId),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ email: false }))
    .execute();
}
