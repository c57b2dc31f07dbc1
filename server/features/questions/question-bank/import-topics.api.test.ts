import { beforeAll, expect, it } from 'vitest';
import type { QuestionImport } from '#contract/questions/question-import.ts';
import { topicsOfSubject } from '#server/features/content/topics/topics.service.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { runImport } from './imports.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let ana: Person;
let serial = 0;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) =>
  test.request({ method, url, ...(payload ? { payload } : {}), as: ana });

async function subjectWith(...topics: string[]) {
  serial += 1;
  const name = `Matéria importada ${serial}`;
  const { id } = (await send('POST', '/api/subjects', { name })).json();
  const ids: number[] = [];
  for (const topic of topics) {
    ids.push((await send('POST', '/api/teacher/topics', { subjectId: id, name: topic })).json().id);
  }
  return { id: id as number, name, topics: ids };
}

async function uploaded(subject: string, ...topics: string[]): Promise<QuestionImport> {
  serial += 1;
  const rows = topics.map((topic, at) => `Pergunta ${serial}.${at}?;Sim;Não;a;${subject};${topic}`);
  const content = ['enunciado;alternativa_a;alternativa_b;correta;materia;assunto', ...rows].join('\n');
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n';
  const reply = await test.request({
    method: 'POST',
    url: '/api/teacher/question-imports',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: `${head}${content}\r\n--x--\r\n`,
    as: ana,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
}

async function imported(id: number) {
  expect((await send('POST', `/api/teacher/question-imports/${id}/confirm`)).statusCode).toBe(200);
  await runImport(test.deps, id);
}
const names = async (subjectId: number) =>
  (await topicsOfSubject(test.deps.db, subjectId)).map(({ name, parentId }) => (parentId ? `- ${name}` : name));
const choose = (id: number, choices: object[]) =>
  send('PUT', `/api/teacher/question-imports/${id}/topics`, { choices });

it('an import asks about unknown topics, and chooses obvious matches itself', async () => {
  const { id, name, topics } = await subjectWith('Crase', 'Crimes contra a honra');
  const file = await uploaded(name, 'CRASE', 'Crases', 'Crimes contra a honras', 'Crimes contra a vida', 'Pontuação');
  expect(file.newTopics).toMatchObject([
    { topic: 'Crases', questionCount: 1, topicId: topics[0], proposal: { name: 'Crase' } },
    { topic: 'Crimes contra a honras', topicId: topics[1] },
    { topic: 'Crimes contra a vida', topicId: null, proposal: { id: topics[1] } },
    { topic: 'Pontuação', topicId: null, proposal: null },
  ]);
  await imported(file.id);
  expect(await names(id)).toEqual(['Crase', 'Crimes contra a honra', 'Crimes contra a vida', 'Pontuação']);
});

it('an import accepts the author’s choice of topics until it begins', async () => {
  const { id, name, topics } = await subjectWith('Crase', 'Regência');
  const other = await subjectWith('Alheio');
  const file = await uploaded(name, 'Crases', 'Regencia verbal');
  const [crase, regencia] = topics;
  expect((await choose(file.id, [{ subject: name, topic: 'Crases', topicId: other.topics[0] }])).json().code).toBe(
    'topic_gone',
  );
  const chosen = await choose(file.id, [
    { subject: name, topic: 'Crases', topicId: null },
    { subject: name, topic: 'Regencia verbal', topicId: regencia },
  ]);
  expect(chosen.json().newTopics).toMatchObject([
    { topic: 'Crases', topicId: null },
    { topic: 'Regencia verbal', topicId: regencia },
  ]);
  await imported(file.id);
  expect(await names(id)).toEqual(['Crase', 'Crases', 'Regência']);
  const questions = (await send('GET', `/api/teacher/questions?topicId=${regencia}`)).json();
  expect(questions).toMatchObject([{ topic: 'Regência', topicId: regencia }]);
  expect((await choose(file.id, [{ subject: name, topic: 'Crases', topicId: crase }])).statusCode).toBe(409);
});

it('an import reads the path of a subtopic, and an export writes it', async () => {
  const { id, name } = await subjectWith('Regência');
  await imported((await uploaded(name, 'Regência > Crase', 'Sintaxe > Período', 'regencia>crase')).id);
  expect(await names(id)).toEqual(['Regência', '- Crase', 'Sintaxe', '- Período']);
  const csv = (await send('GET', `/api/teacher/question-export?subjectId=${id}`)).body;
  expect(csv.match(/Regência > Crase/g)).toHaveLength(2);
});

it('an import finds topics that were renamed or merged meanwhile', async () => {
  const { id, name, topics } = await subjectWith('Crase', 'Acentos');
  const [crase, acentos] = topics;
  const file = await uploaded(name, 'Crases');
  expect(file.newTopics).toMatchObject([{ topicId: crase }]);
  await send('POST', `/api/teacher/question-imports/${file.id}/confirm`);
  const [renamed] = await Promise.all([
    send('PATCH', `/api/teacher/topics/${crase}`, { name: 'Acento grave' }),
    runImport(test.deps, file.id),
  ]);
  expect(renamed.statusCode).toBe(200);
  const [question] = (await send('GET', `/api/teacher/questions?subjectId=${id}`)).json();
  expect(question).toMatchObject({ topicId: crase, topic: 'Acento grave' });

  const late = await uploaded(name, 'Acentos graves');
  expect(late.newTopics).toMatchObject([{ topicId: crase }]);
  await send('POST', `/api/teacher/topics/${crase}/merge`, { into: acentos });
  await imported(late.id);
  expect(await names(id)).toEqual(['Acentos', 'Acentos graves']);
});
