import type { AdminExam } from '#contract/content/contests.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';

/** An exam as it is typed. */
export type ExamDraft = { name: string; organisation: string; date: string; noticeDate: string; link: string };

export const newExam: Snapshot<ExamDraft> = {
  value: { name: '', organisation: '', date: '', noticeDate: '', link: '' },
  revision: null,
  savedAt: null,
};

export const draftOf = ({
  name,
  organisation,
  date,
  noticeDate,
  link,
  version,
  updatedAt,
}: AdminExam): Snapshot<ExamDraft> => ({
  value: { name, organisation, date, noticeDate: noticeDate ?? '', link: link ?? '' },
  revision: version,
  savedAt: updatedAt,
});

/** As the contract has it: an empty field is null. A draft of an older release has no day of the edital. */
export const bodyOf = ({ link, noticeDate, ...fields }: ExamDraft) => ({
  ...fields,
  noticeDate: noticeDate || null,
  link: link.trim() || null,
});

/** An exam part by part, as it is compared. */
export const examLines = ({ name, organisation, date, noticeDate, link }: ExamDraft): Line[] => [
  { name: 'name', label: 'Nome da prova', text: name },
  { name: 'organisation', label: 'Banca ou órgão', text: organisation },
  { name: 'date', label: 'Data', text: date && formatDay(date) },
  { name: 'noticeDate', label: 'Data do edital', text: noticeDate && formatDay(noticeDate) },
  { name: 'link', label: 'Link do edital', text: link },
];
