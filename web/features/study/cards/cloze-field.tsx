import { useId, useState } from 'react';
import { CARD_TEXT_MAX } from '#contract/study/card-limits.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { clozeSource, clozeTokens, sentenceOf, toggleWord, withSentence } from './cloze-words.ts';

type ClozeFieldProps = { value: string; error: string | null; onChange: (source: string) => void };

/** A sentence and its words: a pressed word is hidden. What words alone cannot show is edited as text. */
export function ClozeField({ value, error, onChange }: ClozeFieldProps) {
  const [isText] = useState(() => clozeTokens(value) === null);
  const labelId = useId();
  const tokens = isText ? null : clozeTokens(value);
  if (!tokens) {
    return (
      <Field label="Frase com lacunas" help="Uma lacuna se escreve assim: {{c1::palavra}}" error={error}>
        <Textarea maxLength={CARD_TEXT_MAX} value={value} onChange={({ target }) => onChange(target.value)} />
      </Field>
    );
  }
  return (
    <>
      <Field label="Frase" error={error}>
        <Textarea
          rows={3}
          maxLength={CARD_TEXT_MAX}
          value={sentenceOf(tokens)}
          onChange={({ target }) => onChange(clozeSource(withSentence(tokens, target.value)))}
        />
      </Field>
      {tokens.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: toggle buttons are no fieldset of a form
        <div role="group" aria-labelledby={labelId} className="grid gap-2">
          <p id={labelId} className="font-strong text-sm">
            Toque no que vai sumir
          </p>
          <div className="flex flex-wrap gap-1">
            {tokens.map((token, at) =>
              token.isWord ? (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence have no other identity
                  key={`${at}:${token.text}`}
                  type="button"
                  aria-pressed={token.isHidden}
                  onClick={() => onChange(clozeSource(toggleWord(tokens, at)))}
                  className="min-h-11 min-w-11 rounded-control border border-transparent px-2 font-serif text-lg hover:bg-hover aria-pressed:border-sun-edge aria-pressed:border-dashed aria-pressed:bg-sun-tint aria-pressed:font-strong aria-pressed:text-sun-ink"
                >
                  {token.text}
                </button>
              ) : null,
            )}
          </div>
        </div>
      )}
    </>
  );
}
