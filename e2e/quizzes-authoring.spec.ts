import type { Page } from '@playwright/test';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { untilReady } from './while-hydrating.ts';

const toastOf = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });

async function writeQuestion(page: Page, statement: string, options: string[], right: string) {
  await page.getByRole('button', { name: 'Incluir questão' }).click();
  await page.getByRole('textbox', { name: 'Enunciado' }).fill(statement);
  for (const [index, text] of options.entries()) {
    await page.getByLabel(`Texto da alternativa ${'ABCDEF'[index]}`).fill(text);
  }
  await page.getByRole('radio', { name: `Alternativa ${right} é a certa` }).check();
}

test('a teacher writes, orders, previews and publishes a quiz', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson({ role: 'teacher' }));
  await page.goto('/teacher/quizzes');
  await expect(page.getByText('Nenhum simulado ainda')).toBeVisible();
  await page.getByRole('button', { name: 'Novo simulado' }).first().click();
  await page.getByRole('button', { name: 'Criar simulado' }).click();
  await expect(page.getByText('Dê um título ao simulado.')).toBeVisible();
  await page.getByLabel('Título').fill('Simulado 3: Português');
  await page.getByRole('button', { name: 'Criar simulado' }).click();
  await expect(page.getByRole('heading', { name: 'Simulado 3: Português', level: 1 })).toBeVisible();
  await expect(page.getByText('Rascunho', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(toastOf(page, 'Erro ao publicar')).toContainText('Inclua pelo menos uma questão.');

  await page.getByLabel('Tempo em minutos').fill('0');
  await writeQuestion(page, 'Qual é o plural de “cidadão”?', ['cidadões', 'cidadãos', 'cidadães'], 'B');
  await page.getByLabel('Comentário da alternativa B').fill('Terminação -ãos.');
  // By key: a message that slides in over the button would take the pointer's press.
  await page.getByRole('button', { name: 'Salvar rascunho' }).press('Enter');
  await expect(page.getByText('Pelo menos 1 minuto.')).toBeVisible();
  await page.getByLabel('Tempo em minutos').fill('15');
  await page.getByRole('button', { name: 'Salvar rascunho' }).press('Enter');
  await expect(toastOf(page, 'Simulado salvo')).toBeVisible();
  await expect(page.getByText('Tudo salvo')).toBeVisible();

  await page.getByRole('button', { name: 'Incluir questão' }).click();
  await page.getByRole('textbox', { name: 'Enunciado' }).fill('Qual palavra é oxítona?');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(toastOf(page, 'Erro ao publicar')).toBeVisible();
  await expect(page.getByRole('button', { name: /Qual palavra é oxítona\? .*alternativa sem texto/ })).toBeVisible();
  await page.getByLabel('Texto da alternativa A').fill('café');
  await page.getByLabel('Texto da alternativa B').fill('mesa');
  await page.getByRole('radio', { name: 'Alternativa A é a certa' }).check();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Mover questão 2 para cima' }).click();
  await expect(page.getByRole('button', { name: /Questão 1 Qual palavra é oxítona/ })).toBeVisible();

  await page.getByRole('button', { name: 'Pré-visualizar' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview.getByText('Qual palavra é oxítona?')).toBeVisible();
  await expect(preview.getByText('A a B escolhe')).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('a');
  await preview.getByRole('button', { name: 'Finalizar' }).click();
  await expect(toastOf(page, 'Pré-visualização concluída')).toContainText('1 de 2 acertos. Nada foi guardado.');

  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(toastOf(page, 'Simulado publicado!')).toBeVisible();
  await expect(page.getByText('Publicado', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /Questão 1 Qual palavra é oxítona/ })).toBeVisible();

  await page.goto('/quizzes');
  await page.getByRole('link', { name: 'Simulado 3: Português', exact: true }).click();
  await expect(page.getByText('15 min')).toBeVisible();
});

test('two windows do not overwrite each other, and a published quiz changes only when published', async ({
  page,
  context,
  db,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const quiz = await createTestQuiz(db, { title: 'Original', authorId: teacher.id, now: new Date() });
  await signIn(teacher);
  const other = await context.newPage();
  await page.goto(`/teacher/quizzes/${quiz.id}`);
  await other.goto(`/teacher/quizzes/${quiz.id}`);
  await expect(other.getByLabel('Título')).toHaveValue('Original');
  // Until then it would continue the draft that the first window is about to store.
  await untilReady(other);
  await page.getByLabel('Título').fill('Da primeira janela');
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(page.getByText('Alterações não publicadas')).toBeVisible();
  await other.getByLabel('Título').fill('Da segunda janela');
  await other.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(other.getByText('Este simulado foi alterado enquanto você editava')).toBeVisible();
  // Else what it holds would be offered again in the first window.
  await other.getByRole('button', { name: 'Ficar com a salva' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Ficar com a salva' }).click();
  await expect(other.getByLabel('Título')).toHaveValue('Da primeira janela');
  await other.close();

  await page.goto(`/quizzes/${quiz.id}`);
  await expect(page.getByRole('heading', { name: 'Original' })).toBeVisible();
  await page.goto(`/teacher/quizzes/${quiz.id}`);
  await page.getByRole('button', { name: 'Publicar alterações' }).click();
  await expect(toastOf(page, 'Simulado publicado!')).toBeVisible();
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Retirar da publicação' }).click();
  await expect(toastOf(page, 'Simulado retirado')).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Excluir simulado' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(toastOf(page, 'Simulado excluído')).toBeVisible();
  await expect(page).toHaveURL('/teacher/quizzes');
});

test('publishing over a newer revision shows both versions, and publishes nothing', async ({
  page,
  context,
  db,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const quiz = await createTestQuiz(db, { title: 'Original', authorId: teacher.id, now: new Date() });
  await signIn(teacher);
  await page.goto(`/teacher/quizzes/${quiz.id}`);
  const saveAs = async (title: string) => {
    await page.getByLabel('Título').fill(title);
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(page.getByText('Tudo salvo')).toBeVisible();
  };
  await saveAs('Segunda');
  const late = await context.newPage();
  await late.goto(`/teacher/quizzes/${quiz.id}`);
  await expect(late.getByLabel('Título')).toHaveValue('Segunda');
  await untilReady(late);
  await saveAs('Terceira');
  await late.getByRole('button', { name: 'Publicar alterações' }).click();
  await expect(late.getByText('Este simulado foi alterado enquanto você editava')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Alterações não publicadas')).toBeVisible();
});

test('what was typed and not saved is back after a closed tab, also in a formatted question', async ({
  page,
  context,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson({ role: 'teacher' }));
  const post = async (url: string, data: object, method = 'POST') => {
    const reply = await page.request.fetch(url, { method, data });
    expect(reply.ok(), await reply.text()).toBe(true);
    return reply.json();
  };
  const rich = await post('/api/teacher/questions', {
    format: 'html',
    questionText: '<p>Veja a palavra <strong>sublime</strong></p>',
    options: ['um', 'dois'].map((optionText, place) => ({
      optionText: `<p>${optionText}</p>`,
      isCorrect: place === 0,
    })),
  });
  const quiz = await post('/api/teacher/quizzes', { title: 'Com rascunho' });
  const composition = { questionIds: [rich.id], draws: [], shuffleOptions: false, isTraining: false };
  await post(`/api/teacher/quizzes/${quiz.id}/composition`, { ...composition, revision: quiz.revision }, 'PUT');

  await page.goto(`/teacher/quizzes/${quiz.id}`);
  await page.getByRole('textbox', { name: 'Título' }).fill('Título que não foi salvo');
  await page.getByRole('button', { name: /Questão 1 Veja a palavra sublime/ }).click();
  await page.getByRole('textbox', { name: 'Enunciado' }).press('End');
  await page.keyboard.type(' e mais');
  await page.getByLabel('Texto da alternativa B').fill('outra');
  await page.close();

  const later = await context.newPage();
  await later.goto(`/teacher/quizzes/${quiz.id}`);
  await expect(later.getByText('Recuperamos o que você não salvou')).toBeVisible();
  await expect(later.getByRole('textbox', { name: 'Título' })).toHaveValue('Título que não foi salvo');
  await later.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(toastOf(later, 'Simulado salvo')).toBeVisible();
  await later.reload();
  await expect(later.getByText('Recuperamos o que você não salvou')).toHaveCount(0);
  await later.getByRole('button', { name: /Questão 1 Veja a palavra sublime e mais/ }).click();
  await expect(later.getByLabel('Texto da alternativa B')).toHaveValue('outra');

  // Left inside the app: it is there again, and can be thrown away.
  await later.getByRole('textbox', { name: 'Título' }).fill('Outro título');
  await later.getByRole('link', { name: 'Todos os simulados' }).click();
  await later.getByRole('link', { name: 'Título que não foi salvo', exact: true }).click();
  await expect(later.getByRole('textbox', { name: 'Título' })).toHaveValue('Outro título');
  await later.getByRole('button', { name: 'Descartar' }).click();
  await expect(later.getByRole('textbox', { name: 'Título' })).toHaveValue('Título que não foi salvo');

  await later.goto('/teacher/quizzes/bank/new');
  // Drafts are kept by the app: what is typed before it is there and left at once is not kept.
  await untilReady(later);
  await later.getByRole('textbox', { name: 'Enunciado' }).fill('Questão que não foi salva?');
  await later.goto('/teacher/quizzes/bank/new');
  await expect(later.getByRole('textbox', { name: 'Enunciado' })).toHaveValue('Questão que não foi salva?');
  await later.close();
});
