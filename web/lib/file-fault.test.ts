import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { fileFaultTitle } from './file-fault.ts';

it.each([0, 408, 429, 500, 502, 503, 504])('a file that met %d is not called unreadable', (status) => {
  expect(fileFaultTitle(new ApiError(status, 'x', null), 'Não aceito')).toBe('O arquivo ainda não foi lido');
});

it.each([400, 409, 413, 415, 422])('a file that was refused with %d has its own title', (status) => {
  expect(fileFaultTitle(new ApiError(status, 'x', null), 'Não aceito')).toBe('Não aceito');
});
