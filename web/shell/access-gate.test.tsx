import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getLesson } from '#contract/content/lessons.ts';
import { forgetAccessEnd } from '#web/lib/access-ended.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { AccessGate } from './access-gate.tsx';

const student = { id: 'x', username: 'rafa', firstName: 'Rafa', lastName: 'Souza', role: 'student', status: 'active' };

function Lesson() {
  const lesson = useQuery({ queryKey: keys.lessons.one(1), queryFn: () => call(getLesson, { params: { id: 1 } }) });
  return <p>{lesson.isError ? 'Erro na aula' : 'Carregando'}</p>;
}

function open(path: string, endsOn: string | null) {
  forgetAccessEnd();
  queryClient.clear();
  queryClient.setQueryData(keys.session, student);
  history.replaceState(null, '', path);
  fakeServer().on(getLesson, answers.error(403, 'access_ended', 'Seu acesso terminou.', { endsOn }));
  renderInApp(
    <AccessGate>
      <Lesson />
    </AccessGate>,
    path,
  );
}

it('a lesson is replaced by the day on which access ended, and one button', async () => {
  open('/articles/1', '2027-02-12');
  expect(await screen.findByRole('heading', { name: 'Seu acesso terminou em 12/02/2027' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Renovar acesso' }).getAttribute('href')).toBe('/my-purchase');
  expect(screen.queryByText('Erro na aula')).toBeNull();
});

it('a lack of access without an end date is shown as closed access', async () => {
  open('/quizzes/7', null);
  expect(await screen.findByRole('heading', { name: 'Seu acesso às aulas está fechado' })).toBeTruthy();
});

it('content outside the purchase shows that, and links to the purchase page', async () => {
  forgetAccessEnd();
  queryClient.clear();
  queryClient.setQueryData(keys.session, student);
  history.replaceState(null, '', '/articles/1');
  fakeServer().on(getLesson, answers.error(403, 'not_bought', 'Este conteúdo não faz parte da sua compra.'));
  renderInApp(
    <AccessGate>
      <Lesson />
    </AccessGate>,
    '/articles/1',
  );
  expect(await screen.findByRole('heading', { name: 'Este conteúdo não faz parte da sua compra' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver minha compra' }).getAttribute('href')).toBe('/my-purchase');
});

it('a page that needs no purchase stays as it is', async () => {
  open('/', '2027-02-12');
  expect(await screen.findByText('Erro na aula')).toBeTruthy();
  expect(screen.queryByText(/Seu acesso terminou/)).toBeNull();
});
