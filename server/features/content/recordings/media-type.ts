import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '#server/http/errors.ts';

/** This many first bytes are enough to detect the type of a file. */
export const HEAD_BYTES = 4100;

const accepted: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
  'audio/mpeg': 'audio/mpeg',
};

/** Detects the type by content, not by name. Throws a message for the author when the type is not allowed. */
export async function mediaTypeOf(head: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const mimeType = accepted[found?.mime ?? ''];
  if (mimeType) return mimeType;
  throw new AppError(
    'unsupported_type',
    found?.mime === 'video/quicktime'
      ? 'Este vídeo é um MOV. Exporte como MP4 e envie de novo.'
      : 'O conteúdo deste arquivo não é um vídeo MP4 ou WebM, nem um áudio MP3, seja qual for o nome.',
  );
}

export const kindOf = (mimeType: string): 'video' | 'audio' => (mimeType.startsWith('audio/') ? 'audio' : 'video');
