import { useMemo } from 'react';
import { type Certificate, groupCertificateCode, workloadText } from '#contract/content/certificates.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { qrPath } from '#web/lib/qr-path.ts';
import { ownOrigin } from '#web/lib/render-context.ts';
import { school } from '#web/lib/school.ts';
import './certificate.css';

type CertificatePageProps = { certificate: Certificate & { studentName: string } };

/** The paper itself: A4, landscape, the same on screen and in print. Always light, as paper is. */
export function CertificatePage({ certificate }: CertificatePageProps) {
  const { code, studentName, courseTitle, instructorName, minutes, completedAt } = certificate;
  const address = `${ownOrigin()}${paths.certificate(code)}`;
  const workload = workloadText(minutes);
  return (
    <article
      className="certificate"
      // Long names and titles are set smaller, so that they never reach the signature.
      data-name={fitOf(studentName, 34, 70)}
      data-title={fitOf(courseTitle, 120, 160)}
      aria-label={`Certificado de ${studentName}`}
    >
      <Horizon />
      <div className="certificate-text">
        <p className="certificate-school">{school.name}</p>
        <p className="certificate-kind">Certificado de conclusão</p>
        <p>Certificamos que</p>
        <p className="certificate-name">{studentName}</p>
        <p>
          concluiu o curso <strong className="certificate-course">{courseTitle}</strong>
          {workload && <>, com carga horária de {workload}</>}, em {formatLongDate(completedAt)}.
        </p>
      </div>
      <footer className="certificate-foot">
        <p className="certificate-signature">
          <strong>{instructorName ?? `Equipe ${school.name}`}</strong>
          <span>Responsável pelo curso</span>
        </p>
        <div className="certificate-proof">
          <p>
            Código de verificação
            <strong>{groupCertificateCode(code)}</strong>
            <span>{address.replace(/^https?:\/\//, '')}</span>
          </p>
          <Qr address={address} />
        </div>
      </footer>
    </article>
  );
}

const fitOf = (text: string, plain: number, long: number) =>
  text.length > long ? 'longest' : text.length > plain ? 'long' : 'plain';

function Qr({ address }: { address: string }) {
  const { size, path } = useMemo(() => qrPath(address), [address]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code para verificar o certificado">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** The sun has come up: rays over the line that carries everything in this product. */
function Horizon() {
  const rays = Array.from({ length: 13 }, (_, index) => ((index + 0.5) * Math.PI) / 13);
  const point = (angle: number, length: number) =>
    `${(420 - Math.cos(angle) * length).toFixed(1)} ${(150 - Math.sin(angle) * length).toFixed(1)}`;
  return (
    <svg className="certificate-horizon" viewBox="0 0 840 156" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
      {rays.map((angle) => (
        <path key={angle} d={`M${point(angle, 84)}L${point(angle, 128)}`} stroke="var(--sun)" strokeWidth="3" />
      ))}
      <path d="M350 150a70 70 0 0 1 140 0Z" fill="var(--sun)" stroke="var(--sun-edge)" strokeWidth="2" />
      <path d="M0 152h840" stroke="var(--ink)" strokeWidth="5" />
    </svg>
  );
}
