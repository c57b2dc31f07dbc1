import { answerEach } from '#server/work/answer-each.ts';
import { match, type OpenEntry, type OpenOrder } from './matching/match.ts';
import { readStatement, type Wishes } from './reading/read-statement.ts';
import { ColumnsUnknown, StatementRefused } from './reading/statement-file.ts';

export type StatementWork =
  | { do: 'read'; bytes: Uint8Array; wishes: Wishes }
  | { do: 'match'; entries: OpenEntry[]; orders: OpenOrder[] };

answerEach((work: StatementWork) => {
  if (work.do === 'match') return { matches: match(work.entries, work.orders) };
  try {
    return { file: readStatement(work.bytes, work.wishes) };
  } catch (error) {
    if (error instanceof ColumnsUnknown) {
      const { headerKey, columns, sample } = error;
      return { unknown: { headerKey, columns, sample } };
    }
    if (error instanceof StatementRefused) return { refusal: { code: error.code, message: error.message } };
    throw error;
  }
});
