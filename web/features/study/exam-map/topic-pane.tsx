import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { MapTopicDetail } from '#contract/study/exam-map.ts';
import { dayOf } from '#web/lib/calendar-day.ts';
import { formatMinutes, formatPercent, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { mapTopicQuery, usePractiseTopic } from './exam-map.queries.ts';
import { expectedQuestions, gainText, lastTime, points } from './map-words.ts';

const PRACTICE = 15;

/** Rendered beside the map on a wide screen, and as a separate page on a phone. */
export function TopicPane({ examId, topicId, heading = 2 }: { examId: number; topicId: number; heading?: 1 | 2 }) {
  const detail = useQuery(mapTopicQuery(examId, topicId));
  if (detail.isError) {
    return (
      <Card>
        <LoadError of={detail} title="Não conseguimos carregar este assunto" headingLevel={3} />
      </Card>
    );
  }
  if (!detail.data) return <Skeleton className="h-96 rounded-card" />;
  return <Pane detail={detail.data} heading={heading} />;
}

function Pane({ detail, heading }: { detail: MapTopicDetail; heading: 1 | 2 }) {
  const { topic, subject, subjectId, lessons, mistakes } = detail;
  const Heading = `h${heading}` as const;
  const [, navigate] = useLocation();
  const practise = usePractiseTopic();
  const today = dayOf(useNow());
  const count = Math.min(PRACTICE, topic.available);
  const facts: [string, string][] = [
    ['Peso na prova', expectedQuestions(topic.questions)],
    ['Pontos hoje', `${points(topic.points)} de ${points(topic.of).replace(',0', '')}`],
    ...(gainText(topic) ? [['A ganhar', `${gainText(topic)} ponto`] as [string, string]] : []),
    ...(topic.lessons > 0
      ? [['Visto', `${topic.lessonsRead} de ${plural(topic.lessons, 'aula', 'aulas')}`] as [string, string]]
      : []),
    ...(topic.lastDay ? [['Última vez', lastTime(topic.lastDay, today)] as [string, string]] : []),
  ];
  return (
    <Card>
      <p className="text-ink-soft text-sm">{subject}</p>
      <Heading className="wrap-anywhere text-lg">{topic.name}</Heading>
      <BigSun topic={topic} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-line border-y py-4">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="text-right font-strong text-sm tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {count > 0 ? (
        <Button
          variant="next"
          size="lg"
          className="my-4 w-full"
          busy={practise.isPending}
          onClick={() =>
            practise.mutate({ topicId: topic.topicId, count }, { onSuccess: ({ id }) => navigate(paths.practice(id)) })
          }
        >
          Treinar {plural(count, 'questão', 'questões')} <ArrowRight />
        </Button>
      ) : (
        topic.waiting === 0 && (
          <p className="my-4 text-ink-soft text-sm">Ainda não há questões deste assunto para treinar.</p>
        )
      )}
      {topic.waiting > 0 && <Waiting detail={detail} />}
      <ul className="divide-y divide-line border-line border-t">
        {lessons.map(({ id, title, minutes, read }) => (
          <Way
            key={id}
            href={paths.lesson(id)}
            text={`Aula: ${title}`}
            note={read ? 'lida' : `não lida, ${formatMinutes(minutes)}`}
          />
        ))}
        {mistakes > 0 && (
          <Way
            href={`${paths.mistakes}?materia=${subjectId}`}
            text="Seus erros neste assunto"
            note={String(mistakes)}
          />
        )}
      </ul>
    </Card>
  );
}

/** Questions that this student gets after a simulado, and which one. */
function Waiting({ detail: { topic, waitsFor } }: { detail: MapTopicDetail }) {
  const count = `${topic.available > 0 ? 'Mais ' : ''}${plural(topic.waiting, 'questão espera', 'questões esperam')}`;
  return (
    <p className="my-4 text-ink-soft text-sm">
      {waitsFor ? (
        <>
          {count} por você depois do simulado{' '}
          <Link href={paths.quiz(waitsFor.quizId)} className="link">
            {waitsFor.title}
          </Link>
          .
        </>
      ) : (
        `${count} por um simulado em preparação.`
      )}
    </p>
  );
}

function Way({ href, text, note }: { href: string; text: string; note: string }) {
  return (
    <li>
      <Link href={href} className="flex min-h-11 items-center justify-between gap-3 py-2 text-sm hover:underline">
        <span className="wrap-anywhere min-w-0">{text}</span>
        <span className="shrink-0 text-ink-soft">{note}</span>
      </Link>
    </li>
  );
}

const RADIUS = 90;

function BigSun({ topic: { mastery, low, high, answers } }: { topic: MapTopicDetail['topic'] }) {
  const rise = (mastery ?? 0) * RADIUS;
  const half = Math.sqrt(Math.max(0, RADIUS ** 2 - (RADIUS - rise) ** 2));
  return (
    <div className="my-4 text-center">
      <svg viewBox="0 0 220 104" aria-hidden="true" className="mx-auto w-55" fill="none">
        <path d="M20 96a90 90 0 0 1 180 0" stroke="var(--line-strong)" strokeWidth="1.5" strokeDasharray="4 4" />
        {rise > 0 && (
          <path
            d={`M${110 - half} 96A90 90 0 0 1 ${110 + half} 96Z`}
            fill="var(--sun)"
            stroke="var(--sun-edge)"
            strokeWidth="2"
          />
        )}
        <path d="M0 98h220" stroke="var(--ink)" strokeWidth="4" />
      </svg>
      {mastery === null ? (
        <p className="mt-2">
          <span className="block font-strong text-lg">Poucas respostas</span>
          <span className="text-ink-soft text-sm">
            {answers === 0 ? 'você ainda não respondeu questões dele' : `com ${plural(answers, 'questão', 'questões')}`}
          </span>
        </p>
      ) : (
        <p className="mt-2">
          <span className="font-strong text-2xl tabular-nums">{formatPercent(mastery)}</span>{' '}
          <span className="text-ink-soft">de acerto estimado</span>
          <span className="block text-ink-soft text-sm">
            entre {formatPercent(low)} e {formatPercent(high)}, com {plural(answers, 'questão', 'questões')}
          </span>
        </p>
      )}
    </div>
  );
}
