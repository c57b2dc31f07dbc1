import { expect, it } from 'vitest';
import { agreementOf } from './agreement.policy.ts';

const expected = {
  amount: 29_700,
  orderedOn: '2026-11-12',
  uploadedOn: '2026-11-15',
  payees: ['Alvorada', 'CURSO ALVORADA LTDA'],
};
const reading = (more: object) => ({ amounts: [], days: [], payee: null, ...more });

it.each([
  ['says nothing', {}, [null, null, null]],
  ['agrees', { amounts: [29_700], days: ['2026-11-14'], payee: 'Curso Alvorada Ltda' }, [true, true, true]],
  ['has the amount among others', { amounts: [0, 100, 29_700] }, [true, null, null]],
  ['says another amount', { amounts: [2_970] }, [false, null, null]],
  ['was made before the order', { days: ['2026-11-10'] }, [null, false, null]],
  ['was made the evening before, by another clock', { days: ['2026-11-11'] }, [null, true, null]],
  ['is scheduled', { days: ['2026-11-20'] }, [null, false, null]],
  ['cuts the name', { payee: 'CURSO ALVORADA LT' }, [null, null, true]],
  ['names another person', { payee: 'João da Silva' }, [null, null, false]],
])('a receipt that %s', (_, more, agreement) => {
  const { amount, day, payee } = agreementOf(reading(more), expected);
  expect([amount, day, payee]).toEqual(agreement);
});
