import { useQuery } from '@tanstack/react-query';
import { Check, ChevronRight, ListTree } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { OutlineEntry } from '#contract/content/laws.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { withOn } from './as-of-line.tsx';
import { calmLabel, calmTitle } from './law-words.ts';
import { type On, readArticlesQuery } from './laws.queries.ts';

export type OutlineNode = OutlineEntry & { children: OutlineNode[] };

/** Converts the flat outline to a tree: the parent of an entry is the last one with a smaller depth. */
export function treeOf(outline: readonly OutlineEntry[]): OutlineNode[] {
  const roots: OutlineNode[] = [];
  const open: OutlineNode[] = [];
  for (const entry of outline) {
    const node = { ...entry, children: [] };
    while ((open.at(-1)?.depth ?? -1) >= entry.depth) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

const contains = (node: OutlineNode, lexId: string | undefined): boolean =>
  node.lexId === lexId || node.children.some((child) => contains(child, lexId));

type OutlineProps = { lawId: number; outline: readonly OutlineEntry[]; current?: string | undefined; on: On };

/** Titles, chapters and articles of a law. The groups around the current article are open. */
export function LawOutline({ lawId, outline, current, on }: OutlineProps) {
  const tree = useMemo(() => treeOf(outline), [outline]);
  const reads = useQuery(readArticlesQuery(lawId));
  const read = useMemo(() => new Set(reads.data), [reads.data]);
  const articles = useMemo(() => outline.filter(({ kind }) => kind === 'artigo').length, [outline]);
  return (
    <nav aria-label="Sumário da lei">
      {read.size > 0 && (
        <p className="px-2 pb-2 text-ink-soft text-sm">
          {read.size} de {plural(articles, 'artigo lido', 'artigos lidos')}
        </p>
      )}
      <Nodes lawId={lawId} nodes={tree} current={current} on={on} read={read} />
    </nav>
  );
}

/** The container of the outline: beside the text, and collapsed above it on phones. */
export function LawTree({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="min-w-0 self-start lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">
      <Button
        variant="line"
        className="lg:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ListTree /> Sumário
      </Button>
      <div
        id={id}
        className={cx(
          'max-lg:mt-3 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-2',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {children}
      </div>
    </div>
  );
}

function Nodes({
  lawId,
  nodes,
  current,
  on,
  read,
}: {
  lawId: number;
  nodes: readonly OutlineNode[];
  current: string | undefined;
  on: On;
  read: ReadonlySet<string>;
}) {
  return (
    <ul className="grid">
      {nodes.map((node) => (
        <li key={node.lexId}>
          {node.kind === 'artigo' ? (
            <Link
              href={withOn(lawScreens.article(lawId, node.lexId), on)}
              aria-current={node.lexId === current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center rounded-control px-2 text-sm no-underline hover:bg-hover',
                node.lexId === current ? 'font-strong text-ink' : 'text-ink-soft',
              )}
            >
              <span className="wrap-anywhere">
                {node.label.replace(/[.\s]{1,3}$/, '')}
                {node.title !== '' && `, ${calmTitle(node.title)}`}
              </span>
              {read.has(node.lexId) && <Check role="img" aria-label="lido" className="ml-auto shrink-0" />}
            </Link>
          ) : (
            <details className="group/node" open={contains(node, current)}>
              <summary className="flex min-h-11 cursor-pointer items-center gap-1 rounded-control px-1 text-sm hover:bg-hover">
                <ChevronRight className="shrink-0 text-ink-soft group-open/node:rotate-90" />
                <span className="wrap-anywhere font-strong">
                  {calmLabel(node.label)}
                  {node.title !== '' && `, ${calmTitle(node.title)}`}
                </span>
              </summary>
              <div className="ml-3 border-line border-l pl-2">
                <Nodes lawId={lawId} nodes={node.children} current={current} on={on} read={read} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
