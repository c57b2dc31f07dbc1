import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { TextLinker } from '#web/lib/text-linker.ts';
import { articleWords } from '../law-words.ts';
import CitedTexts from './cited-texts.tsx';
import { hrefOf } from './law-link-press.ts';
import { questionLinksQuery } from './law-links.queries.ts';

type QuestionLinksProps = { questionId: number; onLinker: (linker: TextLinker | null) => void };

/** The links of an answered question, and the articles that its author attached to it. */
export default function QuestionLinks({ questionId, onLinker }: QuestionLinksProps) {
  const { data } = useQuery(questionLinksQuery(questionId));
  if (!data) return null;
  return (
    <>
      <CitedTexts links={data.links} onLinker={onLinker} />
      {data.articles.length > 0 && (
        <p className="mt-3 text-ink-soft text-sm">
          Na lei:{' '}
          {data.articles.map((one, at) => (
            <span key={`${one.lawId}/${one.lexId}`}>
              {at > 0 && '; '}
              <Link href={hrefOf(one)} className="link">
                {articleWords(one.article, one.lawName)}, {one.lawName}
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
