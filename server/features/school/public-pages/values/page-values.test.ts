import { expect, test } from 'vitest';
import { pageValues } from './page-values.ts';

const offer = { count: 12, percent: 10 };
const config = {
  schoolName: 'Alvorada',
  schoolSlogan: 'Antes da farda, a alvorada.',
  supportEmail: 'suporte@alvorada.example',
  whatsappNumber: null,
  companyId: null,
  social: { instagram: null, facebook: null, youtube: null },
  hidden: { card: false, slip: false, whatsapp: false },
  priceCents: 29_700,
  publicUrl: undefined,
};

test('the default price gives the figures of the offer', () => {
  expect(pageValues(config, offer)).toMatchObject({
    price: 'R$\u00a0297,00',
    priceFigure: '297,00',
    fullPrice: 'R$\u00a0697,00',
    discount: '57',
    installments: '12',
    installmentPrice: 'R$\u00a029,70',
  });
});

test.each([
  [false, false, 'cardAndSlip'],
  [false, true, 'onlyCard'],
  [true, false, 'onlySlip'],
  [true, true, 'onlyPix'],
])('card hidden %s, slip hidden %s: the page names the methods of %s', (card, slip, methods) => {
  const values = pageValues({ ...config, hidden: { card, slip, whatsapp: card } }, offer);
  expect(values.methods).toBe(methods);
  expect(values.helpsByWhatsapp).toBe(!card);
});

test('another price changes every figure that depends on it', () => {
  expect(pageValues({ ...config, priceCents: 39_700 }, offer)).toMatchObject({
    price: 'R$\u00a0397,00',
    discount: '43',
    installmentPrice: 'R$\u00a039,70',
    priceDecimal: '397.00',
  });
});

test('a price at or above the struck one claims no discount', () => {
  expect(pageValues({ ...config, priceCents: 69_700 }, offer).discount).toBeNull();
  expect(pageValues({ ...config, priceCents: 99_700 }, offer).discount).toBeNull();
});

test('contacts that are not configured leave no link behind', () => {
  expect(pageValues(config, offer)).toMatchObject({ whatsappUrl: null, companyId: null, youtubeUrl: null });
  const full = pageValues(
    { ...config, whatsappNumber: '+5511999998888', social: { ...config.social, youtube: 'https://youtube.com/@x' } },
    offer,
  );
  expect(full).toMatchObject({
    whatsappUrl: 'https://wa.me/5511999998888',
    youtubeUrl: 'https://youtube.com/@x',
    instagramUrl: null,
  });
});

test('the current offer gives price and remaining seats from the database', () => {
  const shown = (sold: Parameters<typeof pageValues>[2]) => {
    const { price, fullPrice, discount, places } = pageValues(config, offer, sold);
    return { price, fullPrice, discount, places };
  };
  expect(pageValues(config, offer).places).toBe('as próximas 47 matrículas');
  expect(shown({ price: 19_900, struckPrice: 39_800, placesLeft: 12 })).toEqual({
    price: 'R$\u00a0199,00',
    fullPrice: 'R$\u00a0398,00',
    discount: '50',
    places: 'as próximas 12 matrículas',
  });
  expect(shown({ price: 19_900, struckPrice: null, placesLeft: 1 })).toMatchObject({
    discount: null,
    places: 'a próxima matrícula',
  });
  for (const placesLeft of [0, null]) {
    expect(shown({ price: 69_700, struckPrice: null, placesLeft })).toMatchObject({ discount: null, places: null });
  }
});

test('instalments divide the card total of the owner, which scales with a changed price', () => {
  const sales = { cardTotalCents: 32_670 };
  const sold = { price: 29_700, struckPrice: null, placesLeft: 3, basePrice: 29_700 };
  expect(pageValues({ ...config, sales }, offer, sold).installmentPrice).toBe('R$\u00a027,23');
  expect(pageValues({ ...config, sales }, offer, { ...sold, price: 69_700 }).installmentPrice).toBe('R$\u00a063,89');
});
