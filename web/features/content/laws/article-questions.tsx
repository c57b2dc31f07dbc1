import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { screens } from '#contract/screens.ts';
import type { ArticleQuestion, listArticleQuestions } from '#contract/study/law-study.ts';
import { isRefused } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { askedGroups, firstYear, resultWords } from './law-words.ts';
import { articleQuestionsQuery, usePractiseArticle } from './laws.queries.ts';

const SHOWN = 12;

type ArticleQuestionsProps = { lawId: number; article: string };

/** Questions that cite an article, by year and banca, and a practice of exactly these. */
export function ArticleQuestions({ lawId, article }: ArticleQuestionsProps) {
  const asked = useQuery(articleQuestionsQuery(lawId, article));
  const [isAll, setAll] = useState(false);
  if (asked.isPending) return <Skeleton className="h-40" />;
  if (isRefused<typeof listArticleQuestions>(asked.error, 'offline')) {
    return (
      <Card title="O que caiu">
        <p className="text-ink-soft text-sm">Sem internet. As questões aparecem quando ela voltar.</p>
      </Card>
    );
  }
  if (asked.isError) return <LoadError of={asked} title="Não conseguimos ver o que caiu" />;
  const { questions, practisable } = asked.data;
  if (questions.length === 0) {
    return (
      <Card title="O que caiu">
        <p className="text-ink-soft text-sm">Nenhuma questão que você respondeu ou pode treinar cita este artigo.</p>
      </Card>
    );
  }
  const since = firstYear(questions);
  const shown = isAll ? questions : questions.slice(0, SHOWN);
  return (
    <Card
      title={`Caiu ${plural(questions.length, 'vez', 'vezes')}`}
      aside={since === null ? undefined : `desde ${since}`}
    >
      <div className="grid gap-3">
        {askedGroups(shown).map(({ title, questions: group }) => (
          <section key={title} aria-label={title}>
            <h3 className="text-ink-soft text-sm">{title}</h3>
            <ul className="divide-y divide-line">
              {group.map((question) => (
                <li key={question.id}>
                  <Asked question={question} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {shown.length < questions.length && (
          <Button variant="quiet" size="sm" onClick={() => setAll(true)}>
            Mostrar as {questions.length}
          </Button>
        )}
        {practisable > 0 && <Practise lawId={lawId} article={article} count={practisable} all={questions.length} />}
      </div>
    </Card>
  );
}

function Asked({ question }: { question: ArticleQuestion }) {
  const { excerpt, isAnswered, isRight, id, outdated } = question;
  const Icon = isRight === null ? ChevronRight : isRight ? Check : X;
  const words = (
    <>
      <span className="min-w-0 grow">
        <span className="wrap-anywhere line-clamp-2">{excerpt}</span>
        <span className="text-ink-soft text-xs">{resultWords(question)}</span>
        {outdated && (
          <span className="block text-xs">
            <Badge>Desatualizada</Badge> {outdated.reason}
          </span>
        )}
      </span>
      {isAnswered && <Icon className="shrink-0" aria-hidden />}
    </>
  );
  const look = 'flex min-h-11 items-center gap-2 py-2 text-ink text-sm no-underline';
  return isAnswered ? (
    <Link href={screens.answeredQuestion(id)} className={`${look} hover:bg-hover`}>
      {words}
    </Link>
  ) : (
    <div className={look}>{words}</div>
  );
}

type PractiseProps = ArticleQuestionsProps & { count: number; all: number };

function Practise({ lawId, article, count, all }: PractiseProps) {
  const start = usePractiseArticle(lawId, article);
  const [, go] = useLocation();
  // The same press, sent again, is the same practice.
  const [key] = useState(newKey);
  return (
    <Button
      variant="next"
      className="w-full"
      busy={start.isPending}
      onClick={() => start.mutate(key, { onSuccess: ({ practiceId }) => go(screens.practice(practiceId)) })}
    >
      {count === all ? (count === 1 ? 'Praticar esta' : `Praticar estas ${count}`) : `Praticar ${count} destas`}{' '}
      <ArrowRight />
    </Button>
  );
}
