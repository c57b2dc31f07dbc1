import { useQuery } from '@tanstack/react-query';
import type { UserFilters } from '#contract/platform/users.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { roleLabels } from './role-labels.ts';
import { courseChoicesQuery } from './users.queries.ts';

type ChoiceProps = {
  label: string;
  all: string;
  value: string;
  options: [string, string][];
  onChange: (value: string) => void;
};

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type UserFilterBarProps = {
  filters: UserFilters;
  onChange: (wish: Partial<Record<keyof UserFilters, string>>) => void;
};

/** Filters all tables, by the address. */
export function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const courses = useQuery(courseChoicesQuery).data ?? [];
  return (
    <div className="mb-6 grid grid-cols-2 items-end gap-3 md:grid-cols-3 lg:grid-cols-4">
      <Choice
        label="Tipo"
        all="Todos"
        value={filters.role ?? ''}
        options={Object.entries(roleLabels)}
        onChange={(role) => onChange({ role })}
      />
      <Choice
        label="Pagamento"
        all="Todos"
        value={filters.payment ?? ''}
        options={[
          ['paid', 'Pago'],
          ['proof', 'Mandou comprovante'],
          ['unpaid', 'Não pago'],
        ]}
        onChange={(payment) => onChange({ payment })}
      />
      <Choice
        label="Acesso"
        all="Todos"
        value={filters.access ?? ''}
        options={[
          ['active', 'Em vigor'],
          ['ending', 'Vence em 30 dias'],
          ['ended', 'Vencido'],
        ]}
        onChange={(access) => onChange({ access })}
      />
      <Choice
        label="Estudo"
        all="Todos"
        value={filters.studied ?? ''}
        options={[
          ['week', 'Nos últimos 7 dias'],
          ['stopped', 'Parou há 14 dias'],
        ]}
        onChange={(studied) => onChange({ studied })}
      />
      <Choice
        label="Último acesso"
        all="Todos"
        value={filters.seen ?? ''}
        options={[
          ['week', 'Nos últimos 7 dias'],
          ['month', 'Nos últimos 30 dias'],
          ['away', 'Há mais de 30 dias'],
          ['never', 'Nunca entrou'],
        ]}
        onChange={(seen) => onChange({ seen })}
      />
      <Choice
        label="Veio por"
        all="Todos"
        value={filters.origin ?? ''}
        options={[
          ['site', 'Cadastro no site'],
          ['office', 'Secretaria ou planilha'],
        ]}
        onChange={(origin) => onChange({ origin })}
      />
      <Choice
        label="Curso"
        all="Todos"
        value={filters.courseId ? String(filters.courseId) : ''}
        options={courses.map(({ id, title }) => [String(id), title])}
        onChange={(courseId) => onChange({ courseId })}
      />
      <Field label="Cadastro desde">
        <Input type="date" value={filters.since ?? ''} onChange={({ target }) => onChange({ since: target.value })} />
      </Field>
    </div>
  );
}
