import type { CarriedTable } from '#server/backup/school/rows.store.ts';
import { tableOwners } from '#server/db/table-owners.ts';

/** The districts as folders of the archive. What belongs to no district is the platform's. */
const folders: Record<string, string> = {
  content: 'conteudo',
  questions: 'questoes',
  exams: 'simulados',
  study: 'estudo',
  money: 'dinheiro',
  people: 'pessoas',
  school: 'escola',
};

export function folderOf({ schema, name }: Pick<CarriedTable, 'schema' | 'name'>): string {
  const owner = schema === 'public' ? (tableOwners[name as keyof typeof tableOwners] ?? '') : '';
  // The accounts lie at the bottom of the product; readers look for them among the people.
  if (name === 'users') return 'dados/pessoas';
  return `dados/${folders[owner.split('/')[2] ?? ''] ?? 'plataforma'}`;
}
