import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { schoolOf, valuesOf } from '#server/school/school.ts';
import { decodeBrCode } from './brcode.ts';
import { pixCodeOf, readPix } from './pix.ts';

const secret = 'x'.repeat(32);
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://escola.com.br',
  SESSION_SECRET: secret,
  SUPPORT_EMAIL: 'suporte@escola.com.br',
};
const read = (environment: Record<string, string>) => {
  const config = readConfig({ SESSION_SECRET: secret, ...environment });
  const school = schoolOf(valuesOf(config.fixedSettings, {}), config.isProduction);
  if ('problem' in school) throw new Error(school.problem);
  return school;
};

describe('the PIX settings', () => {
  it('fall back to a marked example outside production', () => {
    const { pix } = read({});
    const code = decodeBrCode(pixCodeOf(pix, { amount: 29_700, paymentCode: '7KQ2M0XRW94TB3HN' }));
    expect(code).toMatchObject({ amount: 29_700, txid: '7KQ2M0XRW94TB3HN', merchantName: 'EXEMPLO NAO PAGUE' });
    expect(code.key).toMatch(/^exemplo-nao-pague@/);
  });

  it('stop the start in production without a key, merchant name or city', () => {
    const key = { PIX_KEY: 'pix@escola.com.br' };
    expect(() => read(production)).toThrow('PIX_KEY: required in production, the key that students pay to.');
    expect(() => read({ ...production, ...key })).toThrow('PIX_MERCHANT_NAME: required in production');
    const name = { PIX_MERCHANT_NAME: 'Escola' };
    expect(() => read({ ...production, ...key, ...name })).toThrow('PIX_MERCHANT_CITY: required in production');
  });

  it('take a key of any kind, and name and city without accents', () => {
    const { pix } = read({
      ...production,
      PIX_KEY: '11.222.333/0001-81',
      PIX_MERCHANT_NAME: 'Escola São João',
      PIX_MERCHANT_CITY: 'Goiânia',
    });
    expect(pix).toEqual({ key: '11222333000181', merchantName: 'Escola Sao Joao', merchantCity: 'Goiania' });
  });

  it('use the name of the school when the merchant has none', () => {
    const { pix } = read({ PIX_KEY: 'pix@escola.com.br', SCHOOL_NAME: 'Curso Preparatório da Praça da Sé' });
    expect(pix.merchantName).toBe('Curso Preparatorio da Pra');
  });

  it.each([
    ['PIX_KEY', { PIX_KEY: '529.982.247-24' }],
    ['PIX_MERCHANT_NAME', { PIX_KEY: 'pix@escola.com.br', PIX_MERCHANT_NAME: 'a'.repeat(26) }],
    ['PIX_MERCHANT_CITY', { PIX_KEY: 'pix@escola.com.br', PIX_MERCHANT_CITY: 'São José dos Campos' }],
  ])('name %s when it is wrong', (variable, environment) => {
    expect(() => read(environment)).toThrow(new RegExp(`^${variable}: expected`));
  });

  it.each([
    ['pixKey', { key: '529.982.247-24', merchantName: null, merchantCity: null }],
    ['pixMerchantName', { key: 'pix@escola.com.br', merchantName: 'a'.repeat(26), merchantCity: null }],
    ['pixMerchantCity', { key: 'pix@escola.com.br', merchantName: null, merchantCity: 'São José dos Campos' }],
  ])('say that it is %s, for the form of the settings', (setting, given) => {
    expect(readPix(given, 'Escola')).toMatchObject({ setting });
  });
});
