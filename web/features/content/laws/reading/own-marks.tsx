import { useQuery } from '@tanstack/react-query';
import type { LawArticlePage } from '#contract/content/laws.ts';
import { Card } from '#web/ui/card.tsx';
import { articleAnnotationsQuery } from './law-annotations.queries.ts';

/** What the reader marked in an article, in the order of its devices. */
export function OwnMarks({ page }: { page: LawArticlePage }) {
  const { data } = useQuery(articleAnnotationsQuery(page.law.id, page.article.lexId));
  if (!data || data.length === 0) return null;
  const devices = page.article.devices.map(({ lexId }) => lexId);
  const placeOf = (lexId = '') => (devices.includes(lexId) ? devices.indexOf(lexId) : devices.length);
  const marks = data.toSorted(
    (a, b) => placeOf(a.law?.lexId) - placeOf(b.law?.lexId) || a.position - b.position || a.id - b.id,
  );
  return (
    <Card title="Suas marcas" aside={data.length}>
      <ul className="grid max-h-96 gap-3 overflow-y-auto">
        {marks.map(({ id, quote, note }) => (
          <li key={id} className="wrap-anywhere border-sun-edge border-l-3 bg-sun-tint px-3 py-2 text-sm">
            <q className="line-clamp-4">{quote}</q>
            {note !== '' && <p className="mt-1 whitespace-pre-line text-ink-soft">{note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
