import { createTheme } from './essay-seeds.ts';
import { expect, phone, test } from './fixtures.ts';
import { untilReady } from './worker-caches.ts';

const offline = /Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/;
test.use({ ...phone, serviceWorkers: 'allow', expectedFaults: [offline] });

test('an essay is written on after a reload without a network, and delivered once there is one', async ({
  page,
  context,
  db,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const theme = await createTheme(db, teacher.id);
  const student = await createPerson();
  await signIn(student);
  await page.goto('/');
  await untilReady(page);
  await page.goto(`/essays/themes/${theme.id}`);
  await page.getByRole('button', { name: 'Escrever aqui' }).click();
  const sheet = page.getByRole('textbox', { name: 'Texto da redação' });
  const saved = page.waitForResponse(/\/api\/essays\/\d+\/text$/);
  await sheet.fill('Salvo com rede.');
  expect((await saved).status()).toBe(200);
  await expect(page.getByText(/Salvo às/)).toBeVisible();
  await context.setOffline(true);
  await sheet.fill('Salvo com rede. Escrito no ônibus.');
  await expect(page.getByText('Sem conexão: guardado neste aparelho')).toBeVisible();
  await page.reload();
  await expect(sheet).toHaveValue('Salvo com rede. Escrito no ônibus.');
  await expect(page.getByRole('button', { name: 'Entregar: espera a conexão' })).toBeDisabled();
  await sheet.fill('Salvo com rede. Escrito no ônibus. E mais.');
  await context.setOffline(false);
  await expect(page.getByText(/Salvo às/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Entregar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('Em correção', { exact: true })).toBeVisible();
  const { body } = await db
    .selectFrom('essays')
    .select('body')
    .where('student_id', '=', student.id)
    .executeTakeFirstOrThrow();
  expect(body).toBe('Salvo com rede. Escrito no ônibus. E mais.');
});

test('a law is taken along and opens without a network, article by article, until it is removed', async ({
  page,
  context,
  server,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const articles = Array.from({ length: 60 }, (_, at) => `Art. ${at + 1}. O artigo ${at + 1} manda estudar.`);
  const made = await fetch(`${server.url}/api/teacher/laws`, {
    method: 'POST',
    headers: { cookie: teacher.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ format: 'text', source: articles.join('\n\n'), name: 'Lei do Estudo', shortName: '', nicknames: [] },
      ...{ ementa: '', urn: null, creationKey: crypto.randomUUID() },
    }),
  });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: number };
  const student = await createPerson();
  await signIn(student);
  await page.goto(`/laws/${id}`);
  await untilReady(page);
  await page.reload();
  await page.getByRole('button', { name: 'Guardar no aparelho' }).click();
  await expect(page.getByText(/Neste aparelho, de/)).toBeVisible();

  await context.setOffline(true);
  await page.goto(`/laws/${id}/art57`);
  await expect(page.getByText('O artigo 57 manda estudar.')).toBeVisible();
  await expect(page.getByText('Sem internet. As questões aparecem quando ela voltar.')).toBeVisible();
  await page.getByRole('searchbox').fill('artigo 33');
  await expect(page.getByRole('link', { name: /O artigo 33 manda/ })).toBeVisible();
  await page.goto('/offline');
  await page.getByRole('link', { name: 'Lei do Estudo' }).click();
  await expect(page.getByText('O artigo 1 manda estudar.')).toBeVisible();
  await page.getByRole('button', { name: 'Remover do aparelho' }).click();
  await expect(page.getByRole('button', { name: 'Guardar no aparelho' })).toBeVisible();
  await page.goto(`/laws/${id}/art58`);
  await expect(page.getByText('Não conseguimos abrir o artigo')).toBeVisible();
});
