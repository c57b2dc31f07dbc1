import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { BaseText } from '#contract/questions/base-text.ts';
import { createBaseText, getBaseText, listBaseTexts, saveBaseText } from '#contract/questions/base-texts.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { BaseTextField } from './base-text-field.tsx';

const about = { questionCount: 0, authorName: 'Ana', mayEdit: true, updatedAt: '2026-11-15T12:00:00.000Z' };
const summary = { id: 7, title: 'Texto I', excerpt: 'O rato roeu.', ...about };
const whole = { ...summary, versionId: 70, format: 'plain', text: 'O rato roeu a rolha.', revision: 1 };

function open(first: BaseText | null = null) {
  signedIn('teacher');
  const server = fakeServer();
  server.on(listBaseTexts, answers.json([summary]));
  server.on(getBaseText, answers.json(whole));
  const submits: string[] = [];
  let value: BaseText | null = first;
  function Form() {
    const [text, setText] = useState(first);
    value = text;
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits.push('question');
        }}
      >
        <BaseTextField value={text} onChange={setText} />
      </form>
    );
  }
  return { ...renderInApp(<Form />), server, submits, value: () => value };
}

it('a text is selected from those of the school, shown, and removed again', async () => {
  const { user, value } = open();
  await user.click(screen.getByRole('button', { name: 'Escolher um texto' }));
  await user.click(await screen.findByRole('button', { name: /Usar/ }));
  await waitFor(() =>
    expect(value()).toEqual({ id: 7, versionId: 70, title: 'Texto I', format: 'plain', text: whole.text }),
  );
  const fold = await screen.findByRole('button', { name: 'Ler: Texto I', expanded: false });
  await user.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Retirar o texto' }));
  expect(value()).toBeNull();
});

it('a text is created here; missing values are shown, and the surrounding form is not submitted', async () => {
  const { user, server, submits, value } = open();
  server.on(createBaseText, answers.json({ ...whole, id: 8, title: 'Novo', text: 'Palavras.' }, 201));
  await user.click(screen.getByRole('button', { name: 'Escolher um texto' }));
  await user.click(await screen.findByRole('button', { name: 'Novo texto' }));
  await user.click(screen.getByRole('button', { name: 'Salvar e usar' }));
  expect(screen.getByText('Escreva o texto-base.')).toBeTruthy();
  await user.click(screen.getByRole('textbox', { name: 'Texto' }));
  await user.paste('Palavras.');
  await user.click(screen.getByRole('button', { name: 'Salvar e usar' }));
  await waitFor(() => expect(value()?.id).toBe(8));
  expect(submits).toEqual([]);
});

it('an edit applies to all questions, with a notice; a conflicting save is refused and its text stays', async () => {
  const { user, server } = open();
  server.on(getBaseText, answers.json({ ...whole, questionCount: 5 }));
  const refusal = 'Este texto-base foi alterado em outra janela. Recarregue antes de salvar.';
  server.on(saveBaseText, answers.error(409, 'version_conflict', refusal));
  await user.click(screen.getByRole('button', { name: 'Escolher um texto' }));
  await user.click(await screen.findByRole('button', { name: /Editar/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar texto-base' }));
  expect(await dialog.findByText(/vale para 5 questões do banco/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Excluir' })).toBeNull();
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Texto' });
  await user.type(field, ' Sim.');
  await user.click(dialog.getByRole('button', { name: 'Salvar e usar' }));
  await screen.findByText(refusal);
  expect(field.value).toBe('O rato roeu a rolha. Sim.');
});
