import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as contract from '#contract/money/offers.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { publicOffer } from './public-offer.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
  test.request({ method, url, payload, as: admin });
const idOf = async (method: 'POST' | 'PUT', url: string, payload: object) =>
  (await send(method, url, payload)).json().id as number;
const offersForAdmin = async () =>
  (await test.request({ method: 'GET', url: '/api/admin/offers', as: admin })).json() as contract.AdminOffer[];

describe('an offer', () => {
  it('that was changed shows its new price at once in the process that changed it, also while the bus is slow', async () => {
    const read = publicOffer(test.deps);
    const { price } = await read();
    const offer = (await offersForAdmin()).find(({ isDefault }) => isDefault) as contract.AdminOffer;
    const { publish } = test.deps.bus;
    test.deps.bus.publish = async () => {};
    try {
      const changed = { ...z.parse(contract.updateOffer.body, offer), price: price + 100 };
      expect((await send('PUT', `/api/admin/offers/${offer.id}`, changed)).statusCode).toBe(200);
      expect((await read()).price).toBe(price + 100);
    } finally {
      test.deps.bus.publish = publish;
    }
  });

  it('is read back with every field after it was created and changed', async () => {
    const exam = (name: string) => idOf('POST', '/api/admin/exams', { name, organisation: 'FGV', date: '2027-05-02' });
    const course = (title: string) => idOf('POST', '/api/courses', { title, creationKey: randomUUID() });
    const first = {
      name: 'Curta',
      price: 9_900,
      struckPrice: 19_900,
      nextPrice: 14_900,
      rule: { kind: 'exam_months', count: 2, until: null },
      defaultExamId: await exam('Soldado'),
      places: 10,
      soldFrom: '2026-11-01',
      soldUntil: '2026-12-01',
      isDefault: false,
      courseIds: [await course('Um')],
      corrections: 4,
    };
    const second = {
      name: 'Longa',
      price: 29_900,
      struckPrice: null,
      nextPrice: null,
      rule: { kind: 'until', count: null, until: '2027-12-31' },
      defaultExamId: null,
      places: null,
      soldFrom: null,
      soldUntil: null,
      isDefault: false,
      courseIds: null,
      corrections: null,
    };
    const kept = { placesTaken: 0, updatedAt: test.clock.now().toISOString() };
    await roundTrip(test, {
      as: admin,
      create: {
        call: contract.createOffer,
        body: { ...first, creationKey: randomUUID() },
        reads: { ...first, ...kept, version: 1 },
      },
      update: {
        call: contract.updateOffer,
        body: second,
        over: ({ version }) => ({ version }),
        // A default offer cannot be removed.
        stay: ['isDefault'],
        reads: { ...second, ...kept, version: 2 },
      },
      list: { call: contract.listOffersForAdmin },
      remove: contract.deleteOffer,
      rows: { table: 'offers' },
      audit: {
        of: 'offer',
        events: [
          { action: 'offer.created', details: { price: 9_900 } },
          { action: 'offer.changed', details: { price: 29_900 } },
          { action: 'offer.deleted', details: { price: 29_900 } },
        ],
      },
    });
  });

  it('with a struck price that is not higher than its price is refused', async () => {
    const rule = { kind: 'endless' };
    const made = (struckPrice: number) =>
      send('POST', '/api/admin/offers', { name: 'X', price: 100, struckPrice, rule });
    expect([(await made(100)).statusCode, (await made(101)).statusCode]).toEqual([400, 201]);
  });

  it('that is the default one refuses a last day of sale, with and without the default flag in the request', async () => {
    const [standing] = await offersForAdmin();
    const { id, placesTaken: _, updatedAt: __, ...offer } = standing as contract.AdminOffer;
    for (const isDefault of [true, false]) {
      const answer = await send('PUT', `/api/admin/offers/${id}`, { ...offer, isDefault, soldUntil: '2027-01-01' });
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        { soldUntil: 'A oferta padrão está sempre à venda.' },
      ]);
    }
    expect((await offersForAdmin())[0]).toEqual(standing);
  });
});
