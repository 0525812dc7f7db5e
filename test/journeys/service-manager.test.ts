/** Tests what systemd-notify sends to systemd. A Python script listens in place of systemd. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { installedProgram } from '../support/session-bus.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
/** Node.js has no Unix datagram sockets, which is also why the product calls `systemd-notify`. */
const LISTENER = `
import socket, sys
heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
heard.bind(sys.argv[1])
print("listening", flush=True)
while True: print(heard.recv(4096).decode(), flush=True)
`;
const isHere = ['systemd-notify', 'python3'].every((name) => installedProgram(name) !== null);

describe.skipIf(!isHere)('systemd', () => {
  test('[HEALTH-6] learns when the collector is ready, its status, that it is alive, and that it stops', async () => {
    const { workplace, simulator } = service;
    const socketPath = join(workplace.folder, 'notify');
    const listener = spawn(installedProgram('python3') ?? '', ['-c', LISTENER, socketPath]);
    let received = '';
    listener.stdout.setEncoding('utf8').on('data', (text: string) => (received += text));
    await vi.waitFor(() => expect(received).toContain('listening'), 60_000);
    const collector = workplace.run(
      ['collect', '--profile', await workplace.profile(simulator), '--data-dir', workplace.dataDir],
      {
        [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
        NOTIFY_SOCKET: socketPath,
        WATCHDOG_USEC: '500000',
      },
    );
    await vi.waitFor(() => {
      expect(received).toMatch(/^READY=1$/m);
      expect(received).toMatch(/^STATUS=.*Watching .*session since/m);
      expect(received.match(/^WATCHDOG=1$/gm)?.length).toBeGreaterThan(1);
    }, 60_000);
    expect(received).not.toContain(simulator.clients.basic.clientSecret);
    expect(await collector.stop()).toBe(0);
    await vi.waitFor(() => expect(received).toMatch(/^STOPPING=1$/m), 60_000);
    listener.kill('SIGKILL');
    await once(listener, 'exit');
  });
});
