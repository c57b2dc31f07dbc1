import type { LawPreview } from '#contract/content/laws.ts';
import { plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { calmLabel, calmTitle } from '../law-words.ts';

const kinds: Readonly<Record<LawPreview['counts'][number]['kind'], readonly [string, string]>> = {
  parte: ['parte', 'partes'],
  livro: ['livro', 'livros'],
  titulo: ['título', 'títulos'],
  capitulo: ['capítulo', 'capítulos'],
  secao: ['seção', 'seções'],
  subsecao: ['subseção', 'subseções'],
  anexo: ['anexo', 'anexos'],
  artigo: ['artigo', 'artigos'],
  caput: ['caput', 'caputs'],
  paragrafo: ['parágrafo', 'parágrafos'],
  inciso: ['inciso', 'incisos'],
  alinea: ['alínea', 'alíneas'],
  item: ['item', 'itens'],
};

type LawPreviewProps = { preview: LawPreview; problems: LawPreview['problems'] };

/** What was parsed from a source, and everything that was not. */
export function LawPreviewCard({ preview, problems }: LawPreviewProps) {
  const counts = preview.counts.filter(({ kind }) => kind !== 'caput');
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="sun" title="Nem tudo foi entendido">
          <ul className="max-h-72 list-disc overflow-y-auto pl-5">
            {problems.map(({ line, words }) => (
              <li key={`${line} ${words}`} className="wrap-anywhere">
                Linha {line}: {words}
              </li>
            ))}
          </ul>
          {preview.moreProblems > 0 && <p>E mais {preview.moreProblems}.</p>}
        </Notice>
      )}
      <Card
        title="O que foi entendido"
        aside={
          preview.earlierCount > 0 ? plural(preview.earlierCount, 'texto anterior', 'textos anteriores') : undefined
        }
      >
        <p>
          {counts.length === 0
            ? 'Nenhum dispositivo.'
            : counts.map(({ kind, count }) => plural(count, ...kinds[kind])).join(', ')}
        </p>
        <ol className="mt-3 max-h-80 overflow-y-auto border-line border-t pt-3 text-sm">
          {preview.outline.map(({ lexId, label, title, depth }) => (
            <li key={lexId} className="wrap-anywhere py-0.5" style={{ paddingInlineStart: `${Math.min(depth, 6)}rem` }}>
              {calmLabel(label)}
              {title !== '' && `, ${calmTitle(title)}`}
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}
