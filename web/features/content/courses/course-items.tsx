import { Check, ChevronDown } from 'lucide-react';
import { Link } from 'wouter';
import { type CourseDetail, type CourseItem, type ItemKind, progressPercent } from '#contract/content/courses.ts';
import { formatMinutes, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { useInSteps } from '#web/ui/use-in-steps.ts';
import { type Module, modulesOf } from './course-modules.ts';
import { itemKind } from './item-kind.tsx';

export const itemPath = ({ kind, id }: Pick<CourseItem, 'kind' | 'id'>) => paths[kind](id);

/** The first thing in the course that is not done. */
export const nextItem = (course: CourseDetail) => course.items.find(({ done }) => !done);

export function CourseItems({ course }: { course: CourseDetail }) {
  const next = course.enrollment && nextItem(course);
  const done = course.items.filter((item) => item.done).length;
  const drawn = useInSteps(course.items.length);
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
        modulesOf(course.items)
          .filter(({ from }) => from < drawn)
          .map((module) =>
            module.title === '' ? (
              <ItemList key={module.from} module={module} next={next} drawn={drawn} />
            ) : (
              <CourseModule key={module.from} module={module} next={next} drawn={drawn} />
            ),
          )
      )}
    </Card>
  );
}

type ListProps = {
  module: Module<CourseItem>;
  next: CourseItem | null | undefined;
  /** The position among all items of the course, counted from the first. */
  drawn: number;
};

function ItemList({ module, next, drawn }: ListProps) {
  return (
    <ol start={module.from + 1} className="divide-y divide-line border-line border-t">
      {module.items.slice(0, drawn - module.from).map((item, place) => (
        <ItemRow key={`${item.kind}${item.id}`} item={item} number={module.from + place + 1} isNext={item === next} />
      ))}
    </ol>
  );
}

/** A collapsible module; the one with the next task is open. */
function CourseModule({ module, next, drawn }: ListProps) {
  const { title, items } = module;
  const done = items.filter((item) => item.done).length;
  return (
    <details className="group/module border-line border-t" open={next ? items.includes(next) : true}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-3 px-4 py-3 hover:bg-hover md:px-5">
        <MasterySun value={done === 0 ? null : done / items.length} className="w-9" />
        <span className="min-w-0 flex-[1_1_6rem]">
          <span className="block font-strong [overflow-wrap:anywhere]">{title}</span>
          <span className="block text-ink-soft text-sm tabular-nums">
            {done} de {plural(items.length, 'item', 'itens')}
          </span>
        </span>
        <span className="shrink-0 text-sm tabular-nums">{progressPercent(done, items.length)}%</span>
        <ChevronDown className="shrink-0 transition-transform group-open/module:rotate-180" />
      </summary>
      <ItemList module={module} next={next} drawn={drawn} />
    </details>
  );
}

function ItemRow({ item, number, isNext }: { item: CourseItem; number: number; isNext: boolean }) {
  return (
    <li>
      <Link
        href={itemPath(item)}
        className={cx(
          'group flex min-h-11 flex-wrap items-center gap-3 px-4 py-3 hover:bg-hover md:px-5',
          isNext && 'bg-selected',
        )}
      >
        <Tick done={item.done} isNext={isNext} number={number} />
        <span className="min-w-0 flex-[1_1_8rem]">
          <span className={cx('block group-hover:underline', !item.done && 'font-strong')}>{item.title}</span>
          <span className="block text-ink-soft text-sm [&>svg]:mr-1.5 [&>svg]:inline [&>svg]:align-[-3px]">
            {itemKind[item.kind].icon}
            {descriptions[item.kind](item)}
            {isNext && ' · próximo'}
          </span>
        </span>
        {item.minutes !== null && (
          <span className="ml-auto text-ink-soft text-sm tabular-nums">{formatMinutes(item.minutes)}</span>
        )}
      </Link>
    </li>
  );
}

type Described = Pick<CourseItem, 'kind' | 'subjectName' | 'questionCount' | 'passingScore'>;

const descriptions: Record<ItemKind, (item: Described) => string> = {
  lesson: ({ subjectName }) => `Aula${subjectName ? ` de ${subjectName}` : ''}`,
  quiz: ({ questionCount, passingScore }) =>
    `Simulado, ${plural(questionCount ?? 0, 'questão', 'questões')}, nota de corte ${passingScore}%`,
};

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
