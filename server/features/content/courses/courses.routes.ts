import type { FastifyInstance } from 'fastify';
import { countCourses, listCourses } from '#contract/content/course-list.ts';
import { saveCourse } from '#contract/content/course-with-content.ts';
import * as contract from '#contract/content/courses.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { listFinished } from './completions.service.ts';
import { countCoursesFor, listCoursesFor } from './course-list.service.ts';
import {
  addCourse,
  changeCourse,
  changeCourseWithContent,
  changeItems,
  listInstructorNames,
  readCourse,
  removeCourse,
} from './courses.service.ts';
import { enrollIn, leave, listOwnEnrollments, listStudentsOf, rate, readStats } from './enrollments.service.ts';

export function courseRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listCourses, ({ user, query }) => listCoursesFor(deps, user, query));

  route(app, countCourses, ({ user }) => countCoursesFor(deps, user));

  route(app, contract.getCourse, ({ user, params }) => readCourse(deps.db, user, params.id, deps.clock.now()));

  route(app, contract.createCourse, ({ user, body }) => addCourse(deps, user, body));

  route(app, contract.updateCourse, ({ user, params, body }) => changeCourse(deps, user, params.id, body));

  route(app, saveCourse, ({ user, params, body }) => changeCourseWithContent(deps, user, params.id, body));
  route(app, contract.saveCourseItems, ({ user, params, body }) => changeItems(deps, user, params.id, body));

  route(app, contract.deleteCourse, ({ user, params }) => removeCourse(deps, user, params.id));

  route(app, contract.enroll, ({ user, params }) => enrollIn(deps, user, params.id));

  route(app, contract.leaveCourse, ({ user, params }) => leave(deps, user, params.id));

  route(app, contract.rateCourse, ({ user, params, body }) => rate(deps, user, params.id, body.stars));

  route(app, contract.listFinishedCourses, ({ user, query }) => listFinished(deps.db, user.id, query));

  route(app, contract.listMyEnrollments, ({ user, query }) => listOwnEnrollments(deps, user, query));

  route(app, contract.getCourseStats, ({ user, params, lagging }) => readStats(deps, lagging, user, params.id));

  route(app, contract.listCourseStudents, ({ user, params, query, lagging }) =>
    listStudentsOf(deps, lagging, user, params.id, query),
  );

  route(app, contract.listInstructors, () => listInstructorNames(deps));
}
