import type { ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import type { StaticPage } from './page-document.tsx';
import { type PageText, usePageText } from './page-text.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import trialCss from './styles/trial.css?inline';

/** The page around the selected sample, and its text while there is none. */
export const trialPage = (content: LandingContent, { values, fill }: PageText): StaticPage => ({
  path: '/sample',
  title: `${fill(content.trial.title)} | ${values.schoolName}`,
  description: fill(content.trial.description),
  css: trialCss,
  body: (
    <>
      <SiteHeader header={content.header} />
      <main id="main">
        {values.trial ? <OpenTrial content={content} trial={values.trial} /> : <ClosedTrial content={content} />}
      </main>
      <SiteFooter content={content} />
    </>
  ),
});

type OpenTrialProps = { content: LandingContent; trial: NonNullable<PageText['values']['trial']> };

function OpenTrial({ content: { header, trial: texts }, trial }: OpenTrialProps): ReactNode {
  const { fill } = usePageText();
  return (
    <>
      <section className="opening on-night" aria-labelledby="experimente">
        <div className="wrap">
          <h1 id="experimente">{fill(texts.title)}</h1>
          <p>{fill(texts.lead)}</p>
          <p className="ways">
            <a href="#aula">
              {fill(texts.toLesson)}: {trial.title}
            </a>
            <a href="#questoes">{fill(texts.toQuestions)}</a>
          </p>
        </div>
      </section>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from sanitised texts (trial-page.ts) */}
      <div dangerouslySetInnerHTML={{ __html: trial.html }} />
      <section className="closing on-night" aria-labelledby="proximo">
        <div className="wrap">
          <h2 id="proximo">{fill(texts.next.title)}</h2>
          <p>{fill(texts.next.lead)}</p>
          <a className="btn btn-next btn-lg" href="/register">
            {fill(header.action)}
          </a>
          <a className="back" href="/#preco">
            {fill(texts.next.included)}
          </a>
        </div>
      </section>
    </>
  );
}

function ClosedTrial({ content: { trial: texts } }: { content: LandingContent }): ReactNode {
  const { fill } = usePageText();
  return (
    <section className="opening closed on-night" aria-labelledby="experimente">
      <div className="wrap">
        <h1 id="experimente">{fill(texts.closed.title)}</h1>
        <p>{fill(texts.closed.lead)}</p>
        <a className="btn btn-paper btn-lg" href="/">
          {fill(texts.closed.action)}
        </a>
      </div>
    </section>
  );
}
