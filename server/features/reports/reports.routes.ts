import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '../../../contract/reports.ts';
import { writeCsv } from '../../csv/csv-cells.ts';
import type { Deps } from '../../deps.ts';
import { sendPage } from '../../http/paging.ts';
import { route } from '../../http/route.ts';
import { courseRows, quizRows, studentHeader, studentRow } from './report-files.ts';
import { eachStudent, listCourses, listQuizzes, listStudents, readReports } from './reports.service.ts';

const sendCsv = (reply: FastifyReply, name: string, rows: string[][]) =>
  reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .type('text/csv; charset=utf-8')
    .send(writeCsv(rows));

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getReports, ({ user }) => readReports(deps, user));

  route(app, contract.exportReports, async ({ user, reply }) =>
    sendCsv(reply, 'cursos', courseRows(await listCourses(deps, user))),
  );

  route(app, contract.exportQuizReports, async ({ user, reply }) =>
    sendCsv(reply, 'simulados', quizRows(await listQuizzes(deps, user))),
  );

  route(app, contract.listReportedStudents, async ({ params, query, user, request, reply }) =>
    sendPage(request, reply, await listStudents(deps, user, params.id, query)),
  );

  route(app, contract.exportStudents, async ({ params, query, user, reply }) => {
    const rows = [studentHeader];
    for await (const student of eachStudent(deps, user, params.id, query.standing)) rows.push(studentRow(student));
    return sendCsv(reply, `alunos-curso-${params.id}`, rows);
  });
}
