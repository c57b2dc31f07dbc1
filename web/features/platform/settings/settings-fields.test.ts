import { expect, it } from 'vitest';
import { changesOf, networkAddress, type SettingFields, whatsappDigits } from './settings-fields.ts';

const stored: SettingFields = {
  schoolName: 'Alvorada',
  schoolSlogan: 'Antes.',
  logo: '',
  logoDark: '',
  mark: '',
  colour: '#122341',
  accent: '#f2a618',
  companyId: '',
  supportEmail: 'a@b.example',
  whatsappNumber: '',
  instagram: 'https://instagram.com/x',
  facebook: '',
  youtube: '',
  pixKey: '',
  pixMerchantName: '',
  pixMerchantCity: '',
  holidayCarnival: false,
  holidayCorpusChristi: false,
  secondFactor: 'optional',
  comments: 'on',
  commentWords: '',
  hidesCard: false,
  hidesSlip: false,
  hidesWhatsapp: false,
  couponHours: '72',
  reminderHours: '24',
  reminderDays: '3',
  cardTotalCents: '',
};

it('only changed settings are sent; an emptied field is sent as null', () => {
  expect(changesOf(stored, stored)).toEqual({});
  expect(changesOf({ ...stored, schoolName: ' Sol ', instagram: ' ', holidayCarnival: true }, stored)).toEqual({
    schoolName: 'Sol',
    instagram: null,
    holidayCarnival: true,
  });
});

it('sends a count as a number and an amount as cents, and an emptied one as none', () => {
  expect(changesOf({ ...stored, couponHours: ' 48 ' }, stored)).toEqual({ couponHours: 48 });
  expect(changesOf({ ...stored, cardTotalCents: 'R$ 356,40' }, stored)).toEqual({ cardTotalCents: 35_640 });
  expect(changesOf({ ...stored, couponHours: '' }, stored)).toEqual({ couponHours: null });
});

it.each([
  ['(11) 99999-8888', '5511999998888'],
  ['11 3333-4444', '551133334444'],
  ['+55 11 99999-8888', '+5511999998888'],
  ['5511999998888', '5511999998888'],
  ['+351 912 345 678', '+351912345678'],
])('takes %s for %s', (typed, digits) => expect(whatsappDigits(typed)).toBe(digits));

it.each([
  ['instagram', '@cursofarol', 'https://www.instagram.com/cursofarol'],
  ['instagram', 'curso.farol', 'https://www.instagram.com/curso.farol'],
  ['instagram', 'instagram.com/cursofarol', 'https://instagram.com/cursofarol'],
  ['instagram', 'https://instagram.com/cursofarol', 'https://instagram.com/cursofarol'],
  ['facebook', 'cursofarol', 'https://www.facebook.com/cursofarol'],
  ['youtube', '@cursofarol', 'https://www.youtube.com/@cursofarol'],
  ['youtube', 'duas palavras', 'duas palavras'],
  ['pixKey', '@cursofarol', '@cursofarol'],
] as const)('takes the %s %s as %s', (name, typed, sent) => {
  expect(networkAddress(name, typed)).toBe(sent);
});
