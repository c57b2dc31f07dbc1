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

it('the picture has name and course below the line, and cuts what is too long to be read', async () => {
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

it('no picture is rendered for a text without letters in its font', async () => {
  expect(await renderCertificate('Ирина', 'Crase')).toBeNull();
  expect(await renderCertificate('Ana', 'Crase 👍')).toBeNull();
});

it('the picture has the course in the softer colour of the background of a school', async () => {
  const picture = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#767676' } })
    .png()
    .toBuffer();
  const red = { r: 255, g: 0, b: 0 };
  const drawn = await renderCertificate('Ana', 'Crase', { picture, soft: red });
  const { data, info } = await sharp(drawn as Buffer)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hasRed = (from: number, to: number) =>
    data
      .subarray(from * info.width * 3, to * info.width * 3)
      .some((value, at, all) => at % 3 === 0 && value > 200 && (all[at + 1] ?? 255) < 60);
  expect([hasRed(420, 520), hasRed(520, 600)]).toEqual([false, true]);
});
