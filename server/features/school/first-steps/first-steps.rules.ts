import type { FirstStepName, FirstSteps } from '#contract/school/first-steps.ts';

type Facts = { [Step in FirstStepName]: Omit<FirstSteps[Step], 'state'> };
type State = FirstSteps['brand']['state'];

/** The state of each step by what the school has, before skips are applied. */
function stateOf(facts: Facts): Record<FirstStepName, State> {
  const { brand, payment, mail, price, claims, people } = facts;
  const done = (isDone: boolean): State => (isDone ? 'done' : 'open');
  return {
    brand: done(brand.hasOwnName && brand.hasLogo),
    // A configured key proves nothing: the step is done when money has been received.
    payment: done((payment.hasKey || payment.hasProvider) && payment.hasReceived),
    // E-mails that are not delivered are worse than a step that was never started.
    mail: mail.stored + mail.failed > 0 ? 'broken' : done(mail.isSent),
    price: price.isOnSale ? done(price.hasEnd) : 'broken',
    claims: done(brand.hasOwnName && claims.open === 0),
    people: done(people.students + people.teachers > 0),
  };
}

/** A skip covers an open step only: a broken step comes back, and a done step is done. */
export function withStates(facts: Facts, skips: ReadonlySet<string>): FirstSteps {
  const states = stateOf(facts);
  const state = (step: FirstStepName): State => (states[step] === 'open' && skips.has(step) ? 'skipped' : states[step]);
  return {
    brand: { ...facts.brand, state: state('brand') },
    payment: { ...facts.payment, state: state('payment') },
    mail: { ...facts.mail, state: state('mail') },
    price: { ...facts.price, state: state('price') },
    claims: { ...facts.claims, state: state('claims') },
    people: { ...facts.people, state: state('people') },
  };
}
