import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listSubjects, type Subject } from '#contract/content/subjects.ts';
import { makeKey } from '#web/lib/entry-keys.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { LoadError } from './load-error.tsx';

const query = readQuery(listSubjects, makeKey('subjects'));
const subject: Subject = { id: 1, name: 'Português', lessonCount: 0 };
const down = answers.error(500, 'internal', 'Algo deu errado.');

function Subjects({ text }: { text?: null }) {
  const subjects = useQuery(query);
  return (
    <>
      {subjects.isError && <LoadError of={subjects} title="Sem matérias" text={text} headingLevel={3} />}
      {subjects.data?.map(({ id, name }) => (
        <p key={id}>{name}</p>
      ))}
    </>
  );
}

it('a query that failed shows the message of the server, and a press reads again', async () => {
  const server = fakeServer();
  server.on(listSubjects, down);
  const { user } = renderInApp(<Subjects />);
  expect((await screen.findByRole('heading', { level: 3 })).textContent).toBe('Sem matérias');
  expect(screen.getByRole('alert').textContent).toContain('Algo deu errado.');
  server.on(listSubjects, answers.json([subject]));
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Português')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('beside data that is shown, the button is busy while the query is read again', async () => {
  const server = fakeServer();
  server.on(listSubjects, down);
  queryClient.setQueryData(query.queryKey, [subject], { updatedAt: 1 });
  const { user } = renderInApp(<Subjects />);
  await screen.findByRole('alert');
  expect(screen.getByText('Português')).toBeTruthy();
  const answer = later();
  server.on(listSubjects, answer.promise);
  const retry = screen.getByRole('button', { name: 'Tentar de novo' });
  expect(retry.getAttribute('aria-busy')).toBeNull();
  await user.click(retry);
  expect(retry.getAttribute('aria-busy')).toBe('true');
  answer.answer(answers.json([{ ...subject, name: 'Direito Penal' }]));
  expect(await screen.findByText('Direito Penal')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('without a text, only the title is shown', async () => {
  fakeServer().on(listSubjects, down);
  renderInApp(<Subjects text={null} />);
  expect((await screen.findByRole('alert')).textContent).toBe('Sem matériasTentar de novo');
});
