import { useQuery } from '@tanstack/react-query';
import { Camera, PenLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { ResponseOf } from '#contract/endpoint.ts';
import { mostPoints } from '#contract/exams/espelho.ts';
import { ESSAYS_OF_THEME_MAX } from '#contract/exams/essay-limits.ts';
import type { EssayOfTheme, getTheme } from '#contract/exams/essays.ts';
import { isRefused } from '#web/lib/api.ts';
import { formatDateTime, formatPoints, plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { EspelhoList } from '../espelho-list.tsx';
import { aboutOf, kindNames } from '../essay-words.ts';
import { MotivatingTexts } from '../motivating-texts.tsx';
import type { PhotoCardProps } from '../photos/photo-card.tsx';
import { themeQuery, useBeginEssay } from './essays.queries.ts';

const PhotoCard = lazyChunk<PhotoCardProps>(() => import('../photos/photo-card.tsx'), 'block');

type ShownTheme = ResponseOf<typeof getTheme>;

export function ThemeScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const theme = useQuery({ ...themeQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getTheme>(theme.error, 'not_found');
  usePageTitle(isMissing ? 'Tema não encontrado' : theme.data?.theme.title);
  return (
    <Page>
      <BackTo href={paths.essayThemes}>Redações</BackTo>
      {theme.data && <ThemePage shown={theme.data} />}
      {!theme.data && <h1 className="sr-only">Tema de redação</h1>}
      {isMissing && <EmptyState title="Tema não encontrado" text="Ele foi fechado, ou o endereço está incompleto." />}
      {theme.isError && !isMissing && !theme.data && <LoadError of={theme} title="Não conseguimos abrir o tema" />}
      {theme.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-40', 'h-64']} />}
    </Page>
  );
}

function ThemePage({ shown }: { shown: ShownTheme }) {
  const { theme } = shown;
  const { kind, title, command, texts, maxLines, minLines, minutes, espelho } = theme;
  const facts = [
    kindNames[kind],
    ...aboutOf(shown),
    `${plural(maxLines, 'linha', 'linhas')}, mínimo ${minLines}`,
    ...(minutes === null ? [] : [`${minutes} min, se você quiser`]),
    `vale ${formatPoints(mostPoints(espelho))}`,
    ...(espelho.minimum === null ? [] : [`mínimo ${formatPoints(espelho.minimum)}`]),
  ];
  return (
    <>
      <PageHeader title={title} subtitle={facts.join(' · ')} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 content-start gap-6 max-lg:contents">
          <Card title="O que fazer" className="max-lg:order-2">
            <PlainText text={command} className="max-w-[70ch]" />
          </Card>
          {texts.length > 0 && (
            <Card title="Textos motivadores" aside={plural(texts.length, 'texto', 'textos')} className="max-lg:order-3">
              <MotivatingTexts texts={texts} />
            </Card>
          )}
        </div>
        <div className="grid grid-cols-1 content-start gap-6 max-lg:contents">
          <NextStep shown={shown} />
          <Card title="Espelho" aside="como será corrigida" className="max-lg:order-4">
            <EspelhoList espelho={espelho} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** The one thing to do with this theme now. */
function NextStep({ shown }: { shown: ShownTheme }) {
  const { essays, isOpen, dueAt } = shown;
  const [last] = essays;
  const returned = essays.filter(({ state }) => state === 'returned');
  const [isPhotoAsked, setPhotoAsked] = useState(false);
  const askPhoto = () => setPhotoAsked(true);
  const isPhoto = last?.state === 'writing' && (isPhotoAsked || (last.pageCount ?? 0) > 0);
  return (
    <Card title={titleOf(last)} className="max-lg:order-1">
      {last?.state === 'writing' && (
        <div className="grid grid-cols-1 gap-3">
          {isPhoto && (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <PhotoCard essayId={last.id} />
            </Suspense>
          )}
          <ButtonLink href={paths.essay(last.id)} variant={isPhoto ? 'line' : 'next'}>
            <PenLine /> {last.lines === 0 ? 'Escrever aqui' : `Continuar, ${plural(last.lines, 'linha', 'linhas')}`}
          </ButtonLink>
          {!isPhoto && <PhotoButton onPress={askPhoto} />}
          <SheetLink shown={shown} />
        </div>
      )}
      {last?.state === 'delivered' && (
        <p>
          Entregue{last.deliveredAt && ` em ${formatDateTime(last.deliveredAt)}`}, com{' '}
          {plural(last.lines, 'linha', 'linhas')}. A correção volta até{' '}
          <b>{last.dueAt && formatDateTime(last.dueAt)}</b>.
        </p>
      )}
      {(!last || last.state === 'returned') &&
        (isOpen && essays.length < ESSAYS_OF_THEME_MAX ? (
          <Begin shown={shown} isRewriting={last !== undefined} onPhoto={askPhoto} />
        ) : (
          <p className="text-ink-soft">{closedWords(shown)}</p>
        ))}
      {last?.state !== 'delivered' && isOpen && <Corrections left={shown.correctionsLeft ?? null} />}
      {last?.state !== 'delivered' && isOpen && (
        <p className="mt-3 text-ink-soft text-sm">
          {shown.correctionsLeft !== 0 && `Entregando agora, a correção volta até ${formatDateTime(dueAt)}. `}O rascunho
          fica guardado até você entregar.
        </p>
      )}
      {returned.length > 0 && (
        <ul className="mt-4 grid grid-cols-1 border-line border-t pt-2">
          {returned.map(({ id, number, score }) => (
            <li key={id}>
              <Link href={paths.essay(id)} className="link tappable">
                Ver a correção da versão {number}
                {score !== null && `, nota ${formatPoints(score)}`}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function titleOf(last: EssayOfTheme | undefined): string {
  if (!last) return 'Escrever';
  return { writing: 'Seu rascunho', delivered: 'Em correção', returned: 'Corrigida' }[last.state];
}

function closedWords({ isOpen, theme: { opensAt }, serverTime }: ShownTheme): string {
  if (isOpen) return `Cada tema pode ser escrito até ${ESSAYS_OF_THEME_MAX} vezes.`;
  const isAhead = opensAt !== null && Date.parse(opensAt) > Date.parse(serverTime);
  return isAhead ? `Este tema abre em ${formatDateTime(opensAt)}.` : 'Este tema está fechado.';
}

type BeginProps = { shown: ShownTheme; isRewriting: boolean; onPhoto: () => void };

function Begin({ shown, isRewriting, onPhoto }: BeginProps) {
  const [, navigate] = useLocation();
  const begin = useBeginEssay(shown.id);
  const [isTimed, setTimed] = useState(false);
  const { minutes } = shown.theme;
  const start = () => begin.mutate(isTimed && minutes !== null, { onSuccess: ({ id }) => navigate(paths.essay(id)) });
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button variant="next" busy={begin.isPending} busyLabel="Abrindo a folha..." onClick={start}>
        <PenLine /> {isRewriting ? 'Reescrever' : 'Escrever aqui'}
      </Button>
      {/* What is written on paper has no clock here. */}
      <PhotoButton onPress={() => begin.mutate(false, { onSuccess: onPhoto })} />
      <SheetLink shown={shown} />
      {minutes !== null && (
        <Switch
          label={`Marcar ${minutes} minutos, como na prova`}
          help="No fim do tempo dá para continuar; o professor vê quanto você levou."
          checked={isTimed}
          onChange={({ target }) => setTimed(target.checked)}
        />
      )}
    </div>
  );
}

function PhotoButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="line" onClick={onPress}>
      <Camera /> Enviar foto da folha
    </Button>
  );
}

function SheetLink({ shown: { id, theme } }: { shown: ShownTheme }) {
  return (
    <p className="text-ink-soft text-sm">
      Para a foto, use a{' '}
      <Link href={paths.essaySheet(id)} className="link">
        folha de {plural(theme.maxLines, 'linha', 'linhas')} para imprimir
      </Link>
      .
    </p>
  );
}

/** What the delivery will cost, before anything is written. */
function Corrections({ left }: { left: number | null }) {
  if (left === null) return null;
  if (left === 0) {
    return (
      <Notice className="mt-3" tone="sun" title="Suas correções acabaram">
        Dá para escrever e guardar. Para entregar, compre mais em{' '}
        <Link href={paths.myPurchase} className="link">
          Minha compra
        </Link>
        .
      </Notice>
    );
  }
  return (
    <p className="mt-3 text-sm">
      <b>{plural(left, 'correção', 'correções')}</b> para usar. Só a entrega gasta uma; o rascunho não.
    </p>
  );
}
