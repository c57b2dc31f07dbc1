import { createHash, randomBytes } from 'node:crypto';
import { SECOND_FACTOR_MINUTES } from '#contract/limits.ts';
import type { Role } from '#contract/platform/users.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { officeRoles } from '#server/http/access.ts';
import { AppError } from '#server/http/errors.ts';
import { deleteFactor, deleteFactorSince, findFactor } from './second-factor.store.ts';
import { deleteExpiredTickets, deleteTicketsOf, insertTicket, type TicketPurpose } from './tickets.store.ts';

/** Who runs the school may not enter without a second factor, once the owner has said so. */
export const isRequired = (deps: Pick<Deps, 'school'>, role: Role): boolean =>
  deps.school.now.secondFactor === 'required-for-admins' && officeRoles.includes(role);

export const ticketHash = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

export async function issueTicket(
  deps: Deps,
  db: Db | Tx,
  ticket: {
    userId: string;
    purpose: TicketPurpose;
    secret?: Buffer;
    replaces?: Date | undefined;
    commonPassword?: boolean;
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertTicket(db, {
    tokenHash: ticketHash(token),
    userId: ticket.userId,
    purpose: ticket.purpose,
    secret: ticket.secret ?? null,
    replaces: ticket.replaces ?? null,
    commonPassword: ticket.commonPassword ?? false,
    expiresAt: new Date(deps.clock.now().getTime() + SECOND_FACTOR_MINUTES * MINUTE_MS),
  });
  return token;
}

/** After the right password: why that alone does not open the account, with the ticket for the next step. */
export async function secondStep(
  deps: Deps,
  user: { id: string; role: Role },
  commonPassword: boolean,
): Promise<AppError | null> {
  const isOn = (await findFactor(deps.db, user.id)) !== undefined;
  if (!isOn && !isRequired(deps, user.role)) return null;
  const purpose = isOn ? 'login' : 'login_set_up';
  const ticket = await issueTicket(deps, deps.db, { userId: user.id, purpose, commonPassword });
  return isOn
    ? new AppError('second_factor_required', 'Digite o código do seu aplicativo autenticador.', {
        ticket,
        step: 'code',
      })
    : new AppError('second_factor_required', 'Sua conta precisa de um segundo fator. Configure-o para entrar.', {
        ticket,
        step: 'set_up',
      });
}

/** Who must have a second factor and has none would be in without one. */
export const lacksRequired = async (deps: Deps, tx: Tx, user: { id: string; role: Role }): Promise<boolean> =>
  isRequired(deps, user.role) && (await findFactor(tx, user.id)) === undefined;

/** Voids tickets after the password they were issued for has changed. */
export const voidTickets = (tx: Tx, userId: string): Promise<void> => deleteTicketsOf(tx, userId);

/** By the operator's hand, for who lost phone and recovery codes. */
export async function clearFactor(tx: Tx, userId: string): Promise<void> {
  await deleteTicketsOf(tx, userId);
  await deleteFactor(tx, userId);
}

/** 'Não fui eu': a factor enabled with or after the disowned change belongs to an intruder. */
export async function clearFactorSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await deleteTicketsOf(tx, userId);
  await deleteFactorSince(tx, userId, since);
}

export const expiredTickets = ({ db, clock }: Deps): Expired => ({
  tickets: (limit) => deleteExpiredTickets(db, new Date(clock.now().getTime() - DAY_MS), limit),
});
