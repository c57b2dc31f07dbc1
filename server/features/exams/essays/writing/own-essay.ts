import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import type { EssayRow } from './writing.store.ts';

/** The student's own essay; for others it does not exist. */
export async function requireEssay(find: Promise<EssayRow | undefined>, user: SessionUser): Promise<EssayRow> {
  const row = await find;
  if (row?.studentId !== user.id) throw notFound('Redação não encontrada.');
  return row;
}

export const alreadyDelivered = () =>
  new AppError('state_conflict', 'Esta redação já foi entregue: o texto não pode mais mudar.');
