import { queryOptions } from '@tanstack/react-query';
import { getQuizStatistics } from '../../../contract/quiz-statistics.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

export type AttemptChoice = 'first' | 'all';

export const statisticsQuery = (id: number, attempts: AttemptChoice) =>
  queryOptions({
    queryKey: keys.quizStatistics(id, attempts),
    queryFn: ({ signal }) => call(getQuizStatistics, { params: { id }, query: { attempts }, signal }),
  });
