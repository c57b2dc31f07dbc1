import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { QuestionLaws, QuestionLink } from '#contract/questions/question-laws.ts';
import { articleWords } from '#web/features/content/laws/law-words.ts';
import { hrefOf } from '#web/features/content/laws/links/law-link-press.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { LawSuggestions } from './law-suggestions.tsx';
import { questionLawsQuery, useDecideQuestionCitation, useSetArticle } from './question-laws.queries.ts';

const LawDialog = lazyChunk(() => import('#web/features/content/laws/links/law-dialog.tsx'), 'over');

/** Beside a question: the laws it cites, the articles attached to it, and suggestions where it has neither. */
export function QuestionLawsCard({ questionId }: { questionId: number }) {
  const laws = useQuery(questionLawsQuery(questionId));
  return (
    <Card title="Leis">
      {laws.isPending && <SkeletonGroup blocks={['h-11']} />}
      {laws.isError && <LoadError of={laws} title="Não conseguimos ler as leis" headingLevel={3} />}
      {laws.data && <Found questionId={questionId} laws={laws.data} />}
    </Card>
  );
}

function Found({ questionId, laws }: { questionId: number; laws: QuestionLaws }) {
  const { links, articles, mayDecide, mayDecideText } = laws;
  const mayDecideAbout = ({ of }: QuestionLink) => (of === 'base_text' ? mayDecideText : mayDecide);
  const setArticle = useSetArticle(questionId);
  const [open, setOpen] = useState<QuestionLink | null>(null);
  const shown = links.filter((link) => !link.isRefused || mayDecideAbout(link));
  const cites = links.some(({ isRefused }) => !isRefused);
  return (
    <div className="grid grid-cols-1 gap-3">
      {shown.length > 0 && (
        <ul className="grid grid-cols-1 gap-1" aria-label="Citações">
          {shown.map((link) => (
            <li key={`${link.of}/${link.quote}`}>
              {link.isRefused ? (
                <Refused questionId={questionId} link={link} />
              ) : (
                <>
                  <button type="button" className="link tappable wrap-anywhere text-left" onClick={() => setOpen(link)}>
                    {link.quote}
                  </button>
                  <span className="block text-ink-soft text-sm">
                    {targetOf(link)}
                    {link.of === 'base_text' && ', no texto-base'}
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {articles.length > 0 && (
        <ul className="grid grid-cols-1 gap-1" aria-label="Artigos ligados">
          {articles.map((one) => (
            <li key={`${one.lawId}/${one.lexId}`} className="flex items-center justify-between gap-3">
              <Link href={hrefOf(one)} className="link tappable">
                {targetOf(one)}
              </Link>
              {mayDecide && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Desligar ${targetOf(one)}`}
                  disabled={setArticle.isPending}
                  onClick={() => setArticle.mutate({ lawId: one.lawId, lexId: one.lexId, isTaken: false })}
                >
                  Desligar
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!cites && articles.length === 0 && <p className="text-ink-soft">Nenhuma lei citada.</p>}
      {!cites && mayDecide && <LawSuggestions questionId={questionId} taken={articles} />}
      {open && (
        <Dialog questionId={questionId} link={open} mayDecide={mayDecideAbout(open)} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

const targetOf = ({ article, lawName }: { article: string | null; lawName: string }) =>
  article === null ? lawName : `${articleWords(article, lawName)}, ${lawName}`;

/** A quote that is no citation, as its author said. */
function Refused({ questionId, link: { quote, of } }: { questionId: number; link: QuestionLink }) {
  const decide = useDecideQuestionCitation(questionId, of);
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="wrap-anywhere text-ink-soft line-through">{quote}</span>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Voltar a reconhecer ${quote}`}
        busy={decide.isPending}
        onClick={() =>
          decide.mutate({ decision: 'recognised', quote }, { onError: toastFailure('Citação não reconhecida') })
        }
      >
        Reconhecer
      </Button>
    </div>
  );
}

type DialogProps = { questionId: number; link: QuestionLink; mayDecide: boolean; onClose: () => void };

function Dialog({ questionId, link, mayDecide, onClose }: DialogProps) {
  const decide = useDecideQuestionCitation(questionId, link.of);
  return (
    <Suspense>
      <LawDialog link={link} decide={mayDecide ? decide : null} onClose={onClose} />
    </Suspense>
  );
}
