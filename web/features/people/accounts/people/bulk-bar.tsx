import { useQuery } from '@tanstack/react-query';
import { GraduationCap, PenLine, X } from 'lucide-react';
import { useLocation } from 'wouter';
import { PEOPLE_AT_ONCE } from '#contract/people/people.ts';
import type { UserStatus } from '#contract/platform/users.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import type { MessageTo } from '../message-to.ts';
import { courseChoicesQuery } from '../users.queries.ts';
import { useApproveMany, useEnrollGroup } from './people.queries.ts';

type BulkBarProps = { ids: string[]; status: UserStatus; onDone: () => void };

/** The actions for all selected people. */
export function BulkBar({ ids, status, onDone }: BulkBarProps) {
  const approve = useApproveMany();
  const enroll = useEnrollGroup();
  const [, navigate] = useLocation();
  const courses = useQuery(courseChoicesQuery).data ?? [];
  const isTooMany = ids.length > PEOPLE_AT_ONCE;
  return (
    <section
      aria-label="Escolhidos"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-selected p-3"
    >
      <p role="status" className="mr-auto font-strong">
        {plural(ids.length, 'pessoa escolhida', 'pessoas escolhidas')}
        {isTooMany && `: escolha no máximo ${PEOPLE_AT_ONCE}`}
      </p>
      {status === 'pending' && (
        <Button
          size="sm"
          disabled={isTooMany}
          busy={approve.isPending}
          busyLabel="Aprovando..."
          onClick={() => approve.mutate(ids, { onSuccess: onDone })}
        >
          Aprovar todos
        </Button>
      )}
      {courses.length > 0 && (
        <Menu
          trigger={
            <Button variant="line" size="sm" disabled={isTooMany} busy={enroll.isPending}>
              <GraduationCap /> Matricular em curso
            </Button>
          }
        >
          {courses.map(({ id, title }) => (
            <MenuItem key={id} onSelect={() => enroll.mutate({ courseId: id, ids }, { onSuccess: onDone })}>
              {title}
            </MenuItem>
          ))}
        </Menu>
      )}
      {status === 'active' && (
        <Button
          variant="line"
          size="sm"
          disabled={isTooMany}
          onClick={() => navigate(paths.adminAnnouncements, { state: { messageTo: { ids } satisfies MessageTo } })}
        >
          <PenLine /> Escrever
        </Button>
      )}
      <Button variant="quiet" size="icon" aria-label="Desfazer a escolha" onClick={onDone}>
        <X />
      </Button>
    </section>
  );
}
