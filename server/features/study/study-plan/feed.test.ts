import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarFeed } from './feed.ts';

const feed: Parameters<typeof calendarFeed>[0] = {
  name: 'Alvorada',
  origin: 'https://alvorada.example',
  now: new Date('2026-11-15T12:00:00.000Z'),
  exam: {
    id: 4,
    name: 'Soldado PM; 2ª fase, tarde',
    organisation: 'VUNESP',
    date: '2027-01-31',
    link: 'https://exemplo.com.br/edital?a=1,2',
  },
  windows: [],
  days: [
    {
      day: '2026-11-15',
      minutes: 78,
      items: [
        { title: 'Concordância verbal: os casos que mais caem', minutes: 18, path: '/articles/3' },
        { title: 'Simulado 10; Raciocínio Lógico, com \\barras\\', minutes: 60, path: '/quizzes/7' },
      ],
    },
    { day: '2026-12-31', minutes: 45, items: [{ title: 'Crase', minutes: 45, path: '/articles/9' }] },
  ],
};

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)),
  };
};

describe('the feed, read by a calendar program', () => {
  const { calendar, events } = read(calendarFeed(feed));

  it('has a name and one whole-day entry per day, and the exam', () => {
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Alvorada');
    expect(events.map(({ startDate }) => [startDate.toString(), startDate.isDate])).toEqual([
      ['2026-11-15', true],
      ['2026-12-31', true],
      ['2027-01-31', true],
    ]);
    // Without an end a whole-day entry lasts its day.
    expect(events[1]?.endDate.toString()).toBe('2027-01-01');
  });

  it('says what to study, with everything that people type', () => {
    expect(events[0]?.summary).toBe('Estudar: 2 itens, 1h18');
    expect(events[1]?.summary).toBe('Estudar: 1 item, 45 min');
    expect(events[0]?.description).toBe(
      [
        'Concordância verbal: os casos que mais caem (18 min)',
        'https://alvorada.example/articles/3',
        '',
        'Simulado 10; Raciocínio Lógico, com \\barras\\ (1h)',
        'https://alvorada.example/quizzes/7',
      ].join('\n'),
    );
    expect(events[2]?.summary).toBe('Prova: Soldado PM; 2ª fase, tarde');
    expect(events[2]?.component.getFirstPropertyValue('url')).toBe('https://exemplo.com.br/edital?a=1,2');
  });

  it('keeps the name of an entry when it is written again', () => {
    const later = read(calendarFeed({ ...feed, now: new Date('2026-11-16T12:00:00.000Z') }));
    expect(later.events.map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid));
  });
});

it('an empty plan is a calendar, too', () => {
  expect(read(calendarFeed({ ...feed, days: [], exam: null })).events).toEqual([]);
});

it('whatever a title holds, it comes back, in lines of at most 75 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
      const text = calendarFeed({
        ...feed,
        exam: null,
        days: [{ day: '2026-11-15', minutes: 5, items: [{ title, minutes: 5, path: '/' }] }],
      });
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(read(text).events[0]?.description).toBe(`${title} (5 min)\nhttps://alvorada.example/`);
    }),
  );
});

it('a simulado with a time window appears at that time', () => {
  const window = {
    quizId: 9,
    title: 'Simulado da semana; Soldado PM',
    opensAt: new Date('2026-11-21T12:00:00.000Z'),
    closesAt: new Date('2026-11-21T21:00:00.000Z'),
    path: '/quizzes/9',
  };
  const [event] = read(calendarFeed({ ...feed, days: [], exam: null, windows: [window] })).events;
  expect(event?.summary).toBe(window.title);
  expect(event?.startDate.toJSDate()).toEqual(window.opensAt);
  expect(event?.endDate.toJSDate()).toEqual(window.closesAt);
});
