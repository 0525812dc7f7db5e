/** Starts an installed proxy or load balancer, with a clock that runs faster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { closedPort } from '../../fixtures/loopback.ts';
import { compileLibrary, missingCompiler } from '../../support/preloaded-library.ts';
import { installedProgram } from '../../support/session-bus.ts';
import { type Program, programs } from './programs.ts';

/** Debian's libfaketime, which scales the clock of a program that it is preloaded into. */
const faketime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];

/**
 * Divides the timeouts of single waits: those that a program leaves to the kernel, which libfaketime does not change,
 * and those of poll. Varnish waits for its backend in these ways, and needs a C compiler for its own configuration
 * anyway.
 */
const SOCKET_TIMEOUTS = `
#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int setsockopt(int socket, int level, int name, const void *value, socklen_t length) {
  struct timeval shorter;
  if (level == SOL_SOCKET && (name == SO_RCVTIMEO || name == SO_SNDTIMEO)) {
    const struct timeval *given = value;
    long microseconds = (given->tv_sec * 1000000L + given->tv_usec) / SPEED;
    shorter.tv_sec = microseconds / 1000000;
    shorter.tv_usec = microseconds % 1000000;
    value = &shorter;
  }
  return syscall(SYS_setsockopt, socket, level, name, value, length);
}
int poll(struct pollfd *sockets, nfds_t count, int timeout) {
  long milliseconds = timeout / SPEED;
  struct timespec shorter = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  return syscall(SYS_ppoll, sockets, count, timeout < 0 ? NULL : &shorter, NULL, 0);
}
`;

/** Returns why no real program can be tested here, or null if all can. */
export function missingIntermediaries(): string | null {
  const needed = Object.values(programs).map(({ executable }) => executable);
  const missing = needed.filter((name) => installedProgram(name) === null);
  if (faketime() === undefined) missing.push('libfaketime');
  return missing.length === 0 ? missingCompiler() : `no ${missing.join(', ')}`;
}

/** Only ends a test that hangs. */
const START_WITHIN_MS = 120_000;

export type OnEnd = (stop: () => Promise<void>) => void;

/**
 * Starts the program. Resolves to its port when it accepts connections.
 * @param folder existing folder; the program gets a new one in it
 * @param speed seconds of the program's clock in a real second
 * @param onEnd gets the function that stops the program
 * @throws Error with the program's messages if it ends
 */
export async function startIntermediary(
  program: Program,
  {
    folder: parent,
    servicePort,
    settings,
    speed = program,
    onEnd,
  }: {
    readonly folder: string;
    readonly servicePort: number;
    readonly settings: string;
    readonly speed?: Pick<Program, 'clockSpeed' | 'socketSpeed'>;
    readonly onEnd: OnEnd;
  },
): Promise<number> {
  const folder = join(parent, program.executable);
  mkdirSync(folder);
  // Some programs change their user and then write here.
  chmodSync(folder, 0o777);
  chmodSync(parent, 0o755);
  const clock = await fasterClock(folder, speed);
  const port = await closedPort();
  const { options, files, environment } = program.call({ port, servicePort, folder, settings });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  // In a process group of its own, so that its workers can be stopped with it.
  const child = spawn(program.executable, options, {
    detached: true,
    env: { ...process.env, ...environment, ...clock },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let messages = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (messages += text));
  const closed = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  onEnd(async () => {
    if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid, 'SIGKILL');
    await closed;
    removeSharedMemory(port);
  });
  const startedAt = performance.now();
  while (!(await accepts(port)))
    if (hasEnded() || performance.now() - startedAt > START_WITHIN_MS)
      throw new Error(`${program.executable} does not listen:\n${messages}`);
  return port;
}

/** Removes what killed programs leave: files of libfaketime, named by process, and of Squid, named by port. */
function removeSharedMemory(port: number): void {
  for (const name of readdirSync('/dev/shm')) {
    const pid = /faketime_(?:shm|sem)_(\d+)$/.exec(name)?.[1];
    const hasEnded = pid !== undefined && !existsSync(`/proc/${pid}`);
    if (hasEnded || name.startsWith(`watchfloor${port}-`)) rmSync(join('/dev/shm', name), { force: true });
  }
}

async function fasterClock(
  folder: string,
  { clockSpeed, socketSpeed }: Pick<Program, 'clockSpeed' | 'socketSpeed'>,
): Promise<Record<string, string>> {
  if (clockSpeed === 1) return {};
  const libraries = [faketime() ?? ''];
  if (socketSpeed !== undefined) {
    const path = join(folder, 'socket-timeouts.so');
    const library = await compileLibrary(SOCKET_TIMEOUTS, path, `-DSPEED=${socketSpeed}`);
    // libfaketime cannot start within jemalloc, which reads the clock at its start. With libc before it, the program
    // allocates with libc.
    libraries.unshift(library);
    libraries.push('libc.so.6');
  }
  return { LD_PRELOAD: libraries.join(' '), FAKETIME: `+0 x${clockSpeed}` };
}

/** Resolves to false after a moment, so that the caller can ask again at once. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  } finally {
    socket.destroy();
  }
}
