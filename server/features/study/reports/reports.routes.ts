import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '#contract/study/reports.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { sendTextFile } from '#server/http/send-files.ts';
import { courseHeader, courseRow, quizHeader, quizRow, studentHeader, studentRow } from './report-files.ts';
import {
  eachCourse,
  eachQuiz,
  eachStudent,
  listCourses,
  listQuizzes,
  listStudents,
  readReports,
} from './reports.service.ts';

async function rowsOf<Row>(header: string[], rows: AsyncIterable<Row>, write: (row: Row) => string[]) {
  const written = [header];
  for await (const row of rows) written.push(write(row));
  return written;
}

const sendCsv = (reply: FastifyReply, name: string, rows: string[][]) =>
  sendTextFile(reply, `${name}.csv`, writeCsv(rows));

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getReports, ({ user, lagging }) => readReports(deps, lagging, user));

  route(app, contract.listCourseReports, ({ query, user, lagging }) => listCourses(deps, lagging, user, query));

  route(app, contract.listQuizReports, ({ query, user, lagging }) => listQuizzes(lagging, user, query));

  route(app, contract.exportReports, async ({ user, reply, lagging }) =>
    sendCsv(reply, 'cursos', await rowsOf(courseHeader, eachCourse(deps, lagging, user), courseRow)),
  );

  route(app, contract.exportQuizReports, async ({ user, reply, lagging }) =>
    sendCsv(reply, 'simulados', await rowsOf(quizHeader, eachQuiz(lagging, user), quizRow)),
  );

  route(app, contract.listReportedStudents, ({ params, query, user, lagging }) =>
    listStudents(deps, lagging, user, params.id, query),
  );

  route(app, contract.exportStudents, async ({ params, query, user, reply, lagging }) => {
    const students = eachStudent(deps, lagging, user, params.id, query.standing);
    return sendCsv(reply, `alunos-curso-${params.id}`, await rowsOf(studentHeader, students, studentRow));
  });
}
