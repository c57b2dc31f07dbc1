const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

const inUnits = (bytes: number, unit: number) => (bytes / unit).toFixed(1).replace('.', ',');

/** The size of a file, as people say it. */
export function formatBytes(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.round(bytes / KB))} KB`;
  return bytes < GB ? `${inUnits(bytes, MB)} MB` : `${inUnits(bytes, GB)} GB`;
}
