import { expect, it } from 'vitest';
import { type Frame, type Letter, oneLine, renderLetter } from './letter.ts';

const frame: Frame = {
  schoolName: 'Escola',
  supportEmail: 'ajuda@escola.example',
  colour: '#ffe600',
  accent: '#f2a618',
  logo: null,
};
const letter: Letter = {
  subject: 'Oi',
  greeting: 'Olá!',
  paragraphs: ['Uma linha.\nOutra.'],
  action: { label: 'Abrir', url: 'https://escola.example/a' },
};

it('has the name as a wordmark, or the logo on a plate with the name as its alternative text', () => {
  expect(renderLetter(letter, frame).html).toContain('>Escola</span>');
  const { html } = renderLetter(letter, { ...frame, logo: { src: 'cid:logo', width: 120, height: 40 } });
  expect(html).toContain('<img src="cid:logo" alt="Escola" width="120" height="40"');
  expect(html).toContain('background:#fff;');
});

it('uses the colour of the school with a readable text colour on it', () => {
  const { html } = renderLetter(letter, frame);
  expect(html).toContain('background:#ffe600;color:#000000');
  expect(html).toContain('border-bottom:4px solid #ffe600');
  expect(html).toContain('prefers-color-scheme:dark');
});

it('keeps line breaks, removes direction marks, and escapes markup', () => {
  const bad = '\u202Egnp.exe\u2066\u200B<img src=x onerror=alert(1)>';
  const evil = { ...letter, greeting: bad, paragraphs: [bad], action: { label: bad, url: 'javascript:alert(1)' } };
  for (const rendered of Object.values(renderLetter(evil, { ...frame, schoolName: bad }))) {
    expect(rendered).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B]|javascript:/);
  }
  expect(renderLetter(evil, frame).html).not.toMatch(/<img/);
  expect(renderLetter(letter, frame).html).toContain('Uma linha.<br>Outra.');
  expect(oneLine('a\r\nBcc: x\u2028y')).toBe('a Bcc: x y');
});
