import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { listCoupons } from '#contract/money/coupons.ts';
import { listOffersForAdmin } from '#contract/money/offers.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import OffersScreen from './offers-screen.tsx';

const coupon = {
  id: 2,
  code: 'DEZ',
  percent: 10,
  cents: null,
  offerIds: [],
  validFrom: null,
  validUntil: null,
  usesMax: 50,
  uses: 12,
  reserved: 9,
  version: 1,
  updatedAt: '2026-11-15T12:00:00.000Z',
};

afterEach(() => queryClient.clear());

function open(role: 'secretary' | 'admin') {
  queryClient.clear();
  signedIn(role);
  const server = fakeServer();
  server.on(listOffersForAdmin, answers.json([]));
  server.on(listCoupons, answers.json([coupon]));
  renderInApp(<OffersScreen />, '/admin/payments/offers?aba=coupons');
}

it('an administrator sees how many uses are not paid yet, and may change the coupon', async () => {
  open('admin');
  expect(await screen.findByText('9 ainda não pagos')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Novo cupom' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Editar DEZ' })).toBeTruthy();
});

it('a secretary reads the coupons and finds nothing to press', async () => {
  open('secretary');
  expect(await screen.findByText('12 de 50 usos')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Novo|Editar|Encerrar/ })).toBeNull();
  expect(screen.getByText(/Só administradores criam e mudam/)).toBeTruthy();
});
