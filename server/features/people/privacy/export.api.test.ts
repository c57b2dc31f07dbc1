import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { proofClient } from '#server/testing/proofs.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';

const test = useTestApp();
const { upload } = proofClient(test);
let admin: Person;
let me: Person;
let files: Record<string, Buffer>;
let data: Record<string, Record<string, unknown>[]>;
let page: string;

beforeAll(async () => {
  const now = test.clock.now();
  const { db } = test.deps;
  admin = await createPerson(db, { role: 'admin', firstName: 'Chefia', now });
  me = await createPerson(db, { status: 'pending', payment: 'pending', firstName: '<b>Zuleide</b>', now });
  const decide = (verb: string, more = {}) =>
    test.request({
      method: 'POST',
      url: `/api/admin/payments/${verb}`,
      payload: { paymentCode: me.paymentCode, ...more },
      as: admin,
    });
  await takeCoupon(now);
  expect((await upload(me.paymentCode, await receiptPhoto())).statusCode).toBe(200);
  expect((await decide('reject', { reason: 'Valor <errado>' })).statusCode).toBe(200);
  expect((await upload(me.paymentCode, await receiptPhoto())).statusCode).toBe(200);
  expect((await decide('approve')).statusCode).toBe(200);

  const quiz = await createTestQuiz(db, { title: 'Simulado de Direito', questions: 2, now });
  const send = async (url: string, payload: object) => {
    const sent = await test.request({ method: 'POST', url, payload, as: me });
    expect(sent.statusCode).toBeLessThan(300);
    return sent.json();
  };
  const told = { score: 0, totalQuestions: 2, correctAnswers: 0, timeSpent: 60 };
  const { id } = await send(`/api/quizzes/${quiz.id}/attempts`, told);
  for (const { id: questionId, wrong } of quiz.questions) {
    await send(`/api/quiz-attempts/${id}/answers`, { questionId, selectedOptionId: wrong, isCorrect: true });
  }
  const opened = quiz.questions.map(({ id: question_id }) => ({ user_id: me.id, question_id, opened_at: now }));
  await db
    .insertInto('key_openings')
    .values(opened)
    .onConflict((row) => row.doNothing())
    .execute();
  const response = await test.request({ method: 'GET', url: '/api/privacy/export', as: me });
  expect(response.statusCode).toBe(200);
  files = unzip(response.rawPayload);
  data = JSON.parse(files['dados.json']?.toString('utf8') ?? '{}').dados;
  page = files['index.html']?.toString('utf8') ?? '';
});

const COUPON = 'EXPORTA10';

/** The order as it is after a registration with a coupon. */
async function takeCoupon(now: Date) {
  const { db } = test.deps;
  const payload = { code: COUPON, percent: 10 };
  const coupon = await test.request({ method: 'POST', url: '/api/admin/coupons', payload, as: admin });
  const offer = await db.selectFrom('offers').select('id').where('is_default', '=', true).executeTakeFirstOrThrow();
  const payment = await db
    .updateTable('payments')
    .set({ offer_id: offer.id, coupon_id: coupon.json().id, full_amount: 29_700, amount: 26_730 })
    .where('student_id', '=', me.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  const use = { coupon_id: coupon.json().id, payment_id: payment.id, student_id: me.id, used_at: now };
  await db.insertInto('coupon_uses').values(use).execute();
}

describe('the export of the own data', () => {
  it('holds what was decided about the payments, with the reasons', () => {
    expect(data.payment_decisions).toMatchObject([
      { decision: 'rejected', reason: 'Valor <errado>' },
      { decision: 'approved', reason: null },
    ]);
    expect(data.actions?.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['payment.analyzing', 'payment.rejected', 'payment.approved']),
    );
  });

  it('names no administrator who decided about the person', () => {
    const everything = Object.entries(files)
      .filter(([name]) => !name.startsWith('arquivos/'))
      .map(([, content]) => content.toString('utf8'))
      .join();
    for (const strange of [admin.id, admin.email, admin.username, 'Chefia']) expect(everything).not.toContain(strange);
    expect(everything).not.toMatch(/decided_by|actor_id/);
  });

  it('gives files names that a computer opens, and says in the row which one it is', () => {
    const named = data.payment_proofs?.map(({ file }) => String(file)) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) {
      expect(name).toMatch(/^arquivos\/comprovantes\/\d+\.(png|jpg)$/);
      expect(files[name]?.length).toBeGreaterThan(100);
    }
  });

  it('shows beside every id the name or text of what it refers to', () => {
    expect(data.attempts).toMatchObject([{ quiz_title: 'Simulado de Direito' }]);
    expect(data.attempt_questions).toMatchObject([
      { question_text: 'Enunciado da questão 1.', option_text: 'A primeira alternativa.' },
      { question_text: 'Enunciado da questão 2.', option_text: 'A primeira alternativa.' },
    ]);
  });

  it('holds the order and the access that it opened: what was bought, by which coupon, from when', () => {
    expect(data.payments).toMatchObject([{ offer_name: 'Acesso completo', coupon_code: COUPON, amount: 26_730 }]);
    expect(data.coupon_uses).toMatchObject([{ coupon_code: COUPON }]);
    expect(data.access_grants).toMatchObject([{ offer_name: 'Acesso completo', rule: 'exam_months' }]);
    for (const title of ['Acessos à plataforma', 'Cupons que você usou']) expect(page).toContain(`>${title}<`);
  });

  it('tells which keys were opened by the words of their questions', () => {
    const opened = data.key_openings?.map(({ question_text }) => question_text).sort();
    expect(opened).toEqual(['Enunciado da questão 1.', 'Enunciado da questão 2.']);
    expect(page).toContain('>Gabaritos que você abriu<');
  });

  it('opens with a page in Portuguese, in which nothing that people wrote is markup', () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
    for (const title of ['Sua conta', 'Pagamentos', 'Decisões sobre seus pagamentos', 'Respostas nos simulados']) {
      expect(page).toContain(title);
    }
    expect(page).toContain('Valor &lt;errado&gt;');
    expect(page).toContain('A primeira alternativa.');
    expect(page).toMatch(/href="arquivos\/comprovantes\/\d+\.(png|jpg)"/);
    expect(page).not.toMatch(/<b>Zuleide|<script|https?:/);
  });
});

it('the page is titled by the name of the school without an article, which would not fit every name', () => {
  expect(page).toContain(`<h1>Seus dados: ${test.deps.school.now.schoolName}</h1>`);
});
