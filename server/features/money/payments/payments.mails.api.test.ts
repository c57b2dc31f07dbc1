import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts';
import { useTestApp } from '#server/testing/test-app.ts';

let smtp: TestSmtp;
const environment: Record<string, string> = {
  MAIL_FROM: 'Alvorada <nao-responda@alvorada.example>',
  PUBLIC_URL: 'https://alvorada.example',
};
beforeAll(async () => {
  smtp = await startSmtp();
  environment.SMTP_URL = `smtp://127.0.0.1:${smtp.port}?ignoreTLS=true`;
});
afterAll(() => smtp.stop());
const test = useTestApp(environment);

/** Only the mails about the payment: every new account also gets one that confirms its address. */
const mailsTo = (address: string) =>
  smtp.received.filter(({ to, subject }) => to === address && subject !== 'Confirme seu e-mail');
/** What waits for its next attempt is due now. */
const timePasses = () => sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`.execute(test.deps.db);
const deliver = async () => {
  await timePasses();
  await test.deps.jobs.drain();
};

const register = async (name: string) => {
  const email = `${name}@exemplo.com.br`;
  const person = {
    username: name,
    password: 'segredo1',
    confirmPassword: 'segredo1',
    email,
    firstName: 'Rafaela',
    lastName: 'Souza',
  };
  const response = await test.request({ method: 'POST', url: '/api/register', payload: person });
  return { email, code: response.json().paymentCode as string };
};

describe('the e-mails of a payment', () => {
  it('follow the student from the registration to the first login', async () => {
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const { email, code } = await register('jornada');
    const form = await multipartForm({ paymentCode: code, file: ['a.png', await receiptPhoto()] });
    await test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', ...form });
    const decide = (verb: string, more = {}) =>
      test.request({
        method: 'POST',
        url: `/api/admin/payments/${verb}`,
        payload: { paymentCode: code, ...more },
        as: admin,
      });
    await decide('reject', { reason: 'Comprovante ilegível' });
    await test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', payload: { paymentCode: code } });
    await decide('approve');
    await deliver();

    const mails = mailsTo(email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Não conseguimos aprovar seu pagamento',
      'Pagamento aprovado: seu acesso está liberado',
      'Recebemos o aviso do seu pagamento',
      'Recebemos seu cadastro: falta o pagamento',
      'Recebemos seu comprovante',
    ]);
    const text = (start: string) => mails.find(({ subject }) => subject.startsWith(start))?.text ?? '';
    expect(text('Recebemos seu cadastro')).toContain(`https://alvorada.example/payment#c=${code}`);
    expect(text('Recebemos seu cadastro')).toMatch(/R\$\s297,00/);
    expect(text('Não conseguimos')).toContain('Motivo: Comprovante ilegível');
    expect(text('Não conseguimos')).toContain(`https://alvorada.example/payment#c=${code}`);
    expect(text('Pagamento aprovado')).toContain('https://alvorada.example/auth');
    expect(text('Pagamento aprovado')).toMatch(/seu usuário \([^)]+\)/);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(5);
    expect(mails.every(({ messageId }) => messageId.endsWith('@alvorada.example>'))).toBe(true);
  });

  it('wait while SMTP is down, without a request waiting for them, and arrive once', async () => {
    await smtp.stop();
    const { email, code } = await register('foradoar');
    expect(code).toMatch(/^[0-9A-Z]{16}$/);
    for (let attempt = 0; attempt < 6; attempt += 1) await deliver();
    expect(mailsTo(email)).toEqual([]);
    expect(test.logged()).toContain('a job failed');
    await smtp.start();
    await deliver();
    await deliver();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('are tried for longer than an hour', async () => {
    const { rows } = await sql<{
      retry_limit: number;
      retry_delay: number;
      retry_backoff: boolean;
      retry_delay_max: number;
    }>`
      SELECT retry_limit, retry_delay, retry_backoff, retry_delay_max FROM pgboss.queue WHERE name = 'mail'`.execute(
      test.deps.db,
    );
    const [queue] = rows;
    let seconds = 0;
    for (let i = 0; i < (queue?.retry_limit ?? 0); i += 1) {
      // The queue spreads each pause over half to whole of it; the shortest possible sum still has to do.
      seconds += Math.min((queue?.retry_delay ?? 0) * 2 ** i, queue?.retry_delay_max ?? 0) / 2;
    }
    expect(queue?.retry_backoff).toBe(true);
    expect(seconds).toBeGreaterThan(2 * 60 * 60);
  });

  it('carry the same Message-ID when a server took them and then failed', async () => {
    smtp.mood = 'lose';
    const { email } = await register('duasvezes');
    await deliver();
    smtp.mood = 'refuse';
    await deliver();
    smtp.mood = 'well';
    await deliver();
    const mails = mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.messageId).toBe(mails[1]?.messageId);
  });

  it('are not sent to a student who was removed meanwhile', async () => {
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const { email } = await register('removida');
    const { id } = await test.deps.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await test.request({ method: 'DELETE', url: `/api/admin/users/${id}`, as: admin });
    await deliver();
    expect(mailsTo(email)).toEqual([]);
  });

  it('keep codes and reasons out of the queue', async () => {
    const { code } = await register('fila');
    const { rows } = await sql<{ data: unknown }>`SELECT data FROM pgboss.job WHERE name = 'mail'`.execute(
      test.deps.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain('exemplo.com.br');
  });
});
