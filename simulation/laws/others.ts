import type { Student } from '../people.ts';

/**
 * LAW: no answer to a student contains the e-mail address, the user name or the payment code of another student.
 * Returns what it told.
 */
export function othersIn(students: readonly Student[], reader: Student, body: unknown): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
  return students
    .filter((one) => one !== reader)
    .flatMap(({ email, username, paymentCode }) => [email, username, ...(paymentCode ? [paymentCode] : [])])
    .filter((secret) => text.includes(secret))
    .map((secret) => `${secret}, which is another student's`);
}
