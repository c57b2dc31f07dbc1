/**
 * The two ceilings, each in a separate process (started by run.ts):
 *   node bench/baseline.ts http <file> <headers> answers the bytes of a file from memory, with these headers (JSON)
 *   node bench/baseline.ts pg <address> <text>  runs one prepared statement per request and answers its rows
 */
import { readFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import pg from 'pg';

const [kind, first = '', second = ''] = process.argv.slice(2);

function bytesFromMemory(file: string, headersAsJson: string): RequestListener {
  const body = readFileSync(file);
  const headers = JSON.parse(headersAsJson) as OutgoingHttpHeaders;
  return (_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  };
}

function rowsFromDatabase(connectionString: string, text: string): RequestListener {
  const pool = new pg.Pool({ connectionString, max: 10 });
  return (request, response) => {
    const values = JSON.parse(decodeURIComponent(request.url?.slice(1) ?? '[]')) as unknown[];
    pool.query({ name: 'baseline', text, values }).then(
      ({ rows }) => {
        const body = JSON.stringify(rows);
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error: Error) => {
        response.writeHead(500);
        response.end(error.message);
      },
    );
  };
}

const listener = kind === 'http' ? bytesFromMemory(first, second) : rowsFromDatabase(first, second);
const server = createServer(listener).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
