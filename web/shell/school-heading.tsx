import { matchRoute, useRouter } from 'wouter';
import { schoolRoutes } from '#web/school-routes.tsx';
import { userFallback } from '#web/user-routes.tsx';
import { schoolParentOf } from './school-parent-page.ts';
import { WayBack } from './way-back.tsx';

/** The back link and the title on pages of teachers and of the office, and on unknown addresses. */
export default function SchoolHeading({ location }: { location: string }) {
  const { parser } = useRouter();
  const { title } = schoolRoutes.find(({ path }) => matchRoute(parser, path, location)[0]) ?? userFallback;
  return <WayBack parent={schoolParentOf(location)} title={title} />;
}
