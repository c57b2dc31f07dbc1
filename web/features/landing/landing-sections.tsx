import type { ReactNode } from 'react';
import { benefitPictures } from './benefit-pictures.tsx';
import { benefits, faq, finalCall, hero, stats, testimonials } from './content.ts';
import { HeroScene, Sunrise } from './hero-scene.tsx';
import { Icon } from './icons.tsx';
import { Maybe, slot, When } from './slots.tsx';

export function Hero(): ReactNode {
  return (
    <section className="hero on-night" aria-labelledby="promessa">
      <div className="wrap">
        <div className="words">
          <When has="places">
            <p className="places">{hero.badge}</p>
          </When>
          <h1 id="promessa">{hero.title}</h1>
          <p className="lead">
            {hero.lead} <b>{hero.claim}</b>
          </p>
          <div className="go">
            <a className="btn btn-next btn-lg" href="/register">
              {hero.action}
            </a>
            <p>
              {hero.terms[0]}
              <br />
              {hero.terms[1]}
            </p>
          </div>
          <When has="trial">
            <a className="try" href="/sample">
              {hero.trial}
            </a>
          </When>
        </div>
        <HeroScene />
      </div>
    </section>
  );
}

export function Stats(): ReactNode {
  return (
    <section className="stats on-night" aria-label="Resultados">
      <ul className="wrap">
        {stats.map(({ figure, label }) => (
          <li key={label}>
            <b>{figure}</b> <span>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Benefits(): ReactNode {
  return (
    <section className="section" id="beneficios" aria-labelledby="beneficios-titulo">
      <div className="wrap">
        <div className="intro">
          <h2 id="beneficios-titulo">{benefits.title}</h2>
          <p>{benefits.lead}</p>
        </div>
        <div className="benefits">
          {benefits.cards.map(({ picture, title, text, ...card }) => (
            <Maybe key={picture} has={'has' in card ? card.has : undefined}>
              <article>
                <svg viewBox="0 0 340 148" aria-hidden="true">
                  {benefitPictures[picture]}
                </svg>
                <h3>{title}</h3>
                <p>{text}</p>
              </article>
            </Maybe>
          ))}
        </div>
      </div>
    </section>
  );
}

export function Testimonials(): ReactNode {
  return (
    <section className="section sunken" id="depoimentos" aria-labelledby="depoimentos-titulo">
      <div className="wrap">
        <div className="intro">
          <h2 id="depoimentos-titulo">{testimonials.title}</h2>
        </div>
        <div className="quotes">
          {testimonials.people.map(({ name, initials, badge, text }) => (
            <figure key={name}>
              <span className="stars" role="img" aria-label="5 de 5 estrelas">
                {[1, 2, 3, 4, 5].map((star) => (
                  <Icon key={star} name="star" />
                ))}
              </span>
              <blockquote>“{text}”</blockquote>
              <figcaption>
                <span className="initials" aria-hidden="true">
                  {initials}
                </span>
                <span>
                  <b>{name}</b>
                  <span className="badge ok">
                    <Icon name="check" />
                    {badge}
                  </span>
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
        <p className="rating">
          <Icon name="star" />
          <span>
            <b>{testimonials.rating.score}</b> {testimonials.rating.reviews}
          </span>
        </p>
      </div>
    </section>
  );
}

export function Faq(): ReactNode {
  return (
    <section className="section ruled" id="perguntas" aria-labelledby="perguntas-titulo">
      <div className="wrap faq">
        <div className="intro">
          <h2 id="perguntas-titulo">{faq.title}</h2>
          <p>
            {faq.lead} <a href={`mailto:${slot('supportEmail')}`}>{slot('supportEmail')}</a>.
          </p>
        </div>
        <div>
          {faq.questions.map(({ question, answer }, index) => (
            <details key={question} name="faq" open={index === 0}>
              <summary>
                {question}
                <Icon name="chevron" />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

export function FinalCall(): ReactNode {
  return (
    <section className="final on-night" aria-labelledby="chamada">
      <div className="wrap">
        <h2 id="chamada">{finalCall.title}</h2>
        <p>{finalCall.lead}</p>
        <a className="btn btn-next btn-lg" href="/register">
          {finalCall.action}
        </a>
        <Sunrise />
      </div>
    </section>
  );
}
