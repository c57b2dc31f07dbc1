import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Announcement, listAnnouncements } from '#contract/school/announcements.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { renewSchool } from '#web/lib/school.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import AnnouncementsScreen from './announcements-screen.tsx';

afterEach(() => {
  renewSchool({ sendsMail: true });
  queryClient.clear();
});

const sent = {
  id: 1,
  title: 'Aula extra',
  audience: 'all',
  audienceName: null,
  state: 'sent',
  told: 12,
  total: 12,
  sendAt: '2026-11-15T12:00:00.000Z',
  by: 'Marta',
} as unknown as Announcement;

it.each([
  ['with', true, 'Enviado a 12'],
  ['without', false, 'No sino de 12; e-mails guardados, não enviados'],
])('an announcement of a school %s a mail server says where it arrived', async (_, sendsMail, text) => {
  renewSchool({ sendsMail });
  fakeServer().on(listAnnouncements, answers.json([sent]));
  renderInApp(<AnnouncementsScreen />);
  expect(await screen.findByText(text)).toBeTruthy();
});
