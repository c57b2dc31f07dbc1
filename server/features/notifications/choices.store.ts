import type { NotificationKind } from '../../../contract/notifications.ts';
import type { Db } from '../../db/handle.ts';

export async function listChoiceRows(db: Db, userId: string) {
  return db
    .selectFrom('notification_choices')
    .select(['kind', 'in_app as inApp', 'email'])
    .where('user_id', '=', userId)
    .execute();
}

type Choice = { inApp: boolean; email: boolean };

/** What is left out stays as it was, or as it is by default where nothing was chosen before. */
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
