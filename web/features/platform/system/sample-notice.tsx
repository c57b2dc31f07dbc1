import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { sampleSchoolQuery } from './sample-school.queries.ts';

/** Above lists of people and money, for administrators, as long as the example school is among them. */
export function SampleNotice({ className }: { className?: string }) {
  const { data } = useQuery(sampleSchoolQuery);
  if (!data?.sample) return null;
  return (
    <Notice className={className} title="Aqui há dados de exemplo">
      Quem tem endereço em exemplo.invalid é inventado, com tudo o que fez e pagou. Remova a escola de exemplo de uma
      vez em <Link href={paths.adminSystem}>Sistema</Link>.
    </Notice>
  );
}
