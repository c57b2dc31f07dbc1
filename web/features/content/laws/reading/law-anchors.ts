import type { Anchor, Annotation } from '#contract/content/annotations.ts';
import { anchorOf, findAnchor, type Stretch } from '#web/features/content/lessons/reader/anchors.ts';
import type { Passages } from '#web/features/content/lessons/reader/passages.ts';

/** A passage of an article: `position` counts from the beginning of the device in which it begins. */
export type LawAnchor = Anchor & { lexId: string };

/** The stretches of an article's devices, by LexML id. The text of a device is a paragraph with that id. */
function devicesIn({ nodes }: Passages): Map<string, Stretch> {
  const devices = new Map<string, Stretch>();
  for (const { node, start } of nodes) {
    const id = node.parentElement?.closest('p[id]')?.id;
    if (id === undefined) continue;
    devices.set(id, { start: devices.get(id)?.start ?? start, end: start + node.length });
  }
  return devices;
}

export function lawAnchorOf(passages: Passages, stretch: Stretch): LawAnchor | null {
  const device = [...devicesIn(passages)].find(([, { start, end }]) => start <= stretch.start && stretch.start < end);
  if (!device) return null;
  const [lexId, { start }] = device;
  return { ...anchorOf(passages.text, stretch), lexId, position: stretch.start - start };
}

/** A mark stays with its device: the same words in another device are no match. Null where it is lost. */
export function findLawAnchor(passages: Passages, { law, ...anchor }: Annotation): Stretch | null {
  const device = law && devicesIn(passages).get(law.lexId);
  if (!device) return null;
  const found = findAnchor(passages.text.slice(device.start), anchor);
  if (!found || found.start >= device.end - device.start) return null;
  return { start: found.start + device.start, end: found.end + device.start };
}
