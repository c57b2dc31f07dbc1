import type { EssayState } from '#contract/exams/essays.ts';
import type { Role } from '#contract/platform/users.ts';

type Page = { studentId: string; state: EssayState; isPhoto: boolean };

/** A student always sees their own pages; those who correct essays see the pages that were delivered. */
export const mayOpenPage = (page: Page, viewer: { id: string; role: Role }): boolean =>
  viewer.id === page.studentId ||
  ((viewer.role === 'teacher' || viewer.role === 'admin') && page.isPhoto && page.state !== 'writing');
