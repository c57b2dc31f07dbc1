import type { LawArticle, LawDevice } from '#contract/content/laws.ts';
import { cx } from '#web/ui/cx.ts';
import { shortAmending, textWithoutRemarks } from './law-words.ts';

const indents: Partial<Record<LawDevice['kind'], string>> = {
  inciso: 'pl-5 md:pl-8',
  alinea: 'pl-10 md:pl-16',
  item: 'pl-14 md:pl-24',
};

const states = { in_force: null, revoked: 'revogado', vetoed: 'vetado' } as const;

/** The devices of an article. Old texts are not part of them. */
export function ArticleText({ article }: { article: LawArticle }) {
  if (article.devices.length === 0) {
    return <p className="text-ink-soft">{article.label} Sem texto em vigor.</p>;
  }
  return (
    <div className="grid gap-3 font-serif text-[length:var(--text-read)] leading-(--lh-read)">
      {article.devices.map((device) => (
        <p
          key={device.lexId}
          id={device.lexId}
          className={cx('wrap-anywhere scroll-mt-32 whitespace-pre-line', indents[device.kind])}
        >
          <span className={device.kind === 'inciso' || device.kind === 'alinea' ? undefined : 'font-sans font-strong'}>
            {device.kind === 'caput' ? article.label : device.label}
          </span>{' '}
          {textWithoutRemarks(device)}
          {device.amending !== '' && (
            <>
              {' '}
              <span
                data-remark=""
                className="inline-block rounded-full bg-info-tint px-2 font-sans text-info text-xs"
                title={device.amending}
              >
                {shortAmending(device.amending)}
              </span>
            </>
          )}
          {states[device.state] !== null && <span className="sr-only"> ({states[device.state]})</span>}
        </p>
      ))}
    </div>
  );
}
