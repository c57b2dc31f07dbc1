import { getMoney } from '#contract/money/money.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

export type MoneyRange = { from?: string; to?: string };

export const moneyQuery = (range: MoneyRange) =>
  readQuery(getMoney, schoolKeys.payments.money(range), {
    query: range,
    // The old sums stay visible while the new ones load.
    placeholderData: (previous) => previous,
  });
