import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { LawArticlePage } from '#contract/content/laws.ts';
import { type MarkedText, MarkTool } from '#web/features/content/lessons/reader/annotation-tool.tsx';
import { findLawAnchor, type LawAnchor, lawAnchorOf } from './law-anchors.ts';
import { articleAnnotationsQuery, useAnnotateArticle } from './law-annotations.queries.ts';

type LawMarksProps = { page: LawArticlePage; body: RefObject<HTMLElement | null> };

/** A reader's marks, notes and cards of the passages of an article. */
export function LawMarks({ page, body }: LawMarksProps) {
  const { law, article } = page;
  const { data: annotations } = useQuery(articleAnnotationsQuery(law.id, article.lexId));
  const make = useAnnotateArticle(law.id, article.lexId);
  const marked: MarkedText<LawAnchor> = {
    annotations,
    anchorAt: lawAnchorOf,
    find: findLawAnchor,
    make,
    ofText: 'da lei',
    lostWords: (count) =>
      count === 1
        ? 'Uma anotação sua é de um trecho que não está neste texto do artigo.'
        : `${count} anotações suas são de trechos que não estão neste texto do artigo.`,
    card: ({ lexId }) => ({ label: labelOf(page, lexId), source: { kind: 'law', lawId: law.id, lexId } }),
  };
  return <MarkTool marked={marked} text={article} body={body} />;
}

const trimmed = (label: string) => label.replace(/[.\s–-]{1,4}$/, '');

/** 'Constituição Federal, Art. 144, § 5º'. */
function labelOf({ law, article }: LawArticlePage, lexId: string): string {
  const device = article.devices.find((one) => one.lexId === lexId);
  const inside = device && device.kind !== 'caput' && device.kind !== 'artigo' ? [trimmed(device.label)] : [];
  return [law.shortName || law.name, trimmed(article.label), ...inside].join(', ');
}
