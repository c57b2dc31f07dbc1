import { matchRoute, useRouter } from 'wouter';
import { schoolRoutes } from '#web/school-routes.tsx';
import { userFallback } from '#web/user-routes.tsx';
import { schoolParentOf } from './school-parent-page.ts';
import { WayBack } from './way-back.tsx';

/** The way back and the title on a page of those who teach or run the school, and on unknown addresses. */
export default function SchoolHeading({ location }: { location: string }) {
  const { parser } = useRouter();
  const { title } = schoolRoutes.find(({ path }) => matchRoute(parser, path, location)[0]) ?? userFallback;
  return <WayBack parent={schoolParentOf(location)} title={title} />;
}
