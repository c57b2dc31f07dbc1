import type { ReactNode } from 'react';

const stars: [x: number, y: number, r: number][] = [
  [40, 60, 1.6],
  [96, 128, 1.2],
  [150, 36, 1.8],
  [250, 22, 1.2],
  [560, 40, 1.8],
  [612, 118, 1.2],
  [520, 84, 1.2],
  [618, 206, 1.5],
  [20, 190, 1.4],
];
const arches = [413, 431, 449, 467, 485, 503];

/** The desk edge is the horizon: the sun rises behind the books, the barracks far away. */
export function HeroScene(): ReactNode {
  return (
    <svg className="scene" viewBox="0 0 640 400" aria-hidden="true">
      {stars.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} className="paper" opacity=".7" />
      ))}
      <Dawn />
      <g className="d1">
        <path d="M398 400v-28h8v-8h116v8h30v28Z" />
        <path d="M371 400v-92h3v92Z" />
        <path d="M374 310l24 7-24 7Z" />
      </g>
      <g className="d4">
        {arches.map((x) => (
          <path key={x} d={`M${x} 400v-14a5 5 0 0 1 10 0v14Z`} />
        ))}
        <path d="M530 380h8v7h-8Z" />
      </g>
      <Books />
      <Lamp />
      <OpenBook />
      <Mug />
    </svg>
  );
}

function Dawn(): ReactNode {
  return (
    <>
      <path d="M24 400a306 306 0 0 1 612 0Z" className="d1" />
      <path d="M76 400a254 254 0 0 1 508 0Z" className="d2" />
      <path d="M127 400a203 203 0 0 1 406 0Z" className="d3" />
      <path d="M177 400a153 153 0 0 1 306 0Z" className="d4" />
      <path d="M225 400a105 105 0 0 1 210 0Z" className="d5" />
      <path d="M270 400a60 60 0 0 1 120 0Z" className="d6" />
    </>
  );
}

function Books(): ReactNode {
  return (
    <g>
      <path d="M44 376h150a4 4 0 0 1 0 24H44Z" className="blue" />
      <path d="M44 380h146v16H44a8 8 0 0 1 0-16Z" className="shade" />
      <path d="M34 372h12v28H34a4 4 0 0 1-4-4v-20a4 4 0 0 1 4-4Z" className="blue" />
      <path d="M30 372h160v5H30ZM30 395h160v5H30Z" className="blue" />
      <path d="M52 345h128v5H52ZM52 367h128v5H52Z" className="d6" />
      <path d="M66 350h110v17H66Z" className="paper" />
      <path d="M52 345h16v27H52a4 4 0 0 1-4-4v-19a4 4 0 0 1 4-4Z" className="d6" />
      <path d="M40 320h136v5H40ZM40 340h136v5H40Z" className="paper" />
      <path d="M40 325h130v15H40Z" className="shade" />
      <path d="M164 320h14a4 4 0 0 1 4 4v17a4 4 0 0 1-4 4h-14Z" className="paper" />
      <path d="M70 332h74M82 356h70M82 361h58M60 385h104M60 391h84" className="rule" strokeWidth="1.6" opacity=".35" />
      <path d="M120 367v16l6-5 6 5v-16Z" className="d4" />
    </g>
  );
}

function Lamp(): ReactNode {
  return (
    <g>
      <path d="M450 240 250 400h250L512 290Z" className="beam" opacity=".13" />
      <path d="M558 400v-7a7 7 0 0 1 7-7h44a7 7 0 0 1 7 7v7Z" className="shade" />
      <path d="M587 388 570 290 508 236" className="arm" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="570" cy="290" r="8" className="d6" />
      <g transform="rotate(38 500 236)">
        <path d="M474 262a26 12 0 0 0 52 0Z" className="d6" />
        <path d="M488 214h24c2 18 26 26 30 50h-84c4-24 28-32 30-50Z" className="paper" />
        <path d="M488 206h24v10h-24Z" className="shade" />
      </g>
    </g>
  );
}

function OpenBook(): ReactNode {
  return (
    <g>
      <path d="M232 397c26-13 58-15 82-3 24-12 56-10 82 3v3H232Z" className="blue" />
      <path d="M238 392c24-14 54-15 76-2v8c-24-9-52-8-76 0Z" className="paper" />
      <path d="M390 392c-24-14-54-15-76-2v8c24-9 52-8 76 0Z" className="shade" />
      <path d="M252 389c18-7 38-8 54-2M324 387c16-6 36-5 54 2" className="rule" strokeWidth="1.6" opacity=".5" />
    </g>
  );
}

function Mug(): ReactNode {
  return (
    <g>
      <path d="M84 284h38v28a8 8 0 0 1-8 8H92a8 8 0 0 1-8-8Z" className="d4" />
      <path d="M122 291h4a8 8 0 0 1 0 16h-4" className="handle" strokeWidth="5" />
      <path d="M84 295h38v5H84Z" className="paper" />
      <path
        d="M95 276c-5-6 5-10 0-17M109 276c-5-6 5-10 0-17"
        className="steam"
        strokeWidth="2.2"
        strokeLinecap="round"
        opacity=".55"
      />
    </g>
  );
}

/** The bare sunrise under the last call. */
export function Sunrise(): ReactNode {
  return (
    <svg className="scene" viewBox="0 94 640 306" aria-hidden="true">
      <Dawn />
    </svg>
  );
}
