import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Preferences } from '#contract/preferences.ts';
import { textOf } from '#web/lib/api.ts';
import { preferencesQuery } from '#web/lib/preferences.ts';
import { applyTheme } from '#web/lib/theme.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUpdatePreferences } from './profile.queries.ts';

const themes = [
  { value: 'system', label: 'Do aparelho' },
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
];

export function AppearanceSettings() {
  const preferences = useQuery(preferencesQuery);
  const update = useUpdatePreferences();
  const saved = preferences.data;
  useEffect(() => {
    if (saved) applyTheme(saved.theme);
  }, [saved]);

  const change = (part: Partial<Preferences>) => {
    if (part.theme) applyTheme(part.theme);
    update.mutate(part, {
      onError: (error) => {
        if (saved) applyTheme(saved.theme);
        toast({ title: 'Não foi possível salvar', description: textOf(error), tone: 'bad' });
      },
    });
  };

  if (preferences.isError) {
    return (
      <ErrorState
        title="Não conseguimos carregar suas preferências"
        onRetry={() => preferences.refetch()}
        headingLevel={2}
      />
    );
  }
  // Optimistic: the choice is shown at once, and reverted on failure.
  const shown = saved && { ...saved, ...(update.isPending ? update.variables : {}) };
  return (
    <Card title="Aparência e teclado">
      {shown ? (
        <div className="grid gap-5">
          <RadioGroup
            label="Tema"
            name="theme"
            value={shown.theme}
            onValueChange={(theme) => change({ theme: theme as Preferences['theme'] })}
            options={themes}
          />
          <Switch
            label="Atalhos de uma tecla"
            help="Como A para aprovar, ou de A a F para responder."
            checked={shown.shortcuts}
            onChange={(event) => change({ shortcuts: event.target.checked })}
          />
        </div>
      ) : (
        <SkeletonGroup blocks={['h-36 w-full']} />
      )}
    </Card>
  );
}
