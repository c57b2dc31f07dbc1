import { queryOptions } from '@tanstack/react-query';
import { getMoney } from '#contract/money/money.ts';
import { call } from '#web/lib/api.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

export type MoneyRange = { from?: string; to?: string };

export const moneyQuery = (range: MoneyRange) =>
  queryOptions({
    queryKey: schoolKeys.payments.money(range),
    queryFn: ({ signal }) => call(getMoney, { query: range, signal }),
    // The old sums stay visible while the new ones load.
    placeholderData: (previous) => previous,
  });
