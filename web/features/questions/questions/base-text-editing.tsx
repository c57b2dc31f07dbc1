import { useQuery } from '@tanstack/react-query';
import type { BaseText } from '#contract/questions/base-text.ts';
import { textOf } from '#web/lib/api.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { BaseTextForm } from './base-text-form.tsx';
import { baseTextQuery } from './base-texts.queries.ts';

type BaseTextEditingProps = {
  id: number;
  onSaved: (text: BaseText) => void;
  onCancel: () => void;
  onDeleted?: () => void;
  saveLabel?: string;
};

/** The form of a saved supporting text, fetched before each edit. */
export function BaseTextEditing({ id, ...rest }: BaseTextEditingProps) {
  const text = useQuery(baseTextQuery(id));
  if (text.isError) {
    return (
      <ErrorState
        headingLevel={3}
        title="Não conseguimos abrir o texto"
        text={textOf(text.error)}
        onRetry={() => text.refetch()}
      />
    );
  }
  if (!text.data) return <SkeletonGroup blocks={['h-64']} />;
  return <BaseTextForm key={text.data.versionId} text={text.data} {...rest} />;
}
