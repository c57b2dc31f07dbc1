import { describe, expect, it } from 'vitest';
import { failure } from './api.ts';

const PAGE = '<html><head><title>502 Bad Gateway</title></head></html>';
const UPDATING = 'Estamos atualizando a plataforma. Tente de novo em instantes.';
const ours = (code: string, message: string) => JSON.stringify({ code, message, requestId: 'r-1' });

describe('a failed call', () => {
  it.each([
    [409, ours('conflict', 'Já existe.'), 'Já existe.', '409: Já existe.'],
    [401, ours('unauthorized', 'Unauthorized'), 'Unauthorized', '401: Unauthorized'],
    [503, ours('unavailable', 'Muita gente agora.'), 'Muita gente agora.', '503: Muita gente agora.'],
    [500, ours('internal', 'Algo deu errado.'), 'Algo deu errado. Código: r-1', '500: Algo deu errado.'],
    [502, PAGE, UPDATING, `502: ${PAGE}`],
    [503, '', UPDATING, '503: Some Status'],
    [504, 'upstream timed out', UPDATING, '504: upstream timed out'],
    [500, 'Internal Server Error', 'Algo deu errado. Tente de novo.', '500: Internal Server Error'],
    [413, PAGE, 'O que você enviou é grande demais.', `413: ${PAGE}`],
    [418, '{"message":"teapot"}', 'Algo deu errado. Tente de novo.', '418: teapot'],
    [502, '{"code":"x","message":7,"requestId":"r"}', UPDATING, '502: {"code":"x","message":7,"requestId":"r"}'],
    [500, 'null', 'Algo deu errado. Tente de novo.', '500: null'],
  ])('%i %s', (status, raw, text, message) => {
    const error = failure(status, 'Some Status', raw);
    expect([error.text, error.message]).toEqual([text, message]);
  });

  it('has a code only if the error is from our server', () => {
    expect(failure(409, '', ours('conflict', 'Já existe.')).code).toBe('conflict');
    expect(failure(409, '', '{"code":"conflict","message":"proxy"}').code).toBeUndefined();
  });
});
