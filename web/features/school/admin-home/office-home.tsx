import { greetingName, useUser } from '#web/lib/session.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import OfficeOverview from './office-overview.tsx';

/** The home of a secretary: the pending tasks, without a teacher area below. */
export default function OfficeHome() {
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <PageHeader
        className="mb-0"
        title={`Olá, ${greetingName(useUser())}`}
        subtitle="O que espera por você e como vai a escola"
      />
      <OfficeOverview />
    </Page>
  );
}
