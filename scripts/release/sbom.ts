import { createHash } from 'node:crypto';

type Sbom = { serialNumber: string; metadata: { timestamp: string; component: { name: string; type: string } } };

/**
 * The SBOM of `npm sbom` with the product's name, the time of the commit, and a serial number made from its content: npm
 * writes the name of the folder, the current time and a random number, and two releases of one commit must have the
 * same bytes.
 */
export function reproducibleSbom(text: string, name: string, time: Date): string {
  const sbom = JSON.parse(text) as Sbom;
  sbom.metadata.timestamp = time.toISOString();
  Object.assign(sbom.metadata.component, { name, type: 'application' });
  sbom.serialNumber = '';
  const digest = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
  // A UUID of version 8, which RFC 9562 leaves to the application.
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  sbom.serialNumber = `urn:uuid:${[...parts, digest.slice(20, 32)].join('-')}`;
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
