import { Parser } from 'htmlparser2';
import { FileRefused } from '#server/zip/refused.ts';

export type XmlEvents = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
  /** True: the remainder is not needed. */
  isDone?(): boolean;
};

const DEPTH_MAX = 100;

/** Excel writes names without a prefix, others write `x:row`; both mean the same here. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** The value of an attribute whatever its prefix, such as the `id` of `r:id`. */
export const attribute = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => local(key) === name)?.[1];

/** Parses Office XML as a stream. Only the five predefined entities are expanded, and a document type is refused. */
export async function readEvents(pieces: AsyncIterable<Buffer> | undefined, events: XmlEvents): Promise<void> {
  if (!pieces) return;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEPTH_MAX) throw new FileRefused('broken');
        events.open(local(name), attributes);
      },
      onclosetag(name) {
        depth -= 1;
        events.close(local(name));
      },
      ontext: events.text,
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') throw new FileRefused('broken');
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    if (events.isDone?.()) return;
  }
  parser.end(decoder.decode());
}
