import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { useOnline } from './use-online.ts';

type ErrorStateProps = {
  title: ReactNode;
  text?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
  headingLevel?: 1 | 2 | 3;
  className?: string;
};

/** What happened, what is safe, one button. */
export function ErrorState(props: ErrorStateProps) {
  const isOnline = useOnline();
  const { onRetry, retryLabel = 'Tentar de novo', retrying = false, className, ...words } = props;
  return (
    <div role="alert" className={className}>
      <EmptyState
        {...words}
        illustration={<TriangleAlert className="mx-auto size-10 text-bad" />}
        action={
          onRetry && (
            <>
              <Button busy={retrying} onClick={onRetry}>
                {retryLabel}
              </Button>
              {!isOnline && (
                <Link href={paths.offline} className="link tappable ml-4 inline-block">
                  Ver o que está neste aparelho
                </Link>
              )}
            </>
          )
        }
      />
    </div>
  );
}
