import { describe, expect, it } from 'vitest';
import { describeFile, refusalOf } from './proof-choice.ts';

const file = (size: number, type = 'image/png', name = 'a.png') => ({ size, type, name });

describe('choosing a proof', () => {
  it('takes images and PDF up to 5 MB', () => {
    for (const type of ['image/png', 'image/heic', 'application/pdf'])
      expect(refusalOf(file(5_242_880, type))).toBeNull();
    expect(refusalOf(file(10, '', 'IMG_0001.HEIC'))).toBeNull();
  });

  it('says what is wrong with anything else', () => {
    expect(refusalOf(file(5_242_881))).toEqual({
      title: 'Arquivo muito grande',
      description: 'O arquivo deve ter no máximo 5MB.',
    });
    expect(refusalOf(file(0))?.title).toBe('Arquivo vazio');
    for (const type of ['image/svg+xml', 'text/html', 'application/zip', '']) {
      expect(refusalOf(file(10, type))?.title).toBe('Arquivo não aceito');
    }
  });

  it.each([
    [184 * 1024, 'application/pdf', 'PDF, 184 KB'],
    [10, 'image/png', 'PNG, 1 KB'],
    [2_500_000, 'image/jpeg', 'JPEG, 2,4 MB'],
    [2048, '', 'Imagem, 2 KB'],
  ])('describes %i bytes of %s', (size, type, text) => {
    expect(describeFile({ size, type })).toBe(text);
  });
});
