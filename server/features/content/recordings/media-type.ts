import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '#server/http/errors.ts';

/** So many bytes of its beginning tell what a file is. */
export const HEAD_BYTES = 4100;

const accepted: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
  'audio/mpeg': 'audio/mpeg',
};

/** What the content says it is, whatever its name; throws what its author is told where it is none of ours. */
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
