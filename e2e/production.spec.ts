import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { unzip } from '#server/testing/zip.ts';
import { expect, expectAccessible, phone, test } from './fixtures.ts';

const toastOf = (page: import('@playwright/test').Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });

test('a person takes their data away, asks for the end of the account and changes their mind', async ({
  page,
  createPerson,
  signIn,
  mailTo,
}) => {
  const person = await createPerson({ password: 'segredo1', firstName: 'Zuleide' });
  await signIn(person);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Privacidade e dados' }).click();
  await expect(page.getByRole('heading', { name: 'Privacidade', level: 1 })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar meus dados' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^meus-dados-.*\.zip$/);
  const files = unzip(await readFile(await download.path()));
  expect(JSON.parse(files['dados.json']?.toString('utf8') ?? '{}').dados.users).toMatchObject([{ id: person.id }]);

  // The factories accept a version that is not the newest.
  await page.getByRole('button', { name: 'Li e aceito' }).click();
  await expect(toastOf(page, 'Termos aceitos')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Termos aceitos' }).getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: 'Excluir minha conta' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByLabel('Senha atual')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Digite sua senha atual.')).toBeVisible();
  await dialog.getByLabel('Senha atual').fill('errada1');
  await dialog.getByRole('button', { name: 'Excluir em sete dias' }).click();
  await expect(dialog.getByLabel('Senha atual')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByLabel('Senha atual').fill('segredo1');
  await dialog.getByRole('button', { name: 'Excluir em sete dias' }).click();
  await expect(toastOf(page, 'Pedido recebido')).toBeVisible();
  await expect(page.getByText('Sua conta será excluída em').first()).toBeVisible();
  expect((await mailTo(person.email)).subject).toBe('Recebemos o pedido para excluir sua conta');
  await page.reload();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Manter minha conta' }).click();
  await expect(toastOf(page, 'Exclusão cancelada')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Excluir minha conta' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('an administrator sees how the system does and sends a failed e-mail again', async ({
    page,
    createPerson,
    signIn,
    db,
  }) => {
    const student = await createPerson({ status: 'pending', payment: 'pending' });
    const id = randomUUID();
    const data = { kind: 'password_reset', key: id, data: { linkId: id, email: student.email } };
    await sql`
      INSERT INTO pgboss.job (id, name, data, state, retry_count, retry_limit, policy, output)
      SELECT ${id}::uuid, name, ${JSON.stringify(data)}::jsonb, 'failed', 20, 20, policy, '{"message":"550 caixa cheia"}'::jsonb
      FROM pgboss.queue WHERE name = 'mail'`.execute(db);
    await signIn(await createPerson({ role: 'admin' }));
    await page.goto('/');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('dialog').getByText('Escola', { exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Sistema' }).click();
    await expect(page.getByRole('heading', { name: 'Sistema', level: 1 })).toBeVisible();
    await expect(page.getByText(/^PostgreSQL 1\d/)).toBeVisible();
    const mailQueue = page.getByRole('table', { name: 'Filas de trabalho' }).getByRole('row', { name: 'E-mails' });
    await expect(mailQueue).toBeVisible();

    const row = page.getByRole('row').filter({ hasText: '550 caixa cheia' });
    await expect(row).toContainText('Desistiu depois de 21 tentativas');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await row.getByRole('button', { name: /Reenviar Nova senha/ }).click();
    await expect(toastOf(page, 'E-mail de volta à fila')).toBeVisible();
    await expect(row).toHaveCount(0);
    const sent = () => sql<{ state: string }>`SELECT state FROM pgboss.job WHERE id = ${id}::uuid`.execute(db);
    await expect.poll(async () => (await sent()).rows, { timeout: 15_000 }).toEqual([{ state: 'completed' }]);
  });
});
