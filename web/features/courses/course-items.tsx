import { BookOpen, Check, ClipboardList } from 'lucide-react';
import { Link } from 'wouter';
import type { CourseDetail, CourseItem } from '../../../contract/courses.ts';
import { formatMinutes, plural } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

export const itemPath = ({ kind, id }: Pick<CourseItem, 'kind' | 'id'>) =>
  kind === 'lesson' ? paths.lesson(id) : paths.quiz(id);

/** The first thing in the course that is not done. */
export const nextItem = (course: CourseDetail) => course.items.find(({ done }) => !done);

export function CourseItems({ course }: { course: CourseDetail }) {
  const next = course.enrollment && nextItem(course);
  const done = course.items.filter((item) => item.done).length;
  return (
    <Card
      flush
      title="Conteúdo do curso"
      aside={course.items.length > 0 && `${done} de ${plural(course.items.length, 'item', 'itens')}`}
    >
      {course.items.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title="Este curso ainda não tem aulas"
          text={
            course.canEdit
              ? 'Adicione aulas e simulados em Editar curso.'
              : 'O conteúdo aparece aqui assim que o professor o adicionar.'
          }
        />
      ) : (
        <ol className="divide-y divide-line border-line border-t">
          {course.items.map((item, index) => (
            <ItemRow key={`${item.kind}${item.id}`} item={item} number={index + 1} isNext={item === next} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function ItemRow({ item, number, isNext }: { item: CourseItem; number: number; isNext: boolean }) {
  return (
    <li>
      <Link href={itemPath(item)} className="group flex min-h-11 items-center gap-3 px-4 py-3 hover:bg-hover md:px-5">
        <Tick done={item.done} isNext={isNext} number={number} />
        <span className="min-w-0 grow">
          <span className={cx('block group-hover:underline', !item.done && 'font-strong')}>{item.title}</span>
          <span className="flex flex-wrap items-center gap-x-1.5 text-ink-soft text-sm">
            {item.kind === 'lesson' ? <BookOpen className="size-4" /> : <ClipboardList className="size-4" />}
            {describeItem(item)}
            {isNext && ' · próximo'}
          </span>
        </span>
        {item.minutes !== null && (
          <span className="shrink-0 text-ink-soft text-sm tabular-nums">{formatMinutes(item.minutes)}</span>
        )}
      </Link>
    </li>
  );
}

export const describeItem = (item: Pick<CourseItem, 'kind' | 'subjectName' | 'questionCount' | 'passingScore'>) =>
  item.kind === 'lesson'
    ? `Aula${item.subjectName ? ` de ${item.subjectName}` : ''}`
    : `Simulado, ${plural(item.questionCount ?? 0, 'questão', 'questões')}, nota de corte ${item.passingScore}%`;

function Tick({ done, isNext, number }: { done: boolean; isNext: boolean; number: number }) {
  return (
    <span
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular-nums',
        done ? 'border-ok bg-ok text-surface' : isNext ? 'border-sun-edge bg-sun text-on-sun' : 'border-line-strong',
      )}
    >
      {done ? <Check className="size-4" /> : <span aria-hidden="true">{number}</span>}
      <span className="sr-only">{done ? 'Concluído:' : 'A fazer:'}</span>
    </span>
  );
}
