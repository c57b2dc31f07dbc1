import sharp from 'sharp';
import { expect, it } from 'vitest';
import { renderCertificate } from './certificate-picture.ts';

/** How many points of the band below the line are not of the ground. */
async function written(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture)
    .extract({ left: 0, top: 420, width: 1200, height: 190 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.reduce((count, light) => count + (light > 100 ? 1 : 0), 0);
}

it('writes name and course below the line, and cuts what is too long to be read', async () => {
  const [short, long] = await Promise.all([
    renderCertificate('Ana Lima', 'Crase'),
    renderCertificate('Conceição '.repeat(30), 'Português '.repeat(20)),
  ]);
  for (const picture of [short, long]) {
    const { width, height, format } = await sharp(picture as Buffer).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'png']);
  }
  expect(await written(short as Buffer)).toBeGreaterThan(2000);
  expect(await written(long as Buffer)).toBeGreaterThan(await written(short as Buffer));
});

it('draws nothing that it has no letters for', async () => {
  expect(await renderCertificate('Ирина', 'Crase')).toBeNull();
  expect(await renderCertificate('Ana', 'Crase 👍')).toBeNull();
});
