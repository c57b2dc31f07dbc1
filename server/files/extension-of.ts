const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
};

/** The extension of a download, so that a computer can open it; `bin` for an unknown type. */
export const extensionOf = (type: string): string => extensions[type] ?? 'bin';
