import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPortServer } from '../../../src-main/hosts/electron/port-server.ts';
import type { ServerPort } from '../../../src-main/hosts/electron/port-server-socket.ts';
import { RecordingApplication } from '../../doubles/recording-application.ts';

/** A port whose page does what the test says. */
class PagePort extends EventEmitter implements ServerPort {
  readonly sent: string[] = [];
  closed = false;
  answersPings = true;
  start(): void {}
  close(): void {
    this.closed = true;
  }
  postMessage(text: string): void {
    this.sent.push(text);
    if (text === 'PING' && this.answersPings) this.emit('message', { data: 'PONG' });
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[PAGE-21] a page that was put to sleep is cut after five seconds, so that it wakes to no more old news than that', () => {
  const port = new PagePort();
  createPortServer(new RecordingApplication())(port);
  vi.advanceTimersByTime(60_000);
  expect(port.closed).toBe(false);
  port.answersPings = false;
  vi.advanceTimersByTime(5_000);
  expect({ closed: port.closed, timers: vi.getTimerCount() }).toEqual({ closed: true, timers: 0 });
});
