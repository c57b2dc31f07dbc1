import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawClient = {
  socket: Socket;
  /** All bytes received so far. */
  received(): string;
  /** The status of the answer; null while there is none. */
  status(): number | null;
  isClosed(): boolean;
};

/** One connection that sends exactly these bytes and no more, as an attacker does and no browser would. */
export async function sendRaw(port: number, bytes: string | Buffer, localAddress = '127.0.0.1'): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let received = '';
  let isClosed = false;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  // A server that closes while bytes are in transit resets the connection.
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
