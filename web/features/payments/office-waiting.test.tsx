import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { listRefunds } from '../../../contract/payments.ts';
import { queryClient } from '../../lib/query-client.ts';
import { answers, fakeServer } from '../../testing/fake-server.ts';
import { renderPart } from '../../testing/render-part.tsx';
import OfficeWaiting from './office-waiting.tsx';

afterEach(() => void vi.useRealTimers());

function open(due: string[]) {
  vi.setSystemTime('2026-11-12T12:00:00.000Z');
  queryClient.clear();
  fakeServer().on(listRefunds, answers.json(due.map((dueOn, id) => ({ id, refund: { dueOn } }))));
  renderPart(<OfficeWaiting />);
}

it('names what is to be paid back, and leads to it', async () => {
  open(['2026-11-19', '2026-11-20']);
  expect(await screen.findByText(/reembolsos? a fazer/)).toBeTruthy();
  expect(screen.getByText('O primeiro vence quinta-feira, 19 de nov.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver reembolsos' }).getAttribute('href')).toBe('/admin/payments?aba=refunds');
});

it('says when one is late', async () => {
  open(['2026-11-11']);
  expect(await screen.findByText(/O prazo mais antigo terminou quarta-feira, 11 de nov/)).toBeTruthy();
});
