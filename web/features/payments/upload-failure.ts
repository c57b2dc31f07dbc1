import { ApiError } from '../../lib/api.ts';

type Told = {
  title: string;
  description: string;
  /** The payment needs no proof any more, or takes none: its status says the rest. */
  decided: boolean;
};

/** What a failed upload is told as. */
export function uploadFailure(error: unknown): Told {
  const known = error instanceof ApiError ? error : null;
  if (known?.status === 413) return { title: 'Arquivo muito grande', description: known.text, decided: false };
  if (known?.status === 415) return { title: 'Arquivo não aceito', description: known.text, decided: false };
  if (known?.status === 409) {
    const decided = ['analyzing', 'approved', 'cancelled'].includes(known.body?.status ?? '');
    return { title: 'Comprovante não enviado', description: known.text, decided };
  }
  if (known?.status === 429) return { title: 'Erro', description: known.text, decided: false };
  return { title: 'Erro', description: 'Erro ao enviar comprovante. Tente novamente.', decided: false };
}
