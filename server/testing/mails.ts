import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export type SentMail = {
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Keyed by lower-case name. */
  headers: Record<string, string>;
  attachments: { contentId: string | undefined; mimeType: string }[];
};

/** Every mail written to DATA_DIR/mail so far (run the jobs first). */
export async function writtenMails(dataDir: string): Promise<SentMail[]> {
  const directory = join(dataDir, 'mail');
  const names = await readdir(directory).catch(() => []);
  return Promise.all(names.sort().map(async (name) => parseMail(await readFile(join(directory, name)))));
}

export async function parseMail(source: Buffer): Promise<SentMail> {
  const mail = await PostalMime.parse(source);
  return {
    to: mail.to?.map(({ address }) => address).join(', ') ?? '',
    replyTo: mail.replyTo?.map(({ address }) => address).join(', ') ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(({ contentId, mimeType }) => ({ contentId, mimeType })),
  };
}
