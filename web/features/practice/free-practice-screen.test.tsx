import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { getPracticeSubjects, listPractices, startPractice } from '../../../contract/practice.ts';
import { queryClient } from '../../lib/query-client.ts';
import { answers, fakeServer } from '../../testing/fake-server.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { signedIn } from '../../testing/signed-in.ts';
import FreePracticeScreen from './free-practice-screen.tsx';

afterEach(() => queryClient.clear());

function school() {
  signedIn();
  const server = fakeServer();
  server.on(
    getPracticeSubjects,
    answers.json([
      {
        id: 1,
        name: 'Português',
        count: 9,
        topics: [{ id: 8, parentId: null, parentName: null, topic: 'Crase', count: 4 }],
      },
      { id: 2, name: 'Direito Penal', count: 7, topics: [] },
    ]),
  );
  server.on(listPractices, answers.json([]));
  server.on(
    startPractice,
    answers.error(409, 'nothing_to_practise', 'Não há questões para treinar com estas escolhas.'),
  );
  return server;
}

const chosen = (label: string) => (screen.getByLabelText(label) as HTMLSelectElement).value;

it('keeps what to practise in the address, and a topic follows its subject', async () => {
  const server = school();
  const { user } = renderPart(<FreePracticeScreen />, '/practice?materia=1&assunto=8&dificuldade=hard&quantas=20');
  await screen.findByLabelText('Matéria');
  expect(['Matéria', 'Assunto', 'Dificuldade', 'Quantidade'].map(chosen)).toEqual(['1', '8', 'hard', '20']);
  await user.click(screen.getByRole('button', { name: 'Começar treino' }));
  await waitFor(() =>
    expect(server.calls.at(-1)?.body).toMatchObject({ subjectId: 1, topicId: 8, difficulty: 'hard', count: 20 }),
  );
  await user.selectOptions(screen.getByLabelText('Matéria'), 'Direito Penal (7)');
  await waitFor(() => expect(chosen('Matéria')).toBe('2'));
  expect(chosen('Assunto')).toBe('');
  expect(chosen('Dificuldade')).toBe('hard');
});

it('takes nothing from the address that is not there', async () => {
  school();
  renderPart(<FreePracticeScreen />, '/practice?materia=77&assunto=8&dificuldade=absurda&quantas=999');
  await screen.findByLabelText('Matéria');
  expect(['Matéria', 'Assunto', 'Dificuldade', 'Quantidade'].map(chosen)).toEqual(['todas', '', '', '10']);
});
