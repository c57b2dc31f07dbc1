import { notFound } from '#server/http/errors.ts';

export const quizNotFound = () => notFound('Simulado não encontrado.');
