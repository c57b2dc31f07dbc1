import type { Db, Tx } from '#server/db/handle.ts';

export async function findStudentOfPayment(db: Db, paymentId: number): Promise<string | undefined> {
  const row = await db.selectFrom('payments').select('student_id').where('id', '=', paymentId).executeTakeFirst();
  return row?.student_id ?? undefined;
}

/** Whether the user has confirmed the mailbox or has visited: then no invitation is needed. */
export async function hasAcceptedInvitation(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .leftJoin('last_visits', 'last_visits.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where(({ eb, or }) => or([eb('email_confirmed_at', 'is not', null), eb('last_visits.user_id', 'is not', null)]))
    .executeTakeFirst();
  return row !== undefined;
}
