import { expect, test } from 'vitest';
import { draftStateOf, imagesWithoutDescription, othersWords, savingWords } from './writing-words.ts';

const quiet = { isSaving: false, isDirty: false, isOnline: true, fault: null, savedAt: '2026-11-15T23:58:00.000Z' };

test('the state names where the text is stored', () => {
  expect(savingWords(quiet)).toBe('Salvo às 20:58');
  expect(savingWords({ ...quiet, isSaving: true })).toBe('Salvando…');
  expect(savingWords({ ...quiet, isDirty: true })).toBe('Há texto não salvo');
  expect(savingWords({ ...quiet, isDirty: true, fault: 'Tente de novo.' })).toBe('Não salvo: Tente de novo.');
  expect(savingWords({ ...quiet, isDirty: true, isOnline: false, fault: 'x' })).toBe(
    'Sem conexão: guardado neste aparelho',
  );
  expect(savingWords({ ...quiet, savedAt: null })).toBe('');
});

test('the label of a draft says what students see', () => {
  const draft = { publishAt: null, publishFault: null, isPublished: false, isChanged: true };
  expect(draftStateOf(draft).label).toBe('Rascunho');
  expect(draftStateOf({ ...draft, publishAt: '2026-11-21T10:00:00.000Z' }).label).toBe('Agendada: 21/11/2026 07:00');
  expect(draftStateOf({ ...draft, isPublished: true }).label).toBe('Alterações não publicadas');
  expect(draftStateOf({ ...draft, isPublished: true, isChanged: false }).label).toBe('Publicada');
  expect(draftStateOf({ ...draft, publishFault: 'incomplete' })).toEqual({ label: 'Não foi publicada', tone: 'bad' });
});

test('the notice names the other people in the lesson', () => {
  const [rita, me] = [
    { name: 'Rita Lima', isMe: false },
    { name: 'Luana', isMe: true },
  ];
  expect(othersWords([])).toBeNull();
  expect(othersWords([rita])).toBe('Rita Lima também está com esta aula aberta.');
  expect(othersWords([me, rita])).toBe('Você, em outra janela, e Rita Lima também estão com esta aula aberta.');
});

test('images without a description are counted', () => {
  expect(imagesWithoutDescription('<p><img src="/a" alt="Mapa"><img src="/b"><img alt="" src="/c"></p>')).toBe(2);
});
