import { useMutation } from '@tanstack/react-query';
import { type CourseChoice, countCourses, listCourses } from '#contract/content/course-list.ts';
import { saveCourse } from '#contract/content/course-with-content.ts';
import {
  type Category,
  type CourseDetail,
  createCourse,
  type Difficulty,
  deleteCourse,
  enroll,
  getCourse,
  getCourseStats,
  leaveCourse,
  listCourseStudents,
  listInstructors,
  rateCourse,
} from '#contract/content/courses.ts';
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts';
import { getTeacherDashboard } from '#contract/study/dashboards.ts';
import { call } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, neverStale, queryClient, seenAnew } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastUnsaved } from '#web/ui/toast-editing.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const PAGE_SIZE = 24;
const STUDENTS_PAGE = 20;

export type CourseCounts = ResponseOf<typeof countCourses>;

export type CourseFilter = {
  search: string;
  category: Category | '';
  difficulty: Difficulty | '';
  show: 'all' | CourseChoice;
};

export const coursesQuery = (filter: CourseFilter) =>
  pagesQuery(listCourses, keys.courses.list(filter), {
    query: {
      search: filter.search,
      category: filter.category || undefined,
      difficulty: filter.difficulty || undefined,
      show: filter.show === 'all' ? undefined : filter.show,
      limit: PAGE_SIZE,
    },
    ...keepRows,
  });

export const courseCountsQuery = readQuery(countCourses, keys.courses.counts);

export const courseQuery = (id: number) => readQuery(getCourse, keys.courses.one(id), { params: { id } });

export const courseStatsQuery = (id: number) => readQuery(getCourseStats, keys.courses.stats(id), { params: { id } });

export const courseStudentsQuery = (id: number) =>
  pagesQuery(listCourseStudents, keys.courses.students(id), { params: { id }, query: { limit: STUDENTS_PAGE } });

export const teacherDashboardQuery = readQuery(getTeacherDashboard, keys.dashboard.teacher, {
  ...neverStale,
  // What students do changes it without any mutation of this browser.
  ...seenAnew,
});

export const instructorsQuery = readQuery(listInstructors, keys.instructors);

/** The current version of a course, for editing. */
export const fetchCourse = (id: number) => queryClient.fetchQuery({ ...courseQuery(id), staleTime: 0 });

/** Whatever happens to a course shows in lists, on its page and on both dashboards. */
const refresh = () => invalidate(keys.courses.all, keys.dashboard.all);

const keep = (course: CourseDetail) => queryClient.setQueryData(courseQuery(course.id).queryKey, course);

export const useCreateCourse = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createCourse>) => call(createCourse, { body }),
    onSuccess: () => {
      toast({ title: 'Curso criado com sucesso!' });
      return refresh();
    },
    onError: () =>
      toast({
        title: 'Erro ao criar curso',
        description: 'Não foi possível criar o curso. Tente novamente.',
        tone: 'bad',
      }),
  });

export const useSaveCourse = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveCourse>) => call(saveCourse, { params: { id }, body }),
    onSuccess: (course) => {
      const content = plural(course.items.length, 'item', 'itens');
      const seen = course.isPublished ? 'Os alunos já veem as mudanças.' : 'Ele continua como rascunho.';
      toast({ title: 'Curso salvo', description: `${content}. ${seen}` });
      keep(course);
      return refresh();
    },
    onError: toastUnsaved('Erro ao salvar curso'),
  });

export const useDeleteCourse = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteCourse, { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Curso excluído' });
      // Not awaited: otherwise the page of the course would show a 404 before it navigates away.
      void refresh();
    },
    onError: toastFailure('Erro ao excluir curso'),
  });

export const useEnroll = (id: number) =>
  useMutation({
    mutationFn: () => call(enroll, { params: { id } }),
    onSuccess: (course) => {
      toast({ title: 'Matrícula feita!', description: 'O curso já está no seu painel.' });
      keep(course);
      return refresh();
    },
    onError: toastFailure('Erro na matrícula'),
  });

export const useLeave = (id: number) =>
  useMutation({
    mutationFn: () => call(leaveCourse, { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Você saiu do curso' });
      return refresh();
    },
    onError: toastFailure('Erro ao sair do curso'),
  });

export const useRate = (id: number) =>
  useMutation({
    mutationFn: (stars: number) => call(rateCourse, { params: { id }, body: { stars } }),
    onSuccess: () => {
      toast({ title: 'Avaliação registrada', description: 'Obrigado! Você pode mudá-la quando quiser.' });
      return refresh();
    },
    onError: toastFailure('Erro ao avaliar'),
  });
