import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import * as contract from '#contract/money/coupons.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let offerIds: number[];
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const payload = { name: 'Vitalício', price: 99_700, rule: { kind: 'endless' } };
  const made = await test.request({ method: 'POST', url: '/api/admin/offers', payload, as: admin });
  const listed = await test.request({ method: 'GET', url: '/api/admin/offers', as: admin });
  offerIds = [made.json().id, listed.json()[0].id].sort((a, b) => a - b);
});

const create = (payload: object) => test.request({ method: 'POST', url: '/api/admin/coupons', payload, as: admin });
const check = (coupon: string) =>
  test.request({ method: 'POST', url: '/api/coupons/check', payload: { coupon, offerId: offerIds[1] } });

describe('a coupon', () => {
  it('is read back with every field after it was created and changed, and its code stays', async () => {
    const first = {
      percent: 20,
      cents: null,
      offerIds: offerIds.slice(0, 1),
      validFrom: '2026-11-01',
      validUntil: '2026-12-01',
      usesMax: 5,
    };
    const second = { percent: null, cents: 5_000, offerIds, validFrom: null, validUntil: null, usesMax: null };
    const kept = { code: 'BEMVINDO', uses: 0, reserved: 0, updatedAt: test.clock.now().toISOString() };
    await roundTrip(test, {
      as: admin,
      create: {
        call: contract.createCoupon,
        body: { ...first, code: 'bemvindo', creationKey: randomUUID() },
        reads: { ...first, ...kept, version: 1 },
      },
      update: {
        call: contract.updateCoupon,
        body: second,
        over: ({ version }) => ({ version }),
        reads: { ...second, ...kept, version: 2 },
      },
      list: { call: contract.listCoupons },
      remove: contract.deleteCoupon,
      rows: { table: 'coupons' },
      audit: {
        of: 'coupon',
        events: [{ action: 'coupon.created' }, { action: 'coupon.changed' }, { action: 'coupon.deleted' }],
      },
    });
  });

  it('that was moved to other offers is refused for the offer it was valid for before', async () => {
    const made = (await create({ code: 'MUDA10', percent: 10, offerIds: offerIds.slice(1) })).json();
    expect((await check('MUDA10')).statusCode).toBe(200);
    const payload = { percent: 10, offerIds: offerIds.slice(0, 1), version: made.version };
    await test.request({ method: 'PUT', url: `/api/admin/coupons/${made.id}`, payload, as: admin });
    expect((await check('MUDA10')).json()).toMatchObject({
      code: 'coupon_refused',
      message: 'Este cupom não vale para esta oferta.',
    });
  });
});
