import { BookOpen, ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ItemKind } from '#contract/content/courses.ts';

/** Icon and label of each kind of item in a course. */
export const itemKind: Record<ItemKind, { name: string; icon: ReactNode }> = {
  lesson: { name: 'Aula', icon: <BookOpen className="size-4" /> },
  quiz: { name: 'Simulado', icon: <ClipboardList className="size-4" /> },
};
