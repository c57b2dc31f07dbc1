import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { reviewReminderQuery, useSetReviewReminder } from './notification-settings.queries.ts';

const NEVER = '';
/** From the morning on: that is how people look for it. */
const hours = Array.from({ length: 24 }, (_, place) => (place + 5) % 24);

/** The hour of the reminder about the review; the channels (`children`) are shown once an hour is set. */
export function ReviewHour({ children }: { children: ReactNode }) {
  const reminder = useQuery(reviewReminderQuery);
  const set = useSetReviewReminder();
  const hour = set.isPending ? set.variables : (reminder.data?.hour ?? null);
  return (
    <>
      <Field label="Horário" className="mt-2 max-w-60">
        <Select
          value={hour === null ? NEVER : String(hour)}
          disabled={!reminder.data}
          onChange={({ target }) => set.mutate(target.value === NEVER ? null : Number(target.value))}
        >
          <option value={NEVER}>Não lembrar</option>
          {hours.map((one) => (
            <option key={one} value={one}>
              Todo dia às {one} h
            </option>
          ))}
        </Select>
      </Field>
      {hour !== null && <div className="mt-1">{children}</div>}
    </>
  );
}
