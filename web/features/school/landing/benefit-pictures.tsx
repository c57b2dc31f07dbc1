import type { ReactNode } from 'react';

/** Twenty questions in a row, thirteen of them answered. */
const ticks = Array.from({ length: 20 }, (_, index) => 62 + index * 11);

/** Small pictures of the product as SVG. They use the design tokens, so they follow the theme. */
export const benefitPictures = {
  question: (
    <>
      <rect x="34" y="26" width="272" height="150" rx="10" className="card" />
      <text x="52" y="50" className="b">
        O verbo está correto em:
      </text>
      <circle cx="60" cy="72" r="8" className="hole" />
      <text x="78" y="76">
        Houveram muitos inscritos.
      </text>
      <rect x="44" y="88" width="252" height="30" rx="6" className="right" />
      <circle cx="60" cy="103" r="8" className="ok" />
      <path d="m56.5 103 2.5 2.5 5-5" className="tick" />
      <text x="78" y="107" className="b">
        Houve muitos inscritos.
      </text>
      <text x="52" y="136" className="s">
        Haver, no sentido de existir, fica no singular.
      </text>
    </>
  ),
  timer: (
    <>
      <text x="170" y="64" textAnchor="middle" className="clock">
        02:47:15
      </text>
      <text x="170" y="86" textAnchor="middle" className="s">
        Simulado 12: Soldado PM, 60 questões
      </text>
      {ticks.map((x) => (
        <rect key={x} x={x} y="104" width="8" height="12" rx="2" className={x < 205 ? 'bar' : 'hole'} />
      ))}
    </>
  ),
  plan: (
    <>
      <rect x="34" y="22" width="272" height="160" rx="10" className="card" />
      <text x="52" y="48" className="b">
        Hoje, quinta-feira
      </text>
      <g transform="translate(52 60)">
        <circle cx="9" cy="9" r="9" className="ok" />
        <path d="m5 9 3 3 5.5-6" className="tick" />
        <text x="30" y="13" className="soft">
          Crase: quando usar
        </text>
      </g>
      <g transform="translate(52 88)">
        <path d="M0 14a9 9 0 0 1 18 0Z" className="sun" />
        <path d="M-2 16.5h22" className="ink-line" strokeWidth="2.5" />
        <text x="30" y="13" className="b">
          Art. 144: segurança pública
        </text>
      </g>
      <g transform="translate(52 116)">
        <circle cx="9" cy="9" r="8" className="hole" />
        <text x="30" y="13">
          Simulado de Português
        </text>
      </g>
    </>
  ),
  lesson: (
    <>
      <text x="44" y="52" className="h">
        Direitos fundamentais
      </text>
      <text x="44" y="80" className="m">
        Todos são iguais perante a lei,
      </text>
      <rect x="41" y="90" width="240" height="20" rx="3" className="mark" />
      <text x="44" y="104" className="m">
        sem distinção de qualquer natureza
      </text>
      <text x="44" y="128" className="m">
        (Constituição Federal, art. 5º).
      </text>
      <path d="M272 0h26v60l-13-10-13 10Z" className="sun" />
    </>
  ),
  results: (
    <>
      {(
        [
          ['Português', 44, 123, '82%'],
          ['Direito Penal', 74, 106.5, '71%'],
          ['Raciocínio', 104, 87, '58%'],
        ] as const
      ).map(([subject, y, width, percent]) => (
        <g key={subject}>
          <text x="120" y={y} textAnchor="end">
            {subject}
          </text>
          <rect x="130" y={y - 11} width={width} height="14" rx="3" className={width < 105 ? 'sun' : 'bar'} />
          <text x="318" y={y} textAnchor="end" className="b">
            {percent}
          </text>
        </g>
      ))}
      <path d="M235 24v92" className="ink-line" strokeDasharray="3 3" />
      <text x="235" y="132" textAnchor="middle" className="s">
        meta 70%
      </text>
    </>
  ),
  chat: (
    <>
      <path d="M48 30h176a10 10 0 0 1 10 10v26a10 10 0 0 1-10 10H62l-14 10Z" className="card" />
      <text x="64" y="50">
        Não entendi a questão 34.
      </text>
      <text x="64" y="67" className="s">
        21:40
      </text>
      <path d="M292 86H112a10 10 0 0 0-10 10v26a10 10 0 0 0 10 10h166l14 10Z" className="bubble" />
      <text x="118" y="106" className="on">
        Veja o § 5º do art. 144.
      </text>
      <text x="118" y="123" className="s on-soft">
        Prof. Luana, 21:52
      </text>
    </>
  ),
} satisfies Record<string, ReactNode>;
