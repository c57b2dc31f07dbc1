import { ApiError } from '../../lib/api.ts';
import { notAccepted, tooLarge } from './proof-choice.ts';

type Told = {
  title: string;
  description: string;
  /**
   * What is left to do: choose another file; send the same one again; wait, or ask for help; or look at the status of
   * a payment that needs no proof any more.
   */
  next: 'choose' | 'retry' | 'wait' | 'status';
};

/** What a failed upload is told as. */
export function uploadFailure(error: unknown): Told {
  const known = error instanceof ApiError ? error : null;
  // A proxy before the server refuses what is large, too, in words that are not ours.
  const said = (code: string, otherwise: string) => (known?.code === code ? known.text : otherwise);
  if (known?.status === 413)
    return { ...tooLarge, description: said('too_large', tooLarge.description), next: 'choose' };
  if (known?.status === 415) {
    return { ...notAccepted, description: said('unsupported_type', notAccepted.description), next: 'choose' };
  }
  if (known?.status === 409) {
    const decided = ['analyzing', 'approved', 'cancelled'].includes(known.body?.status ?? '');
    return { title: 'Comprovante não enviado', description: known.text, next: decided ? 'status' : 'wait' };
  }
  if (known?.code === 'too_many_requests') return { title: 'Erro', description: known.text, next: 'wait' };
  return { title: 'Erro', description: 'Erro ao enviar comprovante. Tente novamente.', next: 'retry' };
}
