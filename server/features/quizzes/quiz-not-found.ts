import { notFound } from '../../http/errors.ts';

export const quizNotFound = () => notFound('Simulado não encontrado.');
