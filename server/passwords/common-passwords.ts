import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { searchKey } from '#server/db/keys.ts';

/** What a password must not repeat. Registration and the hint know some of these fields. */
export type PasswordOwner = { username?: string; email?: string; firstName?: string; lastName?: string };

const file = join(import.meta.dirname, 'common-passwords.txt');
let list: Promise<ReadonlySet<string>> | undefined;

/** Loaded at first use; a failed read is retried. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= readFile(file, 'utf8').then(
    (text) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))),
  );
  list.catch(() => {
    list = undefined;
  });
  return list;
}

/** Without case, accents, blanks and punctuation. */
const plain = (value: string) => searchKey(value).replace(/[^\p{L}\p{N}]/gu, '');
/** So that 'ana1990' equals the name Ana. */
const withoutDigits = (value: string) => value.replace(/^\d{1,200}/, '').replace(/\d{1,200}$/, '');

/** Shorter names occur in too many words. */
const NAME_MIN = 3;

/** Whether the password is the name, username or e-mail of its owner, with or without digits around it. */
export function isOwnName(password: string, owner: PasswordOwner): boolean {
  const { username = '', email = '', firstName = '', lastName = '' } = owner;
  const [mailbox = ''] = email.split('@');
  const names = [username, email, mailbox, firstName, lastName, firstName + lastName, lastName + firstName];
  const own = new Set(names.map(plain).filter((name) => name.length >= NAME_MIN));
  const given = plain(password);
  if (own.has(given)) return true;
  const bare = withoutDigits(given);
  return bare.length >= NAME_MIN && [...own].some((name) => withoutDigits(name) === bare);
}

/** Whether the password is among the most used, or repeats its owner's name. */
export async function isCommonPassword(password: string, owner: PasswordOwner = {}): Promise<boolean> {
  const given = password.trim().toLowerCase();
  return (await commonPasswords()).has(given) || isOwnName(password, owner);
}
