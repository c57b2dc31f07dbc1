import type { LandingContent } from '#contract/school/site-content.ts';
import type { StaticPage } from './page-document.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { htmlSlot, slot, When } from './slots.tsx';
import trialCss from './styles/trial.css?inline';
import { slotted } from './written.tsx';

/** The page around the selected sample, and its text while there is none. */
export const trialPage = (content: LandingContent): StaticPage => {
  const { header, trial } = content;
  return {
    path: '/sample',
    title: `${slotted(trial.title)} | ${slot('schoolName')}`,
    description: slotted(trial.description),
    css: trialCss,
    body: (
      <>
        <SiteHeader header={header} />
        <main id="main">
          <When has="trial">
            <section className="opening on-night" aria-labelledby="experimente">
              <div className="wrap">
                <h1 id="experimente">{slotted(trial.title)}</h1>
                <p>{slotted(trial.lead)}</p>
                <p className="ways">
                  <a href="#aula">
                    {slotted(trial.toLesson)}: {slot('trialTitle')}
                  </a>
                  <a href="#questoes">{slotted(trial.toQuestions)}</a>
                </p>
              </div>
            </section>
            {htmlSlot('trialHtml')}
            <section className="closing on-night" aria-labelledby="proximo">
              <div className="wrap">
                <h2 id="proximo">{slotted(trial.next.title)}</h2>
                <p>{slotted(trial.next.lead)}</p>
                <a className="btn btn-next btn-lg" href="/register">
                  {slotted(header.action)}
                </a>
                <a className="back" href="/#preco">
                  {slotted(trial.next.included)}
                </a>
              </div>
            </section>
          </When>
          <When has="noTrial">
            <section className="opening closed on-night" aria-labelledby="experimente">
              <div className="wrap">
                <h1 id="experimente">{slotted(trial.closed.title)}</h1>
                <p>{slotted(trial.closed.lead)}</p>
                <a className="btn btn-paper btn-lg" href="/">
                  {slotted(trial.closed.action)}
                </a>
              </div>
            </section>
          </When>
        </main>
        <SiteFooter content={content} />
      </>
    ),
  };
};
