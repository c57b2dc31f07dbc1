import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Db } from '#server/db/handle.ts';
import type { Files } from '#server/files/files.ts';
import type { Log } from '#server/log.ts';
import type { LiveSchool } from '#server/school/live-school.ts';
import { findPictureFile } from '#server/school/school-pictures.store.ts';

export type Logo = { content: Buffer; width: number; height: number };

/** Shown at half this size: sharp on every screen, a few kilobytes in every e-mail. */
const RENDERED_SIZE = { width: 400, height: 112 };

/** As PNG: not every mail program supports the library's format. */
async function renderLogo(file: Buffer): Promise<Logo> {
  const { data, info } = await sharp(file)
    .resize({ ...RENDERED_SIZE, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: Math.ceil(info.width / 2), height: Math.ceil(info.height / 2) };
}

/** The school's logo for e-mails, rendered once. Without a logo, or when it cannot be read, e-mails show the name. */
export function createLogo({ db, files, school, log }: { db: Db; files: Files; school: LiveSchool; log: Log }) {
  let kept: { path: string; logo: Logo } | null = null;
  return async (): Promise<Logo | null> => {
    const path = school.now.logo;
    if (path === null) return null;
    if (kept?.path === path) return kept.logo;
    try {
      const key = await findPictureFile(db, path);
      const opened = key === undefined ? null : await files.read(key);
      if (!opened) return null;
      const logo = await renderLogo(await buffer(opened.stream));
      kept = { path, logo };
      return logo;
    } catch (error) {
      // An e-mail without its picture is better than no e-mail.
      log.warn({ err: error }, 'the logo could not be read');
      return null;
    }
  };
}
