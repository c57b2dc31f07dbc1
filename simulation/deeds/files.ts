import { createECDH } from 'node:crypto';
import sharp from 'sharp';
import { multipartForm } from '#server/testing/forms.ts';
import type { Chance } from '../chance.ts';
import { PUSH_SERVICE } from '../outside-world.ts';
import type { Student } from '../people.ts';
import type { Reply, School } from '../school.ts';
import type { Deed, Deeds } from './deed.ts';

/** Pictures and documents that people upload, replace and delete, and devices that take messages. */

export async function picture(chance: Chance, [width, height] = [60, 40]): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: chance.int(256), g: chance.int(256), b: chance.int(256) };
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  );
}

type Upload = Parameters<School['call']>[1] & { fields?: Record<string, string> };

/** A person who finds the store broken tries once more. */
async function upload(school: School, chance: Chance, call: string, { fields = {}, ...given }: Upload): Promise<Reply> {
  const form = await multipartForm({ ...fields, file: ['foto.png', await picture(chance)] });
  const reply = await school.insist(call, { ...given, form: form as never });
  return reply.status === 503 ? school.insist(call, { ...given, form: form as never }) : reply;
}

const withOrder = ({ students }: School) => students.filter((one) => one.paymentCode && !one.isDeleted);

const sendProof: Deed = async (school, chance) => {
  const student = chance.pick(withOrder(school));
  if (!student?.paymentCode) return;
  await upload(school, chance, 'uploadProof', { as: student, fields: { paymentCode: student.paymentCode } });
};

const pictureOfLesson: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const { status, body } = await upload(school, chance, 'uploadImage', { as });
  if (status >= 300) return;
  const params = { id: body.id };
  await school.insist('describeImage', { as, params, body: { description: 'Quadro da aula' } });
  if (chance.isTrue(0.4)) await school.insist('deleteImage', { as, params });
};

const pictureOfCard: Deed = async (school, chance) => {
  const as = chance.pick(school.loggedIn());
  if (!as) return;
  const { status, body } = await upload(school, chance, 'uploadCardPicture', { as });
  if (status >= 300) return;
  const content = { kind: 'basic', front: 'Que figura é esta?', back: 'Um retângulo.', hint: '' };
  const place = { pictureId: body.id, pictureSide: 'front', topicId: null, deck: '', tags: [], sourceLabel: '' };
  const made = await school.insist('createCard', {
    as,
    body: { ...content, ...place, source: null, creationKey: chance.uuid() },
  });
  if (made.status < 300 && chance.isTrue(0.5)) await school.insist('deleteCard', { as, params: { id: made.body.id } });
};

const attach: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const [call, id] = chance.isTrue(0.5)
    ? ['attachToLesson', chance.pick(school.lessons)]
    : ['attachToCourse', chance.pick(school.courses)];
  if (id === undefined) return;
  const fields = { name: `Material ${chance.int(50)}`, watermark: 'false' };
  const { status, body } = await upload(school, chance, call as string, { as, params: { id: Number(id) }, fields });
  if (status >= 300) return;
  const params = { id: body.id };
  if (chance.isTrue(0.3)) await school.insist('changeAttachment', { as, params, body: { name: 'Material revisto' } });
  if (chance.isTrue(0.4)) await school.insist('removeAttachment', { as, params });
};

const keepRefundPaper: Deed = async (school, chance) => {
  const { reader } = school;
  const refunded = reader.selectFrom('payments').select('payment_code as code').where('status', '=', 'refunded');
  const paymentCode = chance.pick(await refunded.orderBy('id').execute())?.code;
  if (!paymentCode) return;
  const fields = { paymentCode };
  await upload(school, chance, 'attachRefundFile', { as: school.staff.office, fields });
};

const askExport: Deed = async (school) => {
  await school.insist('requestSchoolExport', { as: school.staff.owner, body: {} });
};

/** A browser takes messages of the school, or stops doing so. */
const takeMessages: Deed = async (school, chance) => {
  const as = chance.pick(school.loggedIn()) as Student | undefined;
  if (!as) return;
  if (chance.isTrue(0.15)) {
    await school.insist('removePushDevice', { as });
    return;
  }
  const { status, body: state } = await school.call('getPushState', { as });
  if (status !== 200 || state.publicKey === null) return;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(chance.bytes(32));
  const [path, auth] = [`/push/${chance.uuid()}`, chance.bytes(16)];
  school.world.addDevice(path, { privateKey: pair.getPrivateKey(), auth });
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
  const kinds = ['payment_decided', 'announcement', 'result_corrected', 'new_content', 'exam_near'];
  const chosen = chance.shuffled(kinds).slice(0, 3);
  const address = `https://${PUSH_SERVICE}${path}`;
  for (const some of [chosen, ['payment_decided']]) {
    const body = { endpoint: address, keys, publicKey: state.publicKey, kinds: some };
    if ((await school.insist('savePushDevice', { as, body })).status < 300) return;
  }
};

const forgetDevice: Deed = async ({ world }, chance) => {
  const path = chance.pick(world.devicePaths());
  if (path !== undefined) world.forgetDevice(path);
};

export const files: Deeds = {
  sendProof: { weight: 2.5, run: sendProof },
  pictureOfLesson: { weight: 2, run: pictureOfLesson },
  pictureOfCard: { weight: 2, run: pictureOfCard },
  attach: { weight: 3, run: attach },
  keepRefundPaper: { weight: 1, run: keepRefundPaper },
  askExport: { weight: 0.2, run: askExport },
  takeMessages: { weight: 4, run: takeMessages },
  forgetDevice: { weight: 0.3, run: forgetDevice },
};
