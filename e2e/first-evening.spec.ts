import type { Locator } from '@playwright/test';
import { makeXlsx, rowsOf } from '#server/xlsx/testing/make-xlsx.ts';
import { expect, firstAdmin, test } from './fixtures.ts';
import { photo, toastOf } from './payment-steps.ts';

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PRESSES_MAX = 60;

// The trace recorder reads the thumbnail of a chosen file, which the content security policy forbids.
test.use({ hasMailServer: true, expectedFaults: [/Connecting to 'blob:/] });

test('from an empty school to the first sale in at most 60 presses, with every step of the home done', async ({
  page,
  browser,
  server,
  smtp,
}) => {
  test.setTimeout(90_000);
  let presses = 0;
  const press = (target: Locator) => {
    presses += 1;
    return target.click();
  };
  /** Opening the dialog and choosing the file. */
  const choose = async (target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => {
    presses += 2;
    await target.setInputFiles(file);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' });
  const home = () => press(link('Início').first());
  const steps = (done: number) => expect(page.getByText(`${done} de 6 passos prontos`)).toBeVisible();

  await page.goto('/auth');
  await page.getByLabel(/Usuário/).fill(firstAdmin.username);
  await page.getByLabel('Senha', { exact: true }).fill(firstAdmin.password);
  await press(button('Entrar'));

  await press(link(/Pôr nome e logo/));
  await page.getByLabel('Nome da escola').fill('Curso Farol');
  await page.getByLabel('Instagram').fill('@cursofarol');
  await page.getByLabel('Chave PIX').fill('(81) 99999-8888');
  await page.getByLabel('Nome que aparece para quem paga').fill('CURSO FAROL');
  await press(page.getByRole('region', { name: 'PIX' }).getByRole('button', { name: 'Testar' }));
  await expect(page.getByText('O código confere. O aplicativo do banco mostra:')).toBeVisible();
  await press(button('Salvar'));
  await expect(page.getByText('Configurações salvas')).toBeVisible();

  await press(page.getByRole('region', { name: 'E-mails' }).getByRole('button', { name: 'Testar' }));
  const codeOf = () => smtp?.received.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).findLast(Boolean);
  await expect.poll(codeOf, { message: 'the code of the test letter', timeout: 15_000 }).toBeDefined();
  await page.getByLabel('Código da carta de teste').fill(codeOf() ?? '');
  await press(button('Comprovar'));
  await expect(page.getByText(/Comprovado em/)).toBeVisible();

  await home();
  await press(link(/Pôr o logo/));
  await choose(page.getByLabel(/^Arquivo: Logo/).first(), await photo('logo.png'));
  await press(button('Usar esta marca'));
  await expect(button('Usar esta marca')).toBeDisabled();

  await home();
  await press(link(/Completar/));
  await press(button(/^Editar/));
  const offer = page.getByRole('dialog');
  await offer.getByLabel('Preço', { exact: true }).fill('199,90');
  // Opening the list and choosing.
  presses += 2;
  await offer.getByLabel('Quanto dura o acesso').selectOption('days');
  await offer.getByLabel('Dias de acesso').fill('365');
  await press(offer.getByRole('button', { name: 'Salvar' }));
  await expect(page.getByText('Oferta atualizada')).toBeVisible();

  await home();
  await press(link(/^Ver as \d+/));
  const open = page.getByRole('group', { name: /^Decisão sobre/ });
  await expect(open.first()).toBeVisible();
  for (let left = await open.count(); left > 0; left -= 1) {
    const remove = open.first().getByRole('button', { name: 'Tirar' });
    if (await remove.isEnabled()) await press(remove);
    else {
      await press(open.first().getByRole('button', { name: 'Manter' }));
      await page.getByPlaceholder('ex.: lista da turma de 2025, 41 de 44').fill('É o que a escola faz');
      await press(button('É meu, posso provar'));
    }
    await expect(open).toHaveCount(left - 1);
  }
  await press(link('Conferir e publicar'));
  await press(button('Publicar'));
  await expect(page.getByText('Página publicada')).toBeVisible();

  await home();
  await press(link(/Trazer pessoas/));
  const table = [
    ['Aluno', 'E-mail', 'CPF'],
    ['Ana Lima', 'ana@exemplo.com.br', '529.982.247-25'],
    ['Rui Reis', 'rui@exemplo.com.br', ''],
  ];
  const buffer = await makeXlsx([{ data: rowsOf(table) }]);
  await choose(page.getByLabel('Planilha de pessoas'), { name: 'turma.xlsx', mimeType: spreadsheet, buffer });
  await press(button('Trazer 2 pessoas'));
  await press(button('Enviar 2 convites'));
  await press(button('Enviar'));
  await expect(page.getByText('Convites: 2 de 2 na fila de envio.')).toBeVisible();
  await press(link('Usuários').first());
  await press(button('Convidar professor'));
  const invitation = page.getByRole('dialog');
  await invitation.getByLabel('Nome', { exact: true }).fill('Téo');
  await invitation.getByLabel('Sobrenome').fill('Lima');
  await invitation.getByLabel('E-mail').fill('teo@cursofarol.com.br');
  await press(invitation.getByRole('button', { name: 'Enviar convite' }));
  await expect(page.getByText('Convite enviado')).toBeVisible();
  await home();
  await steps(5);

  const buyer = await browser.newPage({ baseURL: server.url });
  await buyer.goto('/');
  await expect(buyer).toHaveTitle(/Curso Farol/);
  await press(buyer.locator('a[href="/register"]').first());
  await buyer.getByLabel('Nome', { exact: true }).fill('Bia');
  await buyer.getByLabel('Sobrenome').fill('Luz');
  await buyer.getByLabel('E-mail').fill('bia@exemplo.com.br');
  await buyer.getByLabel('Usuário').fill('bia.luz');
  await buyer.getByLabel('Senha', { exact: true }).fill('farol-aceso-9');
  await buyer.getByLabel('Confirmar senha').fill('farol-aceso-9');
  await press(buyer.getByRole('button', { name: 'Cadastrar' }));
  await expect(buyer).toHaveURL('/payment');
  await expect(buyer.getByTestId('pix-code')).toContainText('+5581999998888');
  await choose(buyer.getByLabel('Selecionar arquivo'), await photo());
  await press(buyer.getByRole('button', { name: 'Enviar Comprovante' }));
  await expect(toastOf(buyer, 'Comprovante enviado').first()).toBeVisible();

  await press(link(/^Pagamentos/).first());
  const row = page.getByRole('row', { name: /Bia Luz/ });
  await press(row.getByRole('button', { name: /^Aprovar/ }));
  await expect(page.getByText('0 pendentes')).toBeVisible();
  // The link of the letter.
  presses += 1;
  await buyer.goto('/auth');
  await buyer.getByLabel(/Usuário/).fill('bia.luz');
  await buyer.getByLabel('Senha', { exact: true }).fill('farol-aceso-9');
  await press(buyer.getByRole('button', { name: 'Entrar', exact: true }));
  await expect(buyer.getByRole('heading', { level: 1, name: /Bia/ })).toBeVisible();
  await buyer.close();

  await home();
  await expect(page.getByText(/de 6 passos prontos/)).toHaveCount(0);
  expect(presses).toBeLessThanOrEqual(PRESSES_MAX);
});
