/** Queues texts until the requested MessagePort arrives; a closed port is HANG_UP. Gives the page no port or event. */
import { HANG_UP, type PreloadBridge } from '../src-shared/api/port-socket.ts';

export interface PagePort {
  addEventListener(type: 'message' | 'close', listener: (event: object) => void): void;
  postMessage(text: string): void;
  start(): void;
  close(): void;
}

type Wire =
  | { readonly kind: 'none' }
  | { readonly kind: 'asked'; readonly waiting: string[] }
  | { readonly kind: 'open'; readonly port: PagePort };

/** @param requestPort makes the backend send a port, which must be passed to `takePort`; called once per connection */
export function portBridge(requestPort: () => void): { bridge: PreloadBridge; takePort: (port: PagePort) => void } {
  let wire: Wire = { kind: 'none' };
  let listener: ((text: string) => void) | undefined;

  function hangUp(): void {
    if (wire.kind === 'open') {
      const { port } = wire;
      wire = { kind: 'none' };
      port.close();
    } else if (wire.kind === 'asked') {
      // The port still arrives and serves the next connection. Nothing has been sent on it yet.
      wire.waiting.length = 0;
    }
  }

  function takePort(port: PagePort): void {
    const waiting = wire.kind === 'asked' ? [...wire.waiting] : [];
    hangUp();
    wire = { kind: 'open', port };
    const isCurrent = () => wire.kind === 'open' && wire.port === port;
    port.addEventListener('message', (event) => {
      if (isCurrent() && 'data' in event && typeof event.data === 'string') listener?.(event.data);
    });
    port.addEventListener('close', () => {
      if (!isCurrent()) return;
      wire = { kind: 'none' };
      listener?.(HANG_UP);
    });
    port.start();
    for (const text of waiting) postText(port, text);
  }

  const bridge: PreloadBridge = {
    send(text) {
      if (typeof text !== 'string') return;
      if (text === HANG_UP) hangUp();
      else if (wire.kind === 'open') postText(wire.port, text);
      else if (wire.kind === 'asked') wire.waiting.push(text);
      else {
        wire = { kind: 'asked', waiting: [text] };
        requestPort();
      }
    },
    onMessage(newListener) {
      listener = newListener;
    },
  };
  return { bridge, takePort };
}

function postText(port: PagePort, text: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end, and no origins
  port.postMessage(text);
}
