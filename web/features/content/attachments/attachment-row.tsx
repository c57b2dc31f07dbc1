import { Download, File, FileText, Image } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '#contract/content/attachments.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { buttonClass } from '#web/ui/button.tsx';

const icons = { pdf: <FileText />, image: <Image />, file: <File /> };
const words = { pdf: 'PDF', image: 'Imagem', file: 'Arquivo' };

/** What a browser shows opens beside the lesson; everything can be saved. */
export function AttachmentRow({ attachment, children }: { attachment: Attachment; children?: ReactNode }) {
  const { name, kind, bytes, url } = attachment;
  const isShown = kind !== 'file';
  return (
    <li className="flex min-h-12 items-center gap-3 text-sm">
      <span className="text-ink-soft">{icons[kind]}</span>
      <span className="min-w-0 grow">
        {isShown ? (
          <a href={url} target="_blank" rel="noopener noreferrer" className="link tappable [overflow-wrap:anywhere]">
            {name}
          </a>
        ) : (
          <span className="[overflow-wrap:anywhere]">{name}</span>
        )}
        <span className="block text-ink-soft">
          {words[kind]}, {formatBytes(bytes)}
        </span>
      </span>
      {children}
      <a
        href={`${url}?save=true`}
        download={name}
        aria-label={`Baixar ${name}`}
        className={buttonClass({ variant: 'quiet', size: 'icon' })}
      >
        <Download />
      </a>
    </li>
  );
}
