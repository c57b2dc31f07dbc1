import { PROOF_MAX_BYTES } from '#contract/limits.ts';

export type Refusal = { title: string; description: string };

export const tooLarge: Refusal = {
  title: 'Arquivo muito grande',
  description: 'O arquivo deve ter no máximo 5MB.',
};
export const notAccepted: Refusal = { title: 'Arquivo não aceito', description: 'Envie uma imagem ou um PDF.' };

/** Why a file is not even tried, in the words of the toast; null when it may be sent. The server looks again. */
export function refusalOf(file: Pick<File, 'size' | 'type' | 'name'>): Refusal | null {
  if (file.size > PROOF_MAX_BYTES) return tooLarge;
  if (file.size === 0) return { title: 'Arquivo vazio', description: 'O arquivo está vazio. Escolha outro.' };
  // Some systems do not know HEIC and report no type.
  const accepted =
    /^image\/(?!svg)|^application\/pdf$/.test(file.type) || (file.type === '' && /\.hei[cf]$/i.test(file.name));
  return accepted ? null : notAccepted;
}

/** 'PDF, 184 KB' */
export function describeFile({ size, type }: { size: number; type: string }): string {
  const kind = type === 'application/pdf' ? 'PDF' : (type.split('/')[1]?.toUpperCase() ?? 'Imagem');
  const kilobytes = size / 1024;
  const amount =
    kilobytes < 1024
      ? `${Math.max(1, Math.round(kilobytes))} KB`
      : `${(kilobytes / 1024).toFixed(1).replace('.', ',')} MB`;
  return `${kind || 'Imagem'}, ${amount}`;
}
