import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createExam } from '#contract/content/contests.ts';
import { saveCourse } from '#contract/content/course-with-content.ts';
import { type CourseDetail, createCourse, listInstructors } from '#contract/content/courses.ts';
import { updateLesson } from '#contract/content/lessons.ts';
import { listSubjects } from '#contract/content/subjects.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { type AuthoredQuiz, saveQuiz } from '#contract/exams/quiz-authoring.ts';
import {
  listQuizVersions,
  previewComposition,
  type QuizComposition,
  saveComposition,
} from '#contract/exams/quiz-composition.ts';
import { updateProfile } from '#contract/people/profile.ts';
import { createBankQuestion, getBankLabels } from '#contract/questions/question-bank.ts';
import { ExamDialog } from '#web/features/content/contests/exam-dialog.tsx';
import { EditCourse } from '#web/features/content/courses/edit-course-screen.tsx';
import NewCourseDialog from '#web/features/content/courses/new-course-dialog.tsx';
import { findLessonDrafts } from '#web/features/content/lessons/drafts.ts';
import { LessonDialog } from '#web/features/content/lessons/lesson-dialog.tsx';
import { ComposeForm } from '#web/features/exams/mock-exams/authoring/compose-form.tsx';
import { QuizEditor } from '#web/features/exams/mock-exams/authoring/quiz-editor.tsx';
import ProfileScreen from '#web/features/people/accounts/profile-screen.tsx';
import { NewQuestion } from '#web/features/questions/question-bank/new-question.tsx';
import { forgetEndedSession, readEndedSession } from '#web/lib/ended-session.ts';
import { whenSessionEnds } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';

const at = '2026-11-15T12:00:00.000Z';
const nothing = () => undefined;

const course: CourseDetail = {
  id: 1,
  title: 'Soldado PM',
  description: '',
  category: 'GERAL',
  difficulty: 'beginner',
  duration: 60,
  isPublished: true,
  imageUrl: null,
  instructorId: null,
  instructorName: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
  lessonCount: 2,
  quizCount: 0,
  students: 0,
  averageRating: null,
  ratingCount: 0,
  enrollment: null,
  items: ['Primeira', 'Segunda'].map((title, place) => ({
    kind: 'lesson' as const,
    id: place + 1,
    title,
    module: '',
    subjectName: null,
    minutes: 1,
    questionCount: null,
    passingScore: null,
    done: false,
  })),
  myRating: null,
  completedAt: null,
  canEdit: true,
  isOpen: true,
};
const quiz: AuthoredQuiz = {
  id: 7,
  title: 'Simulado',
  description: '',
  timeLimit: null,
  passingScore: 70,
  questions: [],
  drawCount: 0,
  revision: 1,
  isPublished: false,
  hasUnpublishedChanges: false,
  attemptCount: 0,
  updatedAt: at,
};
const composition: QuizComposition = {
  id: 7,
  title: 'Simulado',
  revision: 3,
  isPublished: false,
  hasUnpublishedChanges: false,
  questions: [
    {
      id: 1,
      excerpt: 'A primeira',
      kind: 'choice',
      subjectId: null,
      subject: null,
      topic: '',
      source: '',
      year: null,
      difficulty: null,
      status: 'active',
      inBank: true,
      hasNewerVersion: false,
    },
  ],
  draws: [],
  timeLimit: null,
  shuffleOptions: false,
  isTraining: false,
  updatedAt: at,
};
const lesson = { title: 'Crase', content: '<p>Texto.</p>', subjectId: 1, newSubject: null, topicId: null };

type User = ReturnType<typeof renderInApp>['user'];
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const write = (label: string, text: string) => async (user: User) => {
  await user.clear(box(label));
  await user.click(box(label));
  await user.paste(text);
};
const press =
  (name: string | RegExp, role = 'button') =>
  async (user: User) =>
    user.click(await screen.findByRole(role, { name }));
const holds = (label: string, text: string) => () => expect(box(label).value).toBe(text);

type Editor = {
  part: (userId: string) => ReactNode;
  refuses: EndpointSpec;
  steps: ((user: User) => Promise<unknown>)[];
  isBack: () => void;
};

const editors: Record<string, Editor> = {
  lesson: {
    part: (userId) => (
      <LessonDialog
        lessonId={1}
        stored={{ value: lesson, revision: 1, savedAt: at }}
        draft={findLessonDrafts(userId, 1)[0] ?? null}
        onClose={nothing}
      />
    ),
    refuses: updateLesson,
    steps: [write('Título da Aula', 'Crase, de novo'), press('Salvar Alterações')],
    isBack: holds('Título da Aula', 'Crase, de novo'),
  },
  quiz: {
    part: () => <QuizEditor stored={quiz} />,
    refuses: saveQuiz,
    steps: [write('Título', 'Simulado de sábado'), press('Salvar rascunho')],
    isBack: holds('Título', 'Simulado de sábado'),
  },
  question: {
    part: () => <NewQuestion />,
    refuses: createBankQuestion,
    steps: [
      write('Enunciado', 'Qual?'),
      write('Texto da alternativa A', 'esta'),
      write('Texto da alternativa B', 'aquela'),
      press('Alternativa A é a certa', 'radio'),
      press('Criar questão'),
    ],
    isBack: holds('Enunciado', 'Qual?'),
  },
  composition: {
    part: () => <ComposeForm stored={composition} />,
    refuses: saveComposition,
    steps: [press(/Embaralhar/, 'switch'), press('Salvar composição')],
    isBack: () => expect(screen.getByRole<HTMLInputElement>('switch', { name: /Embaralhar/ }).checked).toBe(true),
  },
  course: {
    part: () => <EditCourse course={course} />,
    refuses: saveCourse,
    steps: [write('Título', 'Soldado PM 2027'), press('Descer Primeira'), press('Salvar curso')],
    isBack: () => {
      holds('Título', 'Soldado PM 2027')();
      expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Segunda');
    },
  },
  'new course': {
    part: () => <NewCourseDialog open onOpenChange={nothing} />,
    refuses: createCourse,
    steps: [write('Título', 'Curso novo'), press('Criar Curso')],
    isBack: holds('Título', 'Curso novo'),
  },
  exam: {
    part: () => <ExamDialog exam={null} onClose={nothing} />,
    refuses: createExam,
    steps: [
      write('Nome da prova', 'Soldado'),
      write('Banca ou órgão', 'PM'),
      async (user) => user.type(screen.getByLabelText('Data'), '2027-03-01'),
      press('Salvar'),
    ],
    isBack: holds('Nome da prova', 'Soldado'),
  },
  'settings, the own name': {
    part: () => <ProfileScreen />,
    refuses: updateProfile,
    steps: [write('Nome', 'Ana Maria'), press('Salvar')],
    isBack: holds('Nome', 'Ana Maria'),
  },
};

const putOut = vi.fn();
whenSessionEnds(putOut);
beforeEach(() => {
  forgetEndedSession();
  putOut.mockClear();
});

test.each(Object.entries(editors))('an editor loses nothing when the session ends: %s', async (_, editor) => {
  const { part, refuses, steps, isBack } = editor;
  const assign = vi.fn();
  const server = fakeServer();
  vi.stubGlobal('location', { pathname: '/here', search: '', hash: '', href: 'http://localhost/here', assign });
  onTestFinished(() => void vi.unstubAllGlobals());
  server.on(listSubjects, answers.json([{ id: 1, name: 'Português' }]));
  server.on(
    getBankLabels,
    answers.json({ subjects: [], topics: [], sources: [], organs: [], posts: [], years: [], tags: [], imports: [] }),
  );
  server.on(listQuizVersions, answers.json([]));
  server.on(previewComposition, answers.json({ draws: [], missing: 0, seconds: 0 }));
  server.on(listInstructors, answers.json([]));
  server.on(refuses, answers.error(401, 'unauthorized', 'Unauthorized', { ended: 'everywhere' }));

  const { user } = renderInApp(part(signedIn('admin').id), '/here');
  for (const step of steps) await step(user);
  // One message is shown, and the login page opens; it knows the reason and where to continue.
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/login'));
  expect(putOut).toHaveBeenCalledOnce();
  expect(readEndedSession()).toEqual({ from: '/here', because: 'everywhere' });

  // After the login the document is a new one.
  cleanup();
  renderInApp(part(signedIn('admin').id), '/here');
  await waitFor(isBack);
});
