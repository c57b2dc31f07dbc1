import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Preferences } from '#contract/preferences.ts';
import { useUpdatePreferences } from '#web/features/people/accounts/profile.queries.ts';
import { preferencesQuery } from '#web/lib/preferences.ts';
import { applyTheme } from '#web/lib/theme.ts';
import { NativeInput } from '#web/ui/native-field.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const themes: readonly { value: Preferences['theme']; label: string }[] = [
  { value: 'system', label: 'Do aparelho' },
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
];

/** Applied at once and saved for this account. */
export function useTheme() {
  const { mutate } = useUpdatePreferences();
  const saved = useQuery(preferencesQuery).data?.theme;
  const choose = (theme: Preferences['theme']) => {
    applyTheme(theme);
    mutate(
      { theme },
      {
        onError: (error) => {
          if (saved) applyTheme(saved);
          toastFailure('Não foi possível guardar o tema')(error);
        },
      },
    );
  };
  return { saved, choose };
}

export function ThemeChoice() {
  const { saved, choose } = useTheme();
  const name = useId();
  return (
    <fieldset className="flex w-full overflow-hidden rounded-control border border-line-strong">
      <legend className="sr-only">Tema</legend>
      {themes.map(({ value, label }) => (
        <label
          key={value}
          className="grid min-h-11 flex-1 cursor-pointer place-items-center border-line-strong border-l px-2 text-center text-sm first-of-type:border-l-0 hover:bg-hover has-checked:bg-primary has-checked:font-strong has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-(--focus)"
        >
          <NativeInput
            type="radio"
            name={name}
            value={value}
            checked={saved === value}
            onChange={() => choose(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
