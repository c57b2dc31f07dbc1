import { type CSSProperties, type ReactNode, useState } from 'react';
import { BRAND_NAVY, BRAND_SUN } from '#contract/platform/brand.ts';
import { letterButton, paletteOf, SOFT_ON_NAVY, surfaces, textOn, WHITE } from '#contract/platform/brand-palette.ts';
import { ownOrigin } from '#web/lib/render-context.ts';
import { Chips } from '#web/ui/chips.tsx';
import { LogoSymbol } from '#web/ui/logo.tsx';
import type { BrandFields } from './brand-fields.ts';

type Theme = 'light' | 'dark';

/** The colours that the brand has in a theme, whatever the theme of this page. */
function coloursIn(brand: BrandFields, theme: Theme) {
  const palette = paletteOf(brand);
  const values: Record<string, string> = { ...palette?.light, ...(theme === 'dark' ? palette?.dark : {}) };
  return {
    night: values['--night'] ?? BRAND_NAVY,
    onNight: WHITE,
    onNightSoft: values['--on-night-soft'] ?? SOFT_ON_NAVY,
    sun: values['--sun'] ?? BRAND_SUN,
    onSun: surfaces.onSun,
    ...surfaces[theme],
  };
}

const filled = (background: string, color: string): CSSProperties => ({ background, color });

/** What people will see, before it is used. Nothing in it can be pressed. */
export function BrandPreview({ brand, name }: { brand: BrandFields; name: string }) {
  const [theme, setTheme] = useState<Theme>('light');
  const is = coloursIn(brand, theme);
  const paper = coloursIn(brand, 'light');
  const letter = letterButton(brand);
  const action = (label: string) => (
    <span className="inline-block rounded-control px-4 py-2 font-strong" style={filled(is.sun, is.onSun)}>
      {label}
    </span>
  );
  return (
    <section aria-label="Como fica" className="grid min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Como fica</h2>
        <Chips
          label="Tema da prévia"
          chips={[
            { value: 'light', label: 'Claro' },
            { value: 'dark', label: 'Escuro' },
          ]}
          value={theme}
          onValueChange={setTheme}
        />
      </div>
      <Sample label="Página de vendas">
        <div className="grid gap-3 p-5" style={filled(is.night, is.onNight)}>
          <BrandLogo brand={brand} name={name} colours={is} isOnDark />
          <p className="text-xl leading-snug font-strong">Passe no concurso sem largar o trabalho</p>
          <p style={{ color: is.onNightSoft }}>Aulas, questões e plano para o edital.</p>
          <p>{action('Quero me matricular')}</p>
        </div>
      </Sample>
      <Sample label="Cabeçalho">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 p-4" style={filled(is.night, is.onNight)}>
          <BrandLogo brand={brand} name={name} colours={is} isOnDark />
          <b>Dashboard</b>
          <span style={{ color: is.onNightSoft }}>Estudar</span>
          <span style={{ color: is.onNightSoft }}>Questões</span>
        </div>
      </Sample>
      <div className="grid gap-4 sm:grid-cols-2">
        <Sample label="Carta">
          <div className="grid gap-3 p-4" style={filled(is.surface, is.ink)}>
            <LetterHead brand={brand} name={name} />
            <p className="font-strong">Tiago, seu acesso está pronto</p>
            <p>
              <span
                className="inline-block rounded-control px-4 py-2 font-strong"
                style={filled(letter, textOn(letter))}
              >
                Criar minha senha
              </span>
            </p>
          </div>
        </Sample>
        <Sample label="Certificado">
          <div
            className="grid justify-items-center gap-1 border-8 p-4 text-center"
            style={{ ...filled(paper.surface, paper.night), borderColor: paper.night }}
          >
            <BrandMark brand={brand} colours={paper} className="size-9" />
            <p className="text-sm">Certificado</p>
            <p className="font-strong text-md">Tiago Almeida</p>
            <span className="mt-1 h-1 w-16" style={{ background: paper.sun }} />
          </div>
        </Sample>
      </div>
      <Sample label="Ícone no celular e link compartilhado">
        <div className="flex flex-wrap items-center gap-5 p-4" style={filled(is.surface, is.ink)}>
          <span
            className="grid size-14 place-content-center overflow-hidden rounded-card"
            style={{ background: is.night }}
          >
            <BrandMark brand={brand} colours={{ ...is, ink: is.onNight }} className="size-11" />
          </span>
          <span className="flex items-center gap-3 rounded-control border p-2 pr-4" style={{ borderColor: is.soft }}>
            <span className="grid size-11 place-content-center rounded-control" style={{ background: is.night }}>
              <BrandMark brand={brand} colours={{ ...is, ink: is.onNight }} className="size-8" />
            </span>
            <span className="text-sm">
              <b className="block">{name}</b>
              <span style={{ color: is.soft }}>{ownOrigin().replace(/^https?:\/\//, '')}</span>
            </span>
          </span>
        </div>
      </Sample>
    </section>
  );
}

const Sample = ({ label, children }: { label: string; children: ReactNode }) => (
  <figure className="overflow-hidden rounded-card border border-line bg-surface">
    {children}
    <figcaption className="border-line border-t px-4 py-2 text-ink-soft text-sm">{label}</figcaption>
  </figure>
);

/** Mail programs get the logo for light backgrounds on white, or the name of the school. */
const LetterHead = ({ brand, name }: { brand: BrandFields; name: string }) =>
  brand.logo ? (
    <img
      src={brand.logo}
      alt={name}
      className="h-9 w-auto max-w-44 rounded-control px-2 py-1 object-contain object-left"
      style={{ background: WHITE }}
    />
  ) : (
    <b className="text-lg">{name}</b>
  );

type LogoProps = {
  brand: BrandFields;
  name: string;
  colours: ReturnType<typeof coloursIn>;
  isOnDark: boolean;
};

/** As the documents show it: the logo for this background, else the other on a plate, else symbol and name. */
function BrandLogo({ brand, name, colours, isOnDark }: LogoProps) {
  const [own, other] = isOnDark ? [brand.logoDark, brand.logo] : [brand.logo, brand.logoDark];
  const url = own ?? other;
  if (!url) {
    return (
      <span className="flex items-center gap-2 text-lg font-strong">
        <BrandMark
          brand={brand}
          colours={{ ...colours, ink: isOnDark ? colours.onNight : colours.ink }}
          className="size-7"
        />
        {name}
      </span>
    );
  }
  const plate = isOnDark ? WHITE : colours.night;
  return (
    <img
      src={url}
      alt={name}
      className="h-8 w-auto max-w-44 rounded-control object-contain object-left"
      style={own ? undefined : { background: plate, padding: '4px 8px' }}
    />
  );
}

type BrandMarkProps = { brand: BrandFields; colours: { sun: string; ink: string }; className: string };

const BrandMark = ({ brand, colours, className }: BrandMarkProps) =>
  brand.mark ? (
    <img src={brand.mark} alt="" className={`${className} object-contain`} />
  ) : (
    <LogoSymbol
      className={className}
      data-mark={undefined}
      style={{ '--sun': colours.sun, color: colours.ink } as CSSProperties}
    />
  );
