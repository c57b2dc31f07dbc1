import type { BodyOf } from '#contract/endpoint.ts';
import type { login } from '#contract/people/accounts.ts';
import type { register } from '#contract/people/registration.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { transact } from '#server/db/transact.ts';
import { isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { chargeCouponTry } from '#server/features/money/coupons/coupons.service.ts';
import { lapseReservations } from '#server/features/money/payments/coupon-reservations.service.ts';
import { openPayment, paymentOf } from '#server/features/money/payments/payments.service.ts';
import { secondStep } from '#server/features/people/second-factor/gate/login-gate.service.ts';
import { notifyAdmins } from '#server/features/platform/notifications/notifications.service.ts';
import {
  findBlockReason,
  findTakenName,
  findUserForLogin,
  insertUser,
  lockUser,
  type UserRow,
} from '#server/features/platform/users/users.store.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import { charge } from '#server/http/throttle.ts';
import { isCommonPassword } from '#server/passwords/common-passwords.ts';
import { entryRefusal } from './accounts.policy.ts';
import { sendConfirmation } from './email-confirmation.service.ts';
import { type Caller, isNewDevice, remember } from './known-logins.ts';
import { beginAttempt } from './login-limits.ts';
import { notifyOwnerOfChange } from './security-notices.ts';

export const taken = {
  username: () => wrongField('username', 'Este nome de usuário já está em uso.', 'username_taken'),
  email: () => wrongField('email', 'Este e-mail já está cadastrado.', 'email_taken'),
};

const PER_ADDRESS = { max: 100, windowMs: HOUR_MS };

export async function registerUser(deps: Deps, body: BodyOf<typeof register>, caller: Caller) {
  if (body.password !== body.confirmPassword) {
    throw wrongField('confirmPassword', 'As senhas digitadas devem ser iguais.');
  }
  const occupied = await findTakenName(deps.db, body.username, body.email);
  if (occupied) {
    // Throttled, so that usernames cannot be enumerated by trying one after the other.
    await charge(deps, { bucket: 'register-taken', ...PER_ADDRESS }, caller.network);
    throw taken[occupied]();
  }
  if (body.coupon !== undefined) {
    await chargeCouponTry(deps, caller.network);
    await lapseReservations(deps, { coupon: body.coupon });
  }
  await charge(deps, { bucket: 'register', ...PER_ADDRESS }, caller.network);
  const passwordHash = await deps.passwords.hash(body.password);
  try {
    return await transact(deps, async (tx) => {
      const now = deps.clock.now();
      const user = await insertUser(tx, {
        ...body,
        id: uuidv7(now),
        passwordHash,
        status: 'pending',
        termsVersion: deps.site.now.termsVersion,
        now,
      });
      await sendConfirmation(deps, tx, user);
      const paymentCode = user.role === 'student' ? await openPayment(deps, tx, user.id, body.coupon) : undefined;
      if (user.role === 'teacher') await notifyAdmins(deps, tx, { kind: 'new_teacher', key: user.id });
      return { user, paymentCode, devices: await remember(deps, tx, user.id, caller) };
    });
  } catch (error) {
    throw nameConflict(error) ?? error;
  }
}

/** On concurrent registrations the unique index decides; the error names the field. */
export function nameConflict(error: unknown): AppError | null {
  if (isUniqueViolation(error, 'users_username_key_key')) return taken.username();
  return isUniqueViolation(error, 'users_email_key_key') ? taken.email() : null;
}

/**
 * Checks the credentials. Opening the session is the caller's (`enter`), unless there is a reason why the user may not
 * enter yet. Where a second factor is owed, it throws that, with the ticket for it.
 */
export async function checkLogin(deps: Deps, body: BodyOf<typeof login>, caller: Caller) {
  const found = await findUserForLogin(deps.db, body.username);
  const attempt = await beginAttempt(deps, { id: found?.id, name: body.username }, caller);
  if (!(await deps.passwords.matches(body.password, found?.passwordHash)) || !found) {
    await attempt.failed();
    throw new AppError('invalid_credentials', 'Credenciais inválidas. Verifique seu usuário e senha.');
  }
  await attempt.succeeded();
  const { passwordHash: _, ...user } = found;
  return admit(deps, user, caller, 'password', await isCommonPassword(body.password, user));
}

/**
 * Admits an authenticated user unless there is a reason to refuse, and remembers this browser and address. A passkey
 * counts as two factors; after a password or a Google account the second factor is still due.
 */
export async function admit(
  deps: Deps,
  user: UserRow,
  caller: Caller,
  by: 'password' | 'passkey' | 'google',
  commonPassword = false,
) {
  const refusal = entryRefusal(user);
  if (refusal) {
    const devices = await transact(deps, (tx) => remember(deps, tx, user.id, caller));
    return { user, devices, by, commonPassword, refusal: await explainRefusal(deps, user, refusal) };
  }
  // The device is not remembered while the second factor is still due.
  const owed = by === 'passkey' ? null : await secondStep(deps, user, commonPassword);
  if (owed) throw owed;
  const devices = await transact(deps, (tx) => letIn(deps, tx, user, caller));
  return { user, devices, by, commonPassword, refusal: null };
}

/**
 * Locks a user who logs in by a step other than the password; undefined if the user no longer exists. Throws a
 * refusal.
 */
export async function lockForEntry(deps: Deps, tx: Tx, id: string): Promise<UserRow | undefined> {
  const user = await lockUser(tx, id);
  const refusal = user && entryRefusal(user);
  if (refusal) throw await explainRefusal(deps, user, refusal);
  return user;
}

/** All factors were given: remembers the browser, and notifies the owner if it is new. Returns the device cookie. */
export async function letIn(deps: Deps, tx: Tx, user: UserRow, caller: Caller): Promise<string> {
  if (await isNewDevice(deps, tx, user.id, caller)) {
    await notifyOwnerOfChange(deps, tx, user, 'new_device', caller.browser);
  }
  return remember(deps, tx, user.id, caller);
}

async function explainRefusal(deps: Deps, user: UserRow, refusal: NonNullable<ReturnType<typeof entryRefusal>>) {
  if (refusal === 'blocked') {
    const reason = await findBlockReason(deps.db, user.id);
    return new AppError('blocked', 'Fale com o suporte.', reason ? { reason } : {});
  }
  if (refusal === 'awaiting_approval') {
    return new AppError('awaiting_approval', 'Seu cadastro de professor aguarda aprovação.');
  }
  const payment = await paymentOf(deps.db, user.id);
  const text =
    payment?.status === 'analyzing'
      ? 'Estamos verificando seu comprovante de pagamento'
      : 'Conclua o pagamento para liberar seu acesso.';
  return new AppError('payment_required', text, {
    email: user.email,
    ...(payment ? { paymentCode: payment.paymentCode, status: payment.status } : {}),
  });
}
