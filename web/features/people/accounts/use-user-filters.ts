import * as z from 'zod/mini';
import { type UserFilters, userFilters } from '#contract/platform/users.ts';
import { useAddressChoices } from '#web/lib/use-address.ts';

/** What each is called in the address. */
const names = {
  status: 'situacao',
  role: 'tipo',
  payment: 'pagamento',
  access: 'acesso',
  studied: 'estudo',
  seen: 'visto',
  origin: 'origem',
  since: 'desde',
  courseId: 'curso',
};
type Name = keyof typeof names;

/** Ignores unknown values in the address. */
export function readFilters(typed: Partial<Record<Name, string>>): UserFilters {
  const known = Object.entries(typed).filter(
    ([name, value]) => value && z.safeParse(userFilters[name as Name], value).success,
  );
  return z.parse(z.object(userFilters), Object.fromEntries(known));
}

export function useUserFilters(): [UserFilters, (wish: Partial<Record<keyof UserFilters, string>>) => void] {
  const [typed, change] = useAddressChoices<Name>(names);
  return [readFilters(typed), change];
}
