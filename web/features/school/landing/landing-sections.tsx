import { Fragment, type ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import { benefitPictures } from './benefit-pictures.tsx';
import { HeroScene, Sunrise } from './hero-scene.tsx';
import { Icon } from './icons.tsx';
import { initialsOf, usePageText } from './page-text.ts';

/** The address under which this page can load a picture of the library. */
export type PictureUrl = (url: string) => string;

export function Hero({ hero }: Pick<LandingContent, 'hero'>): ReactNode {
  const { values, fill, write, isShown } = usePageText();
  return (
    <section className="hero on-night" aria-labelledby="promessa">
      <div className="wrap">
        <div className="words">
          {hero.badge && isShown(hero.badge) && <p className="places">{fill(hero.badge)}</p>}
          <h1 id="promessa">{write(hero.title)}</h1>
          <p className="lead">
            {write(hero.lead)} {hero.claim && <b>{write(hero.claim)}</b>}
          </p>
          <div className="go">
            <a className="btn btn-next btn-lg" href="/register">
              {write(hero.action)}
            </a>
            <p>
              {hero.terms.map((term, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
                <Fragment key={place}>
                  {place > 0 && <br />}
                  {write(term)}
                </Fragment>
              ))}
            </p>
          </div>
          {values.trial && (
            <a className="try" href="/sample">
              {fill(hero.trial)}
            </a>
          )}
        </div>
        <HeroScene />
      </div>
    </section>
  );
}

export function Stats({ stats }: Pick<LandingContent, 'stats'>): ReactNode {
  const { fill, write, isShown } = usePageText();
  if (stats.length === 0) return null;
  return (
    <section className="stats on-night" aria-label="Resultados">
      <ul className="wrap">
        {stats.map(({ figure, label }, place) =>
          isShown(figure) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
            <li key={place}>
              <b>{fill(figure)}</b> <span>{write(label)}</span>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

type BenefitsProps = Pick<LandingContent, 'benefits'> & { pictureUrl: PictureUrl };

export function Benefits({ benefits, pictureUrl }: BenefitsProps): ReactNode {
  const { fill, write, isShown } = usePageText();
  return (
    <section className="section" id="beneficios" aria-labelledby="beneficios-titulo">
      <div className="wrap">
        <div className="intro">
          <h2 id="beneficios-titulo">{write(benefits.title)}</h2>
          {benefits.lead && <p>{write(benefits.lead)}</p>}
        </div>
        <div className="benefits">
          {benefits.cards
            .filter(({ title, text }) => isShown(title, text))
            .map(({ drawing, picture, title, text }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
              <article key={place}>
                {picture ? (
                  <img src={pictureUrl(picture)} alt="" width="340" height="148" loading="lazy" />
                ) : (
                  <svg viewBox="0 0 340 148" aria-hidden="true">
                    {benefitPictures[drawing]}
                  </svg>
                )}
                <h3>{fill(title)}</h3>
                <p>{write(text)}</p>
              </article>
            ))}
        </div>
      </div>
    </section>
  );
}

type TestimonialsProps = Pick<LandingContent, 'testimonials'> & { pictureUrl: PictureUrl };

/** Without testimonials and rating the section is left out: none are invented. */
export function Testimonials({ testimonials, pictureUrl }: TestimonialsProps): ReactNode {
  const { write } = usePageText();
  const { people, rating } = testimonials;
  if (people.length === 0 && !rating.score) return null;
  return (
    <section className="section sunken" id="depoimentos" aria-labelledby="depoimentos-titulo">
      <div className="wrap">
        <div className="intro">
          <h2 id="depoimentos-titulo">{write(testimonials.title)}</h2>
        </div>
        <div className="quotes">
          {people.map(({ name, badge, text, picture }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
            <figure key={place}>
              <span className="stars" role="img" aria-label="5 de 5 estrelas">
                {[1, 2, 3, 4, 5].map((star) => (
                  <Icon key={star} name="star" />
                ))}
              </span>
              <blockquote>“{write(text)}”</blockquote>
              <figcaption>
                {picture ? (
                  <img className="initials" src={pictureUrl(picture)} alt="" width="44" height="44" loading="lazy" />
                ) : (
                  <span className="initials" aria-hidden="true">
                    {initialsOf(name)}
                  </span>
                )}
                <span>
                  <b>{write(name)}</b>
                  <span className="badge ok">
                    <Icon name="check" />
                    {write(badge)}
                  </span>
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
        {rating.score && (
          <p className="rating">
            <Icon name="star" />
            <span>
              <b>{write(rating.score)}</b> {write(rating.reviews)}
            </span>
          </p>
        )}
      </div>
    </section>
  );
}

export function Faq({ faq }: Pick<LandingContent, 'faq'>): ReactNode {
  const { values, write } = usePageText();
  return (
    <section className="section ruled" id="perguntas" aria-labelledby="perguntas-titulo">
      <div className="wrap faq">
        <div className="intro">
          <h2 id="perguntas-titulo">{write(faq.title)}</h2>
          {faq.lead && (
            <p>
              {write(faq.lead)} <a href={`mailto:${values.supportEmail}`}>{values.supportEmail}</a>.
            </p>
          )}
        </div>
        <div>
          {faq.questions.map(({ question, answer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
            <details key={index} name="faq" open={index === 0}>
              <summary>
                {write(question)}
                <Icon name="chevron" />
              </summary>
              <p>{write(answer)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

export function FinalCall({ finalCall }: Pick<LandingContent, 'finalCall'>): ReactNode {
  const { write } = usePageText();
  return (
    <section className="final on-night" aria-labelledby="chamada">
      <div className="wrap">
        <h2 id="chamada">{write(finalCall.title)}</h2>
        {finalCall.lead && <p>{write(finalCall.lead)}</p>}
        <a className="btn btn-next btn-lg" href="/register">
          {write(finalCall.action)}
        </a>
        <Sunrise />
      </div>
    </section>
  );
}
