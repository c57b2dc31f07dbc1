import { describe, expect, it } from 'vitest';
import { schoolOf, valuesOf } from './school.ts';

const given = { supportEmail: 'ajuda@escola.example', pixKey: 'pix@escola.example' };

describe('what holds', () => {
  it('is what the environment fixes, else what was saved, else the default', () => {
    const values = valuesOf({ schoolName: 'Fixa' }, { schoolName: 'Salva', schoolSlogan: 'Salvo.', companyId: null });
    expect(values).toMatchObject({
      schoolName: 'Fixa',
      schoolSlogan: 'Salvo.',
      companyId: null,
      secondFactor: 'optional',
    });
  });

  it('keeps a no that the environment fixes', () => {
    expect(valuesOf({ holidayCarnival: false }, { holidayCarnival: true }).holidayCarnival).toBe(false);
  });
});

describe('a school', () => {
  it('needs an address and whom to pay in production, wherever they come from', () => {
    expect(schoolOf(valuesOf({}, { pixKey: given.pixKey }), true)).toMatchObject({ setting: 'supportEmail' });
    expect(schoolOf(valuesOf({ supportEmail: given.supportEmail }, {}), true)).toMatchObject({ setting: 'pixKey' });
    expect(schoolOf(valuesOf({}, given), true)).toMatchObject({ setting: 'pixMerchantName' });
    const merchant = { pixMerchantName: 'ESCOLA', pixMerchantCity: 'RECIFE' };
    expect(schoolOf(valuesOf(merchant, given), true)).toMatchObject({ pix: { key: 'pix@escola.example' } });
    expect(schoolOf(valuesOf({}, {}), false)).toMatchObject({ pix: { merchantName: 'EXEMPLO NAO PAGUE' } });
  });

  it('whose name no bank can print needs another one for its key', () => {
    expect(schoolOf(valuesOf({}, { ...given, schoolName: '学校' }), false)).toMatchObject({
      setting: 'pixMerchantName',
    });
    expect(schoolOf(valuesOf({}, { ...given, schoolName: '学校', pixMerchantName: 'ESCOLA' }), false)).toMatchObject({
      pix: { merchantName: 'ESCOLA' },
    });
  });
});
