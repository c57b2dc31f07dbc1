type FeedItem = { title: string; minutes: number; path: string };

type Feed = {
  /** The name of the calendar. */
  name: string;
  /** What the product is reached by, without a slash at the end. */
  origin: string;
  now: Date;
  exam: { id: number; name: string; organisation: string; date: string; link: string | null } | null;
  /** Simulados with a window. */
  windows: readonly { quizId: number; title: string; opensAt: Date; closesAt: Date; path: string }[];
  days: readonly { day: string; minutes: number; items: readonly FeedItem[] }[];
};

/** RFC 5545: lines end in CRLF and hold at most 75 bytes; longer ones go on after a space. */
const LINE_BYTES = 75;

/** A calendar that other programs subscribe to: one whole-day entry per day of the plan, and the exam. */
export function calendarFeed({ name, origin, now, exam, days, windows }: Feed): string {
  const stamp = utc(now);
  const host = new URL(origin).host;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(name)}//Plano de estudos//PT`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...days.flatMap(({ day, minutes, items }) =>
      event({
        uid: `plan-${day}@${host}`,
        stamp,
        day,
        title: `Estudar: ${items.length === 1 ? '1 item' : `${items.length} itens`}, ${spoken(minutes)}`,
        text: items.map((item) => `${item.title} (${spoken(item.minutes)})\n${origin}${item.path}`).join('\n\n'),
        url: `${origin}/`,
      }),
    ),
    ...(exam
      ? event({
          uid: `exam-${exam.id}@${host}`,
          stamp,
          day: exam.date,
          title: `Prova: ${exam.name}`,
          text: exam.organisation,
          url: exam.link ?? `${origin}/`,
        })
      : []),
    ...windows.flatMap(({ quizId, title, opensAt, closesAt, path }) => [
      'BEGIN:VEVENT',
      `UID:simulado-${quizId}@${host}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${utc(opensAt)}`,
      `DTEND:${utc(closesAt)}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped('O simulado abre e fecha neste horário.')}`,
      `URL:${origin}${path}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

const utc = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '');

function event(entry: { uid: string; stamp: string; day: string; title: string; text: string; url: string }): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${entry.stamp}`,
    // A day, not a moment: it is the same day in every time zone.
    `DTSTART;VALUE=DATE:${entry.day.replaceAll('-', '')}`,
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.text)}`,
    `URL:${entry.url.replace(/[\r\n]/g, '')}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar may hold none, and titles are typed by people
    .replace(/[\u0000-\u001f\u007f]/g, ' ');

function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      parts.push(part);
      part = '';
      // The space that begins the next line counts.
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}

const spoken = (minutes: number) =>
  minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)}h${minutes % 60 ? String(minutes % 60).padStart(2, '0') : ''}`;
