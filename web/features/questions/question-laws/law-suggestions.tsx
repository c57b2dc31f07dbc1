import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { QuestionArticle } from '#contract/questions/question-laws.ts';
import { articleWords } from '#web/features/content/laws/law-words.ts';
import { hrefOf } from '#web/features/content/laws/links/law-link-press.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { lawSuggestionsQuery, useSetArticle } from './question-laws.queries.ts';

type LawSuggestionsProps = { questionId: number; taken: readonly QuestionArticle[] };

/** The likeliest articles of a question without a citation. They are looked for by a press, and attached by a press. */
export function LawSuggestions({ questionId, taken }: LawSuggestionsProps) {
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({ ...lawSuggestionsQuery(questionId), enabled: isOpen });
  const setArticle = useSetArticle(questionId);
  if (!isOpen) {
    return (
      <Button variant="line" className="w-full" onClick={() => setOpen(true)}>
        Sugerir artigos
      </Button>
    );
  }
  if (found.isError) return <LoadError of={found} title="Não conseguimos procurar" headingLevel={3} />;
  if (!found.data) return <SkeletonGroup className="grid gap-2" blocks={['h-16', 'h-16']} />;
  const isTaken = (one: QuestionArticle) =>
    taken.some(({ lawId, lexId }) => lawId === one.lawId && lexId === one.lexId);
  const open = found.data.filter((one) => !isTaken(one));
  if (found.data.length > 0 && open.length === 0) return null;
  if (open.length === 0) {
    return <p className="text-ink-soft text-sm">Nenhum artigo das leis da escola se parece com esta questão.</p>;
  }
  return (
    <section aria-label="Artigos sugeridos" className="grid grid-cols-1 gap-2 border-line border-t pt-3">
      <p className="text-ink-soft text-sm">Parecidos com o enunciado e a alternativa certa. Confira antes de ligar.</p>
      <ul className="grid grid-cols-1 gap-3">
        {open.map((one) => (
          <li key={`${one.lawId}/${one.lexId}`} className="grid grid-cols-1 gap-1">
            <div className="flex items-center justify-between gap-3">
              <Link href={hrefOf(one)} className="link tappable">
                {articleWords(one.article, one.lawName)}, {one.lawName}
              </Link>
              <Button
                variant="line"
                size="sm"
                aria-label={`Ligar ${articleWords(one.article, one.lawName)}, ${one.lawName}`}
                disabled={setArticle.isPending}
                onClick={() => setArticle.mutate({ lawId: one.lawId, lexId: one.lexId, isTaken: true })}
              >
                Ligar
              </Button>
            </div>
            <p className="wrap-anywhere line-clamp-3 text-ink-soft text-sm">{one.excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
