import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createCard, listCardTopics, type NewCardSource } from '#contract/study/cards.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { MakeCardButton } from './make-card-button.tsx';

afterEach(() => {
  getSelection()?.removeAllRanges();
  queryClient.clear();
});

const source: NewCardSource = { kind: 'question', questionId: 5 };

function open() {
  const server = fakeServer();
  server.on(listCardTopics, answers.json({ topics: [], cards: 0, suspended: 0 }));
  server.on(createCard, answers.json({}, 201));
  const part = renderInApp(
    <>
      <p>Texto fora da questão.</p>
      <section>
        <p>A crase é a fusão de dois sons iguais.</p>
        <MakeCardButton source={source} label="Português" draft={{ kind: 'basic', front: 'Qual é o caso de crase?' }} />
      </section>
    </>,
  );
  return { ...part, server };
}

function select(text: string, from: number, to: number) {
  const node = screen.getByText(text).firstChild as Text;
  getSelection()?.setBaseAndExtent(node, from, node, to);
  fireEvent(document, new Event('selectionchange'));
}

it('a phrase that is selected beside the button becomes a sentence with gaps, from the same source', async () => {
  const { user } = open();
  select('A crase é a fusão de dois sons iguais.', 2, 17);
  await user.click(await screen.findByRole('button', { name: 'Criar cartão do trecho' }));
  expect(await screen.findByRole('dialog', { name: 'Criar cartão desta frase' })).toBeTruthy();
  // A sentence with gaps has no back.
  expect(screen.queryByLabelText('Verso')).toBeNull();
  expect(((await screen.findByLabelText('De onde vem')) as HTMLInputElement).value).toBe('Português');
  expect(screen.getByRole('dialog').textContent).toContain('crase é a fusão');
});

it('without a selection, or with one of another text, the card begins with the statement', async () => {
  const { user } = open();
  select('Texto fora da questão.', 0, 5);
  await user.click(screen.getByRole('button', { name: 'Criar cartão' }));
  expect(((await screen.findByLabelText('Frente')) as HTMLTextAreaElement).value).toBe('Qual é o caso de crase?');
});
