import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ListItem, QuestionList } from '#contract/study/question-lists.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ListRows } from './list-rows.tsx';

const item = (questionId: number, change: Partial<ListItem>): ListItem => ({
  ...{ questionId, number: questionId, state: 'new', wrongs: 0, excerpt: `Questão ${questionId}` },
  ...{ topic: null, source: '', year: null, ...change },
});

it('a list shows outdated questions with a badge, the reason where it was answered, and a link to the answer', () => {
  const items = [
    item(1, { state: 'wrong', outdated: { reason: 'A lei mudou.' } }),
    item(2, { state: 'closed', excerpt: null, outdated: { reason: '' } }),
    item(3, { state: 'closed', excerpt: null, outdated: null }),
    item(4, { state: 'right' }),
  ];
  renderInApp(<ListRows list={{ id: 9, items, total: 4, nextNumber: null } as QuestionList} canMove={false} />);
  const [answered, unanswered, closed, right] = screen.getAllByRole('listitem').map((row) => within(row));
  expect(answered?.getByText('desatualizada')).toBeTruthy();
  expect(answered?.getByText(/A lei mudou\./)).toBeTruthy();
  expect(answered?.getByRole('link', { name: 'Questão 1' })).toBeTruthy();
  expect(unanswered?.getByText('desatualizada')).toBeTruthy();
  expect(unanswered?.getByText('Não entra mais em treinos e simulados.')).toBeTruthy();
  expect(unanswered?.queryByRole('link')).toBeNull();
  expect(closed?.getByText('fechada')).toBeTruthy();
  expect(right?.getByText('certa')).toBeTruthy();
});
