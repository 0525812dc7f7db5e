/** Servers between a computer and the service: TLS in front of the service, and a proxy that holds streams back. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listen, type LoopbackServer } from '../fixtures/loopback.ts';

export async function startTlsFront(origin: string, identity: { key: string; cert: string }): Promise<LoopbackServer> {
  const { port } = new URL(origin);
  const server = createTlsServer(identity, (client) => {
    const service = connect(Number(port), '127.0.0.1');
    client.on('error', () => service.destroy()).on('close', () => service.destroy());
    service.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(service).pipe(client);
  });
  return await listen(server);
}

/**
 * Starts a proxy that reads answers completely before it forwards them, like virus scanners and compressing gateways.
 * With `head`, it forwards the head of the answer immediately.
 */
export async function startBufferingProxy(
  origin: string,
  { head }: { readonly head: boolean },
): Promise<LoopbackServer> {
  const handOn = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = 'GET', url = '/', headers } = incoming;
    const forwarded = request(`${origin}${url}`, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      const start = () =>
        outgoing.writeHead(response.statusCode ?? 502, { 'content-type': response.headers['content-type'] });
      if (head) start().flushHeaders();
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => (head ? outgoing : start()).end(Buffer.concat(parts)));
      response.on('error', () => outgoing.destroy());
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  };
  return await listen(createServer(handOn));
}
