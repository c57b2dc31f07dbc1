import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'wouter';
import { FADING_BELOW, FADING_DAYS, FADING_STUDENTS_MIN } from '#contract/limits.ts';
import type { ClassMap, ClassTopic } from '#contract/study/class-map.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatPercent, plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressText } from '#web/lib/use-address.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { classMapQuery, fadingTopicsQuery } from './exam-map.queries.ts';
import { amount, points } from './map-words.ts';

/** A teacher's view of what the students of one course know of an exam. */
export default function ClassMapScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const { text, setText } = useAddressText('prova');
  const examId = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  const map = useQuery(classMapQuery(id, examId));
  usePageTitle(map.data && `Mapa da turma: ${map.data.courseTitle}`);
  return (
    <Page>
      <Link href={paths.courseReport(id)} className="link mb-2 inline-flex min-h-11 items-center gap-2 max-md:hidden">
        <ArrowLeft /> Alunos do curso
      </Link>
      <PageHeader
        title="Mapa da turma"
        subtitle={map.data ? `${map.data.courseTitle}: onde a turma está em cada assunto do edital` : undefined}
      />
      {map.isError && <LoadError of={map} title="Não conseguimos carregar o mapa da turma" />}
      {map.isPending && (
        <SkeletonGroup
          className="grid gap-4"
          blocks={['h-14 md:w-full max-w-96', 'h-40 rounded-card', 'h-96 rounded-card']}
        />
      )}
      {map.data && <Fading courseId={id} />}
      {map.data?.examId === null && (
        <EmptyState
          title="Nenhuma prova tem edital ainda"
          text="Um administrador cola o edital na prova, em Provas, e aqui aparece onde a turma está."
        />
      )}
      {map.data && map.data.examId !== null && (
        <div className="grid grid-cols-1 gap-4 md:gap-6">
          <Field label="Prova" className="md:max-w-96">
            <Select value={map.data.examId} onChange={({ target }) => setText(target.value)}>
              {map.data.exams.map(({ id: exam, name, date, followers }) => (
                <option key={exam} value={exam}>
                  {name}, {formatDay(date)} ({plural(followers, 'aluno segue', 'alunos seguem')})
                </option>
              ))}
            </Select>
          </Field>
          <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-2">
            <AtRisk map={map.data} />
            <NeedLesson map={map.data} />
          </div>
          {map.data.subjects.map((subject) => (
            <SubjectCard key={subject.subjectId} subject={subject} />
          ))}
        </div>
      )}
    </Page>
  );
}

/** What the class will have forgotten by next week. */
function Fading({ courseId }: { courseId: number }) {
  const fading = useQuery(fadingTopicsQuery(courseId));
  return (
    <Card title="O que a turma está esquecendo" className="mb-4 md:mb-6">
      <p className="mb-3 text-ink-soft text-sm">
        Assuntos de que, sem revisar, a turma lembrará menos de {formatPercent(FADING_BELOW)} daqui a {FADING_DAYS}{' '}
        dias. Só aparecem com pelo menos {FADING_STUDENTS_MIN} alunos.
      </p>
      {fading.isPending && <Skeleton className="h-12" />}
      {fading.isError && (
        <LoadError of={fading} title="Não conseguimos fazer a previsão" text={null} headingLevel={3} />
      )}
      {fading.data?.topics.length === 0 && <p>Nenhum, pelo que se sabe hoje.</p>}
      <ul className="divide-y divide-line">
        {fading.data?.topics.map(({ topicId, name, subject, recall, students }) => (
          <li key={topicId} className="flex items-baseline justify-between gap-4 py-2">
            <span>
              <span className="wrap-anywhere font-strong">{name}</span>
              <span className="block text-ink-soft text-sm">
                {subject}, {plural(students, 'aluno', 'alunos')}
              </span>
            </span>
            <span className="tabular-nums">{formatPercent(recall)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AtRisk({ map: { atRisk, atRiskCount, students, estimated } }: { map: ClassMap }) {
  const asked = `${plural(estimated, 'aluno tem', 'alunos têm')} respostas para uma estimativa, de ${students} da turma.`;
  return (
    <Card title="Risco de não atingir um mínimo">
      <p className="mb-3 text-ink-soft text-sm">{asked}</p>
      {atRisk.length === 0 ? (
        <p>{estimated === 0 ? 'Ainda não dá para dizer.' : 'Ninguém, pelo que se sabe hoje.'}</p>
      ) : (
        <ul className="divide-y divide-line">
          {atRisk.map(({ userId, name, subjects }) => (
            <li key={userId} className="py-2">
              <span className="wrap-anywhere font-strong">{name}</span>
              {subjects.map((subject) => (
                <span key={subject.subjectId} className="block text-ink-soft text-sm tabular-nums">
                  {subject.name}: mínimo {amount(subject.minimum)}, estimativa {points(subject.expected)} (entre{' '}
                  {points(subject.low)} e {points(subject.high)})
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      {atRiskCount > atRisk.length && (
        <p className="mt-3 text-ink-soft text-sm">E mais {atRiskCount - atRisk.length}.</p>
      )}
    </Card>
  );
}

function NeedLesson({ map: { needLesson } }: { map: ClassMap }) {
  return (
    <Card title="Assuntos que pedem uma aula">
      {needLesson.length === 0 ? (
        <p>Todo assunto tem aula, e nenhum que a turma já treinou está abaixo da metade.</p>
      ) : (
        <ul className="divide-y divide-line">
          {needLesson.map(({ topicId, name, subject, questions, lessons, mastery, students }) => (
            <li key={topicId} className="py-2">
              <span className="wrap-anywhere font-strong">{name}</span>
              <span className="block text-ink-soft text-sm">
                {subject}, {amount(questions)} {questions === 1 ? 'questão' : 'questões'}:{' '}
                {lessons === 0
                  ? 'sem aula'
                  : `${plural(lessons, 'aula', 'aulas')}, e a turma acerta ${formatPercent(mastery ?? 0)} (${plural(students, 'aluno', 'alunos')})`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const columns: Column<ClassTopic>[] = [
  {
    key: 'name',
    header: 'Assunto',
    cell: ({ name, mastery, students, parentId }) => (
      <span className={`flex items-center gap-3 ${parentId === null ? '' : 'md:pl-6'}`}>
        <MasterySun value={mastery} tried={students > 0} className="w-8" />
        <span className="wrap-anywhere">{name}</span>
      </span>
    ),
  },
  { key: 'questions', header: 'Na prova', cell: ({ questions }) => amount(questions), align: 'end' },
  {
    key: 'mastery',
    header: 'Acerto estimado',
    cell: ({ mastery }) => (mastery === null ? 'poucas respostas' : formatPercent(mastery)),
    align: 'end',
    nowrap: true,
  },
  { key: 'students', header: 'Alunos', cell: ({ students }) => students, align: 'end' },
  { key: 'weak', header: 'Abaixo da metade', cell: ({ weak }) => weak, align: 'end' },
  { key: 'lessons', header: 'Aulas', cell: ({ lessons }) => lessons, align: 'end' },
  { key: 'available', header: 'Questões', cell: ({ available }) => available, align: 'end' },
];

function SubjectCard({ subject }: { subject: ClassMap['subjects'][number] }) {
  const { name, questions, minimum, mastery, topics } = subject;
  const asked = topics.filter((topic) => topic.questions > 0);
  return (
    <Card title={name}>
      <p className="mb-3 text-ink-soft text-sm tabular-nums">
        {amount(questions)} questões{minimum === null ? '' : `, mínimo ${amount(minimum)}`},{' '}
        {mastery === null ? 'poucas respostas' : `acerto estimado da turma: ${formatPercent(mastery)}`}
      </p>
      <Table
        caption={`${name}: a turma por assunto`}
        columns={columns}
        rows={asked}
        rowKey={({ topicId }) => String(topicId)}
      />
    </Card>
  );
}
