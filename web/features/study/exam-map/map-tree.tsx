import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ExamMap, MapSubject, MapTopic } from '#contract/study/exam-map.ts';
import { formatPercent } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { cx } from '#web/ui/cx.ts';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import {
  amount,
  expectedQuestions,
  gainText,
  listed,
  type MapOrder,
  masteryWord,
  points,
  triedWords,
  weakestIn,
} from './map-words.ts';

type MapTreeProps = {
  map: ExamMap;
  order: MapOrder;
  chosen: number | null;
  onChoose: (topicId: number) => void;
};

/**
 * A table of four columns that a screen reader reads as one. Its rows are links to the topic; with a pane beside the table
 * they open the topic there. With very large text the suns are left out, so that names and numbers fit.
 */
export function MapTree({ map, order, chosen, onChoose }: MapTreeProps) {
  // Open is the subject with the most to win; the whole edital is long.
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => closedAtFirst(map));
  const toggle = (id: number) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const row = (topic: MapTopic, subject?: string) => (
    <TopicRow
      key={topic.topicId}
      examId={map.examId}
      topic={topic}
      subject={subject}
      isChosen={topic.topicId === chosen}
      onChoose={onChoose}
    />
  );
  const isEmpty = order !== 'edital' && listed(map, order).length === 0;
  return (
    <div className="@container overflow-hidden rounded-card border border-line bg-surface">
      <table {...role.table} className="w-full border-collapse text-left">
        <caption className="sr-only">
          Matérias e assuntos do edital, com o peso, os pontos de hoje e o que dá para ganhar
        </caption>
        <thead {...role.group} className="text-ink-soft text-sm max-md:sr-only">
          <tr {...role.row}>
            <th {...role.header} scope="col" className="py-3 pr-2 pl-4 font-normal md:pl-20">
              Matéria e assunto
            </th>
            <th {...role.header} scope="col" className="px-2 py-3 text-right font-normal max-md:hidden">
              questões
            </th>
            <th {...role.header} scope="col" className="px-2 py-3 text-right font-normal">
              pontos hoje
            </th>
            <th {...role.header} scope="col" className="py-3 pr-4 pl-2 text-right font-normal max-md:hidden">
              a ganhar
            </th>
          </tr>
        </thead>
        {order === 'edital' ? (
          map.subjects.map((subject) => (
            <tbody
              {...role.group}
              key={subject.subjectId}
              className="border-ink border-t-2 first-of-type:border-line first-of-type:border-t"
            >
              <SubjectRow
                subject={subject}
                isOpen={!closed.has(subject.subjectId)}
                onToggle={() => toggle(subject.subjectId)}
              />
              {!closed.has(subject.subjectId) && subject.topics.map((topic) => row(topic))}
            </tbody>
          ))
        ) : (
          <tbody {...role.group}>{listed(map, order).map((topic) => row(topic, topic.subject))}</tbody>
        )}
      </table>
      {isEmpty && <p className="p-4 text-ink-soft">Nenhum assunto com poucas respostas: você já tentou todos.</p>}
    </div>
  );
}

function closedAtFirst(map: ExamMap): ReadonlySet<number> {
  const open = weakestIn(map)?.subjectId;
  return new Set(map.subjects.flatMap(({ subjectId }) => (subjectId === open ? [] : [subjectId])));
}

const ofPoints = (value: number) => <span className="whitespace-nowrap text-ink-soft text-sm">de {amount(value)}</span>;

/** Large text leaves no space for points beside a name: then they are below it. */
const stacked = '@max-3xs:flex @max-3xs:flex-col @max-3xs:pb-2';
/* Rows with the layout of boxes lose their semantics in some screen readers: the roles restore them. */
const role = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

type SubjectRowProps = { subject: MapSubject; isOpen: boolean; onToggle: () => void };

function SubjectRow({ subject, isOpen, onToggle }: SubjectRowProps) {
  const gain = subject.gain < 0.05 ? '' : `+${points(subject.gain)}`;
  return (
    <tr {...role.row} className={stacked}>
      <th {...role.rowHeader} scope="rowgroup" className="p-0 font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 py-2 pl-4 text-left hover:bg-hover @max-3xs:pl-2 @max-3xs:text-sm"
        >
          <MasterySun
            value={subject.mastery}
            tried={subject.topics.some(({ answers }) => answers > 0)}
            className="w-10 @max-3xs:hidden"
          />
          <span className="wrap-anywhere min-w-0">
            <span className="flex items-center gap-1.5 font-strong">
              <span>{subject.name}</span>
              <ChevronDown className={cx('shrink-0 transition-transform @max-3xs:hidden', !isOpen && '-rotate-90')} />
            </span>
            <span className="block text-ink-soft text-sm">
              {triedWords(subject)}, {masteryWord(subject.mastery)}
            </span>
          </span>
        </button>
      </th>
      <td {...role.cell} className="px-2 text-right text-sm tabular-nums max-md:hidden">
        {amount(subject.questions)} questões
      </td>
      <td {...role.cell} className="whitespace-nowrap px-2 text-right tabular-nums max-md:pr-4">
        <b>{points(subject.points)}</b> {ofPoints(subject.of)}
        {gain && <span className="block whitespace-nowrap font-strong text-sm text-sun-ink md:hidden">{gain}</span>}
      </td>
      <td
        {...role.cell}
        className="py-2 pr-4 pl-2 text-right font-strong text-sm text-sun-ink tabular-nums max-md:hidden"
      >
        {gain}
      </td>
    </tr>
  );
}

type TopicRowProps = {
  examId: number;
  topic: MapTopic;
  subject: string | undefined;
  isChosen: boolean;
  onChoose: (topicId: number) => void;
};

/** More blocks than these say no more. */
const BLOCKS_MAX = 12;

function TopicRow({ examId, topic, subject, isChosen, onChoose }: TopicRowProps) {
  const { topicId, parentId, name, questions, mastery } = topic;
  const hasPane = useMedia('(min-width: 64rem)');
  if (questions === 0) {
    return (
      <tr {...role.row} className="border-line border-t">
        <th
          {...role.rowHeader}
          scope="row"
          colSpan={4}
          className="wrap-anywhere py-3 pr-4 pl-17 font-normal text-ink-soft @max-3xs:pl-2 md:pl-20"
        >
          {name}
        </th>
      </tr>
    );
  }
  const words = (
    <>
      <MasterySun value={mastery} tried={topic.answers > 0} className="w-8 @max-3xs:hidden" />
      <span className={cx('wrap-anywhere min-w-0', parentId !== null && 'pl-4')}>
        {name}
        {(mastery === null || subject) && (
          <span className="block text-ink-soft text-sm">
            {[subject, mastery === null && 'poucas respostas'].filter(Boolean).join(', ')}
          </span>
        )}
        {mastery !== null && (
          <span className="sr-only">
            , {masteryWord(mastery)}, {formatPercent(mastery)} de acerto
          </span>
        )}
      </span>
    </>
  );
  const look =
    'flex min-h-13 w-full items-center gap-4 py-2 pl-5 text-left hover:bg-hover @max-3xs:pl-2 @max-3xs:text-sm';
  return (
    <tr
      {...role.row}
      className={cx(stacked, 'border-line border-t', isChosen && 'lg:bg-selected lg:shadow-[inset_3px_0_0_var(--ink)]')}
    >
      <th {...role.rowHeader} scope="row" className={cx('p-0 font-normal', isChosen && 'lg:font-strong')}>
        <Link
          href={paths.examMapTopic(examId, topicId)}
          aria-current={(hasPane && isChosen) || undefined}
          className={look}
          onClick={(event) => {
            if (!hasPane) return;
            event.preventDefault();
            onChoose(topicId);
          }}
        >
          {words}
        </Link>
      </th>
      <td {...role.cell} className="px-2 max-md:hidden">
        <span aria-hidden="true" className="flex justify-end gap-0.5">
          {Array.from({ length: Math.min(BLOCKS_MAX, Math.max(1, Math.round(questions))) }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are alike
            <i key={at} className="h-3.5 w-1.5 rounded-xs bg-primary" />
          ))}
        </span>
        <span className="sr-only">{expectedQuestions(questions)}</span>
      </td>
      <td {...role.cell} className="whitespace-nowrap px-2 text-right tabular-nums max-md:pr-4">
        {points(topic.points)} {ofPoints(topic.of)}
        {gainText(topic) && (
          <span className="block whitespace-nowrap font-strong text-sm text-sun-ink md:hidden">{gainText(topic)}</span>
        )}
      </td>
      <td
        {...role.cell}
        className="whitespace-nowrap py-2 pr-4 pl-2 text-right font-strong text-sm text-sun-ink tabular-nums max-md:hidden"
      >
        {gainText(topic)}
      </td>
    </tr>
  );
}
