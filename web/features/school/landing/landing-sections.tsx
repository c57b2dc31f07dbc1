import { Fragment, type ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import { benefitPictures } from './benefit-pictures.tsx';
import { HeroScene, Sunrise } from './hero-scene.tsx';
import { Icon } from './icons.tsx';
import { Maybe, slot, When } from './slots.tsx';
import { conditionOf, initialsOf, Promised, slotted, written } from './written.tsx';

/** The address under which this page can load a picture of the library. */
export type PictureUrl = (url: string) => string;

export function Hero({ hero }: Pick<LandingContent, 'hero'>): ReactNode {
  return (
    <section className="hero on-night" aria-labelledby="promessa">
      <div className="wrap">
        <div className="words">
          {hero.badge && (
            <Maybe has={conditionOf(hero.badge)}>
              <p className="places">{slotted(hero.badge)}</p>
            </Maybe>
          )}
          <h1 id="promessa">{written(hero.title)}</h1>
          <p className="lead">
            {written(hero.lead)} {hero.claim && <b>{written(hero.claim)}</b>}
          </p>
          <div className="go">
            <a className="btn btn-next btn-lg" href="/register">
              {written(hero.action)}
            </a>
            <p>
              {hero.terms.map((term, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
                <Fragment key={place}>
                  {place > 0 && <br />}
                  {written(term)}
                </Fragment>
              ))}
            </p>
          </div>
          <When has="trial">
            <a className="try" href="/sample">
              {slotted(hero.trial)}
            </a>
          </When>
        </div>
        <HeroScene />
      </div>
    </section>
  );
}

export function Stats({ stats }: Pick<LandingContent, 'stats'>): ReactNode {
  if (stats.length === 0) return null;
  return (
    <section className="stats on-night" aria-label="Resultados">
      <ul className="wrap">
        {stats.map(({ figure, label }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
          <Maybe key={place} has={conditionOf(figure)}>
            <li>
              <b>{slotted(figure)}</b> <span>{written(label)}</span>
            </li>
          </Maybe>
        ))}
      </ul>
    </section>
  );
}

type BenefitsProps = Pick<LandingContent, 'benefits'> & { pictureUrl: PictureUrl };

export function Benefits({ benefits, pictureUrl }: BenefitsProps): ReactNode {
  return (
    <section className="section" id="beneficios" aria-labelledby="beneficios-titulo">
      <div className="wrap">
        <div className="intro">
          <h2 id="beneficios-titulo">{written(benefits.title)}</h2>
          {benefits.lead && <p>{written(benefits.lead)}</p>}
        </div>
        <div className="benefits">
          {benefits.cards.map(({ drawing, picture, title, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
            <Promised key={place} texts={[title, text]} title={title}>
              <article>
                {picture ? (
                  <img src={pictureUrl(picture)} alt="" width="340" height="148" loading="lazy" />
                ) : (
                  <svg viewBox="0 0 340 148" aria-hidden="true">
                    {benefitPictures[drawing]}
                  </svg>
                )}
                <h3>{slotted(title)}</h3>
                <p>{written(text)}</p>
              </article>
            </Promised>
          ))}
        </div>
      </div>
    </section>
  );
}

type TestimonialsProps = Pick<LandingContent, 'testimonials'> & { pictureUrl: PictureUrl };

/** Without testimonials and rating the section is left out: none are invented. */
export function Testimonials({ testimonials, pictureUrl }: TestimonialsProps): ReactNode {
  const { people, rating } = testimonials;
  if (people.length === 0 && !rating.score) return null;
  return (
    <section className="section sunken" id="depoimentos" aria-labelledby="depoimentos-titulo">
      <div className="wrap">
        <div className="intro">
          <h2 id="depoimentos-titulo">{written(testimonials.title)}</h2>
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
              <blockquote>“{written(text)}”</blockquote>
              <figcaption>
                {picture ? (
                  <img className="initials" src={pictureUrl(picture)} alt="" width="44" height="44" loading="lazy" />
                ) : (
                  <span className="initials" aria-hidden="true">
                    {initialsOf(name)}
                  </span>
                )}
                <span>
                  <b>{written(name)}</b>
                  <span className="badge ok">
                    <Icon name="check" />
                    {written(badge)}
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
              <b>{written(rating.score)}</b> {written(rating.reviews)}
            </span>
          </p>
        )}
      </div>
    </section>
  );
}

export function Faq({ faq }: Pick<LandingContent, 'faq'>): ReactNode {
  return (
    <section className="section ruled" id="perguntas" aria-labelledby="perguntas-titulo">
      <div className="wrap faq">
        <div className="intro">
          <h2 id="perguntas-titulo">{written(faq.title)}</h2>
          {faq.lead && (
            <p>
              {written(faq.lead)} <a href={`mailto:${slot('supportEmail')}`}>{slot('supportEmail')}</a>.
            </p>
          )}
        </div>
        <div>
          {faq.questions.map(({ question, answer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
            <details key={index} name="faq" open={index === 0}>
              <summary>
                {written(question)}
                <Icon name="chevron" />
              </summary>
              <p>{written(answer)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

export function FinalCall({ finalCall }: Pick<LandingContent, 'finalCall'>): ReactNode {
  return (
    <section className="final on-night" aria-labelledby="chamada">
      <div className="wrap">
        <h2 id="chamada">{written(finalCall.title)}</h2>
        {finalCall.lead && <p>{written(finalCall.lead)}</p>}
        <a className="btn btn-next btn-lg" href="/register">
          {written(finalCall.action)}
        </a>
        <Sunrise />
      </div>
    </section>
  );
}
