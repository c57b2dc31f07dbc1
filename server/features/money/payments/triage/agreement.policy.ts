/** How what a receipt says stands to the order that it was sent for. A hint, never a decision. Pure. */

type Reading = {
  amounts: number[];
  days: string[];
  payee: string | null;
};

type Expected = {
  amount: number;
  /** Days of the school: of the order, and of the upload. */
  orderedOn: string;
  uploadedOn: string;
  /** Who is paid, as the school says. */
  payees: string[];
};

/** True: it agrees; false: it contradicts; null: it does not say. */
type Agreement = { amount: boolean | null; day: boolean | null; payee: boolean | null };

const DAYS_AROUND = 1;

const moved = (day: string, days: number) => {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
};

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);

/** Banks cut and complete names: it is the same where every word of the shorter one begins a word of the longer. */
function isSameName(one: string, other: string): boolean {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  return (
    short.length > 0 && short.every((word) => long.some((known) => known.startsWith(word) || word.startsWith(known)))
  );
}

export function agreementOf({ amounts, days, payee }: Reading, expected: Expected): Agreement {
  const first = moved(expected.orderedOn, -DAYS_AROUND);
  const last = moved(expected.uploadedOn, DAYS_AROUND);
  return {
    amount: amounts.length === 0 ? null : amounts.includes(expected.amount),
    day: days.length === 0 ? null : days.some((day) => day >= first && day <= last),
    payee: payee === null ? null : expected.payees.some((name) => isSameName(name, payee)),
  };
}
