import { makeXlsx, rowsOf } from '#server/xlsx/testing/make-xlsx.ts';
import { expect, test } from './fixtures.ts';
import { untilReady } from './while-hydrating.ts';

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test("the owner's first evening: name, price, PIX, contacts, landing page, a teacher, ten students, a word to all", async ({
  page,
  browser,
  server,
  createPerson,
  signIn,
  mailTo,
}) => {
  // A whole evening in one test.
  test.setTimeout(90_000);
  await signIn(await createPerson({ role: 'admin' }));

  await page.goto('/admin/settings');
  await page.getByLabel('Nome da escola').fill('Curso Farol');
  await page.getByLabel('E-mail de suporte').fill('ajuda@cursofarol.com.br');
  await page.getByLabel('WhatsApp').fill('(81) 99999-8888');
  await page.getByLabel('Chave PIX').fill('pix@cursofarol.com.br');
  await page.getByLabel('Nome que aparece para quem paga').fill('CURSO FAROL');
  await page.getByRole('region', { name: 'PIX' }).getByRole('button', { name: 'Testar' }).click();
  await expect(page.getByText('O código confere. O aplicativo do banco mostra:')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Configurações salvas')).toBeVisible();
  await page.getByRole('link', { name: 'Ver todos os e-mails da escola' }).click();
  await expect(page.getByText('Respostas para').locator('xpath=following-sibling::dd[1]')).toHaveText(
    'ajuda@cursofarol.com.br',
  );

  await page.goto('/admin/settings/brand');
  await untilReady(page);
  await page.getByLabel('Cor principal', { exact: true }).fill('#0b6e4f');
  await page.getByRole('button', { name: 'Usar esta marca' }).click();
  // The page loads again with the colour in its document.
  await expect(page.locator('html')).toHaveCSS('--night', '#0b6e4f');

  await page.goto('/admin/payments/offers');
  await page.getByRole('button', { name: /^Editar/ }).click();
  await page.getByLabel('Preço', { exact: true }).fill('199,90');
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Oferta atualizada')).toBeVisible();

  await page.goto('/admin/landing');
  // Typing during hydration is tested in hydration.spec.ts.
  await untilReady(page);
  await page.getByLabel('Título').first().fill('O farol da sua aprovação');
  await page.getByRole('button', { name: 'Publicar' }).click();
  // The school has its own name: it answers for every claim before the page is published.
  await expect(page.getByText(/Faltam decidir \d+ afirmações do modelo/)).toBeVisible();
  await page.goto('/admin/landing/claims');
  await page
    .getByRole('group', { name: /93% dos nossos alunos/ })
    .getByRole('button', { name: 'Tirar' })
    .click();
  await expect(page.getByText('Afirmação tirada do rascunho')).toBeVisible();
  const { claims } = await (await page.request.get('/api/admin/landing-claims')).json();
  for (const { id, statements } of claims.filter(({ state }: { state: string }) => state === 'open')) {
    const data = { statements, source: 'turma de 2025' };
    const headers = { origin: server.url };
    expect((await page.request.post(`/api/admin/landing-claims/${id}/confirm`, { data, headers })).ok()).toBe(true);
  }
  await page.goto('/admin/landing');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Página publicada')).toBeVisible();
  const visitor = await browser.newPage({ baseURL: server.url });
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('O farol da sua aprovação');
  await expect(visitor.getByText('199,90').first()).toBeVisible();
  await expect(visitor).toHaveTitle(/Curso Farol/);
  await visitor.close();

  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Convidar professor' }).click();
  await page.getByLabel('Nome', { exact: true }).fill('Téo');
  await page.getByLabel('Sobrenome').fill('Lima');
  await page.getByRole('dialog').getByLabel('E-mail').fill('teo@cursofarol.com.br');
  await page.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(page.getByText('Convite guardado, não enviado')).toBeVisible();
  expect((await mailTo('teo@cursofarol.com.br')).html).toContain('#0b6e4f');

  const students = Array.from({ length: 10 }, (_, at) => [`Aluno ${at}`, 'Novo', `aluno${at}@exemplo.com.br`]);
  const table = [['Turma de sábado'], ['Nome', 'Sobrenome', 'E-mail'], ...students];
  const buffer = await makeXlsx([{ data: rowsOf(table) }]);
  await page.getByRole('link', { name: 'Trazer pessoas' }).click();
  await page.getByLabel('Planilha de pessoas').setInputFiles({ name: 'turma.xlsx', mimeType: spreadsheet, buffer });
  await expect(page.getByText('O título “Turma de sábado” ficou de fora.')).toBeVisible();
  await page.getByRole('button', { name: 'Trazer 10 pessoas' }).click();
  await expect(page.getByRole('heading', { name: '10 pessoas trazidas' })).toBeVisible();
  await page.getByRole('button', { name: 'Enviar 10 convites' }).click();
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText('Convites: 10 de 10 guardados, não enviados.')).toBeVisible();
  expect((await mailTo('aluno9@exemplo.com.br')).subject).toBe('Sua matrícula está feita');

  await page.goto('/admin/users');
  await page.getByRole('tab', { name: /Ativos/ }).click();
  await page.getByRole('button', { name: 'Escrever a todos da lista' }).click();
  await expect(page.getByLabel('Para quem')).toHaveValue('people');
  await page.getByLabel('Título').fill('A primeira aula é na segunda');
  await page.getByLabel('Mensagem').fill('Às 19 h.\n\nTraga papel e caneta.');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByRole('heading', { name: '10 alunos serão avisados' })).toBeVisible();
  await page.getByRole('button', { name: 'Enviar agora' }).click();
  await expect(page.getByRole('row', { name: /A primeira aula/ })).toContainText('Alunos escolhidos');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /A primeira aula/ })).toContainText(
      'No sino de 10; e-mails guardados, não enviados',
      { timeout: 2000 },
    );
  }).toPass({ timeout: 30_000 });
});
