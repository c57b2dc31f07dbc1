import { Badge } from '#web/ui/badge.tsx';

export function PassBadge({ passed }: { passed: boolean }) {
  return <Badge tone={passed ? 'ok' : 'bad'}>{passed ? 'Aprovado' : 'Não aprovado'}</Badge>;
}
