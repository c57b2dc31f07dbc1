import { type FoundLink, numberNotes } from '#contract/content/lesson-notes.ts';

function namesOf(link: Element): string[] {
  const names: string[] = [];
  for (let element: Element | null = link; element && names.length < 6; element = element.parentElement) {
    names.push(element.id, element.getAttribute('name') ?? '');
  }
  return names.filter((name) => name !== '');
}

const found = (link: Element): FoundLink => {
  const href = link.getAttribute('href') ?? '';
  return { names: namesOf(link), target: href.startsWith('#') ? href.slice(1) : '' };
};

/** Footnotes of a pasted text, numbered after those of the lesson; the server renumbers them all on save. */
export function anchorPastedNotes(body: HTMLElement, last: number): void {
  const links = [...body.querySelectorAll('a')];
  const notes = numberNotes(links.map(found), last + 1);
  for (const [at, link] of links.entries()) {
    const note = notes.get(at);
    if (!note) continue;
    link.setAttribute('href', note.href);
    link.removeAttribute('name');
    if (note.id) link.id = note.id;
    if (note.href.startsWith('#nota-') && !link.closest('sup') && !link.querySelector('sup')) {
      const raised = document.createElement('sup');
      link.replaceWith(raised);
      raised.append(link);
    }
  }
}

/** The highest footnote number in the text of an editor. */
export const lastNoteIn = (text: Element): number =>
  Math.max(0, ...[...text.querySelectorAll('a[id^="nota-"]')].map(({ id }) => Number(id.slice('nota-'.length))));
