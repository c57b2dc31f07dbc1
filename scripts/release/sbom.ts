import { createHash } from 'node:crypto';

type Sbom = { serialNumber: string; metadata: { timestamp: string } };

/**
 * The SBOM of `npm sbom` with a serial number made from its content and the time of the commit: npm writes a random
 * number and the current time, and two releases of one commit must have the same bytes.
 */
export function reproducibleSbom(text: string, time: Date): string {
  const sbom = JSON.parse(text) as Sbom;
  sbom.metadata.timestamp = time.toISOString();
  sbom.serialNumber = '';
  const digest = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
  // A UUID of version 8, which RFC 9562 leaves to the application.
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  sbom.serialNumber = `urn:uuid:${[...parts, digest.slice(20, 32)].join('-')}`;
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
