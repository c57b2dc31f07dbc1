import { AppError } from '#server/http/errors.ts';
import { isCommonPassword, type PasswordOwner } from '#server/passwords/common-passwords.ts';

/** Refuses a common password when a password is changed. Registration accepts it, as the specification requires. */
export async function refuseCommonPassword(password: string, owner: PasswordOwner): Promise<void> {
  if (await isCommonPassword(password, owner)) {
    throw new AppError('common_password', 'Escolha outra: esta está entre as mais usadas.');
  }
}
