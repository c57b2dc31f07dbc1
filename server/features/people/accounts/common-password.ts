import { AppError } from '#server/http/errors.ts';
import { isCommonPassword, type PasswordOwner } from '#server/passwords/common-passwords.ts';

/** Where a password is chosen anew, a common one is refused. Registration takes what the specification takes. */
export async function refuseCommonPassword(password: string, owner: PasswordOwner): Promise<void> {
  if (await isCommonPassword(password, owner)) {
    throw new AppError('common_password', 'Escolha outra: esta está entre as mais usadas.');
  }
}
