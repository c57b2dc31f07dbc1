import { Check } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import type { QuestionStatistics } from '#contract/exams/quiz-statistics.ts';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import { share, signed, suspicionNames, timeOf, whatToDo } from './report-words.ts';

/** One question: how many got it right, what they chose, and what looks wrong with it. */
export function QuestionReport({ item, number }: { item: QuestionStatistics; number: number }) {
  return (
    <article className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 md:p-5">
      <header className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-base">Questão {number}</h3>
          {item.subject && <span className="text-ink-soft text-sm">{item.subject}</span>}
          {item.kind === 'true_false' && <Badge>Certo/Errado</Badge>}
          {item.status === 'annulled' && <Badge>Anulada</Badge>}
          {!item.isCurrent && <Badge>Versão anterior</Badge>}
        </div>
        <p className="break-words">{item.excerpt}</p>
      </header>
      {item.suspicions.map((suspicion) => (
        <Notice key={suspicion} tone={suspicion === 'unused_option' ? 'sun' : 'bad'} title={suspicionNames[suspicion]}>
          {whatToDo[suspicion].text}
        </Notice>
      ))}
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4 xl:grid-cols-2">
        <Figure name="Acertos" value={share(item.shareRight)} />
        <Figure name="Em branco" value={share(item.shareBlank)} />
        <Figure name="Discriminação" value={item.discrimination === null ? '—' : signed(item.discrimination)} />
        <Figure name="Tempo mediano" value={timeOf(item.medianSeconds)} />
      </dl>
      <ul className="grid grid-cols-1 gap-2">
        {item.options.map((option, place) => (
          <li key={option.id} className="grid grid-cols-[24px_minmax(0,1fr)_6.5rem] items-start gap-x-3 text-sm">
            <span className={cx('font-strong', option.isCorrect && 'text-ok')}>{optionLabelOf(place, item.kind)}</span>
            <div className="min-w-0">
              <p className="line-clamp-2 break-words">
                {option.optionText}
                {option.isCorrect && (
                  <>
                    <Check className="ml-1 inline text-ok" />
                    <span className="sr-only"> (certa)</span>
                  </>
                )}
              </p>
              <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
                <div
                  className={cx('h-full w-(--share) rounded-full', option.isCorrect ? 'bg-ok' : 'bg-line-strong')}
                  style={{ '--share': `${(option.share ?? 0) * 100}%` } as CSSProperties}
                />
              </div>
            </div>
            <span className="text-right tabular-nums">
              {share(option.share)} <span className="text-ink-soft">({option.count})</span>
              {option.shareUpper !== null && (
                <span className="block text-ink-soft text-xs">melhores: {share(option.shareUpper)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Link href={paths.bankQuestion(item.questionId)} className="link tappable justify-self-start text-sm">
        Abrir no banco de questões
      </Link>
    </article>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-strong text-md tabular-nums">{value}</dd>
    </div>
  );
}
