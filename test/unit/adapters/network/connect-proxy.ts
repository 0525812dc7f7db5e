/**
 * A real HTTP proxy that opens tunnels (CONNECT), to whatever local port stands for a host; it writes down what it was
 * asked. A reset on either side is handed on as one.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export class ConnectProxy {
  readonly port: number;
  /** `CONNECT host:port`, with the user and password where some were sent. */
  readonly asked: string[] = [];
  readonly sockets: Set<Socket>;
  readonly stop: () => Promise<void>;

  private constructor(port: number, sockets: Set<Socket>, stop: () => Promise<void>) {
    this.port = port;
    this.sockets = sockets;
    this.stop = stop;
  }

  /** `portOf`: the local port that stands for a host; a number such as 407 below 1000 is the answer, `null` is none. */
  static async start(portOf: (host: string) => number | null): Promise<ConnectProxy> {
    const sockets = new Set<Socket>();
    const server = createServer((_request, response) => response.writeHead(500).end());
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new ConnectProxy((server.address() as AddressInfo).port, sockets, async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    server.on('connect', (request: IncomingMessage, client: Socket) => {
      const credentials = request.headers['proxy-authorization'];
      const user = credentials === undefined ? '' : ` as ${Buffer.from(credentials.slice(6), 'base64').toString()}`;
      proxy.asked.push(`CONNECT ${request.url}${user}`);
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
