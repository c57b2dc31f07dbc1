import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { courseDetail, courseFields, imageUrl, items, version } from './courses.ts';

export const saveCourse = endpoint({
  method: 'PUT',
  path: '/api/courses/:id/whole',
  access: 'author',
  errors: ['version_conflict'],
  summary: 'Changes the data of a course and its ordered content at once, or neither; 409 as above.',
  body: z.object({ ...courseFields, imageUrl, items, version }),
  response: courseDetail,
});
