import type { EssayPage } from '#contract/exams/essay-pages.ts';
import type { PageRow } from './photos.store.ts';

/** A page without the key of its file. */
export const shownPage = ({ id, width, height }: PageRow): EssayPage => ({ id, width, height });
