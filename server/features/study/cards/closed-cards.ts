import { AppError } from '#server/http/errors.ts';

/** A card that was made from a question which is under way for the student. */
export const inOpenAttempt = () =>
  new AppError('attempt_open', 'Este cartão é de uma questão do simulado em andamento. Finalize-o antes.', {
    status: 'open',
  });
