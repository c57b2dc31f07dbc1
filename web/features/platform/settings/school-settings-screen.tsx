import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { SettingChanges } from './setting-changes.tsx';
import { settingsQuery } from './settings.queries.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSections } from './settings-sections.tsx';

export default function SchoolSettingsScreen() {
  const settings = useQuery(settingsQuery);
  return (
    <Page>
      <PageHeader title="Configurações da escola" subtitle="O que a escola diz de si e para onde vai o dinheiro" />
      <div className="grid gap-5 lg:grid-cols-[13rem_minmax(0,52rem)] lg:gap-8">
        <SettingsSections isReady={settings.isSuccess} />
        <div className="grid min-w-0 gap-8">
          {settings.isPending && <SkeletonGroup blocks={['h-56 w-full', 'h-72 w-full']} />}
          {settings.isError && <LoadError of={settings} title="Não conseguimos carregar as configurações" />}
          {settings.data && <SettingsForm settings={settings.data} />}
          <SettingChanges />
        </div>
      </div>
    </Page>
  );
}
