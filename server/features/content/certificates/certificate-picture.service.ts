import { readCertificateCode } from '#contract/content/certificates.ts';
import type { Deps } from '#server/deps.ts';
import type { Line } from '#server/pictures/lettering.ts';
import { renderCertificate } from './certificate-picture.ts';
import { findCertificate } from './certificates.store.ts';

/** Pictures that are kept: a link is shared, and then asked for by everybody who sees it. */
const CACHED_MAX = 50;
const cache = new Map<string, Promise<Buffer | null>>();

/** The background of a school with its own brand; `version` changes with it. */
export type Ground = { version: string; soft: Line['colour']; render: () => Promise<Buffer | null> };

async function drawOn(ground: Ground | null, name: string, course: string) {
  const picture = await ground?.render();
  return renderCertificate(name, course, ground && picture ? { picture, soft: ground.soft } : undefined);
}

/**
 * The preview picture of a shared link. 'plain': a letter has no glyph, use the picture without words; null: no
 * certificate has this code. Concurrent requests share one rendering.
 */
export async function pictureOfCertificate(
  deps: Deps,
  typed: string,
  ground: Ground | null,
): Promise<Buffer | 'plain' | null> {
  const code = readCertificateCode(typed);
  const found = code && (await findCertificate(deps.db, code));
  if (!found || found.revokedAt || found.studentName === null) return null;
  const { studentName, courseTitle } = found;
  const key = JSON.stringify([studentName, courseTitle, ground?.version]);
  let drawing = cache.get(key);
  if (!drawing) {
    drawing = drawOn(ground, studentName, courseTitle);
    cache.set(key, drawing);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest);
    drawing.catch(() => cache.delete(key));
  }
  return (await drawing) ?? 'plain';
}
