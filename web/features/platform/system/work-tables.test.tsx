import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SystemState } from '#contract/platform/admin-system.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { UpkeepTable } from './work-tables.tsx';

it('the last run of an upkeep shows what failed beside what it did', () => {
  const at = '2026-11-15T12:00:00.000Z';
  const upkeep: SystemState['upkeep'] = [
    { name: 'choose-policies', at, result: { reached: 2, failed: 1 } },
    { name: 'publish-lessons', at, result: { lessons: 0, failed: 3 } },
    { name: 'cleanup', at, result: { sessions: 0 } },
  ];
  renderInApp(<UpkeepTable upkeep={upkeep} />);
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
  row('Escolha da revisão de cada aluno').getByText('2 alunos alcançados hoje');
  row('Escolha da revisão de cada aluno').getByText('1 falhou; tentaremos de novo');
  row('Aulas com publicação agendada').getByText('3 falharam; tentaremos de novo');
  expect(row('Aulas com publicação agendada').queryByText('nada a fazer')).toBeNull();
  row('Sessões, links e contadores vencidos').getByText('nada a fazer');
  expect(screen.getAllByText(/tentaremos de novo/)).toHaveLength(2);
});
