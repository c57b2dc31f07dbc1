import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

async function send(request: APIRequestContext, method: 'post' | 'put', url: string, data: object) {
  const reply = await request[method](url, { data });
  expect(reply.ok(), await reply.text()).toBe(true);
  return reply.json();
}

test('citations of a question are links once it is answered; its author refuses one and takes a suggestion', async ({
  page,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson({ role: 'teacher' }));
  const { request } = page.context();
  await send(request, 'post', '/api/teacher/laws', {
    format: 'text',
    source: 'Art. 5º Todos são iguais:\n\nXI - a casa é asilo;\n\nArt. 6º O guarda vende um terço das férias.',
    name: 'Constituição Federal',
    shortName: 'CF',
    nicknames: [],
    ementa: '',
    urn: 'urn:lex:br:federal:constituicao:1988-10-05;1988',
    creationKey: randomUUID(),
  });
  const ask = (questionText: string, more: object = {}) =>
    send(request, 'post', '/api/teacher/questions', {
      questionText,
      comment: 'Está no art. 6º da CF.',
      options: [
        { optionText: 'Com mandado, de dia.', isCorrect: false },
        { optionText: 'Vende um terço das férias.', isCorrect: true },
      ],
      ...more,
    });
  const cited = await ask('Pelo art. 5º, XI, da CF, a casa pode ser violada?');
  const uncited = await ask('Sobre as férias do guarda:', { comment: '' });

  await page.goto(`/teacher/quizzes/bank/${uncited.id}`);
  await page.getByRole('button', { name: 'Sugerir artigos' }).click();
  await page.getByRole('button', { name: 'Ligar Art. 6º, CF' }).click();
  await expect(page.getByRole('list', { name: 'Artigos ligados' })).toContainText('Art. 6º, CF');
  await page.goto(`/teacher/quizzes/bank/${cited.id}`);
  await expect(page.getByRole('list', { name: 'Citações' })).toContainText('Art. 5º, CF');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'art. 6º da CF' }).click();
  await page.getByText('Não é este dispositivo?').click();
  await page.getByRole('button', { name: 'Não é citação' }).click();
  await expect(page.getByRole('button', { name: 'Voltar a reconhecer art. 6º da CF' })).toBeVisible();

  await signIn(await createPerson({ role: 'student' }));
  const { id } = await send(request, 'post', '/api/practices', { kind: 'free', count: 10 });
  const practice = await (await request.get(`/api/practices/${id}`)).json();
  for (const question of practice.questions) {
    const answer = { questionId: question.id, optionId: question.options[0].id };
    await send(request, 'post', `/api/practices/${id}/answers`, answer);
  }
  await page.goto(`/questions/${cited.id}`);
  const link = page.getByRole('link', { name: 'art. 5º, XI, da CF' });
  await expect(link).toHaveAttribute('href', /art5#art5_cpt_inc11$/);
  await expect(page.getByRole('link', { name: 'art. 6º da CF' })).toHaveCount(0);
  await link.click();
  await expect(page.getByRole('dialog')).toContainText('a casa é asilo');
  await page.goto(`/questions/${uncited.id}`);
  await expect(page.getByRole('link', { name: 'Art. 6º, CF' })).toBeVisible();
});
