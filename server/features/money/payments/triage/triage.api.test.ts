import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminPayment } from '#contract/money/payments.ts';
import type { Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { receiptPdf, writtenPdf } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off', PIX_KEY: 'pix@escola.com.br', PIX_MERCHANT_NAME: 'Curso Alvorada' });
const desk = paymentOffice(test);
let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});

const ID = 'E18236120202611151432s0a1b2c3d4e';
const lines = (...said: string[]) => receiptPdf(said.join(') Tj 0 -20 Td ('));

async function send({ paymentCode = '' }: Person, file: Buffer<ArrayBuffer>): Promise<void> {
  const form = await multipartForm({ paymentCode, file: ['comprovante.pdf', file] });
  const sent = await test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', ...form });
  expect(sent.statusCode, sent.body).toBe(200);
  await test.deps.jobs.drain();
}
const proofsOf = async ({ paymentCode }: Person) => {
  const rows = (await desk.list(admin)).json<AdminPayment[]>();
  return rows.find((row) => row.paymentCode === paymentCode)?.proofs ?? [];
};

describe('a PDF of a receipt', () => {
  it('is read, and stands beside the order with what agrees and what contradicts', async () => {
    const [honest, other] = [await desk.student('pending'), await desk.student('pending')];
    await send(honest, lines('Valor R$ 297,00', '15/11/2026', 'Destino', 'Nome Curso Alvorada', ID));
    expect((await proofsOf(honest))[0]?.reading).toEqual({
      endToEndIds: [ID],
      sameTransferAs: [],
      amount: { told: [29_700], agrees: true },
      day: { told: ['2026-11-15'], agrees: true },
      payee: { told: ['Curso Alvorada'], agrees: true },
    });
    await send(other, lines('Valor R$ 29,70', '01/01/2026', 'Para: Outra Pessoa', ID));
    expect((await proofsOf(other))[0]?.reading).toMatchObject({
      sameTransferAs: [honest.paymentCode],
      amount: { agrees: false },
      day: { agrees: false },
      payee: { told: ['Outra Pessoa'], agrees: false },
    });
    expect((await proofsOf(honest))[0]?.reading?.sameTransferAs).toEqual([other.paymentCode]);
    // A hint and no more: nothing was decided by it.
    expect([(await desk.facts(honest)).status, (await desk.facts(other)).status]).toEqual(['analyzing', 'analyzing']);
  });

  it('that contradicts its order is left out when many people are approved at once', async () => {
    const [honest, other] = [await desk.student('pending'), await desk.student('pending')];
    await send(honest, lines('Para: Curso Alvorada', 'Valor R$ 297,00', '15/11/2026', 'Comprovante'));
    await send(other, lines('Para: Outra Pessoa', 'Valor R$ 297,00', '15/11/2026', 'Comprovante'));
    const url = '/api/admin/users/approve';
    const payload = { ids: [honest.id, other.id] };
    const answer = (await test.request({ method: 'POST', url, payload, as: admin })).json();
    const message = 'O comprovante não bate com o pedido. Confira em Pagamentos.';
    expect(answer).toEqual({ approved: 1, refused: [{ id: other.id, message }] });
    expect([(await desk.facts(honest)).status, (await desk.facts(other)).status]).toEqual(['approved', 'analyzing']);
    // A further proof that agrees is enough.
    await send(other, lines('Para: Curso Alvorada', 'Valor R$ 297,00', '15/11/2026', 'Comprovante'));
    const again = await test.request({ method: 'POST', url, payload: { ids: [other.id] }, as: admin });
    expect(again.json()).toMatchObject({ approved: 1 });
  });

  it('that contradicts its order refuses a student let in from the list of people, unless the caller did not ask', async () => {
    const person = await desk.student('pending');
    await send(person, lines('Para: Outra Pessoa', 'Valor R$ 297,00', '15/11/2026', 'Comprovante'));
    const patch = (payload: object) =>
      test.request({ method: 'PATCH', url: `/api/admin/users/${person.id}/status`, payload, as: admin });
    const refused = await patch({ status: 'active', checkProof: true });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'O comprovante não bate com o pedido. Confira em Pagamentos.',
    ]);
    expect((await desk.facts(person)).status).toBe('analyzing');
    expect((await patch({ status: 'active' })).statusCode).toBe(200);
    expect((await desk.facts(person)).status).toBe('approved');
  });

  it('that cannot be read, or unpacks without end, is a proof without a hint, and the server goes on', async () => {
    const [blank, bomb] = [await desk.student('pending'), await desk.student('pending')];
    await send(blank, writtenPdf(Buffer.from('0 0 100 100 re f')));
    // 400 MB of text in half a megabyte.
    const text = Buffer.alloc(400 * 1024 * 1024, '(AAAAAAAAAAAAAAAAAAAAAAA) Tj\n');
    await send(bomb, writtenPdf(deflateSync(text), '/Filter /FlateDecode'));
    expect([(await proofsOf(blank))[0]?.reading, (await proofsOf(bomb))[0]?.reading]).toEqual([null, null]);
    expect((await test.request({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    const next = await desk.student('pending');
    await send(next, lines('R$ 297,00'));
    expect((await proofsOf(next))[0]?.reading?.amount.agrees).toBe(true);
  }, 60_000);

  it('loses its reading with its file', async () => {
    const person = await desk.student('pending');
    await send(person, lines('Valor R$ 297,00'));
    await test.request({ method: 'DELETE', url: `/api/admin/users/${person.id}`, as: admin });
    const left = await test.deps.db
      .selectFrom('proof_readings')
      .innerJoin('payment_proofs', 'payment_proofs.id', 'proof_readings.proof_id')
      .innerJoin('payments', 'payments.id', 'payment_proofs.payment_id')
      .select('proof_id')
      .where('payments.payment_code', '=', person.paymentCode ?? '')
      .execute();
    expect(left).toEqual([]);
  });
});
