import { header, trial } from './content.ts';
import type { StaticPage } from './page-document.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { htmlSlot, slot, When } from './slots.tsx';
import trialCss from './styles/trial.css?inline';

/** The frame around what the school has chosen, and what stands there while it shows nothing. */
export const trialPage: StaticPage = {
  path: '/sample',
  title: `${trial.title} | ${slot('schoolName')}`,
  description: trial.description,
  css: trialCss,
  body: (
    <>
      <SiteHeader />
      <main id="main">
        <When has="trial">
          <section className="opening on-night" aria-labelledby="experimente">
            <div className="wrap">
              <h1 id="experimente">{trial.title}</h1>
              <p>{trial.lead}</p>
              <p className="ways">
                <a href="#aula">
                  {trial.toLesson}: {slot('trialTitle')}
                </a>
                <a href="#questoes">{trial.toQuestions}</a>
              </p>
            </div>
          </section>
          {htmlSlot('trialHtml')}
          <section className="closing on-night" aria-labelledby="proximo">
            <div className="wrap">
              <h2 id="proximo">{trial.next.title}</h2>
              <p>{trial.next.lead}</p>
              <a className="btn btn-next btn-lg" href="/register">
                {header.action}
              </a>
              <a className="back" href="/#preco">
                Ver o que está incluído
              </a>
            </div>
          </section>
        </When>
        <When has="noTrial">
          <section className="opening closed on-night" aria-labelledby="experimente">
            <div className="wrap">
              <h1 id="experimente">{trial.closed.title}</h1>
              <p>{trial.closed.lead}</p>
              <a className="btn btn-paper btn-lg" href="/">
                {trial.closed.action}
              </a>
            </div>
          </section>
        </When>
      </main>
      <SiteFooter />
    </>
  ),
};
