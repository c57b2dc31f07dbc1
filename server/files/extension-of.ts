const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
};

/** So that a computer opens what it downloads; a kind that is not known is just bytes. */
export const extensionOf = (type: string): string => extensions[type] ?? 'bin';
