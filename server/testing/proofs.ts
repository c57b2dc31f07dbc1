import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PAYMENT_COOKIE, signedGrant } from '#server/features/money/payments/payment-cookie.ts';
import { countRows, createPerson, type Person } from './factories.ts';
import { multipartForm } from './forms.ts';
import type { TestApp } from './test-app.ts';

export const UPLOAD_URL = '/api/payments/upload-proof-by-code';

let serial = 0;
export const newAddress = () => {
  serial += 1;
  return `10.1.${serial >> 8}.${serial & 255}`;
};

type Sending = { name?: string; from?: string; as?: { cookie: string } | undefined };

type PaymentState = 'pending' | 'analyzing' | 'approved' | 'rejected';

/** Sends proofs as a student does, and reads their state. */
export function proofClient(test: TestApp) {
  const statusOf = async ({ paymentCode }: Person): Promise<string> =>
    (await test.request({ method: 'GET', url: `/api/payments/by-code/${paymentCode}` })).json().status;
  const proofsOf = ({ paymentCode }: Person) =>
    test.deps.db
      .selectFrom('payment_proofs')
      .innerJoin('payments', 'payments.id', 'payment_proofs.payment_id')
      .selectAll('payment_proofs')
      .where('payment_code', '=', paymentCode ?? '')
      .orderBy('payment_proofs.id')
      .execute();
  const storedFiles = async () => {
    const root = join(test.deps.config.dataDir, 'files');
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).length;
  };
  return {
    statusOf,
    proofsOf,
    storedFiles,
    student: (payment: PaymentState = 'pending') => createPerson(test.deps.db, { status: 'pending', payment }),
    upload: async (
      paymentCode: string | undefined,
      content: Uint8Array<ArrayBuffer>,
      // Each from a different address: these tests are not about the general limit per address.
      { name = 'comprovante.png', from = newAddress(), as }: Sending = {},
    ) =>
      test.request({
        method: 'POST',
        url: UPLOAD_URL,
        remoteAddress: from,
        as,
        ...(await multipartForm({ paymentCode: paymentCode ?? '', file: [name, content] })),
      }),
    /** The cookie that registration or login sets for a payment. */
    holderOf: ({ paymentCode = '' }: Person) => ({
      cookie: `${PAYMENT_COOKIE}=${signedGrant(test.deps, { paymentCode, proofs: 'all' })}`,
    }),
    announce: (paymentCode: unknown) => test.request({ method: 'POST', url: UPLOAD_URL, payload: { paymentCode } }),
    eventsOf: async ({ paymentCode }: Person) => {
      const { id } = await test.deps.db
        .selectFrom('payments')
        .select('id')
        .where('payment_code', '=', paymentCode ?? '')
        .executeTakeFirstOrThrow();
      const events = test.deps.db.selectFrom('audit_events').select('action').where('subject', '=', `payment:${id}`);
      return (await events.orderBy('id').execute()).map(({ action }) => action);
    },
    /** Asserts that refused requests leave nothing behind. */
    untouched: async (person: Person, work: () => Promise<void>) => {
      const look = async () => [
        await statusOf(person),
        await storedFiles(),
        (await proofsOf(person)).length,
        await countRows(test.deps.db, 'audit_events'),
        await countRows(test.deps.db, 'unclaimed_files'),
      ];
      const before = await look();
      await work();
      expect(await look()).toEqual(before);
    },
  };
}

export const cookieOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
