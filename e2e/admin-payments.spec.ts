import { receiptPdf, receiptPhoto } from '#server/testing/receipts.ts';
import { expect, type Person, phone, test } from './fixtures.ts';
import { expectFits, sendProof, toastOf } from './payment-steps.ts';
import { untilReady } from './while-hydrating.ts';

test.describe('the queue', () => {
  // A proof opened in a separate tab runs no script, not even that of the browser test.
  test.use({
    viewport: { width: 1500, height: 800 },
    expectedFaults: [/Blocked script execution in '[^']*\/api\/payments\/proofs\//],
  });

  test('the administrator works through the queue by keyboard and finds every decision', async ({
    page,
    server,
    createPerson,
    signIn,
    db,
  }) => {
    await db.updateTable('payments').set({ status: 'approved' }).execute();
    const admin = await createPerson({ role: 'admin', firstName: 'Marta', lastName: 'Teles' });
    const people: Person[] = [];
    for (const firstName of ['Ana', 'Bruno', 'Carla']) {
      people.push(await createPerson({ status: 'pending', payment: 'pending', firstName, lastName: 'Fila' }));
    }
    const [ana, bruno, carla] = people as [Person, Person, Person];
    const same = receiptPhoto();
    await sendProof(server.url, ana, same);
    await sendProof(server.url, bruno, same);
    await sendProof(server.url, bruno, Promise.resolve(receiptPdf()));
    await signIn(admin);
    await page.goto('/admin/payments');
    await expect(page.getByText('3 pendentes')).toBeVisible();
    const rows = page.getByRole('row').filter({ hasText: 'Fila' });
    await expect(rows).toHaveText([/Ana Fila/, /Bruno Fila/, /Carla Fila/]);
    await expect(rows.nth(0)).toContainText('Repetido');
    await expect(rows.nth(2)).toContainText('Não enviado');
    const [proof] = await Promise.all([
      page.waitForEvent('popup'),
      rows.nth(0).getByRole('link', { name: 'Ver comprovante de Ana Fila em nova aba' }).click(),
    ]);
    await expect(proof).toHaveURL(/\/api\/payments\/proofs\/\d+$/);
    await proof.close();

    await expect(page.getByText('A Enter aprovar')).toBeVisible();
    await rows.nth(0).focus();
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    const panel = page.getByRole('region', { name: 'Pagamento escolhido' });
    await expect(panel.getByRole('heading', { name: 'Bruno Fila' })).toBeVisible();
    await expect(panel.getByTitle('Comprovante em PDF')).toBeVisible();
    await panel.getByRole('button', { name: 'Próximo comprovante' }).click();
    await expect(panel.getByText('Arquivo repetido')).toBeVisible();
    await expect(panel.getByText('Comprovante 2 de 2')).toBeVisible();
    await panel.getByRole('button', { name: 'Aumentar' }).click();
    await rows.nth(1).focus();
    await page.keyboard.press('k');
    await expect(rows.nth(0)).toBeFocused();

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Recusar Pagamento' });
    await expect(dialog).toContainText('Ana Fila');
    await expect(dialog).toContainText('R$ 297,00');
    const confirm = dialog.getByRole('button', { name: 'Confirmar Recusa' });
    await expect(dialog.getByLabel('Motivo da recusa *')).toBeFocused();
    await page.keyboard.type('   ');
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Motivo da recusa *').fill('Mesmo arquivo de outro aluno');
    await confirm.click();
    await expect(toastOf(page, 'Pagamento recusado')).toContainText('O aluno foi notificado sobre a recusa.');
    await expect(dialog).toHaveCount(0);
    await expect(rows).toHaveText([/Bruno Fila/, /Carla Fila/]);
    await expect(rows.nth(0)).toBeFocused();
    await expect(page.getByText('2 pendentes')).toBeVisible();

    // Another administrator decided first: the server says so, and the list is refreshed.
    const headers = { cookie: admin.cookie, 'content-type': 'application/json' };
    const decided = { paymentCode: bruno.paymentCode, reason: 'Valor errado' };
    await fetch(`${server.url}/api/admin/payments/reject`, { method: 'POST', headers, body: JSON.stringify(decided) });
    await rows.nth(0).getByRole('button', { name: 'Aprovar' }).click();
    const reused = page.getByRole('dialog', { name: 'Aprovar com comprovante repetido?' });
    await expect(reused).toContainText(`${ana.paymentCode}`);
    await reused.getByRole('button', { name: 'Aprovar' }).click();
    await expect(toastOf(page, 'Erro ao aprovar')).toContainText('Este pagamento já foi recusado.');
    await expect(rows).toHaveText([/Carla Fila/]);
    await expect(page.getByText('1 pendente', { exact: true })).toBeVisible();
    await rows.nth(0).getByRole('button', { name: 'Aprovar' }).click();
    const without = page.getByRole('dialog', { name: 'Aprovar sem comprovante?' });
    await without.getByRole('button', { name: 'Aprovar' }).click();
    await expect(toastOf(page, 'Pagamento aprovado!')).toBeVisible();
    await expect(page.getByText('Nenhum pagamento pendente de análise')).toBeVisible();

    await page.getByRole('tab', { name: 'Recusados' }).click();
    await expect(rows).toHaveText([/Bruno Fila[\s\S]*Valor errado/, /Ana Fila[\s\S]*Mesmo arquivo de outro aluno/]);
    await expect(rows.nth(1)).toContainText(/Recusado por Marta Teles em \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    await page.getByRole('tab', { name: 'Aprovados' }).click();
    await page.getByPlaceholder('Buscar por código, nome ou email...').fill(`${carla.paymentCode}`);
    await expect(rows).toHaveText([/Carla Fila[\s\S]*Aprovado por Marta Teles/]);
  });
});

test('a proof of another amount is asked about, only the money that came is counted, and the difference is a case until accepted', async ({
  page,
  server,
  createPerson,
  signIn,
  db,
}) => {
  await db.updateTable('payments').set({ status: 'approved' }).execute();
  await db.deleteFrom('proof_readings').execute();
  const buyer = await createPerson({ status: 'pending', payment: 'pending', firstName: 'Rui', lastName: 'Falta' });
  await sendProof(server.url, buyer, Promise.resolve(receiptPdf('Valor R$ 100,00')));
  // A job reads the proof, and the queue shows what it found when it is opened.
  const readings = db.selectFrom('proof_readings').select(({ fn }) => fn.countAll().as('count'));
  await expect.poll(async () => Number((await readings.executeTakeFirstOrThrow()).count)).toBe(1);
  await signIn(await createPerson({ role: 'admin' }));
  await page.goto('/admin/payments');
  await untilReady(page);
  await page.getByRole('row').filter({ hasText: 'Rui Falta' }).focus();
  await page.keyboard.press('a');
  const question = page.getByRole('dialog', { name: 'Este comprovante não bate. Aprovar mesmo assim?' });
  await expect(question.getByLabel('Quanto entrou')).toHaveValue(/100,00/);
  const approve = question.getByRole('button', { name: 'Aprovar mesmo assim' });
  await approve.click();
  await expect(question).toContainText('Informe o motivo.');
  await question.getByLabel('Por que aprovar *').fill('Paga o resto em dezembro');
  await expect(question).toContainText('A diferença de R$ 197,00 vira um caso “a menos”.');
  await approve.click();
  await expect(toastOf(page, 'Pagamento aprovado!')).toBeVisible();

  await page.goto('/admin/payments/cases');
  await expect(page.getByRole('button', { name: 'Cobrar R$ 197,00: Rui Falta' })).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Aceitar assim: Rui Falta' }).click();
  const accept = page.getByRole('dialog', { name: 'Aceitar assim?' });
  await accept.getByLabel('Motivo *').fill('Combinado com a direção');
  await accept.getByRole('button', { name: 'Aceitar assim' }).click();
  await expect(page.getByRole('button', { name: 'Aceitar assim: Rui Falta' })).toHaveCount(0);

  const { received } = await db
    .selectFrom('payments')
    .innerJoin('received_amounts', 'received_amounts.payment_id', 'payments.id')
    .where('payment_code', '=', `${buyer.paymentCode}`)
    .select(({ fn }) => fn.sum('received_amounts.amount').as('received'))
    .executeTakeFirstOrThrow();
  expect(Number(received)).toBe(100_00);
});

test('a student is turned away from the administration without any of its data', async ({
  page,
  createPerson,
  signIn,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn(await createPerson());
  await page.goto('/admin/payments');
  await expect(toastOf(page, 'Acesso negado')).toContainText('Apenas administradores podem acessar esta página.');
  await expect(page).toHaveURL('/');
  expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
});

test("the administrator's screen fits at every width", async ({ page, server, createPerson, signIn }) => {
  const wishes = { status: 'pending', payment: 'pending', lastName: 'Albuquerque de Vasconcelos' } as const;
  const same = receiptPhoto();
  await sendProof(server.url, await createPerson(wishes), same);
  await sendProof(server.url, await createPerson(wishes), same);
  await signIn(await createPerson({ role: 'admin' }));
  await page.goto('/admin/payments');
  await expect(page.getByText('Repetido').first()).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Recusar' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Recusados' }).click();
  await expect(page.getByRole('tabpanel')).toBeVisible();
  await expectFits(page);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the queue is a list, and the receipt opens as a sheet', async ({ page, server, createPerson, signIn }) => {
    const student = await createPerson({
      status: 'pending',
      payment: 'pending',
      firstName: 'Telma',
      lastName: 'Pires',
    });
    await sendProof(server.url, student);

    await signIn(await createPerson({ role: 'admin' }));
    await page.goto('/admin/payments');
    await page.getByPlaceholder('Buscar por código, nome ou email...').fill('telma pires');
    // All that is found, not one of all: what is pressed while the others go moves away below the finger.
    await expect(page.getByRole('button', { name: /: ver detalhes do pagamento$/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Telma Pires: ver detalhes do pagamento' }).click();
    const sheet = page.getByRole('dialog', { name: 'Telma Pires' });
    await expect(sheet.getByRole('img', { name: 'Comprovante enviado pelo aluno' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Aprovar' }).click();
    await expect(toastOf(page, 'Pagamento aprovado!')).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });
});
