import { afterEach, describe, expect, it } from 'vitest';
import { school } from './school.ts';
import { supportChat, supportMail } from './support.ts';

const { whatsapp } = school;
afterEach(() => {
  school.whatsapp = whatsapp;
});

describe('a support message', () => {
  it('has its topic in the subject of the e-mail', () => {
    expect(supportMail()).toBe('mailto:suporte@alvorada.example?subject=Ajuda');
    expect(decodeURIComponent(supportMail({ code: '7KQ2M0XRW91TB3HN' }))).toContain(
      'Ajuda com o pagamento 7KQ2M0XRW91TB3HN',
    );
    expect(supportMail({ username: 'ana&bia?' })).toContain('Ajuda%20para%20ana%26bia%3F');
  });

  it('is offered by WhatsApp only if the school has a number', () => {
    expect(supportChat({ code: '7KQ2M0XRW91TB3HN' })).toBeNull();
    school.whatsapp = '5511999998888';
    const address = new URL(`${supportChat({ code: '7KQ2M0XRW91TB3HN' })}`);
    expect(address.pathname).toBe('/5511999998888');
    expect(address.searchParams.get('text')).toBe('Olá! Preciso de ajuda. É sobre o pagamento 7KQ2M0XRW91TB3HN.');
    expect(new URL(`${supportChat({ username: 'ana' })}`).searchParams.get('text')).toContain('Meu usuário é ana.');
  });
});
