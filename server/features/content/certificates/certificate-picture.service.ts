import { readCertificateCode } from '#contract/content/certificates.ts';
import type { Deps } from '#server/deps.ts';
import { drawCertificate } from './certificate-picture.ts';
import { findCertificate } from './certificates.store.ts';

/** Pictures that are kept: a link is shared, and then asked for by everybody who sees it. */
const KEPT = 50;
const kept = new Map<string, Promise<Buffer | null>>();

/**
 * The picture beside a shared link. 'plain': its letters cannot be drawn, the one without words will do; null: there is
 * no certificate that stands under this code. Whoever asks for many at once gets each drawn once.
 */
export async function pictureOfCertificate(deps: Deps, typed: string): Promise<Buffer | 'plain' | null> {
  const code = readCertificateCode(typed);
  const found = code && (await findCertificate(deps.db, code));
  if (!found || found.revokedAt || found.studentName === null) return null;
  const { studentName, courseTitle } = found;
  const key = JSON.stringify([studentName, courseTitle]);
  let drawing = kept.get(key);
  if (!drawing) {
    drawing = drawCertificate(studentName, courseTitle);
    kept.set(key, drawing);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    drawing.catch(() => kept.delete(key));
  }
  return (await drawing) ?? 'plain';
}
