import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LAW_CHANGE_DAYS } from '#contract/school/law-change-limits.ts';
import { decideLawChangeItems, type LawChange, listLawChangeItems } from '#contract/school/law-changes.ts';
import { DAY_MS } from '#contract/time.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { LawChangeItems } from './law-change-items.tsx';
import { LawDecisions } from './law-decisions.tsx';

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const decision = (id: number, days: number): LawChange['decisions'][number] => ({
  ...{ id, decision: 'outdated', itemCount: 1, undoneAt: null, leftCount: 0, left: [] },
  createdAt: ago(days),
  undoableUntil: ago(days - LAW_CHANGE_DAYS),
});

afterEach(() => queryClient.clear());

test('only a decision of the last days has its undo, and questions that it left are named', () => {
  renderInApp(
    <LawDecisions
      decisions={[
        { ...decision(2, 1), leftCount: 1, left: [{ id: 77, reason: 'annulled' }] },
        decision(1, LAW_CHANGE_DAYS + 1),
      ]}
    />,
  );
  const [newer, older] = screen.getAllByRole('listitem');
  expect(within(newer as HTMLElement).queryAllByRole('button', { name: 'Desfazer' })).toHaveLength(1);
  expect(newer?.textContent).toContain('1 questão ficou como estava: 77');
  expect(within(older as HTMLElement).queryByRole('button')).toBeNull();
});

const change: LawChange = {
  ...{ id: 5, lawId: 1, lawName: 'Lei', amending: 'Lei nº 2', publishedOn: null, startsOn: '2026-01-01' },
  ...{ createdAt: ago(1), undoneAt: null, undoableUntil: ago(-6), total: 1, devices: [], markedBy: 0, decisions: [] },
  unread: 0,
  counts: [{ kind: 'question', count: 1, open: 1 }],
};
const item = { id: 9, kind: 'question', targetId: 77, excerpt: 'Assinale.', lexIds: ['art1'], decision: 'open' };

test.each([
  ['stands', null, 2],
  ['was undone', ago(0), 0],
])('an amendment that %s has %s and %i buttons for a decision', async (_, undoneAt, buttons) => {
  const server = fakeServer();
  server.on(listLawChangeItems, answers.json([item]));
  renderInApp(<LawChangeItems change={{ ...change, undoneAt }} />);
  const row = await screen.findByRole('listitem');
  expect(within(row).queryAllByRole('button')).toHaveLength(buttons);
  expect(within(row).queryAllByRole('checkbox')).toHaveLength(buttons / 2);
});

test.each([
  [3, 'Nada cita o que mudou, até aqui'],
  [0, 'Nada cita o que mudou'],
])('an empty list with %i unread texts says: %s', async (unread, title) => {
  const server = fakeServer();
  server.on(listLawChangeItems, answers.json([]));
  renderInApp(<LawChangeItems change={{ ...change, counts: [], unread }} />);
  expect(await screen.findByText(title)).toBeTruthy();
});

test('all items in view are chosen by one press, and decided ones are hidden on request', async () => {
  const server = fakeServer();
  server.on(listLawChangeItems, answers.json([item, { ...item, id: 10, targetId: 78, decision: 'valid' }]));
  server.on(decideLawChangeItems, answers.json({ ...change, counts: [{ kind: 'question', count: 2, open: 0 }] }));
  const { user } = renderInApp(
    <LawChangeItems change={{ ...change, counts: [{ kind: 'question', count: 2, open: 1 }] }} />,
  );
  await screen.findByRole('checkbox', { name: 'Escolher Questão 78' });
  const all = screen.getByRole('checkbox', { name: 'Escolher todos os itens à vista' });
  await user.click(all);
  expect(screen.getByText('2 escolhidos')).toBeTruthy();
  await user.click(all);
  expect(screen.queryByText('2 escolhidos')).toBeNull();
  await user.click(all);
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Desatualizada' }));
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ decision: 'outdated', items: [9, 10] }) }),
    ),
  );
  server.on(listLawChangeItems, answers.json([]));
  await user.click(screen.getByRole('checkbox', { name: 'Só o que falta decidir (1)' }));
  expect(await screen.findByText('Nada mais a decidir')).toBeTruthy();
  expect(server.calls).toContainEqual(expect.objectContaining({ query: '?open=true' }));
});

test('two presses in a row are one decision, and the next press is another', async () => {
  const server = fakeServer();
  server.on(listLawChangeItems, answers.json([item]));
  server.on(decideLawChangeItems, answers.json(change));
  renderInApp(<LawChangeItems change={change} />);
  const press = await screen.findByRole('button', { name: /^Ainda vale/ });
  const sent = () => server.calls.filter(({ path }) => path.endsWith('/decisions')).length;
  act(() => {
    press.click();
    press.click();
  });
  await waitFor(() => expect((press as HTMLButtonElement).disabled).toBe(false));
  expect(sent()).toBe(1);
  act(() => press.click());
  await waitFor(() => expect(sent()).toBe(2));
});

test('the cards of one set have different names in the list', async () => {
  const server = fakeServer();
  const card = (id: number, cardId: number) => ({ ...item, kind: 'set_card', id, targetId: 4, cardId });
  server.on(listLawChangeItems, answers.json([card(1, 8), card(2, 9)]));
  renderInApp(<LawChangeItems change={change} />);
  expect(await screen.findByRole('checkbox', { name: 'Escolher Cartão de série 8' })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Escolher Cartão de série 9' })).toBeTruthy();
});
