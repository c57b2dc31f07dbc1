import { getReaderAgreement } from '#contract/exams/essay-grading.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const agreementQuery = readQuery(getReaderAgreement, keys.essays.of('agreement'));
