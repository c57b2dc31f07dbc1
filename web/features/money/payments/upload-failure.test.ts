import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { uploadFailure } from './upload-failure.ts';

const answer = (status: number, code: string, text: string, extra = {}) =>
  new ApiError(status, text, { code, message: text, requestId: '1', ...extra });
const page = (status: number) => new ApiError(status, '<html><title>Request Entity Too Large</title></html>', null);
const FIVE_MB = 'O arquivo deve ter no máximo 5MB.';
const PIXELS = 'A imagem tem pixels demais. Envie uma foto ou um print de até 50 megapixels.';
const RESAVE = 'Envie uma imagem ou um PDF. Se este já é um PDF, salve o PDF de novo ou envie um print.';
const RETRY = 'Erro ao enviar comprovante. Tente novamente.';

describe('a failed upload', () => {
  it.each([
    [answer(413, 'too_large', FIVE_MB), 'Arquivo muito grande', FIVE_MB, 'choose'],
    [answer(413, 'too_large', PIXELS), 'Arquivo muito grande', PIXELS, 'choose'],
    [page(413), 'Arquivo muito grande', FIVE_MB, 'choose'],
    [answer(413, 'proxy', 'Request Entity Too Large'), 'Arquivo muito grande', FIVE_MB, 'choose'],
    [answer(415, 'unsupported_type', RESAVE), 'Arquivo não aceito', RESAVE, 'choose'],
    [page(415), 'Arquivo não aceito', 'Envie uma imagem ou um PDF.', 'choose'],
    [answer(429, 'too_many_requests', 'Muitas tentativas.'), 'Erro', 'Muitas tentativas.', 'wait'],
    [page(429), 'Erro', RETRY, 'retry'],
    [answer(503, 'unavailable', 'Fora do ar.'), 'Erro', RETRY, 'retry'],
    [answer(0, 'offline', 'Sem conexão.'), 'Erro', RETRY, 'retry'],
    [new Error('?'), 'Erro', RETRY, 'retry'],
  ])('shows its specific message: %s', (error, title, description, next) => {
    expect(uploadFailure(error)).toEqual({ title, description, next });
  });

  it.each([
    ['analyzing', 'status'],
    ['approved', 'status'],
    ['rejected', 'wait'],
  ])('leads, for a payment that is %s, to %s', (status, next) => {
    expect(uploadFailure(answer(409, 'state_conflict', 'Já foi.', { status })).next).toBe(next);
  });
});
