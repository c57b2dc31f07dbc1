import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { prefetchLesson } from './lessons.queries.ts';

type LessonLinkProps = { id: number; className?: string; children: ReactNode };

/** Pointing at a lesson begins to load it. */
export function LessonLink({ id, className, children }: LessonLinkProps) {
  const prefetch = () => prefetchLesson(id);
  return (
    <Link
      href={paths.lesson(id)}
      transition
      className={className}
      onPointerEnter={prefetch}
      onTouchStart={prefetch}
      onFocus={prefetch}
    >
      {children}
    </Link>
  );
}
