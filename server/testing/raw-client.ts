import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawClient = {
  socket: Socket;
  /** Everything that came back so far. */
  received(): string;
  /** The status of the answer; null while there is none. */
  status(): number | null;
  isClosed(): boolean;
};

/** One connection that sends exactly these bytes and no more: what a browser would never do, an attacker does. */
export async function sendRaw(port: number, bytes: string | Buffer, localAddress = '127.0.0.1'): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let received = '';
  let isClosed = false;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  // A server that closes while bytes are on their way resets the connection.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  socket.write(bytes);
  return {
    socket,
    received: () => received,
    status: () =>
      Number(/^HTTP\/1\.1 (\d{3}) /.exec(received.replace(/^(HTTP\/1\.1 100 [^\n]*\r\n\r\n)+/, ''))?.[1]) || null,
    isClosed: () => isClosed,
  };
}
