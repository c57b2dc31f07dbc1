import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listCardSets } from '#contract/study/card-sets.ts';
import {
  type Card,
  type CardTopics,
  changeCardState,
  createCard,
  deleteCard,
  listCards,
  listCardTopics,
  updateCard,
} from '#contract/study/cards.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import CardDialog from './card-dialog.tsx';
import { CardFace } from './card-face.tsx';
import CardsScreen from './cards-screen.tsx';

const ME = '019a0000-0000-7000-8000-000000000001';
const card = (over: Partial<Card> = {}): Card => ({
  id: 5,
  kind: 'cloze',
  front: 'Cabe à {{c1::polícia}} a ordem.',
  back: '',
  hint: '',
  gap: 1,
  picture: null,
  pictureSide: 'back',
  topicId: null,
  topic: null,
  subject: null,
  deck: 'Leis',
  tags: [],
  isSuspended: false,
  isClosed: false,
  source: null,
  sourceLabel: 'CF, art. 144',
  revision: 1,
  createdAt: '2026-11-14T12:00:00.000Z',
  updatedAt: '2026-11-14T12:00:00.000Z',
  ...over,
});
const topics: CardTopics = {
  topics: [{ topicId: null, topic: null, subject: null, deck: 'Leis', cards: 1, suspended: 0 }],
  cards: 1,
  suspended: 0,
};

beforeEach(() => {
  queryClient.setQueryData(sessionQuery.queryKey, { id: ME, role: 'student' } as never);
});
afterEach(() => queryClient.clear());

function open(cards: Card[]) {
  const server = fakeServer();
  server.on(listCardSets, answers.json([]));
  server.on(listCards, answers.json(cards));
  server.on(listCardTopics, answers.json(cards.length > 0 ? topics : { topics: [], cards: 0, suspended: 0 }));
  return { ...renderInApp(<CardsScreen />, '/cards'), server };
}

it('a student without cards is shown how to make the first one', async () => {
  open([]);
  expect(await screen.findByText('Você ainda não tem cartões')).toBeTruthy();
});

it('the list renders formulas, also inside gaps', async () => {
  open([card({ kind: 'basic', front: 'Raízes de \\(x^2=4\\)?', back: '{{c1::\\(\\pm 2\\)}}' })]);
  await waitFor(() => expect(document.querySelectorAll('math')).toHaveLength(2));
  expect(document.querySelectorAll('code')).toHaveLength(0);
});

it('the face of a card renders the formulas of both sides', async () => {
  const { front, back } = { front: 'Raízes de \\(x^2=4\\)?', back: '\\[\\pm 2\\]' };
  renderInApp(<CardFace card={card({ kind: 'basic', front, back })} isAnswered />, '/review');
  await waitFor(() => expect(document.querySelectorAll('math')).toHaveLength(2));
});

it('a student without cards can bring some from Anki, and has none to take there', async () => {
  open([]);
  const bring = await screen.findByRole('link', { name: 'Trazer do Anki' });
  expect(bring.getAttribute('href')).toBe('/cards/anki');
  expect(screen.queryByRole('link', { name: 'Levar para o Anki' })).toBeNull();
});

it('a student with cards can take them to Anki', async () => {
  open([card()]);
  expect((await screen.findByRole('link', { name: 'Levar para o Anki' })).getAttribute('href')).toBe('/api/cards/anki');
});

it('the list shows the text without markers, filters by topic, and suspends a card', async () => {
  const { user, server } = open([card()]);
  expect(await screen.findByText('Cabe à polícia a ordem.')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Assunto'), 'Leis (1)');
  await waitFor(() => expect(server.calls.some(({ query }) => query.includes('deck=Leis'))).toBe(true));
  server.on(changeCardState, answers.json(card({ isSuspended: true })));
  await user.click(screen.getByRole('button', { name: 'Não mostrar mais' }));
  await waitFor(() =>
    expect(server.calls).toContainEqual(expect.objectContaining({ path: '/api/cards/5', body: { isSuspended: true } })),
  );
});

it('a card whose law has changed says so until the student has checked it', async () => {
  const source = { kind: 'law', id: 2, article: 'art144', device: 'art144_par5', isChanged: true } as const;
  const { user, server } = open([card({ source })]);
  expect(await screen.findByText('A lei mudou. O cartão para até você conferir.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver no texto da lei' }).getAttribute('href')).toBe(
    '/laws/2/art144#art144_par5',
  );
  server.on(changeCardState, answers.json(card()));
  await user.click(screen.getByRole('button', { name: 'Conferi, continua certo' }));
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ path: '/api/cards/5', body: { isSourceChecked: true } }),
    ),
  );
});

it('a card of a question under way says that it is closed and cannot be edited', async () => {
  const source = { kind: 'question', id: 7, article: null, device: null, isChanged: false } as const;
  open([card({ kind: 'basic', front: '', back: '', source, isClosed: true })]);
  expect(await screen.findByText('Fechado enquanto a prova está aberta')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Ver a questão' })).toBeNull();
});

it('a cloze is made by pressing words, and its preview hides them', async () => {
  const server = fakeServer();
  server.on(listCardTopics, answers.json(topics));
  server.on(createCard, answers.json(card()));
  const draft = {
    kind: 'cloze' as const,
    front: 'Cabe à polícia a ordem.',
    sourceLabel: 'CF',
    source: { kind: 'law' as const, lawId: 2, lexId: 'art144' },
  };
  const closed: string[] = [];
  const { user } = renderInApp(
    <CardDialog card={null} draft={draft} onClose={() => closed.push('closed')} />,
    '/laws/2/art144',
  );
  await user.click(await screen.findByRole('button', { name: 'Guardar cartão' }));
  expect(await screen.findByText('Esconda pelo menos uma palavra.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'polícia' }));
  expect(screen.getByRole('button', { name: 'polícia' }).ariaPressed).toBe('true');
  expect(within(screen.getByRole('region', { name: 'Como vai aparecer' })).queryByText(/polícia/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Guardar cartão' }));
  await waitFor(() => expect(closed).toEqual(['closed']));
  expect(server.calls.find(({ body }) => body !== undefined)?.body).toMatchObject({
    kind: 'cloze',
    front: 'Cabe à {{c1::polícia}} a ordem.',
    source: draft.source,
    sourceLabel: 'CF',
  });
});

it('a change sends the revision, and deleting asks first', async () => {
  const server = fakeServer();
  server.on(listCardTopics, answers.json(topics));
  server.on(updateCard, answers.json(card({ revision: 2 })));
  server.on(deleteCard, answers.json({ ok: true }));
  const done: string[] = [];
  const { user } = renderInApp(
    <CardDialog
      card={card({ kind: 'basic', front: 'P', back: 'R' })}
      onSaved={() => done.push('saved')}
      onDeleted={() => done.push('deleted')}
      onClose={() => undefined}
    />,
    '/cards',
  );
  await user.type(await screen.findByLabelText('Verso'), '!');
  await user.click(screen.getByRole('button', { name: 'Concluir' }));
  await waitFor(() => expect(done).toEqual(['saved']));
  expect(server.calls.find(({ body }) => body !== undefined)?.body).toMatchObject({ back: 'R!', revision: 1 });
  await user.click(screen.getByRole('button', { name: 'Excluir' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(done).toEqual(['saved']);
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(done).toEqual(['saved', 'deleted']));
});
