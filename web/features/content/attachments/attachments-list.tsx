import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { AttachmentRow } from './attachment-row.tsx';
import { type AttachedTo, attachmentsQuery } from './attachments.queries.ts';

/** The files of a lesson or course, for readers. Nothing where there are none. */
export default function AttachmentsList({ of }: { of: AttachedTo }) {
  const headingId = useId();
  const files = useQuery(attachmentsQuery(of)).data ?? [];
  if (files.length === 0) return null;
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-card border border-line bg-surface px-4 py-3 md:px-5 print:hidden"
    >
      <h2 id={headingId} className="mb-1 text-md">
        Anexos
      </h2>
      <ul className="divide-y divide-line">
        {files.map((attachment) => (
          <AttachmentRow key={attachment.id} attachment={attachment} />
        ))}
      </ul>
      {files.some(({ hasWatermark }) => hasWatermark) && (
        <p className="mt-2 text-ink-soft text-sm">Os PDFs levam o seu nome: são só para você.</p>
      )}
    </section>
  );
}
