import type { Feature } from '../../feature.ts';
import { examRoutes } from './exams.routes.ts';
import { sampleExams } from './exams.sample.ts';
import { defineExamWork } from './exams.service.ts';

export const exams: Feature = {
  routes: [examRoutes],
  background: [defineExamWork],
  sample: (deps, { studentId }) => sampleExams(deps, studentId),
};
