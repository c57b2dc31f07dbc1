import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { uploadFailure } from './upload-failure.ts';

const answer = (status: number, text: string, extra = {}) =>
  new ApiError(status, text, { code: 'x', message: text, requestId: '1', ...extra });

describe('a failed upload', () => {
  it.each([
    [answer(413, 'O arquivo deve ter no máximo 5MB.'), 'Arquivo muito grande', 'O arquivo deve ter no máximo 5MB.'],
    [answer(415, 'Envie uma imagem ou um PDF.'), 'Arquivo não aceito', 'Envie uma imagem ou um PDF.'],
    [answer(429, 'Muitas tentativas.'), 'Erro', 'Muitas tentativas.'],
    [answer(503, 'Fora do ar.'), 'Erro', 'Erro ao enviar comprovante. Tente novamente.'],
    [answer(0, 'Sem conexão.'), 'Erro', 'Erro ao enviar comprovante. Tente novamente.'],
    [new Error('?'), 'Erro', 'Erro ao enviar comprovante. Tente novamente.'],
  ])('is told in its own words: %s', (error, title, description) => {
    expect(uploadFailure(error)).toEqual({ title, description, decided: false });
  });

  it.each([
    ['analyzing', true],
    ['approved', true],
    ['rejected', false],
  ])('of a payment that is %s leads to the status: %s', (status, decided) => {
    expect(uploadFailure(answer(409, 'Já foi.', { status })).decided).toBe(decided);
  });
});
