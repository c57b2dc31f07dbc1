import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getCourse } from '../../../contract/courses.ts';
import { getReports, listReportedStudents, type StudentStanding } from '../../../contract/reports.ts';
import { call, callPage } from '../../lib/api.ts';

// Students move the figures, not this browser: whoever opens a report wants it as it is now.
const fresh = { refetchOnMount: 'always' } as const;

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => call(getReports, { signal }),
  ...fresh,
});

export const reportedCourseQuery = (id: number) =>
  queryOptions({
    queryKey: ['reports', 'course', id],
    queryFn: ({ signal }) => call(getCourse, { params: { id }, signal }),
  });

export const reportedStudentsQuery = (id: number, standing: StudentStanding) =>
  infiniteQueryOptions({
    queryKey: ['reports', 'students', id, standing],
    queryFn: ({ pageParam, signal }) =>
      callPage(listReportedStudents, { params: { id }, query: { standing, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...fresh,
  });
