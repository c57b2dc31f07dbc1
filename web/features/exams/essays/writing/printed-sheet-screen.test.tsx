import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Route } from 'wouter';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { getTheme } from '#contract/exams/essays.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { PrintedSheetScreen } from './printed-sheet-screen.tsx';

afterEach(() => queryClient.clear());

it('a sheet has thirty lines a page, numbered on, and each page has the code of the theme', async () => {
  const [preset] = espelhoPresets;
  if (!preset) throw new Error('There is no preset.');
  const server = fakeServer();
  const sheet = { kind: 'essay', title: 'Câmeras', command: '', maxLines: 70, minLines: 20, lineWidth: 68 } as const;
  const times = { minutes: null, opensAt: null, closesAt: null, returnHours: 72, secondReading: null, reviewDays: 5 };
  const now = '2026-11-15T12:00:00.000Z';
  const theme = { ...sheet, ...times, espelho: preset.espelho, texts: [] };
  server.on(getTheme, answers.json({ id: 7, theme, isOpen: true, dueAt: now, serverTime: now, essays: [] }));
  const screenOfSheet = (
    <Route path="/essays/themes/:id/sheet">
      <PrintedSheetScreen />
    </Route>
  );
  renderInApp(screenOfSheet, '/essays/themes/7/sheet');
  const pages = await screen.findAllByRole('region', { name: /Folha de 70 linhas, página/ });
  const lines = pages.map((page) =>
    within(page)
      .getAllByRole('listitem')
      .map((line) => Number(line.textContent)),
  );
  expect(lines.map((some) => [some[0], some.at(-1)])).toEqual([
    [1, 30],
    [31, 60],
    [61, 70],
  ]);
  for (const page of pages) within(page).getByText('Tema 7');
});
