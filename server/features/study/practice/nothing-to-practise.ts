import { AppError } from '#server/http/errors.ts';

export const nothingToPractise = (message: string) => new AppError('nothing_to_practise', message);
