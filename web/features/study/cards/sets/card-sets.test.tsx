import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listCourses } from '#contract/content/course-list.ts';
import {
  copyCardSet,
  createCardSet,
  deleteCardSet,
  getAuthoredCardSet,
  listAuthoredCardSets,
  listCardSets,
  updateCardSet,
} from '#contract/study/card-sets.ts';
import { uploadCardPicture } from '#contract/study/cards.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import CardSetsScreen from './card-sets-screen.tsx';
import OfferedSets from './offered-sets.tsx';

const head = { id: 4, title: 'Crimes', courseId: 2, course: 'Penal' };
const saved = {
  ...head,
  cards: [
    { id: 9, kind: 'basic', front: 'O que é dolo?', back: 'Vontade.', hint: '', picture: null, pictureSide: 'back' },
  ],
  revision: 3,
  updatedAt: '2026-11-14T12:00:00.000Z',
};

const signIn = (role: string) => queryClient.setQueryData(sessionQuery.queryKey, { id: 'x', role } as never);
beforeEach(() => signIn('teacher'));
afterEach(() => queryClient.clear());

function open(sets: object[]) {
  const server = fakeServer();
  server.on(listAuthoredCardSets, answers.json(sets));
  server.on(listCourses, answers.json([{ id: 2, title: 'Penal' }]));
  return { ...renderInApp(<CardSetsScreen />, '/teacher/card-sets'), server };
}
const bodyOf = (server: ReturnType<typeof fakeServer>) => server.calls.find(({ body }) => body !== undefined)?.body;

it('a teacher makes a set, and a card without an answer is named before anything is sent', async () => {
  const { user, server } = open([]);
  server.on(createCardSet, answers.json(saved, 201));
  expect(await screen.findByText('Nenhum conjunto ainda')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Novo conjunto' }));
  await user.type(await screen.findByLabelText('Título'), 'Crimes');
  await user.type(screen.getByLabelText('Frente do cartão 1'), 'O que é dolo?');
  await user.click(screen.getByRole('button', { name: 'Guardar conjunto' }));
  expect(await screen.findByText('Escreva a resposta.')).toBeTruthy();
  expect(screen.getByText('Escolha o curso.')).toBeTruthy();
  expect(bodyOf(server)).toBeUndefined();
  await user.selectOptions(screen.getByLabelText('Curso'), 'Penal');
  await user.type(screen.getByLabelText('Verso do cartão 1'), 'Vontade.');
  await user.click(screen.getByRole('button', { name: 'Mais um cartão' }));
  await user.click(screen.getByLabelText('Frente do cartão 2'));
  await user.paste('Dolo é {{c1::vontade}}.');
  await user.click(screen.getByRole('button', { name: 'Guardar conjunto' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodyOf(server)).toMatchObject({
    courseId: 2,
    title: 'Crimes',
    cards: [
      { id: null, kind: 'basic', front: 'O que é dolo?', back: 'Vontade.' },
      { id: null, kind: 'cloze', front: 'Dolo é {{c1::vontade}}.', back: '' },
    ],
  });
});

it('a change sends the ids of the cards and the revision, so that copies keep their origin', async () => {
  const { user, server } = open([{ ...head, cards: 1, updatedAt: saved.updatedAt }]);
  server.on(getAuthoredCardSet, answers.json(saved));
  server.on(updateCardSet, answers.json(saved));
  await user.click(await screen.findByRole('button', { name: 'Editar' }));
  await user.type(await screen.findByLabelText('Verso do cartão 1'), '!');
  await user.click(screen.getByRole('button', { name: 'Guardar conjunto' }));
  await waitFor(() => expect(bodyOf(server)).toMatchObject({ revision: 3, cards: [{ id: 9, back: 'Vontade.!' }] }));
});

it('deleting a set asks first and says that copies stay', async () => {
  const { user, server } = open([{ ...head, cards: 1, updatedAt: saved.updatedAt }]);
  server.on(deleteCardSet, answers.json({ ok: true }));
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/As cópias dos alunos continuam com eles/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('/api/teacher/card-sets/4'));
});

it('a student copies the cards of a set that are new', async () => {
  signIn('student');
  const server = fakeServer();
  server.on(listCardSets, answers.json([{ ...head, cards: 5, copied: 3 }]));
  server.on(copyCardSet, answers.json({ added: 2 }));
  const { user } = renderInApp(<OfferedSets />, '/cards');
  await user.click(await screen.findByRole('button', { name: 'Copiar 2 novos' }));
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('/api/card-sets/4/copies'));
});

it('a set that was copied in full is no longer offered as a button', async () => {
  signIn('student');
  fakeServer().on(listCardSets, answers.json([{ ...head, cards: 5, copied: 5 }]));
  renderInApp(<OfferedSets />, '/cards');
  expect(await screen.findByText('Já são seus')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

const picture = { id: 31, url: '/api/cards/pictures/31', width: 8, height: 6 };
const savedPicture = { url: '/api/teacher/card-sets/4/pictures/aa', width: 8, height: 6 };
const file = () => new File(['x'], 'a.png', { type: 'image/png' });

it('a teacher puts a picture on a card, and words typed meanwhile stay', async () => {
  const { user, server } = open([{ ...head, cards: 1, updatedAt: saved.updatedAt }]);
  server.on(getAuthoredCardSet, answers.json(saved));
  server.on(updateCardSet, answers.json(saved));
  const uploaded = later();
  server.on(uploadCardPicture, uploaded.promise);
  await user.click(await screen.findByRole('button', { name: 'Editar' }));
  await user.upload(await screen.findByLabelText('Imagem do cartão 1'), file());
  await user.type(screen.getByLabelText('Verso do cartão 1'), '!');
  const saveButton = screen.getByRole('button', { name: /Guardar conjunto/ });
  await waitFor(() => expect(saveButton.getAttribute('aria-busy')).toBe('true'));
  uploaded.answer(answers.json(picture, 201));
  await user.click(await screen.findByRole('button', { name: 'Na frente' }));
  await user.click(screen.getByRole('button', { name: 'Guardar conjunto' }));
  await waitFor(() =>
    expect(server.calls.find(({ path, body }) => path === '/api/teacher/card-sets/4' && body)?.body).toMatchObject({
      cards: [{ id: 9, back: 'Vontade.!', pictureId: 31, pictureSide: 'front' }],
    }),
  );
});

it('a saved picture is not sent again, and a removed one is sent as null', async () => {
  const { user, server } = open([{ ...head, cards: 2, updatedAt: saved.updatedAt }]);
  const [card] = saved.cards;
  const cards = [9, 10].map((id) => ({ ...card, id, picture: savedPicture }));
  server.on(getAuthoredCardSet, answers.json({ ...saved, cards }));
  server.on(updateCardSet, answers.json(saved));
  await user.click(await screen.findByRole('button', { name: 'Editar' }));
  expect((await screen.findByAltText('Imagem do cartão 1')).getAttribute('src')).toBe(savedPicture.url);
  const [, second] = screen.getAllByRole('button', { name: 'Tirar imagem' });
  if (second) await user.click(second);
  await user.click(screen.getByRole('button', { name: 'Guardar conjunto' }));
  await waitFor(() => expect(bodyOf(server)).toBeTruthy());
  const sent = (bodyOf(server) as { cards: object[] }).cards;
  expect(sent[0]).not.toHaveProperty('pictureId');
  expect(sent[1]).toMatchObject({ pictureId: null });
});
