import type { ReactNode } from 'react';
import { type Placeholder, placeholders } from '#contract/school/site-content.ts';
import { automaticLineOf } from './payment-lines.ts';
import { Maybe, type Slot, slot, when } from './slots.tsx';

/* What the owner wrote, as a template: names in braces become slots. The contract lets no other braces in. */

/** Values that may be missing: a sentence that names a missing one is left out. */
const mayBeMissing: readonly Placeholder[] = ['desconto', 'vagas', 'outras formas', 'questões', 'aulas', 'simulados'];
const names = (text: string, name: Placeholder) => text.includes(`{${name}}`);

/** The text with its slots, also those whose value may be missing. For callers that check the condition. */
export const slotted = (text: string): string =>
  text.replace(/\{([^{}]*)\}/g, (_, name: Placeholder) => slot(placeholders[name]));

/** The text with its slots. A default line about proofs has another form while a provider confirms payments. */
export function written(text: string): string {
  const automatic = automaticLineOf(text);
  if (automatic === undefined) return sentences(text);
  return when('byProof', sentences(text)) + when('byProvider', sentences(automatic));
}

/** Each sentence is shown only when the values that it names exist. */
function sentences(text: string): string {
  const found = text.match(/[\s\S]*?(?:[.!?](?=\s|$)|$)/g)?.filter(Boolean) ?? [];
  return found
    .map((sentence) => {
      const missing = mayBeMissing.find((name) => names(sentence, name));
      return missing ? when(placeholders[missing], slotted(sentence)) : slotted(sentence);
    })
    .join('');
}

/** Everything that mentions WhatsApp is hidden together with the promise of it. */
const promised = (...texts: string[]): Slot | undefined =>
  texts.some((text) => /whatsapp/i.test(text)) ? 'whatsappHelp' : undefined;

/**
 * An item of a list about something that a school may have hidden. `title` is its main text: the item is hidden when a
 * value that the title names is missing. The title is rendered by `slotted`, because sections of one name do not nest.
 */
export function Promised({ texts, title, children }: PromisedProps): ReactNode {
  return (
    <Maybe has={promised(...texts)}>
      <Maybe has={conditionOf(title)}>{children}</Maybe>
    </Maybe>
  );
}
type PromisedProps = { texts: string[]; title: string; children: ReactNode };

/** The condition of a line: the value that it names. */
export const conditionOf = (text: string): Slot | undefined => {
  const missing = mayBeMissing.find((name) => names(text, name));
  return missing && placeholders[missing];
};

/** "Camila Nogueira" → CN */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
};
