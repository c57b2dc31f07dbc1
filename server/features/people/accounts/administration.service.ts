import type { QueryOf } from '#contract/endpoint.ts';
import type { listUsers } from '#contract/people/accounts.ts';
import type { Role, UserFilters, UserStatus } from '#contract/platform/users.ts';
import { screens } from '#contract/screens.ts';
import type { Tx } from '#server/db/handle.ts';
import { type After, transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { revokeCertificatesOf } from '#server/features/content/certificates/certificates.service.ts';
import { isOrderCharged } from '#server/features/money/charges/compare.service.ts';
import { approveWithUser } from '#server/features/money/payments/decisions.service.ts';
import { forgetPayer } from '#server/features/money/payments/payments.service.ts';
import { lacksRequired } from '#server/features/people/second-factor/gate/login-gate.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import {
  countUserRows,
  deleteUserRow,
  listUserIds,
  listUserRows,
  lockActiveAdmins,
  lockUser,
  type UserRow,
  updateUser,
  userCount,
} from '#server/features/platform/users/users.store.ts';
import { AppError, forbidden, notFound, requireFound } from '#server/http/errors.ts';
import { cursorOf, instant, readPage, uuid } from '#server/http/paging.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { mayDecideOn, roleChange, statusChange } from './accounts.policy.ts';

type Admin = Pick<SessionUser, 'id'>;
type Actor = Pick<SessionUser, 'id' | 'role'>;
type Sessions = ReturnType<typeof createSessions>;

const usersCursor = cursorOf({ createdAt: instant, id: uuid });

export const countUsers = (deps: Deps, filters: UserFilters): Promise<number> =>
  countUserRows(deps.db, { ...filters, today: dayOf(deps.clock.now()) });

/** How many teachers wait for approval, as a query that can be batched with other reads. */
export const pendingTeachersReads = (deps: Deps) => ({
  teachers: userCount(deps.db, { status: 'pending', role: 'teacher', today: dayOf(deps.clock.now()) }),
});

/** The active students and teachers, as queries that can be batched with other reads. */
/** Active people of the school; those of the example school are not counted. */
export const activeReads = (deps: Deps) => {
  const active = { status: 'active', today: dayOf(deps.clock.now()), isOwn: true } as const;
  return {
    students: userCount(deps.db, { ...active, role: 'student' }),
    activeTeachers: userCount(deps.db, { ...active, role: 'teacher' }),
  };
};

/** The active students among those whom the list would show. */
export const listActiveStudentIds = (deps: Deps, filters: UserFilters): Promise<string[]> => {
  const isForOthers = (filters.role ?? 'student') !== 'student' || (filters.status ?? 'active') !== 'active';
  if (isForOthers) return Promise.resolve([]);
  return listUserIds(deps.db, { ...filters, role: 'student', status: 'active', today: dayOf(deps.clock.now()) });
};

export async function listUsersForAdmin(deps: Deps, query: QueryOf<typeof listUsers>) {
  const today = dayOf(deps.clock.now());
  return readPage(usersCursor.from(query), {
    rows: (part) => listUserRows(deps.db, { ...query, today, ...part }),
    total: countUsers(deps, query),
  });
}

export async function changeStatus(
  deps: Deps,
  sessions: Sessions,
  admin: Actor,
  id: string,
  to: UserStatus,
  { checkProof = false } = {},
): Promise<UserRow> {
  return transact(deps, async (tx, after) => {
    const { user, isLastAdmin } = await lockTarget(tx, id);
    if (!mayDecideOn(admin, user)) throw forbidden();
    const kind = statusChange(user.status, to);
    if (kind === 'same') return user;
    if (kind === 'refused') {
      throw new AppError('state_conflict', 'O status do usuário não permite esta mudança.', { status: user.status });
    }
    if (to === 'blocked') {
      refuseSelf(admin, id, 'bloquear');
      refuseLastAdmin(isLastAdmin);
    }
    const isStudentLetIn = user.status === 'pending' && user.role === 'student';
    if (isStudentLetIn && checkProof && (await isOrderCharged(deps, tx, id))) {
      const message = 'O banco conhece este pedido. Confira em Pagamentos o que ele diz agora.';
      throw new AppError('state_conflict', message, { status: user.status });
    }
    const updated = await updateUser(tx, id, { status: to, block_reason: '' });
    if (isStudentLetIn) {
      await approveWithUser(deps, { sessions, tx, after }, id, { by: admin.id, checkProof });
    }
    if (user.status === 'pending' && user.role === 'teacher') await welcomeTeacher(deps, tx, id);
    if (to === 'blocked') await sessions.endAll(tx, after, id, 'blocked');
    else await sessions.forget(tx, after, id);
    await recordAudit(tx, {
      at: deps.clock.now(),
      actorId: admin.id,
      action: 'user.status',
      subject: `user:${id}`,
      details: { from: user.status, to },
    });
    return updated;
  });
}

async function welcomeTeacher(deps: Deps, tx: Tx, userId: string): Promise<void> {
  await deps.mail.send(tx, 'teacher_approved', userId, { userId });
  await notify(deps, tx, {
    userId,
    kind: 'teacher_approved',
    key: `teacher_approved:${userId}`,
    title: 'Seu cadastro de professor foi aprovado',
    text: 'Você já pode criar cursos e publicar aulas.',
    path: screens.teacher,
  });
}

export async function changeRole(deps: Deps, sessions: Sessions, admin: Admin, id: string, to: Role): Promise<UserRow> {
  return transact(deps, async (tx, after) => {
    const { user, isLastAdmin } = await lockTarget(tx, id);
    const kind = roleChange(user.role, to);
    if (kind === 'same') return user;
    if (kind === 'refused')
      throw new AppError('state_conflict', 'Só quem trabalha na escola muda de papel.', { status: user.role });
    // Promoting a pending account to administrator would bypass the approval.
    if (user.status !== 'active')
      throw new AppError('state_conflict', 'Só contas ativas mudam de papel.', { status: user.status });
    if (user.role === 'admin') {
      refuseSelf(admin, id, 'rebaixar');
      refuseLastAdmin(isLastAdmin);
    }
    const updated = await updateUser(tx, id, { role: to });
    await sessions.forget(tx, after, id);
    // Who runs the school without the second factor that the operator asks for sets it up at the next login.
    if (await lacksRequired(deps, tx, updated)) await sessions.endAll(tx, after, id, 'second_factor');
    await recordAudit(tx, {
      at: deps.clock.now(),
      actorId: admin.id,
      action: 'user.role',
      subject: `user:${id}`,
      details: { from: user.role, to },
    });
    return updated;
  });
}

export async function removeUser(deps: Deps, sessions: Sessions, admin: Admin, id: string): Promise<void> {
  refuseSelf(admin, id, 'excluir');
  await transact(deps, (tx, after) => eraseUser(deps, sessions, { tx, after }, id, admin.id));
}

/** Everything that is deleted or stays with a removed user, by an administrator or (null) by the user. */
export async function eraseUser(
  deps: Deps,
  sessions: Sessions,
  { tx, after }: { tx: Tx; after: After },
  id: string,
  actorId: string | null,
) {
  const { user, isLastAdmin } = await lockTarget(tx, id);
  refuseLastAdmin(isLastAdmin);
  await forgetPayer(deps, tx, id);
  await revokeCertificatesOf(tx, id, deps.clock.now());
  await sessions.endAll(tx, after, id, 'deleted');
  await deleteUserRow(tx, id);
  await recordAudit(tx, {
    at: deps.clock.now(),
    actorId,
    action: 'user.deleted',
    subject: `user:${id}`,
    details: { role: user.role, status: user.status },
  });
}

export async function refuseIfLastAdmin(tx: Tx, id: string): Promise<void> {
  refuseLastAdmin((await lockTarget(tx, id)).isLastAdmin);
}

/**
 * Locks the user for a change, and before that every active admin: if two admins act on each other at the same moment,
 * the second finds that only one is left.
 */
async function lockTarget(tx: Tx, id: string): Promise<{ user: UserRow; isLastAdmin: boolean }> {
  const admins = await lockActiveAdmins(tx);
  const user = await requireFound(lockUser(tx, id), () => notFound('Usuário não encontrado.'));
  return { user, isLastAdmin: admins.length === 1 && admins[0] === id };
}

function refuseLastAdmin(isLastAdmin: boolean): void {
  if (isLastAdmin) throw new AppError('last_admin', 'Este é o último administrador ativo.');
}

function refuseSelf(admin: Admin, id: string, verb: string): void {
  if (admin.id === id) throw new AppError('own_account', `Você não pode ${verb} a própria conta.`);
}
