/**
 * HTTP proxy that opens tunnels (CONNECT) to a local port for each host and records the requests. A reset by the
 * service is passed on to the client.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen, type LoopbackServer } from '../../../fixtures/loopback.ts';

export class ConnectProxy {
  readonly port: number;
  /** `CONNECT host:port`, followed by the user and password if the request had some. */
  readonly requests: string[] = [];
  readonly sockets: ReadonlySet<Socket>;
  readonly stop: () => Promise<void>;

  private constructor({ port, sockets, stop }: LoopbackServer) {
    this.port = port;
    this.sockets = sockets;
    this.stop = stop;
  }

  /** @param portOf returns the local port for a host, a status below 1000 to answer with, or null to give no answer */
  static async start(portOf: (host: string) => number | null): Promise<ConnectProxy> {
    const server = createServer((_request, response) => response.writeHead(500).end());
    const proxy = new ConnectProxy(await listen(server));
    server.on('connect', (request: IncomingMessage, client: Socket) => {
      const credentials = request.headers['proxy-authorization'];
      const user = credentials === undefined ? '' : ` as ${Buffer.from(credentials.slice(6), 'base64').toString()}`;
      proxy.requests.push(`CONNECT ${request.url}${user}`);
      const port = portOf(request.url?.split(':')[0] ?? '');
      if (port === null) {
        client.resume().once('end', () => client.end());
        return;
      }
      if (port < 1000) {
        client.end(`HTTP/1.1 ${port} No\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      tunnel(client, connect(port, '127.0.0.1'));
    });
    return proxy;
  }
}

function tunnel(client: Socket, service: Socket): void {
  service.on('connect', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.pipe(service).pipe(client);
  });
  service.on('error', () => client.resetAndDestroy());
  service.on('close', () => client.destroy());
  client.on('close', () => service.destroy());
}
