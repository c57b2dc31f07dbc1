import type { ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import { Icon } from './icons.tsx';
import { usePageText } from './page-text.ts';

export function Pricing({ pricing }: Pick<LandingContent, 'pricing'>): ReactNode {
  const { values, fill, write, isShown } = usePageText();
  return (
    <section className="section" id="preco" aria-labelledby="preco-titulo">
      <div className="wrap pricing">
        <div>
          <div className="intro">
            <h2 id="preco-titulo">{write(pricing.title)}</h2>
            {pricing.lead && <p>{write(pricing.lead)}</p>}
          </div>
          <ol className="steps">
            {pricing.steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
              <li key={place}>{write(step)}</li>
            ))}
          </ol>
        </div>
        <div className="offer">
          {values.discount && (
            <p className="was">
              <span className="sr">De </span>
              <s>{values.fullPrice}</s>
              <span className="sr"> por </span>
              <span className="badge sun">{fill(pricing.discount)}</span>
            </p>
          )}
          <p className="now">
            <small>R$</small>
            <span>{values.priceFigure}</span>
          </p>
          <p className="soft">{fill(pricing.methods[values.methods])}</p>
          <ul>
            {pricing.includes
              .filter((text) => isShown(text))
              .map((text, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
                <li key={place}>
                  <Icon name="check" />
                  {fill(text)}
                </li>
              ))}
          </ul>
          <a className="btn btn-primary btn-lg" href="/register">
            {write(pricing.action)}
          </a>
          <p className="guarantee">
            <Icon name="shield" />
            <span>
              <b>{write(pricing.guarantee)}</b> {write(pricing.scarcity)}
            </span>
          </p>
        </div>
      </div>
    </section>
  );
}
