import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPortServer } from '../../../src-main/hosts/electron/pipe/port-server.ts';
import type { ServerPort } from '../../../src-main/hosts/electron/pipe/port-server-socket.ts';
import { memoryBackend } from '../../doubles/memory-backend.ts';

class PagePort extends EventEmitter implements ServerPort {
  readonly sent: string[] = [];
  closed = false;
  respondsToPings = true;
  start(): void {}
  close(): void {
    this.closed = true;
  }
  postMessage(text: string): void {
    this.sent.push(text);
    if (text === 'PING' && this.respondsToPings) this.emit('message', { data: 'PONG' });
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[PAGE-20] a page that sleeps is disconnected after 5 s, so that it gets no more than 5 s of old data when it wakes', () => {
  const port = new PagePort();
  createPortServer(memoryBackend().backend)(port);
  vi.advanceTimersByTime(60_000);
  expect(port.closed).toBe(false);
  port.respondsToPings = false;
  vi.advanceTimersByTime(5_000);
  expect({ closed: port.closed, timers: vi.getTimerCount() }).toEqual({ closed: true, timers: 0 });
});
