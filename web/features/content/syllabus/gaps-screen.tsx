import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { exportSyllabus, type Syllabus, type SyllabusTopic } from '#contract/content/syllabus.ts';
import { addressOf } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { useAddressText } from '#web/lib/use-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { gapWords } from './gap-words.ts';
import { syllabiQuery, syllabusQuery } from './syllabus.queries.ts';
import { written } from './syllabus-draft.ts';

/** Topics of the exams that have no lesson or no questions yet. */
export default function GapsScreen() {
  const user = useUser();
  const syllabi = useQuery(syllabiQuery);
  const { text, setText } = useAddressText('prova');
  const chosen = syllabi.data?.find(({ examId }) => String(examId) === text) ?? syllabi.data?.[0];
  return (
    <Page width="wide-form">
      <PageHeader
        title="Editais"
        subtitle="O que cai em cada prova e o que ainda falta na escola"
        actions={
          chosen && (
            <>
              <a
                href={addressOf(exportSyllabus, { params: { id: chosen.examId } })}
                download
                className={buttonClass({ variant: 'line' })}
              >
                <Download /> CSV
              </a>
              {isAdmin(user) && <ButtonLink href={paths.editSyllabus(chosen.examId)}>Editar edital</ButtonLink>}
            </>
          )
        }
      />
      {syllabi.isPending && <Waiting />}
      {syllabi.isError && <LoadError of={syllabi} title="Não conseguimos buscar os editais" />}
      {syllabi.data?.length === 0 && (
        <EmptyState
          title="Nenhuma prova tem edital ainda"
          text="Um administrador cola o edital na prova, em Provas, e aqui aparece o que falta."
        />
      )}
      {chosen && (
        <div className="grid grid-cols-1 gap-4">
          <Field label="Prova" className="md:max-w-96">
            <Select value={chosen.examId} onChange={({ target }) => setText(target.value)}>
              {syllabi.data?.map(({ examId, name, date }) => (
                <option key={examId} value={examId}>
                  {name}, {formatDay(date)}
                </option>
              ))}
            </Select>
          </Field>
          <Gaps key={chosen.examId} examId={chosen.examId} />
        </div>
      )}
    </Page>
  );
}

const Waiting = () => <SkeletonGroup className="grid gap-2" blocks={['h-14', 'h-14', 'h-14']} />;

function Gaps({ examId }: { examId: number }) {
  const syllabus = useQuery(syllabusQuery(examId));
  if (syllabus.isPending) return <Waiting />;
  if (syllabus.isError) return <LoadError of={syllabus} title="Não conseguimos carregar o edital" />;
  const { withoutLesson, withoutQuestion, subjects } = syllabus.data;
  return (
    <>
      <p className="font-strong">
        {withoutLesson + withoutQuestion === 0
          ? 'Todo assunto deste edital tem aula e questão.'
          : gapWords({ withoutLesson, withoutQuestion })}
      </p>
      {subjects.map((subject) => (
        <SubjectCard key={subject.subjectId} subject={subject} />
      ))}
    </>
  );
}

function SubjectCard({ subject }: { subject: Syllabus['subjects'][number] }) {
  const questions = subject.topics.reduce((all, topic) => all + topic.questions, 0);
  return (
    <Card
      flush
      title={subject.name}
      aside={[
        plural(Math.round(questions * 10) / 10, 'questão esperada', 'questões esperadas').replace('.', ','),
        ...(subject.minimum === null ? [] : [`mínimo de ${written(subject.minimum)} acertos`]),
      ].join(', ')}
    >
      <ul className="divide-y divide-line">
        {subject.topics.map((topic) => (
          <TopicRow key={topic.topicId} topic={topic} />
        ))}
      </ul>
    </Card>
  );
}

function TopicRow({
  topic: { name, parentId, amount, questions, lessonCount, questionCount },
}: {
  topic: SyllabusTopic;
}) {
  return (
    <li
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 md:px-5',
        parentId !== null && 'pl-8 md:pl-10',
      )}
    >
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">{name}</p>
        {amount > 0 && (
          <p className="text-ink-soft text-sm tabular-nums">
            {written(Math.round(questions * 10) / 10)} na prova, {plural(lessonCount, 'aula', 'aulas')},{' '}
            {plural(questionCount, 'questão no banco', 'questões no banco')}
          </p>
        )}
      </div>
      {amount > 0 && lessonCount === 0 && (
        <Badge tone="sun" icon={null}>
          Sem aula
        </Badge>
      )}
      {amount > 0 && questionCount === 0 && (
        <Badge tone="sun" icon={null}>
          Sem questão
        </Badge>
      )}
    </li>
  );
}
