import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BRAND_NAVY, BRAND_SUN } from '#contract/platform/brand.ts';
import { checkBrand, TEXT_CONTRAST } from '#contract/platform/brand-palette.ts';
import { type Settings, updateSettings } from '#contract/platform/settings.ts';
import { PictureInput } from '#web/features/platform/media/picture-input.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { useChecking } from '#web/ui/use-form.ts';
import type { BrandFields } from './brand-fields.ts';
import { BrandPreview } from './brand-preview.tsx';
import { settingsQuery, useUpdateSettings } from './settings.queries.ts';
import { settingLabels } from './settings-fields.ts';

type Reload = { reload?: () => void };

export default function BrandScreen({ reload = () => location.reload() }: Reload) {
  const settings = useQuery(settingsQuery);
  if (settings.isError) {
    return (
      <Page>
        <LoadError of={settings} title="Não conseguimos carregar a marca" />
      </Page>
    );
  }
  if (!settings.data) {
    return (
      <Page>
        <SkeletonGroup className="grid gap-5 lg:grid-cols-2" blocks={['h-96 w-full', 'h-96 w-full']} />
      </Page>
    );
  }
  // Another person's change starts the form again.
  return <BrandForm key={settings.data.version} settings={settings.data} reload={reload} />;
}

const standard: BrandFields = { logo: null, logoDark: null, mark: null, colour: BRAND_NAVY, accent: BRAND_SUN };
const names = Object.keys(standard) as (keyof BrandFields)[];
const isSame = (one: BrandFields, other: BrandFields) => names.every((name) => one[name] === other[name]);
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

function BrandForm({ settings: { values, version }, reload }: { settings: Settings } & Required<Reload>) {
  const stored = Object.fromEntries(names.map((name) => [name, values[name]])) as BrandFields;
  const [fields, setFields] = useState(stored);
  const { area, errors, check, mend, refused } = useChecking();
  const update = useUpdateSettings();
  const change = (wish: Partial<BrandFields>) => {
    setFields({ ...fields, ...wish });
    mend(...Object.keys(wish));
  };
  const save = () => {
    // The default is stored as nothing, so that it stays the default.
    const body = { version, ...Object.fromEntries(names.map((name) => [name, asSent(fields, name)])) };
    if (!check(updateSettings.body, body)) return;
    // Colours and logo are part of the document. A promise, because this form is replaced when its version changes.
    update.mutateAsync(body).then(reload, refused);
  };
  const shown = {
    ...fields,
    colour: isColour(fields.colour) ? fields.colour.toLowerCase() : stored.colour,
    accent: isColour(fields.accent) ? fields.accent.toLowerCase() : stored.accent,
  };
  return (
    <Page>
      <PageHeader
        title="Sua marca"
        subtitle="Vale na página, no acesso, no cabeçalho, nas cartas, nos certificados e no ícone do celular."
        actions={
          <Button
            variant="next"
            onClick={save}
            disabled={isSame(fields, stored)}
            busy={update.isPending}
            busyLabel="Salvando..."
          >
            Usar esta marca <ArrowRight />
          </Button>
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
        <form
          ref={area}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!update.isPending && !isSame(fields, stored)) save();
          }}
          className="grid min-w-0 content-start gap-5"
        >
          <Card title="Logo">
            <div className="grid gap-5">
              <PictureInput
                label={settingLabels.logo}
                url={fields.logo}
                onChange={(logo) => change({ logo })}
                error={errors.logo}
                help="De preferência com fundo transparente. Sem logo, aparecem o símbolo e o nome da escola."
                isLogo
              />
              <PictureInput
                label={settingLabels.logoDark}
                url={fields.logoDark}
                onChange={(logoDark) => change({ logoDark })}
                error={errors.logoDark}
                help="Para o cabeçalho e o tema escuro. Sem ele, o logo claro aparece sobre uma placa branca."
                ground={shown.colour}
                isLogo
              />
              <PictureInput
                label={settingLabels.mark}
                url={fields.mark}
                onChange={(mark) => change({ mark })}
                error={errors.mark}
                help="512 × 512, quadrado. É o ícone do aplicativo e da aba do navegador."
                isLogo
              />
            </div>
          </Card>
          <Card title="Duas cores">
            <Colours fields={fields} shown={shown} errors={errors} onChange={change} />
          </Card>
          <p className="text-ink-soft">
            O padrão é Alvorada.{' '}
            <button
              type="button"
              className="link tappable"
              disabled={isSame(fields, standard)}
              onClick={() => change(standard)}
            >
              Voltar ao padrão
            </button>
          </p>
        </form>
        <BrandPreview brand={shown} name={values.schoolName} />
      </div>
    </Page>
  );
}

const asSent = (fields: BrandFields, name: keyof BrandFields): string | null =>
  fields[name] === standard[name] || fields[name] === '' ? null : fields[name];

type ColoursProps = {
  fields: BrandFields;
  /** The colours as far as they are written out. */
  shown: BrandFields;
  errors: Partial<Record<string, string>>;
  onChange: (wish: Partial<BrandFields>) => void;
};

const ratio = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const inWords = (contrast: number) => `${ratio.format(Math.floor(contrast * 10) / 10)} : 1`;

function Colours({ fields, shown, errors, onChange }: ColoursProps) {
  const measured = checkBrand(shown);
  const isText = measured.accentText === shown.accent;
  const textContrast = checkBrand({ ...shown, accent: measured.accentText }).accentOnPaper;
  return (
    <div className="grid gap-5">
      <ColourField name="colour" value={fields.colour} shown={shown.colour} error={errors.colour} onChange={onChange}>
        <Measured isGood={measured.isColourReadable} label="Letra branca por cima" value={measured.whiteOnColour} />
      </ColourField>
      <ColourField name="accent" value={fields.accent} shown={shown.accent} error={errors.accent} onChange={onChange}>
        <Measured isGood={measured.isAccentReadable} label="Letra escura por cima" value={measured.darkOnAccent} />
        <Measured isGood={isText} label="Como letra no papel, mínimo 4,5" value={measured.accentOnPaper} />
      </ColourField>
      {measured.isAccentReadable && !isText && (
        <p className="flex items-center gap-3 rounded-control bg-sunken p-3">
          <span className="size-7 shrink-0 rounded-control" style={{ background: measured.accentText }} />
          <span>
            Para letras usamos a vizinha <b>{measured.accentText.toUpperCase()}</b>, {inWords(textContrast)}. O botão
            continua com a sua.
          </span>
        </p>
      )}
    </div>
  );
}

type ColourFieldProps = {
  name: 'colour' | 'accent';
  value: string;
  shown: string;
  error: string | undefined;
  onChange: ColoursProps['onChange'];
  children: ReactNode;
};

function ColourField({ name, value, shown, error, onChange, children }: ColourFieldProps) {
  return (
    <div className="grid items-start gap-3 md:grid-cols-[auto_minmax(0,9rem)_minmax(0,1fr)]">
      <label className="grid gap-1.5">
        <span className="sr-only">{settingLabels[name]}: escolher na paleta</span>
        <NativeInput
          type="color"
          className="mt-7 size-11 cursor-pointer rounded-control border border-line bg-surface p-1 max-md:mt-0"
          value={shown}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      </label>
      <Field label={settingLabels[name]} error={error}>
        <Input
          value={value}
          onChange={(event) => onChange({ [name]: event.target.value })}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <ul className="grid gap-1.5 md:mt-8">{children}</ul>
    </div>
  );
}

function Measured({ isGood, label, value }: { isGood: boolean; label: string; value: number }) {
  return (
    <li className="flex items-start gap-2 text-sm">
      {isGood ? (
        <Check className="mt-0.5 shrink-0 text-ok" />
      ) : (
        <TriangleAlert className="mt-0.5 shrink-0 text-sun-ink" />
      )}
      <span className="min-w-0 grow">{label}</span>
      <b className="whitespace-nowrap tabular-nums">
        <span className="sr-only">{value >= TEXT_CONTRAST ? 'pode, ' : 'pouco, '}</span>
        {inWords(value)}
      </b>
    </li>
  );
}
