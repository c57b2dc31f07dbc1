import type { ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import { Icon } from './icons.tsx';
import { slot, When, when } from './slots.tsx';
import { Promised, slotted, written } from './written.tsx';

export function Pricing({ pricing }: Pick<LandingContent, 'pricing'>): ReactNode {
  const { cardAndSlip, onlyCard, onlySlip, onlyPix } = pricing.methods;
  return (
    <section className="section" id="preco" aria-labelledby="preco-titulo">
      <div className="wrap pricing">
        <div>
          <div className="intro">
            <h2 id="preco-titulo">{written(pricing.title)}</h2>
            {pricing.lead && <p>{written(pricing.lead)}</p>}
          </div>
          <ol className="steps">
            {pricing.steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
              <li key={place}>{written(step)}</li>
            ))}
          </ol>
        </div>
        <div className="offer">
          <When has="discount">
            <p className="was">
              <span className="sr">De </span>
              <s>{slot('fullPrice')}</s>
              <span className="sr"> por </span>
              <span className="badge sun">{slotted(pricing.discount)}</span>
            </p>
          </When>
          <p className="now">
            <small>R$</small>
            <span>{slot('priceFigure')}</span>
          </p>
          <p className="soft">
            {when('cardAndSlip', slotted(cardAndSlip))}
            {when('onlyCard', slotted(onlyCard))}
            {when('onlySlip', slotted(onlySlip))}
            {when('onlyPix', slotted(onlyPix))}
          </p>
          <ul>
            {pricing.includes.map((text, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
              <Promised key={place} texts={[text]} title={text}>
                <li>
                  <Icon name="check" />
                  {slotted(text)}
                </li>
              </Promised>
            ))}
          </ul>
          <a className="btn btn-primary btn-lg" href="/register">
            {written(pricing.action)}
          </a>
          <p className="guarantee">
            <Icon name="shield" />
            <span>
              <b>{written(pricing.guarantee)}</b> {written(pricing.scarcity)}
            </span>
          </p>
        </div>
      </div>
    </section>
  );
}
