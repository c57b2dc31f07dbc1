import type { ReactNode } from 'react';
import { pricing } from './content.ts';
import { Icon } from './icons.tsx';
import { Maybe, slot, When } from './slots.tsx';

export function Pricing(): ReactNode {
  return (
    <section className="section" id="preco" aria-labelledby="preco-titulo">
      <div className="wrap pricing">
        <div>
          <div className="intro">
            <h2 id="preco-titulo">{pricing.title}</h2>
            <p>{pricing.lead}</p>
          </div>
          <ol className="steps">
            {pricing.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
        <div className="offer">
          <When has="discount">
            <p className="was">
              <span className="sr">De </span>
              <s>{slot('fullPrice')}</s>
              <span className="sr"> por </span>
              <span className="badge sun">{pricing.discount}</span>
            </p>
          </When>
          <p className="now">
            <small>R$</small>
            <span>{slot('priceFigure')}</span>
          </p>
          <p className="soft">{pricing.methods}</p>
          <ul>
            {pricing.includes.map(({ text, has }) => (
              <Maybe key={text} has={has}>
                <li>
                  <Icon name="check" />
                  {text}
                </li>
              </Maybe>
            ))}
          </ul>
          <a className="btn btn-primary btn-lg" href="/register">
            {pricing.action}
          </a>
          <p className="guarantee">
            <Icon name="shield" />
            <span>
              <b>{pricing.guarantee}</b> <When has="places">{pricing.scarcity}</When>
            </span>
          </p>
        </div>
      </div>
    </section>
  );
}
