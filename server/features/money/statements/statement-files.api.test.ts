import { describe, expect, it } from 'vitest';
import { STATEMENT_MAX_BYTES } from '#contract/limits.ts';
import { countRows, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { statementForm } from '#server/testing/statements.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);

const upload = async (as: Person, content: string | Uint8Array, fields = {}) =>
  test.request({ method: 'POST', url: '/api/admin/statements', as, ...(await statementForm(content, fields)) });

describe('a bank file with unknown columns', () => {
  it('asks once for the columns, and the next file of the bank is read with them', async () => {
    const admin = await desk.admin();
    const csv = (amount: string) => `Data;Primeiro;Segundo\n15/11/2026;${amount};9,00\n15/11/2026;2,00;9,00\n`;
    const asked = await upload(admin, csv('77,01'));
    expect([asked.statusCode, asked.json()]).toMatchObject([
      409,
      {
        code: 'columns_unknown',
        columns: ['Data', 'Primeiro', 'Segundo'],
        sample: [['15/11/2026', '77,01', '9,00'], {}],
      },
    ]);
    expect((await upload(admin, csv('77,01'), { columns: '{"date":0,"amount":0}' })).statusCode).toBe(400);
    expect((await upload(admin, csv('77,01'), { columns: 'x' })).statusCode).toBe(400);
    expect((await upload(admin, csv('77,01'), { columns: '{"date":0,"amount":1}' })).statusCode).toBe(201);
    const next = await upload(admin, csv('78,02'));
    expect([next.statusCode, next.json().format]).toEqual([201, 'csv']);
  });
});

describe('a file that is meant to hurt', () => {
  it.each([
    ['50 MB', Buffer.alloc(50 * 1024 * 1024, 'x'), 413],
    ['a byte too long', Buffer.alloc(STATEMENT_MAX_BYTES + 1, 'x'), 413],
    ['a PDF', '%PDF-1.7', 415],
    ['empty', '', 400],
    ['one endless line', `OFXHEADER:100 <OFX>${'<STMTTRN'.repeat(100_000)}`, 400],
  ])('%s is refused and leaves nothing', async (_, content, status) => {
    const admin = await desk.admin();
    const before = await countRows(test.deps.db, 'statements');
    expect((await upload(admin, content)).statusCode).toBe(status);
    expect(await countRows(test.deps.db, 'statements')).toBe(before);
  });
});
