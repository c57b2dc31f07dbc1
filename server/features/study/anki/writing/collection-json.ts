import { ownFields } from '../own-notetypes.ts';
import type { NoteKind } from './notes.ts';

/* The JSON of `col` in Anki's schema 11. */

/** Stable ids: Anki finds the types of an earlier export again. */
export const notetypeIds: Readonly<Record<NoteKind, number>> = {
  basic: 1_763_424_000_001,
  reversed: 1_763_424_000_002,
  cloze: 1_763_424_000_003,
};

const css =
  '.card { font-family: arial; font-size: 20px; text-align: center; }\n.cloze { font-weight: bold; color: blue; }';
const latexPre =
  '\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n\\setlength{\\parindent}{0in}\n\\begin{document}\n';

const hint = '{{#Dica}}<br><small>{{hint:Dica}}</small>{{/Dica}}';
const source = '{{#Fonte}}<br><small>{{Fonte}}</small>{{/Fonte}}';
const answer = (field: string) => `{{FrontSide}}\n\n<hr id=answer>\n\n{{${field}}}${source}`;

const forward = { name: 'Cartão 1', qfmt: `{{Frente}}${hint}`, afmt: answer('Verso') };
const backward = { name: 'Cartão 2', qfmt: `{{Verso}}${hint}`, afmt: answer('Frente') };
const gaps = {
  name: 'Lacunas',
  qfmt: `{{cloze:Texto}}${hint}`,
  afmt: `{{cloze:Texto}}<br>\n{{Verso}}${source}`,
};

type Design = {
  name: string;
  type: 0 | 1;
  fields: readonly string[];
  templates: { name: string; qfmt: string; afmt: string }[];
};
const designs: Readonly<Record<NoteKind, Design>> = {
  basic: { name: 'Alvorada Básico', type: 0, fields: ownFields.basic, templates: [forward] },
  reversed: { name: 'Alvorada Básico (e invertido)', type: 0, fields: ownFields.basic, templates: [forward, backward] },
  cloze: { name: 'Alvorada Lacunas', type: 1, fields: ownFields.cloze, templates: [gaps] },
};

export function modelsJson(seconds: number): string {
  const models = (Object.keys(designs) as NoteKind[]).map((kind) => {
    const { name, type, fields, templates } = designs[kind];
    return {
      id: notetypeIds[kind],
      name,
      type,
      mod: seconds,
      usn: -1,
      sortf: 0,
      did: 1,
      tmpls: templates.map((template, ord) => ({
        ...template,
        ord,
        bqfmt: '',
        bafmt: '',
        did: null,
        bfont: '',
        bsize: 0,
      })),
      flds: fields.map((field, ord) => ({
        name: field,
        ord,
        sticky: false,
        rtl: false,
        font: 'Arial',
        size: 20,
        media: [],
      })),
      css,
      latexPre,
      latexPost: '\\end{document}',
      latexsvg: false,
      req: templates.map((_, ord) => [ord, 'any', [ord === 1 ? 1 : 0]]),
      tags: [],
      vers: [],
    };
  });
  return JSON.stringify(Object.fromEntries(models.map((model) => [model.id, model])));
}

export function decksJson(decks: ReadonlyMap<string, number>, seconds: number): string {
  const none = [0, 0];
  const deck = (name: string, id: number) => ({
    id,
    name,
    mod: seconds,
    usn: -1,
    desc: '',
    dyn: 0,
    conf: 1,
    collapsed: false,
    browserCollapsed: false,
    newToday: none,
    revToday: none,
    lrnToday: none,
    timeToday: none,
    extendNew: 0,
    extendRev: 0,
  });
  return JSON.stringify(Object.fromEntries([...decks].map(([name, id]) => [id, deck(name, id)])));
}

export const confJson = JSON.stringify({
  activeDecks: [1],
  curDeck: 1,
  curModel: String(notetypeIds.basic),
  newSpread: 0,
  collapseTime: 1200,
  timeLim: 0,
  estTimes: true,
  dueCounts: true,
  nextPos: 1,
  sortType: 'noteFld',
  sortBackwards: false,
  addToCur: true,
});

export const deckOptionsJson = JSON.stringify({
  1: {
    id: 1,
    mod: 0,
    name: 'Default',
    usn: 0,
    maxTaken: 60,
    autoplay: true,
    timer: 0,
    replayq: true,
    new: { bury: false, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 0], order: 1, perDay: 20, separate: true },
    rev: { bury: false, ease4: 1.3, ivlFct: 1, maxIvl: 36500, perDay: 200, hardFactor: 1.2, fuzz: 0.05, minSpace: 1 },
    lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
    dyn: false,
  },
});
