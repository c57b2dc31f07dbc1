import type { AdminExam } from '#contract/content/contests.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';

/** An exam as it is typed. */
export type ExamDraft = { name: string; organisation: string; date: string; link: string };

export const newExam: Snapshot<ExamDraft> = {
  value: { name: '', organisation: '', date: '', link: '' },
  revision: null,
  savedAt: null,
};

export const draftOf = ({ name, organisation, date, link, version, updatedAt }: AdminExam): Snapshot<ExamDraft> => ({
  value: { name, organisation, date, link: link ?? '' },
  revision: version,
  savedAt: updatedAt,
});

/** As the contract has it: no link is none at all. */
export const bodyOf = ({ link, ...fields }: ExamDraft) => ({ ...fields, link: link.trim() || null });

/** An exam part by part, as it is compared. */
export const examLines = ({ name, organisation, date, link }: ExamDraft): Line[] => [
  { name: 'name', label: 'Nome da prova', text: name },
  { name: 'organisation', label: 'Banca ou órgão', text: organisation },
  { name: 'date', label: 'Data', text: date && formatDay(date) },
  { name: 'link', label: 'Link do edital', text: link },
];
