import type { uploadProof } from '#contract/money/payments.ts';
import { type ApiError, isRefused } from '#web/lib/api.ts';
import { notAccepted, tooLarge } from './proof-choice.ts';

type Told = {
  title: string;
  description: string;
  /**
   * The next step: choose another file; send the same one again; wait, or ask for help; or open the status of a payment
   * that needs no proof any more.
   */
  next: 'choose' | 'retry' | 'wait' | 'status';
};

type Upload = typeof uploadProof;

/** A proxy before the server also refuses large files: the description is only taken from our server. */
const inOurWords = ({ body, code, text }: ApiError) => (body?.code === code ? { description: text } : {});

/** The message for a failed upload. */
export function uploadFailure(error: unknown): Told {
  if (isRefused<Upload>(error, 'too_large')) return { ...tooLarge, ...inOurWords(error), next: 'choose' };
  if (isRefused<Upload>(error, 'unsupported_type')) return { ...notAccepted, ...inOurWords(error), next: 'choose' };
  if (isRefused<Upload>(error, 'state_conflict', 'too_many_proofs')) {
    const decided = ['analyzing', 'approved', 'cancelled'].includes(error.body?.status ?? '');
    return { title: 'Comprovante não enviado', description: error.text, next: decided ? 'status' : 'wait' };
  }
  if (isRefused<Upload>(error, 'too_many_requests')) return { title: 'Erro', description: error.text, next: 'wait' };
  return { title: 'Erro', description: 'Erro ao enviar comprovante. Tente novamente.', next: 'retry' };
}
